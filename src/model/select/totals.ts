/** How much is unread in all, in three numbers. */
import { latest } from "#base/latest.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Picture } from "#model/picture.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import { inbox } from "./inbox.ts";
import { type StreamState, streamStates } from "./stream-unreads.ts";

export type Totals = {
  /** Messages that count: muted topics left out. */
  readonly unread: number;
  /** Unread messages that mention the person. */
  readonly mentions: number;
  /** Conversations in the inbox's first section. */
  readonly needsYou: number;
  /** True: there are more than were counted, because they are too old for the server to list. */
  readonly older: boolean;
};

export function totals(picture: Picture): Totals {
  let { unread, mentions } = directSums(picture.unreads.directs);
  const streams = streamSums(streamStates(picture));
  unread += streams.unread;
  mentions += streams.mentions;
  const needsYou = inbox(picture).parts[0]?.size ?? 0;
  return totalsOf(unread, mentions, needsYou, picture.unreads.older);
}

const totalsOf = latest(
  (unread: number, mentions: number, needsYou: number, older: boolean): Totals => ({
    unread,
    mentions,
    needsYou,
    older,
  }),
);

const streamSums = latest((states: readonly StreamState[]) => {
  let [unread, mentions] = [0, 0];
  for (const { sums } of states) {
    unread += sums.counted;
    mentions += sums.mentions;
  }
  return { unread, mentions };
});

const directSums = latest((directs: ReadonlyMap<ConversationKey, UnreadConversation>) => {
  let [unread, mentions] = [0, 0];
  for (const entry of directs.values()) {
    unread += entry.ids.length;
    mentions += entry.mentions.length;
  }
  return { unread, mentions };
});
