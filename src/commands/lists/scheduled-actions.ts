/** Actions on a scheduled message in the list: changing any part of it, and deleting it. */

import { scheduledOptions } from "#commands/choices.ts";
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/navigation.ts";
import { editScheduled } from "#commands/scheduled-editing.ts";
import { closeDialog, openDialog, showToast } from "#commands/screen.ts";
import { listSpot } from "#commands/steps.ts";
import { askForTime } from "#commands/time-choices.ts";
import { inverseOf } from "#journal/action.ts";
import { timedOf } from "#journal/actions/timed.ts";
import type { Action } from "#journal/intent.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { RowKey } from "#store/list.ts";
import type { Store } from "#store/state.ts";
import { addIntents } from "#store/store.ts";
import type { ScheduledId } from "#wire/ids.ts";
import { removeRows } from "./lists.ts";
import { scheduledOf } from "./scheduled-source.ts";

/** Offers the possible actions. */
export function openScheduled(store: Store, key: RowKey): void {
  const message = scheduledOf(store.getState().view, key);
  if (message !== undefined)
    openDialog(store, { kind: "scheduled", id: message.scheduled_message_id, chosen: 0 });
}

/** The text goes into the composer; the list stays open. */
export function editScheduledRow({ store }: CommandContext, key: RowKey): void {
  const message = scheduledOf(store.getState().view, key);
  if (message !== undefined) editScheduled(store, message.scheduled_message_id);
}

/** Performs the action of that letter; other keys do nothing. */
export function decideScheduled(context: CommandContext, id: ScheduledId, key: string): void {
  const { store } = context;
  const { view } = store.getState();
  const message = view.scheduled.get(id);
  const isAnswer = scheduledOptions.some((option) => option.key === key);
  if (message !== undefined && !isAnswer) return;
  closeDialog(store);
  if (message === undefined) {
    showToast(store, "It has already been sent or deleted.");
    return;
  }
  const recipient = { kind: "recipient", text: "", chosen: 0, scheduledId: id } as const;
  if (key === "e") editScheduled(store, id);
  else if (key === "t") askForTime(context, { kind: "reschedule", id });
  else if (key === "c") openDialog(store, { ...recipient, want: "stream" });
  else if (key === "x") openDialog(store, { ...recipient, want: "direct" });
  else if (key === "o") openNarrow(store, timedOf(view, message).address);
  else deleteScheduled(context, [String(id)]);
}

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
