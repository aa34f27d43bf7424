/** All unread messages of a person, by conversation. */

import type { Server } from "#realm/server.ts";
import { mentionsAll, mentionsPerson } from "#realm/state/flags.ts";
import { conversationKey, type Message } from "#realm/state/messages.ts";
import { isMutedPlace, type Personal } from "#realm/state/personal.ts";
import { othersOf } from "#realm/state/state.ts";

export function unreadView(server: Server, personal: Personal) {
  const ids = [...personal.unread].sort((a, b) => a - b);
  const listed = ids.slice(-server.maxUnreadListed);
  const messages = listed.flatMap((id) => server.state.messages.byId.get(id) ?? []);
  const { streams = [], direct = [], groups = [] } = Object.groupBy(messages, kindOf);
  const otherIn = ({ participants }: Message) =>
    othersOf(participants, personal.userId)[0] ?? personal.userId;
  const mentions = messages.filter(
    (one) => mentionsPerson(one, personal.userId) || callsAll(personal, one),
  );
  return {
    pms: [...Map.groupBy(direct, otherIn)].map(([other, own]) => ({
      other_user_id: other,
      sender_id: other,
      unread_message_ids: own.map(idOf),
    })),
    // Grouped by the exact spelling of the topic, as real servers do.
    streams: [
      ...Map.groupBy(streams, ({ streamId, topic }) => `${streamId}:${topic}`).values(),
    ].map((own) => ({
      stream_id: own[0]?.streamId,
      topic: own[0]?.topic,
      unread_message_ids: own.map(idOf),
    })),
    huddles: [...Map.groupBy(groups, (one) => conversationKey(one.participants))].map(
      ([key, own]) => ({ user_ids_string: key, unread_message_ids: own.map(idOf) }),
    ),
    mentions: mentions.map(idOf),
    count: messages.filter((message) => !isMutedPlace(personal, message)).length,
    old_unreads_missing: ids.length > server.maxUnreadListed,
  };
}

const idOf = ({ id }: Message) => id;

function kindOf({ streamId, participants }: Message) {
  if (streamId !== undefined) return "streams";
  return participants.length <= 2 ? "direct" : "groups";
}

function callsAll(personal: Personal, message: Message): boolean {
  return mentionsAll(message, personal.userId) && !isMutedPlace(personal, message);
}
