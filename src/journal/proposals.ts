/**
 * What programs propose: an action in a state of its own, in which it waits for the user's key.
 *
 * A proposal is no intent. What delivers, overlays, restores, undoes and redoes intents makes none of it, so that only a
 * key which approves it can. That intent has the proposal's ID, and no window can have the same one again.
 */
import * as z from "zod";
import type { TopicMove } from "#journal/actions/action-kind.ts";
import { address } from "#journal/actions/action-kind.ts";
import { conversationKey } from "#model/conversation.ts";
import { afterMove } from "./action.ts";
import { actionKinds } from "./actions/table.ts";
import type { IntentId } from "./intent.ts";

/** All that a program may propose: a message, marking as read, a reaction. */
const proposed = z.union([
  actionKinds.send.stored,
  actionKinds.read.stored,
  actionKinds.react.stored,
]);

export const storedProposal = z.strictObject({
  id: z.string().transform((id) => id as IntentId),
  /** UNIX milliseconds. */
  createdAt: z.number(),
  /** What the program calls itself: nobody has verified it. Not safe for a terminal, like all texts here. */
  agent: z.string(),
  action: proposed,
  /** Where it would be done. */
  address,
  /** The message that it answers, if any, by its author and its text. */
  answers: z.exactOptional(z.string()),
  /** The places that the program has read before, as they are called, the last one at the end. */
  read: z.array(z.string()),
  /** The private places with other readers that programs have read within a day: their content may be carried away. */
  carried: z.array(z.string()),
  /** Web and mail addresses in the text that the program has not read anywhere. */
  strange: z.array(z.string()),
});

export type Proposal = z.output<typeof storedProposal>;

/** After that long nobody knows any more why it was proposed. */
const lifeMs = 24 * 60 * 60 * 1000;

/** Whether it can be approved no more. One from the future was made by a clock that was wrong. */
export function hasLapsed({ createdAt }: Pick<Proposal, "createdAt">, now: number): boolean {
  return Math.abs(now - createdAt) >= lifeMs;
}

/** Undefined if this version cannot read it, or if it was removed. */
export function proposalFrom(value: unknown): Proposal | undefined {
  return storedProposal.safeParse(value, { jitless: true }).data;
}

const storedRead = z.strictObject({
  /** Of the last conversation there. */
  title: z.string(),
  /** Who can read there. */
  audience: z.string(),
  /** UNIX milliseconds. */
  at: z.number(),
});

/** A private place that a program has read. */
export type PrivateRead = z.output<typeof storedRead>;

/** Undefined if this version cannot read it, or if it was removed. */
export function privateReadFrom(value: unknown): PrivateRead | undefined {
  return storedRead.safeParse(value, { jitless: true }).data;
}

/** Whether the user has to look at it alone: it may carry what is private, or leads somewhere else. */
export function isSuspect({ carried, strange }: Pick<Proposal, "carried" | "strange">): boolean {
  return carried.length > 0 || strange.length > 0;
}

/** After the move of a whole topic; the same proposals if none is about it. */
export function withMovedPlace<Value extends Proposal | undefined>(
  proposals: ReadonlyMap<IntentId, Value>,
  move: TopicMove,
): ReadonlyMap<IntentId, Value> {
  const moved = [...proposals].flatMap(([id, one]) => {
    if (one === undefined || conversationKey(one.address) !== move.from) return [];
    const action = afterMove(one.action, move) as Proposal["action"];
    return [[id, { ...one, action, address: move.to }] as const];
  });
  return moved.length === 0 ? proposals : new Map([...proposals, ...moved]);
}
