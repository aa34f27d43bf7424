/** The conversations that are snoozed, for verbs: what was answered while no chat screen ran is not among them. */
import { canBeAnswered, isAnswer, isHeardSince, isOpenToAnswers } from "#model/awaited.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { ofConversations, type Snooze, type Snoozes } from "#model/local-state.ts";
import type { Replica } from "#model/replica.ts";
import { fetchSince } from "#sync/asks/awaited.ts";
import { seconds } from "./typed-moment.ts";
import type { VerbContext } from "./verb-context.ts";

/** What the state of the realm must have for it. */
export const snoozeParts = ["streams", "people", "newest", "muted"] as const;

/** In the order of their ends. What stays was not snoozed; what is due is back. */
export async function hiddenSnoozes(
  context: VerbContext,
  replica: Replica,
  all: Snoozes,
): Promise<readonly Snooze[]> {
  const now = seconds(context.clock);
  const hidden: Snooze[] = [];
  for (const snooze of ofConversations(all).values()) {
    if (snooze.stays !== undefined || snooze.until <= now) continue;
    if (!isOpenToAnswers(snooze) || (await isUnanswered(context, replica, snooze)))
      hidden.push(snooze);
  }
  return hidden.sort((one, other) => one.until - other.until);
}

/** False as well if nobody can tell. */
async function isUnanswered(
  { connection, clock, stopped }: VerbContext,
  replica: Replica,
  snooze: Snooze,
): Promise<boolean> {
  if (!canBeAnswered(replica, snooze)) return false;
  if (isHeardSince(replica, snooze)) return true;
  const context = { connection: () => connection, clock, stopped };
  const { messages, isAll } = await fetchSince(context, replica, snooze);
  return isAll && !messages.some((one) => isAnswer(replica, snooze, fromWireMessage(one)));
}
