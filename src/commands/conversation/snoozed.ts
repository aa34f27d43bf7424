/** What is said of a snooze, and asking until when, or until whose answer, it lasts. */
import type { CommandContext } from "#commands/command.ts";
import { type Part, text } from "#commands/lists/row.ts";
import { askForTime, momentOf } from "#commands/time-choices.ts";
import type { Input } from "#editor/input.ts";
import { canBeAnswered } from "#model/awaited.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Snooze } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { answerersOf } from "#model/select/answerers.ts";
import { conversationOfKey, personName } from "#model/select/conversations.ts";
import type { TimePurpose } from "#store/dialog.ts";
import type { UserId } from "#wire/ids.ts";

type End = Pick<Snooze, "until" | "awaits" | "unlessAnswered">;

/** `until Mon 23 Nov, 9:00, unless somebody answers`; `now` in UNIX seconds. Not safe for a terminal. */
export function snoozeEnd(view: Replica, { until, awaits, unlessAnswered }: End, now: number) {
  if (awaits !== undefined) return `until ${personName(view, awaits.userId)} answers`;
  const rest = unlessAnswered === true ? ", unless somebody answers" : "";
  return `until ${momentOf(view, until, now)}${rest}`;
}

/** The same in a row, where there is less room; once it is due, what brought the conversation back. */
export function snoozePart(view: Replica, snooze: End & Pick<Snooze, "isDue">): Part {
  const { until, awaits, unlessAnswered, isDue } = snooze;
  if (awaits === undefined) {
    const whenDue = unlessAnswered === true ? "if silent, " : "until ";
    return { moment: until, after: isDue ? "back since " : whenDue, token: "dim" };
  }
  const name = personName(view, awaits.userId);
  if (!isDue) return text(`until ${name} answers`, "dim");
  // What was not seen is not denied.
  return text(`${name} ${awaits.answer === undefined ? "may have answered" : "answered"}`, "dim");
}

/** Why the conversation is where it is. Not safe for a terminal. */
export function snoozeSentence(view: Replica, snooze: End & Pick<Snooze, "isDue">, now: number) {
  const { awaits, isDue } = snooze;
  const sentence = `You snoozed it ${snoozeEnd(view, snooze, now)}`;
  if (awaits === undefined || !isDue) return `${sentence}.`;
  return awaits.answer === undefined
    ? `${sentence}: whether they have is not known.`
    : `${sentence}, and they have.`;
}

type SnoozePurpose = Extract<TimePurpose, { readonly kind: "snooze" }>;

/** Asks how long these are snoozed; `input` is typed already. */
export function askForSnooze(
  context: Pick<CommandContext, "store" | "clock">,
  { conversations, rows, title }: Omit<SnoozePurpose, "kind" | "answerers">,
  input?: Input,
): void {
  const answerers = answerersIn(context.store.getState().view, conversations);
  const purpose = { kind: "snooze", conversations, rows, title } as const;
  askForTime(context, answerers === undefined ? purpose : { ...purpose, answerers }, input);
}

/**
 * Whose answer may end the snooze of that conversation, the likeliest first; of several conversations nobody is named.
 * Returns undefined if in one of them nobody can answer.
 */
export function answerersIn(
  view: Replica,
  keys: readonly ConversationKey[],
): readonly UserId[] | undefined {
  const all = keys.flatMap((key) => conversationOfKey(view, key) ?? []);
  if (all.length === 0 || all.some((conversation) => !canBeAnswered(view, { conversation })))
    return undefined;
  const people = all.map((one) => answerersOf(view, one));
  if (all.some(({ kind }, at) => kind === "direct" && people[at]?.length === 0)) return undefined;
  const [only = [], ...more] = people;
  return more.length === 0 ? only : [];
}
