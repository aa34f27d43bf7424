/** Questions about all messages of a topic, a stream or everywhere: whether to delete them, or to mark them as read. */
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf, titleOf, unreadCountOf } from "#model/select/conversations.ts";
import type { FormRef } from "#store/forms.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from "#wire/endpoints/flags.ts";
import { deleteTopic } from "#wire/endpoints/streams.ts";
import type { StreamId } from "#wire/ids.ts";
import { endpointForm } from "./endpoint-form.ts";

function conversationOf({ id, topic = "" }: FormRef) {
  return { kind: "topic", streamId: id as StreamId, topic } as const;
}

function newestIn({ topics }: Replica, streamId: StreamId, topic: string) {
  return topics.get(streamId)?.get(topicKey(streamId, topic))?.newest;
}

type Count = { readonly messages: number; readonly people: number; readonly isWhole: boolean };

/** The known messages of the topic; the rest is counted while the question is open. */
function countOf(view: Replica, ref: FormRef): Count {
  const history = historyOf(view, conversationOf(ref));
  const ids = history?.ids ?? [];
  const people = new Set(ids.flatMap((id) => get(view.messages, id)?.senderId ?? []));
  const isWhole = history?.oldestKnown === true && history.newestKnown;
  return { messages: ids.length, people: people.size, isWhole };
}

function counted(count: number, one: string, more: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${more}`;
}

function deletionEffect({ messages, people, isWhole }: Count): string {
  if (messages === 0) return "All of its messages disappear for everybody.";
  const who = counted(people, "person", "people");
  const what = `${isWhole ? "" : "At least "}${counted(messages, "message", "messages")}`;
  return `${what} by ${who} ${messages === 1 ? "disappears" : "disappear"} for everybody.`;
}

export const deleteTopicForm = endpointForm({
  saves: deleteTopic,
  about: (view, ref) => ({ ...conversationOf(ref), count: countOf(view, ref) }),
  title: (about, view) => `Delete topic ${titleOf(view, about)}?`,
  explanation: ({ count }) => [deletionEffect(count), "This cannot be undone."],
  locked: (view, { streamId, topic }) =>
    newestIn(view, streamId, topic) === undefined ? "No messages of it are known." : undefined,
  submit: ({ count: { isWhole, messages } }) =>
    isWhole ? `Delete ${counted(messages, "message", "messages")}` : "Delete the topic",
  keep: "Keep the topic",
  // An intent, because it is done in batches that continue after a restart, with progress in the footer.
  also: (_, { streamId, topic }) => ({ actions: [{ kind: "delete-topic", streamId, topic }] }),
  done: (about, _, view) => `Deleting ${titleOf(view, about)}`,
});

type ReadTarget = {
  readonly what: string;
  /** Its name in the sentence afterwards; absent: the same. */
  readonly marked?: string;
  /** The number of unread messages known here. */
  readonly known: number;
  readonly request: Readonly<Record<string, unknown>>;
};

/**
 * Needed because the server marks more than is known here: `e` could not count those messages, nor `u` restore them.
 */
function question(saves: Endpoint, about: (view: Replica, ref: FormRef) => ReadTarget | undefined) {
  return endpointForm({
    saves,
    about,
    title: ({ what }) => `Mark all of ${what} as read?`,
    explanation: ({ known }) => {
      const messages = known === 1 ? "1 unread message is" : `${known} unread messages are`;
      return [
        `${messages} known here. The server marks older ones, too.`,
        "This cannot be undone.",
      ];
    },
    submit: "Mark all as read",
    keep: "Keep them unread",
    also: (_, { request }) => ({ request }),
    done: ({ what, marked = what }) => `Marked ${marked} as read`,
  });
}

type Unread = Replica["unreads"]["directs"];

function unreadIn(conversations: Unread | undefined): number {
  return [...(conversations?.values() ?? [])].reduce((sum, { ids }) => sum + ids.length, 0);
}

export const readTopicForm = question(markTopicAsRead, (view, { id, topic = "" }) => {
  const streamId = id as StreamId;
  return {
    what: titleOf(view, { kind: "topic", streamId, topic }),
    known: unreadCountOf(view, topicKey(streamId, topic)),
    request: { stream_id: streamId, topic_name: topic },
  };
});

export const readStreamForm = question(markStreamAsRead, ({ streams, unreads }, { id }) => {
  const stream = get(streams, id as StreamId);
  return (
    stream && {
      what: `#${stream.name}`,
      known: unreadIn(unreads.streams.get(stream.id)),
      request: { stream_id: stream.id },
    }
  );
});

export const readEverythingForm = question(markAllAsRead, ({ unreads: { streams, directs } }) => {
  const known = [directs, ...streams.values()].map(unreadIn).reduce((sum, count) => sum + count, 0);
  return { what: "your messages", marked: "everything", known, request: {} };
});
