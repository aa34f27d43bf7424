/** Muting or unmuting a person. */
import * as z from "zod";
import { sorted } from "#base/sorted.ts";
import { get, ids } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { personName } from "#model/select/conversations.ts";
import { type MessageId, type UserId, userId } from "#wire/ids.ts";
import type { ActionKind } from "./action-kind.ts";
import { type Op, op, opposite } from "./action-kind.ts";
import type { Read } from "./flags.ts";

export type MutePerson = {
  readonly kind: "mute-person";
  readonly op: Op;
  readonly userId: UserId;
};

const mutePerson: ActionKind<MutePerson, Read> = {
  stored: z.strictObject({ kind: z.literal("mute-person"), op, userId }),
  repeatable: true,
  property: () => "mute-person",
  targets: (action) => [action.userId],
  overlaid: (view, action) => {
    const mutedPeople = new Set(view.mutedPeople);
    if (action.op === "add") mutedPeople.add(action.userId);
    else mutedPeople.delete(action.userId);
    return { ...view, mutedPeople };
  },
  agrees: ({ mutedPeople }, action) => mutedPeople.has(action.userId) === (action.op === "add"),
  inverse: (view, action) => {
    const isMuted = view.mutedPeople.has(action.userId);
    const marks = action.op === "add" && !isMuted ? unreadFrom(view, action.userId) : [];
    return [...opposite(action, isMuted), ...marks];
  },
  sentence: (view, action) =>
    `${action.op === "add" ? "Mute" : "Unmute"} ${personName(view, action.userId)}`,
};

/**
 * The server marks a muted person's messages read. All unread messages in the direct conversation with them are theirs;
 * which others are is only known from its events.
 */
function unreadFrom({ unreads, messages, ownId }: Replica, senderId: UserId): readonly Read[] {
  const alone = conversationKey({ kind: "direct", userIds: sorted([ownId, senderId]) });
  const isTheirs = (id: MessageId) =>
    get(unreads.where, id) === alone || get(messages, id)?.senderId === senderId;
  const theirs = [...ids(unreads.where)].filter(isTheirs);
  return theirs.length === 0 ? [] : [{ kind: "read", op: "remove", ids: sorted(theirs) }];
}

export const personActions = { "mute-person": mutePerson } as const;
