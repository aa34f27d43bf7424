/** Marking messages read or unread, and starring them. */
import * as z from "zod";
import { has, sorted } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import { withStars } from "#model/messages.ts";
import type { Narrow } from "#model/narrow.ts";
import { withRead, withUnread } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { isUnread, unreadIn } from "#model/unreads.ts";
import { type MessageId, messageId, streamId } from "#wire/ids.ts";
import { type ActionKind, address, messageIds, op, row } from "./action-kind.ts";

const storedRead = row("read", {
  op,
  ids: messageIds,
  /** The conversation of all of them, if known: messages never fetched can then be shown as unread. */
  at: z.exactOptional(address),
});
export type Read = z.output<typeof storedRead>;

const read: ActionKind<Read> = {
  stored: storedRead,
  repeatable: true,
  property: () => "read",
  targets: ({ ids }) => ids,
  narrowed: (action, targets) => ({ ...action, ids: action.ids.filter((id) => targets.has(id)) }),
  overlaid: (view, { op: change, ids, at }, batch) =>
    change === "add" ? withRead(view, ids, batch) : withUnread(view, ids, batch, () => at),
  agrees: (replica, { op: change, ids, at }) =>
    ids.every((id) => {
      const unread = isUnread(replica.unreads, id);
      if (change === "add") return !unread;
      return unread || (at === undefined && get(replica.messages, id) === undefined);
    }),
  inverse: ({ unreads }, { op: change, ids }) => {
    const changed = ids.filter((id) => isUnread(unreads, id) === (change === "add"));
    const inverse = change === "add" ? "remove" : "add";
    return changed.length === 0 ? [] : [{ kind: "read", op: inverse, ids: changed }];
  },
  leftUndone: (replica, { op: change, ids, at }) => {
    const left = ids.filter((id) => isUnread(replica.unreads, id) === (change === "add"));
    if (left.length === 0) return undefined;
    const count = left.length === ids.length ? "" : `${left.length} of `;
    const what = ids.length === 1 ? "a message" : `${count}${ids.length} messages`;
    const state = change === "add" ? "unread" : "read";
    const key = at === undefined ? keyOf(replica, left) : conversationKey(at);
    const where = key === undefined ? "" : ` in ${conversationTitle(replica, key)}`;
    return `The server left ${what} ${state}${where}.`;
  },
  // A topic that was moved as a whole has all of them, merged or not.
  moved: (action, { from, to }) =>
    action.at !== undefined && conversationKey(action.at) === from ? { ...action, at: to } : action,
  remembered: (replica, action) =>
    action.op === "add" || action.at !== undefined ? [action] : byConversation(replica, action),
  sentence: (_, { op: change, ids }) => {
    const what = ids.length === 1 ? "a message" : `${ids.length} messages`;
    return `Mark ${what} as ${change === "add" ? "read" : "unread"}`;
  },
};

/** The conversation of the first of them that is known. */
function keyOf({ unreads, messages }: Replica, ids: readonly MessageId[]) {
  const keys = ids.map((id) => get(unreads.where, id) ?? get(messages, id)?.conversation);
  return keys.find((key) => key !== undefined);
}

/** One action for each conversation in which the messages are unread now: they may never have been fetched. */
function byConversation({ unreads }: Replica, action: Read): readonly Read[] {
  const groups = Map.groupBy(action.ids, (id) => get(unreads.where, id));
  return [...groups].map(([key, ids]) => {
    const at = key === undefined ? undefined : unreadIn(unreads, key)?.conversation;
    const part = { ...action, ids: sorted(ids) };
    return at === undefined ? part : { ...part, at };
  });
}

export type Scope = Conversation | Extract<Narrow, { readonly kind: "stream" | "all" }>;

const scope: z.ZodType<Scope> = z.union([
  address,
  z.strictObject({ kind: z.literal("stream"), streamId }),
  z.strictObject({ kind: z.literal("all") }),
]);

const storedReadOlder = row("read-older", {
  scope,
  /** Everything from this message on is known. */
  before: messageId,
  /** Found so far. */
  ids: messageIds,
});
export type ReadOlder = z.output<typeof storedReadOlder>;

const readOlder: ActionKind<ReadOlder> = {
  stored: storedReadOlder,
  repeatable: true,
  isWithdrawn: true,
  overlaid: (view, { ids }, batch) => withRead(view, ids, batch),
  agrees: () => true,
  sentence: () => "Mark older messages as read",
};

const storedStar = row("star", { op, ids: messageIds });
/** Starring or unstarring messages. */
export type Star = z.output<typeof storedStar>;

const star: ActionKind<Star> = {
  stored: storedStar,
  repeatable: true,
  property: () => "star",
  targets: ({ ids }) => ids,
  narrowed: (action, targets) => ({ ...action, ids: action.ids.filter((id) => targets.has(id)) }),
  overlaid: (view, action, batch) => withStars(view, action.ids, action.op === "add", batch),
  agrees: ({ starred }, action) =>
    action.ids.every((id) => has(starred, id) === (action.op === "add")),
  inverse: ({ starred }, { op: change, ids }) => {
    const changed = ids.filter((id) => has(starred, id) !== (change === "add"));
    const inverse = change === "add" ? "remove" : "add";
    return changed.length === 0 ? [] : [{ kind: "star", op: inverse, ids: changed }];
  },
  sentence: (_, { op: change, ids }) => {
    const what = ids.length === 1 ? "a message" : `${ids.length} messages`;
    return `${change === "add" ? "Star" : "Unstar"} ${what}`;
  },
};

export const flagActions = { read, "read-older": readOlder, star } as const;
