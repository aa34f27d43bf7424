/** All unread messages of a person, by conversation. */

import { isMutedPlace } from "#realm/narrow/muting.ts";
import type { Server } from "#realm/server.ts";
import { mentionsAll, mentionsPerson } from "#realm/state/flags.ts";
import { conversationKey, type Message } from "#realm/state/messages.ts";
import type { Personal } from "#realm/state/personal.ts";
import { othersOf } from "#realm/state/state.ts";

function grouped<Key>(groups: Map<Key, number[]>, key: Key, id: number): void {
  const list = groups.get(key);
  if (list === undefined) groups.set(key, [id]);
  else list.push(id);
}

export function unreadView(server: Server, personal: Personal) {
  const ids = [...personal.unread].sort((a, b) => a - b);
  const listed = ids.slice(-server.mostUnreadListed);
  // Grouped by the exact spelling of the topic, as real servers do.
  const topics = new Map<string, number[]>();
  const direct = new Map<number, number[]>();
  const groups = new Map<string, number[]>();
  const mentions: number[] = [];
  let count = 0;
  for (const id of listed) {
    const message = server.state.messages.byId.get(id);
    if (message === undefined) continue;
    if (!isMutedPlace(personal, message)) count += 1;
    if (mentionsPerson(message, personal.userId) || callsAll(personal, message)) mentions.push(id);
    if (message.streamId !== undefined) {
      grouped(topics, `${message.streamId}:${message.topic}`, id);
    } else if (message.participants.length <= 2) {
      grouped(direct, othersOf(message.participants, personal.userId)[0] ?? personal.userId, id);
    } else grouped(groups, conversationKey(message.participants), id);
  }
  return {
    pms: [...direct].map(([other, own]) => ({
      other_user_id: other,
      sender_id: other,
      unread_message_ids: own,
    })),
    streams: [...topics].map(([key, own]) => topicView(key, own)),
    huddles: [...groups].map(([key, own]) => ({
      user_ids_string: key,
      unread_message_ids: own,
    })),
    mentions,
    count,
    old_unreads_missing: ids.length > server.mostUnreadListed,
  };
}

function topicView(key: string, ids: readonly number[]) {
  const colon = key.indexOf(":");
  return {
    stream_id: Number(key.slice(0, colon)),
    topic: key.slice(colon + 1),
    unread_message_ids: ids,
  };
}

function callsAll(personal: Personal, message: Message): boolean {
  return mentionsAll(message, personal.userId) && !isMutedPlace(personal, message);
}
