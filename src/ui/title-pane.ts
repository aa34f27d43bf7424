/** The line over the pane: what it shows, how it is followed, and how much of it is new. */

import { latest } from "#base/latest.ts";
import { joined, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { get } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { isConversation, type Narrow, others } from "#model/narrow.ts";
import type { Picture } from "#model/picture.ts";
import type { InboxSection } from "#model/select/inbox-row.ts";
import type { RowId } from "#store/screen.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import { emojiText } from "./emoji-text.ts";
import type { Geometry } from "./geometry.ts";
import { sections } from "./inbox-lines.ts";
import type { InboxPane } from "./inbox-pane.ts";
import type { InboxRows } from "./inbox-rows.ts";
import { conversationSpans, narrowSpans } from "./names.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import type { Reading } from "./reader-pane.ts";
import { countOf, rowAt } from "./reader-rows.ts";
import { lineOf, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

const sectionNames: Readonly<Record<InboxSection, string>> = {
  "needs-you": "Needs you",
  followed: "Followed",
  streams: "Streams",
  bots: "Bots",
};
const sectionLooks: Readonly<Record<InboxSection, Token>> = {
  "needs-you": "mention",
  followed: "followed",
  streams: "text",
  bots: "dim",
};

export function titlePane(
  { style }: PaneParts,
  geometry: (state: State) => Geometry,
  reading: (state: State) => Reading | undefined,
  inbox: InboxPane,
): (state: State) => Lines {
  const inboxTitle = latest((columns: number, gutter: number, counts: InboxRows["counts"]) => [
    lineOf(style, columns, [blank(gutter), ...countSpans(style, columns - gutter, counts)]),
  ]);
  const title = latest(
    (
      columns: number,
      gutter: number,
      view: Picture,
      narrow: Narrow,
      count: number | undefined,
      selected: number,
      row: RowId | undefined,
    ) => [
      lineOf(
        style,
        columns,
        [
          blank(gutter),
          ...narrowSpans(style, view, narrow),
          ...marks(style, view, narrow, columns >= wordsFrom),
          ...noteSpans(view, narrow),
          ...placeSpans(style, view, narrow, row),
        ],
        position(style, view, narrow, count, selected),
      ),
    ],
  );
  return (state) => {
    const { title: region, gutter } = geometry(state);
    if (region === undefined) return [];
    const now = reading(state);
    if (now === undefined) return inboxTitle(region.columns, gutter, inbox.rows(state).counts);
    const { rows } = now.sheet;
    const count = rows.startKnown && rows.endKnown ? countOf(rows) : undefined;
    const { selected } = now;
    const row = rowAt(rows, selected);
    return title(region.columns, gutter, state.view, now.narrow, count, selected, row);
  };
}

/** In a list of everything, the conversation of the message under the cursor: its heading may be far above. */
function placeSpans(
  style: Style,
  view: Picture,
  narrow: Narrow,
  row: RowId | undefined,
): readonly Span[] {
  if (isConversation(narrow) || narrow.kind === "stream" || typeof row !== "number") return [];
  const message = get(view.messages, row);
  if (message === undefined) return [];
  const place = conversationSpans(style, view, conversationOfMessage(message), "dim");
  return [span(plain("  ")), ...place];
}

function blank(gutter: number): Span {
  return span(plain(" ".repeat(gutter)));
}

/** The sections with something in them, as far as they fit whole. */
function countSpans(style: Style, columns: number, counts: InboxRows["counts"]): readonly Span[] {
  const all = sections.reduce((sum, section) => sum + counts[section], 0);
  if (all === 0) return [span(plain("Inbox"), "strong")];
  let shown: readonly Span[] = [span(plain(`All ${all}`), ["strong", "underline"])];
  for (const section of sections) {
    if (counts[section] === 0) continue;
    const words = plain(`${sectionNames[section]} ${counts[section]}`);
    const longer = [...shown, span(plain("   ")), span(words, sectionLooks[section])];
    if (spansWidth(style, longer) > columns) break;
    shown = longer;
  }
  return shown;
}

/** Columns from which a mark is told in words too. */
const wordsFrom = 50;

/** Whether the topic is followed or muted. */
function marks({ glyphs }: Style, view: Picture, narrow: Narrow, words: boolean): readonly Span[] {
  if (narrow.kind !== "topic") return [];
  const policy = view.policies.get(conversationKey(narrow));
  const gap = plain(words ? "  " : " ");
  if (policy === 3) {
    return [span(plain(`${gap}${glyphs.followed}${words ? " followed" : ""}`), "followed")];
  }
  return policy === 1
    ? [span(plain(`${gap}${glyphs.muted}${words ? " muted" : ""}`), "muted")]
    : [];
}

/** What a stream is for, and what the one whom a direct conversation is with says of themselves. */
function noteSpans(view: Picture, narrow: Narrow): readonly Span[] {
  const note = noteOf(view, narrow);
  if (note === "") return [];
  return [span(plain("  ")), { text: plain(note), look: "faint", shrinks: true }];
}

const outOfReach = plain("archived, or out of your reach");

function noteOf(view: Picture, narrow: Narrow): SafeText | "" {
  if (narrow.kind === "stream" || narrow.kind === "topic") {
    const stream = get(view.streams, narrow.streamId);
    // Before the first register no stream is known.
    if (stream === undefined) return view.epoch === 0 ? "" : outOfReach;
    return narrow.kind === "stream" ? safeLine(stream.description) : "";
  }
  if (narrow.kind !== "direct") return "";
  const [userId, ...more] = others(narrow.userIds, view.ownId);
  const status = userId === undefined ? undefined : view.statuses.get(userId);
  if (status === undefined || more.length > 0) return "";
  const { text, emojiName, emojiCode, emojiType } = status;
  const emoji = emojiName === "" ? [] : [emojiText(emojiType, emojiCode, emojiName)];
  return joined([...emoji, ...(text === "" ? [] : [safeLine(text)])], plain(" "));
}

function unreadIn(view: Picture, narrow: Narrow): number {
  if (!isConversation(narrow)) return 0;
  const key = conversationKey(narrow);
  const known =
    narrow.kind === "topic"
      ? view.unreads.streams.get(narrow.streamId)?.get(key)
      : view.unreads.directs.get(key);
  return known?.ids.length ?? 0;
}

/** `3 of 34 · 12 new`: the place among all messages where all are known, and what is unread. */
function position(
  { glyphs }: Style,
  view: Picture,
  narrow: Narrow,
  count: number | undefined,
  selected: number,
): readonly Span[] {
  const unread = unreadIn(view, narrow);
  const words: string[] = [];
  if (count !== undefined && count > 0 && selected >= 0) words.push(`${selected + 1} of ${count}`);
  if (unread > 0) words.push(`${unread} new`);
  if (words.length === 0) return [];
  // It ends where the hours of the messages below it end.
  return [span(plain(words.join(` ${glyphs.separator} `)), "dim"), span(plain("  "))];
}
