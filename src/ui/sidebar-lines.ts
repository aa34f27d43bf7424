/**
 * The sidebar: places, direct conversations, streams and their topics, with what is unread in each.
 *
 * Counts stand in a column of their own, so a number that grows moves nothing. Only the rows on the screen become text.
 */
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Stream } from "#model/stream.ts";
import type { Token } from "#theme/tokens.ts";
import { selectedLine } from "./message-lines.ts";
import { safeName, streamSign, topicName } from "./names.ts";
import { lineOf, type Span, span } from "./spans.ts";
import type { Style } from "./style.ts";

export type Presence = "active" | "idle" | "away";

/** What a row shows; `key` is what the sidebar's cursor holds. */
export type SidebarRow = { readonly key: string; readonly unread: number } & (
  | { readonly kind: "place"; readonly name: string; readonly urgent: boolean }
  | { readonly kind: "section"; readonly name: string; readonly open: boolean }
  | {
      readonly kind: "direct";
      readonly names: SafeText;
      readonly presence: Presence | undefined;
    }
  | {
      readonly kind: "stream";
      readonly stream: Stream;
      /** Undefined: there are no topics to show or hide. */
      readonly open: boolean | undefined;
    }
  | {
      readonly kind: "topic";
      readonly name: string;
      readonly followed: boolean;
      readonly muted: boolean;
      readonly mentioned: boolean;
    }
);

export type SidebarFacts = {
  readonly rows: readonly SidebarRow[];
  readonly selected: string;
  readonly focused: boolean;
  /** The key of the row whose place is open in the pane. */
  readonly here: string | undefined;
  readonly filter: { readonly text: string; readonly typing: boolean } | undefined;
};

/** One line of the sidebar: a row, or the blank line over a section. */
export type SidebarLine = SidebarRow | undefined;

/** Rows with a blank line over each section, for as long as rows and room are the same. */
export function sidebarLayout(
  rows: readonly SidebarRow[],
  spacious: boolean,
): readonly SidebarLine[] {
  if (!spacious) return rows;
  return rows.flatMap((row, at) => (row.kind === "section" && at > 0 ? [undefined, row] : [row]));
}

const resolvedPrefix = "✔ ";
const mostShown = 9999;

function countText(unread: number): SafeText {
  if (unread === 0) return plain("");
  return plain(unread > mostShown ? "9999" : String(unread));
}

/** The columns of a row: bar, sign, name; the count ends one column before the rule. */
function rowLine(
  style: Style,
  columns: number,
  left: readonly Span[],
  count: { readonly unread: number; readonly look: Token },
): string {
  const text = countText(count.unread);
  const room = Math.max(0, columns - 1);
  return `${lineOf(style, room, [span(plain(" ")), ...left], [span(text, count.look)])}${columns > 0 ? " " : ""}`;
}

function presenceSpan({ glyphs }: Style, presence: Presence | undefined): Span {
  if (presence === undefined) return span(plain(" "));
  const looks = { active: "good", idle: "warning", away: "faint" } as const;
  return span(glyphs[presence], looks[presence]);
}

function nameLook(unread: number, muted: boolean): Token {
  if (muted) return "muted";
  return unread > 0 ? "unread" : "text";
}

function streamLine(style: Style, columns: number, row: SidebarRow & { kind: "stream" }): string {
  const { stream, unread } = row;
  const muted = stream.subscription?.muted ?? false;
  const hex = stream.subscription?.colour;
  const sign: Span = muted
    ? span(style.glyphs.muted, "muted")
    : {
        text: streamSign(style, stream),
        ...(hex === undefined ? {} : { colour: style.painter.streamColour(hex) }),
      };
  const name = { text: safeName(stream.name), look: nameLook(unread, muted), shrinks: true };
  const closed = row.open === false ? [span(plain(` ${style.glyphs.closed}`), "faint")] : [];
  return rowLine(style, columns, [sign, span(plain(" ")), name, ...closed], {
    unread,
    look: muted ? "muted" : "unread",
  });
}

