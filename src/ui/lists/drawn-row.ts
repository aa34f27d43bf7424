/** Draws what a row of a list says: names, glyphs, previews and times in the user's style. */
import { plain, safeLine } from "#base/safe-text.ts";
import { hourMinute, momentLabel, relative, sameDay } from "#base/time.ts";
import type { Heading, Part, Row, RowTime } from "#commands/lists/row.ts";
import type { Message } from "#model/message.ts";
import type { Replica } from "#model/replica.ts";
import {
  conversationSpans,
  senderName,
  statusSpans as statusEmoji,
  streamSpans,
  topicName,
} from "#ui/names.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { presenceSign, statusSpans } from "#ui/person-parts.ts";
import { countText, noSpans, type Span, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { DrawnHeading, DrawnRow } from "./row.ts";

export type Drawing = Pick<PaneParts, "style" | "bodies"> & {
  readonly view: Replica;
  /** UNIX seconds. */
  readonly now: number;
  /** The width of a row's detail, so that a long name in it can be truncated early. */
  readonly detailColumns: number;
};

/** In less room than this, only the first word of a sender's name is shown. */
const wholeNameFrom = 32;

export function drawnRow(drawing: Drawing, row: Row, counts: "unread" | "people" | undefined) {
  const { style } = drawing;
  const { number = 0 } = row;
  const parts = (all: readonly Part[]) => all.flatMap((part) => spansOf(drawing, part));
  const [sign = span(plain(" "))] = row.sign === undefined ? [] : spansOf(drawing, row.sign);
  const subject = parts(row.subject);
  const drawn: DrawnRow = {
    sign,
    subject,
    detail: parts(row.detail),
    ...(counts !== undefined && { number: number === 0 ? "" : countText(number) }),
    ...(counts === "people" && { numberLook: "dim" }),
    time: row.time === undefined ? "" : timeText(style, row.time, drawing.now),
  };
  if (row.isOver !== true) return drawn;
  return {
    ...drawn,
    sign: span(style.glyphs.done, "good"),
    subject: subject.map(({ text, shrinks = false }): Span => ({ text, token: "faint", shrinks })),
    detail: drawn.detail.map((each): Span => ({ ...each, token: "dim" })),
  };
}

export function drawnHeading(drawing: Drawing, { left, token, number }: Heading): DrawnHeading {
  return {
    left: left.flatMap((part) => spansOf(drawing, part)),
    token,
    number: number === undefined ? "" : countText(number),
  };
}

export function spansOf(drawing: Drawing, part: Part): readonly Span[] {
  const { style, view } = drawing;
  const { token, shrinks = false } = part;
  if ("text" in part) return [{ text: safeLine(part.text), token, shrinks }];
  if ("glyph" in part) return [span(style.glyphs[part.glyph], token)];
  if ("conversation" in part) return conversationSpans(style, view, part.conversation, token);
  if ("topic" in part) return topicSpans(style, part.topic, part);
  if ("stream" in part) return streamParts(style, part);
  if ("message" in part) return previewSpans(drawing, part.message);
  if ("own" in part) return ownSpans(style, part.own);
  if ("presence" in part) return [presenceSign(style, part.presence)];
  if ("status" in part) return statusSpans(style, view, part.status);
  if ("emojiOf" in part) return statusEmoji(view, part.emojiOf);
  const moment = momentLabel(part.moment, drawing.now, style.hours);
  return [span(plain(`${part.after}${moment}`), token)];
}

function topicSpans({ glyphs }: Style, topic: string, { token }: Part): readonly Span[] {
  const name: Span = { text: topicName(topic), token, shrinks: true };
  return [span(glyphs.topic, "faint"), span(plain(" ")), name];
}

function streamParts(style: Style, { stream, token }: Extract<Part, { stream: unknown }>) {
  const [sign, name] = streamSpans(style, stream, token);
  return sign === undefined || name === undefined ? noSpans : [sign, { ...name, shrinks: true }];
}

/** A message in one line: its sender, unless that is obvious, and the beginning of its text. */
function previewSpans(drawing: Drawing, message: Message): readonly Span[] {
  const { view, bodies, detailColumns } = drawing;
  const text = span(bodies.previewOf(view, message), "text");
  if (isBetweenTwo(message)) return [text];
  const sender = senderName(view, message);
  const [first = sender] = sender.split(" ");
  return [span(plain(`${detailColumns < wholeNameFrom ? first : sender}: `), "dim"), text];
}

function isBetweenTwo({ userIds }: Message): boolean {
  return userIds !== undefined && userIds.length <= 2;
}

function ownSpans({ glyphs }: Style, own: string): readonly Span[] {
  const lines = own.trim().split("\n");
  const [first = ""] = lines;
  const more = lines.length > 1 ? plain(` ${glyphs.separator} ${lines.length} lines`) : undefined;
  return [
    { text: safeLine(first), token: "text", shrinks: true },
    ...(more === undefined ? noSpans : [span(more, "faint")]),
  ];
}

function timeText({ hours }: Style, time: RowTime, now: number) {
  if ("words" in time) return plain(time.words);
  if ("since" in time) return plain(relative(time.since, now, hours));
  return plain(
    sameDay(time.at, now, hours) ? hourMinute(time.at, hours) : relative(time.at, now, hours),
  );
}
