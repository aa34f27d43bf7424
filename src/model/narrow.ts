/** What the pane shows: a list of messages selected by a rule that client and server share. */
import { memoizeEach } from "#base/memoize.ts";
import type { Sorted } from "#base/sorted.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { type Conversation, type ConversationKey, conversationKey } from "./conversation.ts";

export type Narrow =
  | Conversation
  | { readonly kind: "stream"; readonly streamId: StreamId }
  | { readonly kind: "all" }
  | { readonly kind: "mentions" }
  | { readonly kind: "starred" }
  | { readonly kind: "directs" }
  | { readonly kind: "sender"; readonly userId: UserId }
  | SearchNarrow;

/** The results of a server search; `text` is the query as typed. */
export type SearchNarrow = {
  readonly kind: "search";
  readonly text: string;
  readonly terms: readonly SearchTerm[];
};

/** What can be read as a stream of messages: a search is a list. */
export type ReadNarrow = Exclude<Narrow, SearchNarrow>;

/** A search term, with the operators of servers that have direct-message operators. A message must match all terms. */
export type SearchTerm = {
  readonly operator: string;
  /** Streams and people by their IDs. */
  readonly operand: string | number | readonly number[];
  readonly negated?: true;
};

/** For a conversation, its key; else the kind and its parameters. */
export type NarrowKey = string & { readonly __narrow: true };

export function narrowKey(narrow: Narrow): NarrowKey {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return conversationKey(narrow) as string as NarrowKey;
    case "stream":
      return `s:${narrow.streamId}` as NarrowKey;
    case "sender":
      return `u:${narrow.userId}` as NarrowKey;
    case "search":
      return searchKey(narrow);
    case "all":
    case "mentions":
    case "starred":
    case "directs":
      return narrow.kind as NarrowKey;
  }
}

const searchPrefix = "q:";

/** It is asked for whenever anything changes. */
const searchKey = memoizeEach(
  ({ terms }: SearchNarrow) => `${searchPrefix}${JSON.stringify(terms)}` as NarrowKey,
);

/** Whether the key is a search's: only the server knows which messages belong to it. */
export function isSearchKey(key: NarrowKey): boolean {
  return key.startsWith(searchPrefix);
}

/** True if reading a message here marks it read: a conversation is shown completely. */
export function isConversation(narrow: Narrow): narrow is Conversation {
  return narrow.kind === "topic" || narrow.kind === "direct";
}

/** Whether the key is a conversation's; false when there is none. */
export function isConversationKey(key: NarrowKey | undefined): boolean {
  return key?.startsWith("t:") === true || key?.startsWith("d:") === true;
}

/** The key of the conversation that the narrow shows; undefined for other narrows. */
export function conversationOf(narrow: Narrow): ConversationKey | undefined {
  return isConversation(narrow) ? conversationKey(narrow) : undefined;
}

/** Everybody except `ownId`, which is alone for notes to oneself. */
export function others(userIds: Sorted<UserId>, ownId: UserId): readonly UserId[] {
  const rest = userIds.filter((id) => id !== ownId);
  return rest.length === 0 ? userIds : rest;
}
