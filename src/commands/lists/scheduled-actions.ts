/** Actions on a scheduled message in the list: changing any part of it, and deleting it. */

import type { CommandContext } from "#commands/command.ts";
import { gone } from "#commands/composer-text.ts";
import type { MenuItem, MenuRow } from "#commands/menus/menu.ts";
import { openNarrow } from "#commands/navigation.ts";
import { editScheduled } from "#commands/scheduled-editing.ts";
import { openDialog, openMenu, showToast } from "#commands/screen.ts";
import { listSpot } from "#commands/steps.ts";
import { askForTime, momentOf } from "#commands/time-choices.ts";
import { inputOf } from "#editor/input.ts";
import { inverseOf } from "#journal/action.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Action } from "#journal/intent.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { RowKey } from "#store/list.ts";
import type { Store } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import { removeRows } from "./lists.ts";
import { failureOf, scheduledOf } from "./scheduled-source.ts";

/** Offers the possible actions. */
export function openScheduled(store: Store, key: RowKey): void {
  const message = scheduledOf(store.getState().view, key);
  if (message !== undefined)
    openMenu(store, { kind: "scheduled", id: message.scheduled_message_id });
}

/** The text goes into the composer; the list stays open. */
export function editScheduledRow({ store }: CommandContext, key: RowKey): void {
  const message = scheduledOf(store.getState().view, key);
  if (message !== undefined) editScheduled(store, message.scheduled_message_id);
}

/** What can be done with a scheduled message. */
export const scheduledMenu: MenuRow<"scheduled"> = ({ state: { view }, now }, { id }) => {
  const message = view.scheduled.get(id);
  if (message === undefined) return gone;
  const { address, at, content } = timedOf(view, message);
  const isFailed = message.failed === true;
  const recipient = { kind: "recipient", input: inputOf(), chosen: 0, scheduledId: id } as const;
  const opens = (key: string, title: string, run: (context: CommandContext) => void): MenuItem => ({
    key,
    title,
    run,
  });
  return {
    title: isFailed ? "This message was not sent" : "Scheduled message",
    lines: [
      { text: address, right: momentOf(view, at, now / 1000) },
      { text: content, tone: "quote" },
      ...(isFailed ? [{ text: failureOf(view, message), tone: "bad" } as const] : []),
    ],
    items: [
      opens("e", "Edit the text", ({ store }) => editScheduled(store, id)),
      opens("t", "Change the time", (context) => askForTime(context, { kind: "reschedule", id })),
      opens("c", "Send it to another stream or topic", ({ store }) =>
        openDialog(store, { ...recipient, want: "stream" }),
      ),
      opens("x", "Send it to other people", ({ store }) =>
        openDialog(store, { ...recipient, want: "direct" }),
      ),
      opens("o", "Open the conversation", ({ store }) => openNarrow(store, address)),
      opens("d", "Delete it", (context) => deleteScheduled(context, [String(id)])),
    ],
  };
};

export function deleteScheduled(context: CommandContext, rows: readonly RowKey[]): void {
  const { store } = context;
  const state = store.getState();
  const { view } = state;
  const messages = rows.flatMap((key) => scheduledOf(view, key) ?? []);
  const [first] = messages;
  if (first === undefined) return;
  const actions = messages.map(
    (message): Action => ({
      kind: "schedule-delete",
      id: message.scheduled_message_id,
      ...timedOf(view, message),
    }),
  );
  const one = `the scheduled message to ${titleOf(view, timedOf(view, first).address)}`;
  const sentence = `Deleted ${messages.length === 1 ? one : `${messages.length} scheduled messages`}`;
  const inverse = actions.flatMap((each) => inverseOf(view, each));
  addIntents(store, context, actions, { sentence, inverse, location: listSpot(state, rows) });
  removeRows(store, rows);
  showToast(store, sentence, "done", true);
}
