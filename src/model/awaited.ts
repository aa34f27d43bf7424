/** Snoozed conversations that an answer brings back: which messages are one, and what becomes of the snooze. */
import { get } from "#base/table.ts";
import { conversationKey } from "./conversation.ts";
import { type Snooze, untilAnswered } from "./local-state.ts";
import type { Message } from "./message.ts";
import type { Replica } from "./replica.ts";

/** Whether a message may still bring it back, or end it. */
export function isOpenToAnswers({ awaits, until, unlessAnswered }: Snooze): boolean {
  return awaits === undefined ? unlessAnswered === true : until === untilAnswered;
}

/** Whether every message there since the snooze came by event, so that an answer would be known. */
export function isHeardSince(
  { newestAtRegister }: Pick<Replica, "newestAtRegister">,
  { newest }: Snooze,
): boolean {
  return newest >= newestAtRegister;
}

/** "Somebody" is a person whom the user reads: no bot, and nobody who is muted. */
export function isAnswer(replica: Replica, snooze: Snooze, message: Message): boolean {
  const { awaits, newest, isDue, until, conversation } = snooze;
  const { id, senderId, sentAt } = message;
  if (id <= newest || !isOpenToAnswers(snooze)) return false;
  if (message.conversation !== conversationKey(conversation)) return false;
  if (awaits !== undefined) return senderId === awaits.userId;
  if (senderId === replica.ownId || replica.mutedPeople.has(senderId)) return false;
  if (get(replica.people, senderId)?.isBot === true) return false;
  // Once it is due, only what was written before counts: that was not known in time.
  return !isDue || sentAt + replica.clockAhead <= until;
}

/** Returns undefined if the snooze is over. `now` is in UNIX seconds. */
export function afterAnswer(
  { clockAhead }: Replica,
  snooze: Snooze,
  { id, sentAt }: Message,
  now: number,
): Snooze | undefined {
  const { awaits, unlessAnswered: _, ...rest } = snooze;
  if (awaits !== undefined) {
    const until = Math.min(now, sentAt + clockAhead);
    return { ...snooze, awaits: { ...awaits, answer: id }, until, isDue: true };
  }
  const { asked } = rest;
  return asked === undefined ? undefined : { ...rest, newest: asked, isDue: true, stays: "answer" };
}

/** Nobody can tell whether there is an answer: it is back. `now` in UNIX seconds. */
export function withoutKnowing(snooze: Snooze, now: number): Snooze {
  if (snooze.isDue) return snooze;
  return { ...snooze, until: Math.min(now, snooze.until), isDue: true };
}

/** The snooze whose conversation has no answer up to that message. */
export function unansweredUpTo(snooze: Snooze, newest: number): Snooze {
  return newest <= snooze.newest ? snooze : { ...snooze, newest };
}

/**
 * Whether an answer can come, and would be known here: there are no events of streams to which the user is not subscribed,
 * and who has left does not write. True before the first register.
 */
export function canBeAnswered(
  replica: Replica,
  { conversation, awaits }: Pick<Snooze, "conversation" | "awaits">,
): boolean {
  if (replica.epoch === 0) return true;
  if (awaits !== undefined && get(replica.people, awaits.userId)?.isActive === false) return false;
  if (conversation.kind === "direct") return true;
  return get(replica.streams, conversation.streamId)?.subscription !== undefined;
}
