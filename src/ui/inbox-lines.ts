/** The inbox: every conversation with something unread, in its fixed order, one line each. */
import { plain, type SafeText } from "#base/safe-text.ts";
import { hourMinute, relative, sameDay } from "#base/time.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { InboxSection } from "#model/select/inbox-row.ts";
import type { Token } from "#theme/tokens.ts";
import { type Hint, hintSpans } from "./hints.ts";
import { selectedLine } from "./message-lines.ts";
import { fitted, lineOf, painted, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

export const sections = ["needs-you", "followed", "streams", "bots"] as const;

/** A conversation of the list. */
export type InboxRow = {
  readonly key: ConversationKey;
  readonly title: readonly Span[];
  /** Zero: done since the list was put in order, unless something is undecided. */
  readonly unread: number;
  readonly mark: "mention" | "followed" | "failed" | "unsure" | undefined;
  /** Who wrote the first unread message and its text on one line; undefined while it is not known. */
  readonly preview: { readonly sender: SafeText | ""; readonly text: SafeText } | undefined;
  /** UNIX seconds of the newest unread message. */
  readonly at: number | undefined;
};

export type InboxLine =
  | { readonly kind: "row"; readonly key: ConversationKey }
  | { readonly kind: "section"; readonly section: InboxSection }
  | { readonly kind: "blank" }
  | { readonly kind: "arrived"; readonly count: number };

export type InboxSize = { readonly columns: number; readonly rows: number; readonly gutter: 1 | 2 };

const titles: Readonly<Record<InboxSection, SafeText>> = {
  "needs-you": plain("NEEDS YOU"),
  followed: plain("FOLLOWED"),
  streams: plain("STREAMS"),
  bots: plain("BOTS"),
};

/** The list's lines in order: sections with their titles, and at the end how many arrived since. */
export function inboxLayout(
  order: readonly { readonly key: ConversationKey; readonly section: InboxSection }[],
  arrived: number,
  spacious: boolean,
): readonly InboxLine[] {
  const lines: InboxLine[] = spacious ? [{ kind: "blank" }] : [];
  let section: InboxSection | undefined;
  for (const row of order) {
    if (row.section !== section) {
      if (section !== undefined && spacious) lines.push({ kind: "blank" });
      lines.push({ kind: "section", section: row.section });
      section = row.section;
    }
    lines.push({ kind: "row", key: row.key });
  }
  if (arrived > 0) {
    if (spacious) lines.push({ kind: "blank" });
    lines.push({ kind: "arrived", count: arrived });
  }
  return lines;
}

/** Columns of each part of a row; 0 where there is no room for it. */
type Columns = { title: number; preview: number; count: number; time: number };

function columnsOf({ columns, gutter }: InboxSize): Columns {
  const room = columns - gutter - 2;
  const time = timeColumns(room);
  const count = 5;
  const left = Math.max(0, room - time - count - 2);
  const title = left >= 32 ? Math.max(20, Math.min(40, Math.floor(left * 0.42))) : left;
  return { title, preview: Math.max(0, left - title - 1), count, time };
}

/** A clock's hour or a day needs six columns, the month of an earlier year eight; least of all is needed. */
function timeColumns(room: number): number {
  if (room < 48) return 0;
  return room < 70 ? 6 : 8;
}

function timeText({ hours }: Style, at: number | undefined, now: number): SafeText {
  if (at === undefined) return plain("");
  return plain(sameDay(at, now, hours) ? hourMinute(at, hours) : relative(at, now, hours));
}

/** Nothing is left to read there, or to decide. */
function isDone({ unread, mark }: InboxRow): boolean {
  return unread === 0 && mark !== "failed" && mark !== "unsure";
}

function markSpan({ glyphs }: Style, row: InboxRow): Span {
  const { mark } = row;
  if (mark === "failed") return span(glyphs.failed, "bad");
  if (mark === "unsure") return span(glyphs.unsure, "warning");
  if (isDone(row)) return span(glyphs.resolved, "good");
  if (mark === "mention") return span(glyphs.mention, "mention");
  return mark === "followed" ? span(glyphs.followed, "followed") : span(plain(" "));
}

function padded(style: Style, spans: readonly Span[], columns: number): string {
  const pieces = fitted(style, spans, columns);
  const gap = Math.max(0, columns - spansWidth(style, pieces));
  return pieces.map((piece) => painted(style, piece)).join("") + " ".repeat(gap);
}

/** In less room than this, of a sender's name the first word is enough. */
const wholeNameFrom = 32;

function previewSpans(row: InboxRow, columns: number): readonly Span[] {
  if (isDone(row)) return [span(plain("done"), "dim")];
  if (row.preview === undefined) return [];
  const { sender, text } = row.preview;
  if (sender === "") return [span(text, "text")];
  const [first = sender] = sender.split(" ");
  const name = columns < wholeNameFrom ? first : sender;
  return [span(plain(`${name}: `), "dim"), span(text, "text")];
}

/** A row; read ones keep their place and turn dim. */
export function inboxRowLine(style: Style, size: InboxSize, row: InboxRow, now: number): string {
  const { cells } = style;
  const widths = columnsOf(size);
  const title = isDone(row)
    ? row.title.map(({ text, shrinks }) => ({
        text,
        look: "faint" as const,
        shrinks: shrinks ?? false,
      }))
    : row.title;
  const count =
    row.unread === 0 ? "" : cells.padStart(String(Math.min(9999, row.unread)), widths.count - 1);
  const pieces = [
    " ".repeat(size.gutter),
    painted(style, markSpan(style, row)),
    " ",
    padded(style, title, widths.title),
    " ",
    padded(style, previewSpans(row, widths.preview), widths.preview),
    painted(style, span(plain(cells.pad(count, widths.count)), "unread")),
  ];
  const time = cells.padStart(cells.cut(timeText(style, row.at, now), widths.time), widths.time);
  const line = pieces.join("") + painted(style, span(plain(time), "faint"));
  const used = size.gutter + 3 + widths.title + widths.preview + widths.count + widths.time;
  if (used <= size.columns) return line + " ".repeat(size.columns - used);
  return lineOf(style, size.columns, [
    span(plain(" ".repeat(size.gutter))),
    markSpan(style, row),
    span(plain(" ")),
    ...title,
  ]);
}

function sectionLine(style: Style, size: InboxSize, section: InboxSection): string {
  const looks: Readonly<Record<InboxSection, Token>> = {
    "needs-you": "mention",
    followed: "followed",
    streams: "dim",
    bots: "dim",
  };
  return lineOf(style, size.columns, [
    span(plain(" ".repeat(size.gutter))),
    span(titles[section], looks[section]),
  ]);
}

function arrivedLine(
  style: Style,
  size: InboxSize,
  count: number,
  refresh: readonly Hint[],
): string {
  return lineOf(style, size.columns, [
    span(plain(" ".repeat(size.gutter))),
    span(plain(`${style.glyphs.up} ${count} new`), "accent"),
    ...refresh.flatMap((hint) => [span(plain("   ")), ...hintSpans(hint)]),
  ]);
}

export type InboxFacts = {
  readonly rowOf: (key: ConversationKey) => InboxRow | undefined;
  readonly selected: ConversationKey | undefined;
  readonly focused: boolean;
  /** UNIX seconds. */
  readonly now: number;
  /** The key that brings in what arrived; none where it was taken away. */
  readonly refresh: readonly Hint[];
};

export function inboxLines(
  style: Style,
  size: InboxSize,
  layout: readonly InboxLine[],
  first: number,
  facts: InboxFacts,
): readonly string[] {
  const blank = " ".repeat(size.columns);
  const draw = (line: InboxLine | undefined): string => {
    if (line === undefined || line.kind === "blank") return blank;
    if (line.kind === "section") return sectionLine(style, size, line.section);
    if (line.kind === "arrived") {
      return arrivedLine(style, size, line.count, facts.refresh);
    }
    const row = facts.rowOf(line.key);
    if (row === undefined) return blank;
    const text = inboxRowLine(style, size, row, facts.now);
    return line.key === facts.selected ? selectedLine(style, text, facts.focused) : text;
  };
  return Array.from({ length: size.rows }, (_, at) => draw(layout[first + at]));
}
