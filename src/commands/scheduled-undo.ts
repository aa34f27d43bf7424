/** Undo of steps with scheduled messages whose time has passed. */
import { hourMinute } from "#base/time.ts";
import { sameTimed } from "#journal/actions/timed.ts";
import type { Step } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { titleOf } from "#model/select/conversations.ts";
import { prependDraft } from "#store/drafts.ts";
import type { State } from "#store/state.ts";
import { dropStep } from "#store/store.ts";
import type { CommandContext } from "./command.ts";
import { showToast } from "./screen.ts";
import { hoursFor, secondsNow } from "./time-choices.ts";

/**
 * Drops the step from the log if undoing it makes no sense any more: a scheduled message was sent, or a deleted one
 * can no longer be sent in time and becomes a draft. False if undo should go on as usual.
 */
export function undoPassed(context: CommandContext, step: Step): boolean {
  const { store, clock } = context;
  const state = store.getState();
  const now = secondsNow(clock);
  const edit = step.inverse.find((one) => one.kind === "schedule-edit");
  if (edit !== undefined && (edit.at <= now || !state.view.scheduled.has(edit.id))) {
    dropStep(store);
    showToast(store, "Its time has passed: too late to undo.", "error");
    return true;
  }
  const sent = step.inverse.find(
    (one) => one.kind === "schedule-delete" && one.at <= now && isGone(state, step),
  );
  if (sent?.kind === "schedule-delete") {
    dropStep(store);
    const at = hourMinute(sent.at, hoursFor(state.view));
    showToast(store, `It was sent at ${at}: too late to undo.`, "error");
    return true;
  }
  const again = step.inverse.flatMap((one) => (one.kind === "schedule-add" ? [one] : []));
  const [first] = again;
  if (first === undefined || again.some(({ at }) => at > now) || isUnsent(state, step))
    return false;
  dropStep(store);
  for (const { address, content: text } of again)
    prependDraft(store, conversationKey(address), { address, text, updatedAt: clock.now() });
  const where =
    again.length === 1 ? `the draft to ${titleOf(state.view, first.address)}` : "the drafts";
  showToast(store, `Too late to send at that time: the text is in ${where}.`);
  return true;
}

/** Whether the scheduled message is gone from the server, according to events. */
function isGone({ replica, journal }: State, { done, intents }: Step): boolean {
  if (intents.some((id) => journal.intents.has(id))) return false;
  return done.every(
    (one) =>
      one.kind === "schedule-add" &&
      sameTimed(replica, replica.scheduled.values(), one) === undefined,
  );
}

/** Whether the step has not reached the server: then undo only cancels it. */
function isUnsent({ journal }: State, { intents }: Step): boolean {
  return intents.some((id) => {
    const intent = journal.intents.get(id);
    return intent?.phase === "waiting" && intent.attempts === 0;
  });
}
