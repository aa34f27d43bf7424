/**
 * Which messages the person has not read, by conversation.
 *
 * A conversation with nothing unread has no entry, so "is anything unread?" is "is the map empty?".
 * The register answer looks back only so far: while `older` is true, absence means "read, or too old to know".
 */
import type { Sorted } from "#base/sorted.ts";
import type { Table } from "#base/table.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { Conversation, ConversationKey } from "./conversation.ts";

export type UnreadConversation = {
  readonly conversation: Conversation;
  /** Never empty. */
  readonly ids: Sorted<MessageId>;
  /** Those of `ids` that mention the person (also by wildcard). */
  readonly mentions: Sorted<MessageId>;
};

export type Unreads = {
  /** Topics, grouped by stream so that a change copies one stream's entry only. */
  readonly streams: ReadonlyMap<StreamId, ReadonlyMap<ConversationKey, UnreadConversation>>;
  readonly directs: ReadonlyMap<ConversationKey, UnreadConversation>;
  /** Where each unread message is. */
  readonly where: Table<MessageId, ConversationKey>;
  readonly older: boolean;
};
