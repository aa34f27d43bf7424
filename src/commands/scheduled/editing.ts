/** Changing scheduled messages: the text in the composer, time and recipient in dialogs. */

import type { CommandContext } from "#commands/command.ts";
import { sendScheduledUndoably } from "#commands/outbox/unsent.ts";
import { closeDialog, showToast } from "#commands/screen.ts";
import { unsupportedReason } from "#commands/sentences.ts";
import { askForTime, momentOf, secondsNow } from "#commands/time-choices.ts";
import {
  isEditCrowdConfirmed,
  isOverwriteConfirmed,
  mayBeReaddressed,
} from "#commands/writing/before-sending.ts";
import { keepGoneEdit, sentOrDeleted } from "#commands/writing/text.ts";
import { uploadProblem } from "#commands/writing/uploading.ts";
import {
  type ScheduleEdit,
  type ScheduleSend,
  type Timed,
  timedOf,
} from "#journal/actions/scheduled.ts";
import type { Address } from "#journal/intent.ts";
import { scheduledEditKey } from "#journal/journal.ts";
import { messageProblem } from "#model/limits.ts";
import { titleOf } from "#model/select/conversations.ts";
import {
  composerAt,
  composerEditor,
  continuedEdit,
  editedScheduled,
  withoutEdit,
  writing,
} from "#store/composer.ts";
import type { State, Store } from "#store/state.ts";
import { act, addIntents, changeScreen } from "#store/store.ts";
import type { ScheduledMessage } from "#wire/draft.ts";
import type { ScheduledId } from "#wire/ids.ts";

/** Opens the scheduled message's text in the composer, or the unsaved edit of it. */
export function editScheduled(store: Store, id: ScheduledId): void {
  const { view } = store.getState();
  const message = view.scheduled.get(id);
  const problem = unsupportedReason(view, "scheduledChanges")?.sentence;
  if (message === undefined || problem !== undefined) {
    showToast(store, problem ?? sentOrDeleted, "error");
    return;
  }
  const { address, content } = timedOf(view, message);
  const key = scheduledEditKey(id);
  changeScreen(store, (screen) => {
    const focus = screen.focus === "composer" ? "pane" : screen.focus;
    const composing = { kind: "scheduled", id, address, focus } as const;
    return continuedEdit(writing({ ...screen, composing }), key, content);
  });
}

/**
 * Saves the scheduled message in the composer, for `at` if given; false without one. If it failed, or its time has
 * passed, it needs another time first. A text that cannot be saved stays.
 */
export function saveScheduled(context: CommandContext, at?: number): boolean {
  const { store, clock, keys } = context;
  const state = store.getState();
  const { screen, view } = state;
  const id = editedScheduled(screen);
  if (id === undefined) return false;
  const message = view.scheduled.get(id);
  const { text: content } = composerEditor(screen);
  if (keepGoneEdit(context) || message === undefined) return true;
  const problem = textProblem(state, content) ?? uploadProblem(state, keys, content);
  if (problem !== undefined) showToast(store, problem, "error");
  else if (mayReplace(context, message, content, at)) {
    const due = at ?? message.scheduled_delivery_timestamp;
    const isOver = (message.failed === true && at === undefined) || due <= secondsNow(clock);
    if (isOver) askForTime(context, { kind: "schedule" });
    else {
      changeScreen(store, (now) => withoutEdit(now, false));
      changeScheduled(context, id, { content, at: due });
    }
  }
  return true;
}

/** False if the user is asked first: another client changed it, or the edit notifies many people. */
function mayReplace(
  context: CommandContext,
  message: ScheduledMessage,
  content: string,
  at: number | undefined,
): boolean {
  const { screen, view } = context.store.getState();
  const { address, content: before } = timedOf(view, message);
  const key = scheduledEditKey(message.scheduled_message_id);
  if (before !== (composerAt(screen, key).was ?? before)) {
    const next = at === undefined ? undefined : ({ kind: "reschedule", at } as const);
    return isOverwriteConfirmed(context, before, next);
  }
  // Users who have just chosen a time were asked before that.
  return at !== undefined || isEditCrowdConfirmed(context, address, before, content);
}

function textProblem({ view }: State, text: string): string | undefined {
  if (text.trim() === "") return "A message needs text: delete the scheduled message instead.";
  return messageProblem(view.realm, text);
}

/** Changes part of a scheduled message, as one step. A failed one is sent at its new time. */
export function changeScheduled(
  context: CommandContext,
  id: ScheduledId,
  change: Partial<Timed>,
): void {
  const { store, clock } = context;
  const { view } = store.getState();
  const message = view.scheduled.get(id);
  closeDialog(store);
  const problem = unsupportedReason(view, "scheduledChanges")?.sentence;
  if (message === undefined || problem !== undefined) {
    showToast(store, problem ?? sentOrDeleted, "error");
    return;
  }
  const next = { ...timedOf(view, message), ...change };
  const now = secondsNow(clock);
  // The server accepts only future times.
  if (next.at <= now) {
    askForTime(context, { kind: "reschedule", id, ...(change.address && { to: change.address }) });
    return;
  }
  const action: ScheduleEdit = { kind: "schedule-edit", id, ...next };
  const sentence = `Scheduled for ${momentOf(view, next.at, now)} to ${titleOf(view, next.address)}`;
  if (message.failed === true) {
    // Its old time has passed, so this cannot be undone.
    addIntents(store, context, [action]);
    showToast(store, sentence);
    return;
  }
  const isNew = act(store, context, [action], { sentence }) !== undefined;
  showToast(store, isNew ? sentence : "Nothing was changed.", "done", isNew);
}

/** Sends them without waiting for their time. */
export function sendNow(context: CommandContext, messages: readonly ScheduledMessage[]): void {
  const { store, clock } = context;
  const { view } = store.getState();
  const problem = unsupportedReason(view, "scheduling")?.sentence;
  const [first] = messages;
  if (first === undefined || problem !== undefined) {
    showToast(store, problem ?? sentOrDeleted, "error");
    return;
  }
  const sends = messages.map((message): ScheduleSend => {
    const timed = timedOf(view, message);
    const at = message.failed === true ? secondsNow(clock) : timed.at;
    return { kind: "schedule-send", id: message.scheduled_message_id, ...timed, at };
  });
  const what =
    messages.length === 1
      ? `to ${titleOf(view, timedOf(view, first).address)}`
      : `${messages.length} messages`;
  sendScheduledUndoably(context, sends, `Sending ${what}`);
}

/** Gives a scheduled message another recipient; an open edit of its text stays open. */
export function readdressScheduled(context: CommandContext, id: ScheduledId, to: Address): void {
  const { view } = context.store.getState();
  const message = view.scheduled.get(id);
  if (message !== undefined) {
    const { address, content } = timedOf(view, message);
    if (!mayBeReaddressed(context, id, { address, text: content }, to)) return;
  }
  changeScheduled(context, id, { address: to });
}
