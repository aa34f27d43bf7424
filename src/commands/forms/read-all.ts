/** Asks whether to mark a topic, a stream or everything as read, including messages that were never fetched. */
import { get } from "#base/table.ts";
import { topicKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf, unreadCountOf } from "#model/select/conversations.ts";
import type { FormRef } from "#store/forms.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { markAllAsRead, markStreamAsRead, markTopicAsRead } from "#wire/endpoints/flags.ts";
import type { StreamId } from "#wire/ids.ts";
import { endpointForm } from "./endpoint-form.ts";

type ReadTarget = {
  readonly what: string;
  /** What it is called once it is done; absent: the same. */
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
    told: ({ known }) => {
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

function countOf(conversations: Unread | undefined): number {
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
      known: countOf(unreads.streams.get(stream.id)),
      request: { stream_id: stream.id },
    }
  );
});

export const readEverythingForm = question(markAllAsRead, ({ unreads: { streams, directs } }) => {
  const known = [directs, ...streams.values()].map(countOf).reduce((sum, count) => sum + count, 0);
  return { what: "your messages", marked: "everything", known, request: {} };
});
