/** What the journal needs to know about one kind of action. All kinds are in `table.ts`. */
import * as z from "zod";
import type { Sorted } from "#base/sorted.ts";
import type { Batch } from "#base/table.ts";
import type { Conversation, ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { type MessageId, messageId, streamId, userId } from "#wire/ids.ts";

/** What an action changes within its property: a message ID or a key. */
export type Target = number | string;

type WithKind = { readonly kind: string };

/** A topic that has another name or another stream as a whole. */
export type TopicMove = {
  readonly from: ConversationKey;
  readonly to: Extract<Conversation, { readonly kind: "topic" }>;
  /** There were messages already: what concerns the old topic alone must not change the other. */
  readonly isMerge: boolean;
};

/** `Inverse` differs where an action of another kind undoes it. */
export type ActionKind<W extends WithKind, Inverse extends WithKind = W> = {
  /** The schema of a row on disk. Strict: a field unknown to this version means that it cannot execute the action. */
  readonly stored: z.ZodType<W>;
  /**
   * Whether the same request may be retried after its answer was lost. If not, the intent is unconfirmed until it is
   * found on the server or the user decides.
   */
  readonly repeatable: boolean;
  /**
   * Actions with the same property and a common target conflict, and the newer one wins. If absent, actions of this
   * kind never conflict.
   */
  property?(action: W): string;
  targets?(action: W): readonly Target[];
  /**
   * It changes nothing at the server itself, but becomes another action: undo withdraws it. Otherwise, undo adds its
   * inverse.
   */
  readonly isWithdrawn?: true;
  /** The part of an action that concerns `targets`: some of its targets, not all. If absent, it has at most one. */
  narrowed?(action: W, targets: ReadonlySet<Target>): W;
  /**
   * The replica as shown on the screen while the action is open. If absent, nothing is shown before the server's event.
   */
  overlaid?(view: Replica, action: W, batch: Batch): Replica;
  /**
   * Whether the replica already matches the action, so that an answered intent can be retired. What the replica does not
   * know cannot disagree: nothing could be overlaid on it. `became` is the message that a send is known to be.
   */
  agrees(replica: Replica, action: W, became: MessageId | undefined): boolean;
  /** What restores the state that the view shows now; empty if nothing would change. If absent, it cannot be undone. */
  inverse?(view: Replica, action: W): readonly (W | Inverse)[];
  /** The action as it is redone after it was undone. If absent, that is the action itself. */
  redone?(action: W): W;
  /**
   * A description for the user: "Mute #dev › deploy". Absent where the command provides it. Not safe for a terminal.
   */
  sentence?(view: Replica, action: W): string;
  /**
   * What the server accepted and left undone all the same, for the user: how much and where, or undefined if it did
   * all. If absent, nobody can tell. It is not safe for a terminal.
   */
  leftUndone?(replica: Replica, action: W): string | undefined;
  /** The action as the undo log stores it, including what the replica will have evicted by the time it is needed. */
  remembered?(replica: Replica, action: W): readonly W[];
  /**
   * The action after the move of a topic that it names; the same one if it names another. It is absent if the action
   * names none, or must not follow.
   */
  moved?(action: W, move: TopicMove): W;
  /**
   * Text written by the user is never dropped, even if the server refuses it. It is absent if the action contains none.
   */
  text?(action: W): string;
};

/** The schema of a row on disk, from which the type of the action follows. */
export function row<const Kind extends string, Shape extends z.ZodRawShape>(
  kind: Kind,
  shape: Shape,
) {
  return z.strictObject({ kind: z.literal(kind), ...shape });
}

export const messageIds: z.ZodType<Sorted<MessageId>> = z.array(messageId);

/** Whether something is set or cleared. */
export const op = z.enum(["add", "remove"]);
export type Op = z.output<typeof op>;

/** The inverse of an action that sets or clears something; `isSet` undefined: unknown. */
export function opposite<A extends { readonly op: Op }>(
  action: A,
  isSet: boolean | undefined,
): readonly A[] {
  if (isSet === undefined || isSet === (action.op === "add")) return [];
  return [{ ...action, op: action.op === "add" ? "remove" : "add" }];
}

export const address: z.ZodType<Conversation> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("topic"), streamId, topic: z.string() }),
  z.strictObject({ kind: z.literal("direct"), userIds: z.array(userId) }),
]);
