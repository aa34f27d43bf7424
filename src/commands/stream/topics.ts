/** A stream's topics: unread ones first, then the others; the newest first in each part, muted ones last. */
import { memoizeEach, memoizeLru } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { byFilter, type ListDefinition, narrowed, removeOne } from "#commands/lists/list.ts";
import {
  glyph,
  goneTopicRow,
  type Part,
  previewOf,
  type Row,
  type RowFacts,
  text,
} from "#commands/lists/row.ts";
import { openMenu } from "#commands/screen.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { type ConversationKey, resolvedMark } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey } from "#model/select/conversations.ts";
import { type TopicRow, topicRows } from "#model/select/sidebar.ts";
import { type StreamState, streamStates } from "#model/select/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import type { State } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";

const isShownBy: Readonly<Record<string, (topic: TopicRow) => boolean>> = {
  followed: ({ policy }) => policy === 3,
  muted: ({ muted }) => muted,
};

function topicsIn(topics: readonly TopicRow[], filter: string): readonly TopicRow[] {
  const isShown = isShownBy[filter];
  return isShown === undefined ? topics : topics.filter(isShown);
}

function isIn({ streams }: Replica, streamId: StreamId): boolean {
  return get(streams, streamId)?.subscription !== undefined;
}

const noTopics: readonly TopicRow[] = [];

/** The topics of a stream; none if the user is not subscribed. */
function topicsOf({ view }: Pick<State, "view">, streamId: StreamId): readonly TopicRow[] {
  const state = streamStates(view).find(({ stream }) => stream.id === streamId);
  return state === undefined ? noTopics : topicRows(state);
}

const byKey = memoizeEach(
  (state: StreamState) => new Map(topicRows(state).map((row) => [row.key, row])),
);

function topicRow({ view }: RowFacts, { key }: GroupedRow): Row {
  const conversation = key as ConversationKey;
  const streamId = streamOfKey(conversation);
  const state = streamStates(view).find(({ stream }) => stream.id === streamId);
  const topic = state && byKey(state).get(conversation);
  if (topic === undefined) return goneTopicRow(key);
  const { name, resolved, unread, muted } = topic;
  const token = unread > 0 ? "unread" : "text";
  const title = resolved ? name.slice(resolvedMark.length) : name;
  return {
    sign: signOf(topic),
    subject: [
      { topic: title, isPlain: true, token: muted ? "muted" : token },
      ...(resolved ? [text(" "), glyph("resolved", "good")] : []),
    ],
    number: unread,
    ...previewOf(view, conversation, topic.newest),
  };
}

function signOf({ policy, muted }: TopicRow): Part {
  if (policy === 3) return glyph("followed", "followed");
  return muted ? glyph("muted", "muted") : glyph("topic", "faint");
}

const definitions = memoizeLru(100, (id: string): ListDefinition => {
  const streamId = Number(id) as StreamId;
  return {
    ...byFilter({ all: "All", followed: "Followed", muted: "Muted" }, (state, filter, words) =>
      narrowed(topicsIn(topicsOf(state, streamId), filter), words),
    ),
    narrows: "all topics",
    isLoading: ({ view }) => isIn(view, streamId) && !view.topicsComplete.has(streamId),
    unknown: ({ view }) =>
      view.topicsComplete.has(streamId)
        ? undefined
        : "Its topics are not known on this machine. They come when the server answers.",
    empty: ({ view }) =>
      isIn(view, streamId)
        ? [
            "No topics here.",
            "{compose.stream} writes the first message|; {list.next-filter} shows other topics|.",
          ]
        : [
            "You are not in this stream, so its topics are not listed.",
            "{palette.open} goes to another stream|.",
          ],
    isEmpty: (state) => topicsOf(state, streamId).length === 0,
    isComplete: ({ replica }) => replica.topicsComplete.has(streamId),
    words: () => ({ "topic.move": "move", "list.mark": "select", "list.delete": "delete" }),
    conversationsOf: (_, key) => [key as ConversationKey],
    number: "unread",
    row: topicRow,
    remove: removeOne(({ store }, key) => {
      const conversation = conversationOfKey(store.getState().view, key as ConversationKey);
      if (conversation?.kind !== "topic") return false;
      openMenu(store, { ...conversation, kind: "delete-topic" });
      return true;
    }),
  };
});

/** The same object for the same stream. */
export function topicsDefinition(streamId: StreamId): ListDefinition {
  return definitions(String(streamId));
}
