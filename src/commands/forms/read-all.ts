/** The questions whether a topic, a stream or everything is to be read, however much of it was never fetched. */
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf, unreadCountOf } from "#model/select/conversations.ts";
import { call, type FormRef } from "#store/forms.ts";
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from "#wire/endpoints/flags.ts";
import type { StreamId } from "#wire/ids.ts";
import type { Form, FormNow } from "./form.ts";

/** What the server would mark, beyond what is known here, `e` could not name and `u` could not bring back. */
function question(what: string, known: number): FormNow {
  const messages = known === 1 ? "1 unread message is" : `${known} unread messages are`;
  return {
    title: `Mark all of ${what} as read?`,
    told: [`${messages} known here. The server marks older ones, too.`, "This cannot be undone."],
    fields: [],
    truth: {},
    submit: "Mark all as read",
    keep: "Keep them unread",
  };
}

const topicOf = ({ id, topic = "" }: FormRef) =>
  ({ kind: "topic", streamId: id as StreamId, topic }) as const;

type Unread = Replica["unreads"]["directs"];

function countOf(conversations: Unread | undefined): number {
  return [...(conversations?.values() ?? [])].reduce((sum, { ids }) => sum + ids.length, 0);
}

export const readTopicForm: Form = {
  now: (view, ref) => {
    const topic = topicOf(ref);
    const known = unreadCountOf(view, topicKey(topic.streamId, topic.topic));
    return question(titleOf(view, topic), known);
  },
  save: (view, ref) => {
    const { streamId, topic } = topicOf(ref);
    return {
      calls: [call(markTopicAsRead, { stream_id: streamId, topic_name: topic })],
      done: `Marked ${titleOf(view, topicOf(ref))} as read`,
    };
  },
};

export const readStreamForm: Form = {
  now: (view, { id }) => {
    const stream = get(view.streams, id as StreamId);
    return stream && question(`#${stream.name}`, countOf(view.unreads.streams.get(stream.id)));
  },
  save: (view, { id }) => ({
    calls: [call(markStreamAsRead, { stream_id: id as StreamId })],
    done: `Marked #${get(view.streams, id as StreamId)?.name ?? "the stream"} as read`,
  }),
};

export const readEverythingForm: Form = {
  now: ({ unreads: { streams, directs } }) => {
    const counts = [directs, ...streams.values()].map(countOf);
    return question(
      "your messages",
      counts.reduce((sum, count) => sum + count, 0),
    );
  },
  save: () => ({ calls: [call(markAllAsRead, {})], done: "Marked everything as read" }),
};