function topicLine(style: Style, columns: number, row: SidebarRow & { kind: "topic" }): string {
  const { glyphs } = style;
  const isResolved = row.name.startsWith(resolvedPrefix);
  const name = topicName(isResolved ? row.name.slice(resolvedPrefix.length) : row.name);
  const isQuiet = row.muted || (isResolved && row.unread === 0);
  const spans: Span[] = [
    span(plain("  ")),
    row.followed
      ? span(glyphs.followed, "followed")
      : span(row.muted ? glyphs.muted : glyphs.topic, row.muted ? "muted" : "faint"),
    span(plain(" ")),
    { text: name, look: isQuiet ? "dim" : nameLook(row.unread, row.muted), shrinks: true },
  ];
  if (isResolved) spans.push(span(plain(` ${glyphs.resolved}`), "faint"));
  return rowLine(style, columns, spans, {
    unread: row.unread,
    look: countLook(row),
  });
}

function countLook({ muted, mentioned }: { muted: boolean; mentioned: boolean }): Token {
  if (muted) return "muted";
  return mentioned ? "mention" : "unread";
}

function lineOfRow(style: Style, columns: number, row: SidebarRow): string {
  switch (row.kind) {
    case "place": {
      const look = nameLook(row.unread, false);
      return rowLine(style, columns, [span(plain("  ")), span(safeLine(row.name), look)], {
        unread: row.unread,
        look: row.urgent ? "mention" : "unread",
      });
    }
    case "section": {
      const sign = row.open ? style.glyphs.open : style.glyphs.closed;
      const title = [span(sign, "faint"), span(safeLine(` ${row.name.toUpperCase()}`), "faint")];
      return rowLine(style, columns, title, { unread: row.open ? 0 : row.unread, look: "dim" });
    }
    case "direct": {
      const name = { text: row.names, look: nameLook(row.unread, false), shrinks: true };
      const left = [presenceSpan(style, row.presence), span(plain(" ")), name];
      return rowLine(style, columns, left, { unread: row.unread, look: "mention" });
    }
    case "stream":
      return streamLine(style, columns, row);
    case "topic":
      return topicLine(style, columns, row);
  }
}

/** The lines of the sidebar from line `first` on; with a filter, the last line is the filter's. */
export function sidebarLines(
  style: Style,
  size: { readonly columns: number; readonly rows: number },
  layout: readonly SidebarLine[],
  first: number,
  facts: Omit<SidebarFacts, "rows">,
): readonly string[] {
  const { columns } = size;
  const blank = " ".repeat(columns);
  const height = listRows(size.rows, facts.filter);
  const lines = Array.from({ length: height }, (_, at) => {
    const row = layout[first + at];
    if (row === undefined) return blank;
    const line = lineOfRow(style, columns, row);
    if (row.key === facts.selected && facts.focused) return selectedLine(style, line, true);
    return row.key === facts.here ? barred(style, line) : line;
  });
  if (layout.length === 0 && height > 0 && facts.filter !== undefined) {
    lines[0] = lineOf(style, columns, [span(plain("  ")), span(plain("nothing matches"), "dim")]);
  }
  return height === size.rows ? lines : [...lines, filterLine(style, columns, facts.filter)];
}

/** Where the pane is: the bar without a background, dim so that the focused pane's own is the loud one. */
function barred({ painter, glyphs }: Style, line: string): string {
  return painter.paint("accent", glyphs.selected) + line.slice(1);
}

/** Lines that rows have; the filter takes the last one while there is one. */
export function listRows(rows: number, filter: SidebarFacts["filter"]): number {
  return filter === undefined || rows < 2 ? rows : rows - 1;
}

function filterLine(style: Style, columns: number, filter: SidebarFacts["filter"]): string {
  const text = safeLine(filter?.text ?? "");
  const cursor = filter?.typing ? [span(style.glyphs.cursor, "accent")] : [];
  return lineOf(style, columns, [span(plain(" /"), "accent"), span(text), ...cursor]);
}
