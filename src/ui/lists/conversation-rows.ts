/** The rows of recent conversations, and of a stream's topics: the first unread or the newest message. */
import { memoizeEach } from "#base/memoize-last.ts";
import { plain } from "#base/safe-text.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, unreadCountOf } from "#model/select/conversations.ts";
import { recentConversations } from "#model/select/recent.ts";
import { type TopicRow, topicRows } from "#model/select/sidebar.ts";
import { type StreamState, streamStates } from "#model/select/streams.ts";
import { streamOfKey } from "#model/unreads.ts";
import { conversationSpans, topicName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { countText, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { DrawnRow, RowsAt } from "./row.ts";
import { goneTopicRow, previewParts } from "./row-parts.ts";

const topicsOf = memoizeEach(
  (state: StreamState) => new Map(topicRows(state).map((row) => [row.key, row])),
);

function topicOf(view: Replica, { key }: GroupedRow): TopicRow | undefined {
  const conversation = key as ConversationKey;
  const streamId = streamOfKey(conversation);
  const state = streamStates(view).find(({ stream }) => stream.id === streamId);
  return state && topicsOf(state).get(conversation);
}

export function rowsOfTopics(parts: PaneParts): RowsAt {
  const { style } = parts;
  return ({ view }, now) => ({
    row: (placed, _, size): DrawnRow | undefined => {
      const topic = topicOf(view, placed);
      if (topic === undefined) return goneTopicRow(style, view, placed.key);
      return {
        sign: signOf(style, topic),
        subject: subjectOf(style, topic),
        number: topic.unread === 0 ? "" : countText(topic.unread),
        ...previewParts(parts, view, topic, size, now),
      };
    },
  });
}

function signOf({ glyphs }: Style, { policy, muted }: TopicRow): Span {
  if (policy === 3) return span(glyphs.followed, "followed");
  return muted ? span(glyphs.muted, "muted") : span(glyphs.topic, "faint");
}

const resolvedPrefix = "✔ ";

function subjectOf({ glyphs }: Style, topic: TopicRow): readonly Span[] {
  const { name, resolved, unread, muted } = topic;
  const token = unread > 0 ? "unread" : "text";
  const text = topicName(resolved ? name.slice(resolvedPrefix.length) : name);
  const subject: Span = { text, token: muted ? "muted" : token, shrinks: true };
  return resolved ? [subject, span(plain(` ${glyphs.resolved}`), "good")] : [subject];
}

export function rowsOfRecent(parts: PaneParts): RowsAt {
  const { style } = parts;
  const { glyphs } = style;
  return ({ view }, now) => {
    const newestOf = new Map(recentConversations(view).map(({ key, newest }) => [key, newest]));
    return {
      row: (placed, _, size) => {
        const key = placed.key as ConversationKey;
        const conversation = conversationOfKey(view, key);
        if (conversation === undefined) return goneTopicRow(style, view, key);
        const unread = unreadCountOf(view, key);
        const isFollowed = view.policies.get(key) === 3;
        return {
          sign: isFollowed ? span(glyphs.followed, "followed") : span(plain(" ")),
          subject: conversationSpans(style, view, conversation, unread > 0 ? "unread" : "text"),
          number: unread === 0 ? "" : countText(unread),
          ...previewParts(parts, view, { key, newest: newestOf.get(key) }, size, now),
        };
      },
    };
  };
}
