/** Results of fuzzy searches: streams, topics, users, places and commands. */
import { get } from "#base/table.ts";
import type { Address } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { type Narrow, others } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import type { ListPlace } from "#store/list-places.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** Something to open or to write to; texts are as received: not safe for a terminal. */
export type Match = {
  readonly kind: "place" | "stream" | "topic" | "person" | "command" | "new topic";
  readonly title: string;
  /** Shown beside it: the stream of a topic, the address of a user, the keys of a command. */
  readonly detail: string;
  readonly unread: number;
  /** Whether there is an unsent text. */
  readonly hasDraft?: boolean;
  readonly narrow: Narrow | undefined;
  /** The list, for places that are one. */
  readonly list?: ListPlace;
  /** Where a message would go; undefined for a stream as a whole. */
  readonly address: Address | undefined;
  /** The ID, for commands. */
  readonly command: string | undefined;
};

export function foundStream(view: Replica, id: StreamId): Match {
  const stream = get(view.streams, id);
  const narrow = { kind: "stream", streamId: id } as const;
  return {
    kind: "stream",
    title: stream?.name ?? "",
    detail: stream?.subscription === undefined ? "not subscribed" : "",
    unread: 0,
    narrow,
    address: undefined,
    command: undefined,
  };
}

export function foundTopic(view: Replica, streamId: StreamId, topic: string): Match {
  const narrow = { kind: "topic", streamId, topic } as const;
  return {
    kind: "topic",
    title: topic,
    detail: get(view.streams, streamId)?.name ?? "",
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
    command: undefined,
  };
}

export function foundPerson(
  view: Replica,
  person: { readonly id: UserId; readonly name: string; readonly email: string },
): Match {
  const userIds =
    person.id === view.ownId ? [person.id] : [person.id, view.ownId].sort((a, b) => a - b);
  const narrow = { kind: "direct", userIds } as const;
  return {
    kind: "person",
    title: person.name,
    detail: person.email,
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
    command: undefined,
  };
}

/** Undefined for narrows without such a name: feeds, and conversations of several users. */
export function foundNarrow(view: Replica, narrow: Narrow): Match | undefined {
  switch (narrow.kind) {
    case "topic":
      return foundTopic(view, narrow.streamId, narrow.topic);
    case "stream":
      return foundStream(view, narrow.streamId);
    case "direct": {
      const [id, ...more] = others(narrow.userIds, view.ownId);
      const person = id === undefined ? undefined : get(view.people, id);
      return person === undefined || more.length > 0 ? undefined : foundPerson(view, person);
    }
    default:
      return undefined;
  }
}
