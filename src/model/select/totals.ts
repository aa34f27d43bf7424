/** The total unread counts, in three numbers. */
import { memoizeLast } from "#base/memoize-last.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import { inbox } from "./inbox.ts";
import { type StreamState, streamStates } from "./stream-unreads.ts";

export type Totals = {
  /** Messages that count: those in muted topics do not. */
  readonly unread: number;
  /** Unread messages that mention the person. */
  readonly mentions: number;
  /** Conversations in the inbox's first section. */
  readonly needsYou: number;
  /** True: there are more, too old for the server to list. */
  readonly older: boolean;
};

export function totals(replica: Replica): Totals {
  let { unread, mentions } = directSums(replica.unreads.directs);
  const streams = streamSums(streamStates(replica));
  unread += streams.unread;
  mentions += streams.mentions;
  const needsYou = inbox(replica).parts[0]?.size ?? 0;
  return totalsOf(unread, mentions, needsYou, replica.unreads.older);
}

const totalsOf = memoizeLast(
  (unread: number, mentions: number, needsYou: number, older: boolean): Totals => ({
    unread,
    mentions,
    needsYou,
    older,
  }),
);

const streamSums = memoizeLast((states: readonly StreamState[]) => {
  let [unread, mentions] = [0, 0];
  for (const { sums } of states) {
    unread += sums.counted;
    mentions += sums.mentions;
  }
  return { unread, mentions };
});

const directSums = memoizeLast((directs: ReadonlyMap<ConversationKey, UnreadConversation>) => {
  let [unread, mentions] = [0, 0];
  for (const entry of directs.values()) {
    unread += entry.ids.length;
    mentions += entry.mentions.length;
  }
  return { unread, mentions };
});
