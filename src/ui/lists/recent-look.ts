/** The rows of recent conversations: the first unread or the newest message, and its time. */
import { plain } from "#base/safe-text.ts";
import { withKeys } from "#commands/sentences.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { conversationOfKey, unreadCountOf } from "#model/select/conversations.ts";
import { recentConversations } from "#model/select/recent.ts";
import { countText } from "#ui/count-text.ts";
import { conversationSpans } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { span } from "#ui/spans.ts";
import type { ListLook } from "./drawer.ts";
import { goneTopicRow, saidParts } from "./row-parts.ts";

export function recentLook(parts: PaneParts): ListLook {
  const { style, keys } = parts;
  const { glyphs } = style;
  return {
    drawerOf: ({ view }, now) => {
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
            ...saidParts(parts, view, { key, newest: newestOf.get(key) }, size, now),
          };
        },
        section: () => undefined,
        group: () => undefined,
      };
    },
    empty: ({ view }) =>
      view.epoch === 0
        ? undefined
        : [
            "Nobody has written here yet.",
            withKeys(keys, "{compose.stream} writes to a stream|, {compose.direct} to people|."),
          ],
  };
}
