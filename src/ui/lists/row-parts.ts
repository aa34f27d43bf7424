/** Parts that the rows of several lists share. */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { hourMinute, relative, sameDay } from "#base/time.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import { conversationOfKey, firstUnreadOf } from "#model/select/conversations.ts";
import type { RowKey } from "#store/list.ts";
import type { Token } from "#theme/tokens.ts";
import { conversationSpans, senderName, topicName } from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { MessageId } from "#wire/ids.ts";
import { type DrawnHeading, type DrawnRow, detailColumns, type ListSize } from "./row.ts";

/** In less room than this, only the first word of a sender's name is shown. */
const wholeNameFrom = 32;

/** The headings of sections, by key. */
export function titles(
  words: Readonly<Record<string, readonly [title: string, token: Token]>>,
): (key: RowKey) => DrawnHeading | undefined {
  return (key) => {
    const [title, token] = words[key] ?? [];
    return title === undefined || token === undefined ? undefined : titled(title, token);
  };
}

export function titled(title: string, token: Token): DrawnHeading {
  return { left: [span(plain(title), token)], number: "", token };
}

/** A message in one line; `text` is its preview. */
export function previewSpans(
  view: Replica,
  message: Message,
  text: SafeText,
  columns: number,
): readonly Span[] {
  if (isBetweenTwo(message)) return [span(text, "text")];
  const sender = senderName(view, message);
  const [first = sender] = sender.split(" ");
  return [span(plain(`${columns < wholeNameFrom ? first : sender}: `), "dim"), span(text, "text")];
}

/** Between two people the sender is obvious. */
function isBetweenTwo({ userIds }: Message): boolean {
  return userIds !== undefined && userIds.length <= 2;
}

/** UNIX seconds, formatted for a list's time column. */
export function timeText({ hours }: Style, at: number, now: number): SafeText {
  return plain(sameDay(at, now, hours) ? hourMinute(at, hours) : relative(at, now, hours));
}

/** A row's message, if known: the first unread one, else the newest; and the time of the newest. */
export function previewParts(
  { style, bodies }: PaneParts,
  view: Replica,
  { key, newest: id }: { readonly key: ConversationKey; readonly newest: MessageId | undefined },
  size: ListSize,
  now: number,
): Pick<DrawnRow, "detail" | "time"> {
  const newest = id && get(view.messages, id);
  const first = firstUnreadOf(view, key);
  const message = first === undefined ? newest : get(view.messages, first);
  return {
    detail: message
      ? previewSpans(view, message, bodies.previewOf(view, message), detailColumns(size))
      : noSpans,
    time: newest ? timeText(style, newest.sentAt, now) : "",
  };
}

/** How a text of the user's own begins, and how many lines it has. */
export function textSpans({ glyphs }: Style, text: string): readonly Span[] {
  const lines = text.trim().split("\n");
  const [first = ""] = lines;
  const more = lines.length > 1 ? plain(` ${glyphs.separator} ${lines.length} lines`) : undefined;
  return [
    { text: safeLine(first), token: "text", shrinks: true },
    ...(more === undefined ? [] : [span(more, "faint")]),
  ];
}

/** A row that was dealt with: it keeps its position until the cursor moves on. */
export function overRow(
  style: Style,
  view: Replica,
  key: RowKey,
  words: SafeText,
  subject = subjectOver(style, view, key),
): DrawnRow {
  return {
    sign: span(style.glyphs.done, "good"),
    subject: subject.map(({ text, shrinks = false }) => ({ text, token: "faint", shrinks })),
    detail: [span(words, "dim")],
    number: "",
    time: "",
  };
}

/** The row of a topic that has no messages any more: only its key is known. */
export function goneTopicRow(style: Style, view: Replica, key: RowKey): DrawnRow {
  const name = topicName(key.replace(/^t:\d+:/, ""));
  const subject: Span = { text: name, token: "text", shrinks: true };
  return overRow(style, view, key, plain("deleted or moved"), [subject]);
}

function subjectOver(style: Style, view: Replica, key: RowKey): readonly Span[] {
  const isConversation = key.startsWith("t:") || key.startsWith("d:");
  const conversation = isConversation ? conversationOfKey(view, key as ConversationKey) : undefined;
  return conversation === undefined ? noSpans : conversationSpans(style, view, conversation);
}
