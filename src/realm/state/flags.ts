/** A person's flags on a message, in the order of real servers. */
import type { Message } from "./messages.ts";
import type { Personal } from "./personal.ts";
import { isOwn, othersOf, type State } from "./state.ts";

/** Whether the message mentions the person by name or through a group. */
export function mentionsPerson(message: Message, userId: number): boolean {
  return message.mentions.people.includes(userId);
}

/** Whether it mentions them by a wildcard. */
export function mentionsAll(message: Message, userId: number): boolean {
  return message.mentions.everybody || message.mentions.participants.includes(userId);
}

export function flagsOf(state: State, personal: Personal, message: Message): string[] {
  const { id } = message;
  if (!isOwn(state, personal, message)) return ["read", "historical"];
  const historical = personal.historical.has(id);
  const everybody = message.mentions.everybody && !historical;
  const topic = message.mentions.participants.includes(personal.userId) && !historical;
  const held: readonly (readonly [string, boolean])[] = [
    ["read", !personal.unread.has(id)],
    ["starred", personal.starred.has(id)],
    ["collapsed", personal.collapsed.has(id)],
    ["mentioned", mentionsPerson(message, personal.userId) && !historical],
    ["stream_wildcard_mentioned", everybody],
    ["topic_wildcard_mentioned", topic],
    ["has_alert_word", personal.alerted.has(id)],
    ["historical", historical],
    ["wildcard_mentioned", everybody || topic],
  ];
  return held.filter(([, set]) => set).map(([flag]) => flag);
}

/** The conversation of an unread message, for clients that have not loaded it. */
export function unreadDetail(personal: Personal, message: Message) {
  const mentioned =
    mentionsPerson(message, personal.userId) || mentionsAll(message, personal.userId);
  const place =
    message.streamId === undefined
      ? {
          type: "private",
          user_ids: othersOf(message.participants, personal.userId).filter(
            (id) => id !== personal.userId,
          ),
        }
      : {
          type: "stream",
          stream_id: message.streamId,
          topic: message.topic,
          unmuted_stream_msg: personal.subscriptions.get(message.streamId)?.isMuted !== true,
        };
  return { ...place, ...(mentioned ? { mentioned: true } : {}) };
}
