/** What can be done with a scheduled message in the list: opening its conversation, and deleting it. */
import type { CommandContext } from "#commands/command.ts";
import { openNarrow } from "#commands/navigation.ts";
import { showToast } from "#commands/screen.ts";
import { listSpot } from "#commands/steps.ts";
import { timedOf } from "#journal/actions/timed.ts";
import type { Wish } from "#journal/intent.ts";
import { inverseOf } from "#journal/wish.ts";
import { titleOf } from "#model/select/conversations.ts";
import type { RowKey } from "#store/list.ts";
import type { Store } from "#store/state.ts";
import { wish } from "#store/store.ts";
import { goOnFrom } from "./lists.ts";
import { scheduledOf } from "./scheduled-source.ts";

export function openScheduled(store: Store, key: RowKey): void {
  const { view } = store.getState();
  const message = scheduledOf(view, key);
  if (message !== undefined) openNarrow(store, timedOf(view, message).address);
}

export function deleteScheduled(context: CommandContext, rows: readonly RowKey[]): void {
  const { store } = context;
  const state = store.getState();
  const { view } = state;
  const messages = rows.flatMap((key) => scheduledOf(view, key) ?? []);
  const [first] = messages;
  if (first === undefined) return;
  const wishes = messages.map(
    (message): Wish => ({
      kind: "schedule-delete",
      id: message.scheduled_message_id,
      ...timedOf(view, message),
    }),
  );
  const one = `the scheduled message to ${titleOf(view, timedOf(view, first).address)}`;
  const sentence = `Deleted ${messages.length === 1 ? one : `${messages.length} scheduled messages`}`;
  const inverse = wishes.flatMap((each) => inverseOf(view, each));
  wish(store, context, wishes, { sentence, inverse, spot: listSpot(state, rows) });
  goOnFrom(store, rows);
  showToast(store, sentence, "done", true);
}
