/** The wire format of what people keep on the server: scheduled messages, snippets, reminders and views. */

import { topicShown } from "#realm/empty-topic.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal, Reminder, Scheduled, Snippet, View } from "#realm/state/personal.ts";
import { streamOf } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";
import { topicMark } from "#wire/name-marks.ts";

export function scheduledView(server: Server, scheduled: Scheduled) {
  const { id, type, to, topic, content, at, failed } = scheduled;
  return {
    scheduled_message_id: id,
    to,
    type,
    content,
    rendered_content: server.render(content).html,
    ...(type === "stream" ? { topic } : {}),
    scheduled_delivery_timestamp: at,
    failed,
  };
}

export function snippetView({ id, title, content, createdAt }: Snippet) {
  return { id, title, content, date_created: createdAt };
}

export function viewView({ fragment, isPinned, name }: View) {
  return { fragment, is_pinned: isPinned, name };
}

export function reminderView(server: Server, { id: own }: Person, reminder: Reminder) {
  const { id, messageId, content, at } = reminder;
  return {
    reminder_id: id,
    type: "private",
    to: [own],
    content,
    rendered_content: server.render(content).html,
    scheduled_delivery_timestamp: at,
    failed: false,
    reminder_target_message_id: messageId,
  };
}

/** The text that the notification bot sends: with that of the message when the reminder was requested. */
export function reminderText(
  { state, level }: Pick<Server, "state" | "level">,
  message: Message,
  note: string,
): string {
  const { topic } = message;
  const stream = streamOf(state, message);
  const subject =
    stream === undefined
      ? "the following direct message"
      : topicMark(stream, { topic, title: topicShown({ level }, topic) }, level, message.id);
  const noted = note === "" ? "" : ` Note:\n > ${note}\n`;
  return `You requested a reminder for ${subject}.${noted}\n~~~ quote\n${message.content}\n~~~`;
}

/** The legacy form: stream name, topic, and time. */
export function mutedTopics(server: Server, personal: Personal) {
  return [...personal.topicPolicies.values()]
    .filter(({ policy }) => policy === 1)
    .map(({ streamId, topic, at }) => [
      server.state.streams.byId.get(streamId)?.name ?? "",
      topic,
      at,
    ]);
}

/** Somebody's topic policies, except those that the level does not support. */
export function topicPolicies(server: Server, personal: Personal, knowsEmpty = false) {
  return [...personal.topicPolicies.values()]
    .filter(({ policy }) => policy < 3 || server.level >= since.followedPolicy)
    .map(({ streamId, topic, at, policy }) => ({
      stream_id: streamId,
      topic_name: topicShown(server, topic, knowsEmpty),
      last_updated: at,
      visibility_policy: policy,
    }));
}
