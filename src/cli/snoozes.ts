/** What is snoozed on this machine, for verbs: as the chat screen would have it now, whether or not one runs. */
import {
  afterAnswer,
  canBeAnswered,
  isAnswer,
  isHeardSince,
  isOpenToAnswers,
  withoutKnowing,
} from "#model/awaited.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import {
  isInterrupted,
  isReminder,
  ofConversations,
  type Snooze,
  type Snoozes,
  shownSnoozes,
} from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { fetchSince } from "#sync/asks/awaited.ts";
import { seconds } from "./typed-moment.ts";
import type { VerbContext } from "./verb-context.ts";

/** What the state of the realm must have for it. */
export const snoozeParts = ["streams", "people", "unread"] as const;

/** `isAway`: the server cannot be asked whether somebody has answered since. */
type Asking = { readonly isAway: boolean };

/** The replica with what the inbox of the screen hides, and what it brings back. */
export async function withSnoozes(
  context: VerbContext,
  replica: Replica,
  stored: Snoozes,
  asking: Asking,
): Promise<Replica> {
  const snoozes = await snoozesNow(context, replica, stored, asking);
  return { ...replica, snoozes: shownSnoozes(snoozes, replica.archived) };
}

/** The conversations that are hidden, in the order of their ends. What stays was not snoozed; what is due is back. */
export async function hiddenSnoozes(
  context: VerbContext,
  replica: Replica,
  stored: Snoozes,
  asking: Asking,
): Promise<readonly Snooze[]> {
  const now = await snoozesNow(context, replica, stored, asking);
  return [...ofConversations(now).values()]
    .filter(({ isDue, stays }) => !isDue && stays === undefined)
    .sort((one, other) => one.until - other.until);
}

/** Without those that have ended since they were stored. */
async function snoozesNow(
  context: VerbContext,
  replica: Replica,
  stored: Snoozes,
  asking: Asking,
): Promise<Snoozes> {
  const now = seconds(context.clock);
  const left = [...stored].map(async ([key, one]) => {
    const snooze = { ...one, isDue: one.isDue || one.until <= now };
    if (isReminder(snooze)) return [[key, snooze] as const];
    if (isInterrupted(replica.unreads, key as ConversationKey, snooze)) return [];
    const after = await unlessAnswered(context, replica, snooze, asking);
    return after === undefined ? [] : [[key, after] as const];
  });
  return new Map((await Promise.all(left)).flat());
}

/** Undefined if the snooze is over. It is due if nobody can tell. */
async function unlessAnswered(
  { connection, clock, stopped }: VerbContext,
  replica: Replica,
  snooze: Snooze,
  { isAway }: Asking,
): Promise<Snooze | undefined> {
  const now = seconds(clock);
  if (!isOpenToAnswers(snooze)) return snooze;
  if (!canBeAnswered(replica, snooze)) return withoutKnowing(snooze, now);
  if (isAway || isHeardSince(replica, snooze)) return snooze;
  const context = { connection: () => connection, clock, stopped };
  const { messages, isAll } = await fetchSince(context, replica, snooze);
  const answer = messages
    .map((one) => fromWireMessage(one))
    .find((one) => isAnswer(replica, snooze, one));
  if (answer !== undefined) return afterAnswer(replica, snooze, answer, now);
  return isAll ? snooze : withoutKnowing(snooze, now);
}
