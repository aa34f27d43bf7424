/**
 * Composes what Ink wrote into the rows of a frame: a faster replacement for Ink's own output.
 *
 * Ink parses every cell of the screen for each frame. Here a row is joined from the whole texts that were written to
 * it, and what is known of a text (its width, its cells) is cached across frames, as are the parts of a text beside a
 * dialog. Only a row with overlapping texts or invisible characters is composed cell by cell, by Ink's own rules. A
 * test compares both on random input, and the build substitutes this only for the version of Ink that it was compared
 * with.
 */
import {
  type StyledChar,
  styledCharsFromTokens,
  styledCharsToString,
  tokenize,
} from "@alcalzone/ansi-tokenize";
import stringWidth from "string-width";
import { width as cellsWidth, isPlain } from "#base/cells.ts";
import { memoizeTexts } from "#base/memoize.ts";

/** The visible area, half-open, in cells of the frame. An undefined edge does not clip. */
export type Clip = {
  readonly x1: number | undefined;
  readonly x2: number | undefined;
  readonly y1: number | undefined;
  readonly y2: number | undefined;
};

/** Changes one line of a text before it is placed; `index` counts the text's lines from 0. */
export type Transformer = (line: string, index: number) => string;

/** The interface that Ink's renderer expects. */
export type Output = {
  /** Places `text` with its first cell at (x, y). Later writes cover earlier ones. */
  readonly write: (
    x: number,
    y: number,
    text: string,
    options: { readonly transformers: readonly Transformer[] },
  ) => void;
  /** Clips what is written until the matching `unclip` to `clip` and to every enclosing clip. */
  readonly clip: (clip: Clip) => void;
  readonly unclip: () => void;
  readonly get: () => { readonly output: string; readonly height: number };
};

/** What is known of a line; odd: see below. */
type Known = { readonly text: string; readonly columns: number; readonly odd: boolean };
type Segment = Known & { readonly x: number };
type Written = Pick<Segment, "x" | "text">;
type Placed = { readonly x: number; readonly y: number; readonly lines: readonly string[] };

const esc = "\u001b";
const plain = /^[ -~]*$/;
/** A style sequence, or the start or end of a link. */
const sequence = `${esc}(?:\\[[\\d;]*m|\\]8;[^${esc}]*${esc}\\\\)`;
const style = new RegExp(sequence, "g");
/** Matched against the line without its sequences. */
const oddCharacter = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
const invisible = /^\p{Default_Ignorable_Code_Point}+$/u;

const measured = memoizeTexts(4000, stringWidth);
const width = (text: string) =>
  text.length < 3 && plain.test(text) ? text.length : measured(text);

/** The cells of a line with their styles. A stand-alone invisible character has none. */
const cellsOf = memoizeTexts(1500, (line) =>
  styledCharsFromTokens(tokenize(line)).filter((cell) => !invisible.test(cell.value)),
);

/** How many cells a line fills; unlike its width, this counts at least one for each character. */
const columnsOf = memoizeTexts(6000, (line) => {
  const bare = line.replace(style, "");
  if (plain.test(bare)) return bare.length;
  // Without control characters and clusters every character is one or two cells wide, so no cells need to be made.
  if (isPlain(bare) && !oddCharacter.test(bare)) return cellsWidth(bare);
  return cellsOf(line).reduce((sum, cell) => sum + Math.max(1, width(cell.value)), 0);
});

/**
 * Whether a line contains what must not be copied to the terminal unseen: invisible characters, or control characters
 * except styling.
 */
const isOdd = memoizeTexts(6000, (line) => oddCharacter.test(line.replace(style, "")));

/** A line normalized by converting it to cells and back. */
const canonical = memoizeTexts(3000, (line) => styledCharsToString(cellsOf(line)));

/** A styled text as independent lines: a style that spans a line break is closed before and reopened after it. */
const styledLines = memoizeTexts(500, (text): readonly string[] => {
  const lines: StyledChar[][] = [];
  let line: StyledChar[] = [];
  for (const cell of cellsOf(text)) {
    if (cell.value === "\n") {
      lines.push(line);
      line = [];
    } else line.push(cell);
  }
  return [...lines, line].map((cells) => styledCharsToString(cells));
});

function linesOf(text: string): readonly string[] {
  if (!text.includes("\n")) return [text];
  return text.includes(esc) ? styledLines(text) : text.split("\n");
}

function tighter(
  outer: number | undefined,
  inner: number | undefined,
  choose: (a: number, b: number) => number,
): number | undefined {
  if (outer === undefined) return inner;
  return inner === undefined ? outer : choose(outer, inner);
}

function intersection(outer: Clip | undefined, inner: Clip): Clip {
  return {
    x1: tighter(outer?.x1, inner.x1, Math.max),
    x2: tighter(outer?.x2, inner.x2, Math.min),
    y1: tighter(outer?.y1, inner.y1, Math.max),
    y2: tighter(outer?.y2, inner.y2, Math.min),
  };
}

function isNothing({ x1, x2, y1, y2 }: Clip): boolean {
  const empty = (from: number | undefined, to: number | undefined) =>
    from !== undefined && to !== undefined && from >= to;
  return empty(x1, x2) || empty(y1, y2);
}

/** The blank for a wide character that is half visible; it keeps the styles. */
function blank(cell: StyledChar): StyledChar {
  return { ...cell, value: " ", fullWidth: false };
}

/** The columns [from, to) of a line. */
function slice(line: string, from: number, to: number): string {
  if (from >= to) return "";
  if (from === 0 && to >= width(line)) return line;
  const visible: StyledChar[] = [];
  let column = 0;
  for (const cell of cellsOf(line)) {
    const start = column;
    const wide = width(cell.value);
    column += wide;
    if (column <= from) continue;
    if (start >= to) break;
    visible.push(wide > 1 && (start < from || column > to) ? blank(cell) : cell);
  }
  return styledCharsToString(visible);
}

/** The lines between the clip's upper and lower edge; undefined if the text is outside of them. */
function clippedRows({ x, y, lines }: Placed, { y1, y2 }: Clip): Placed | undefined {
  if (y1 === undefined || y2 === undefined) return { x, y, lines };
  if (y + lines.length < y1 || y > y2) return undefined;
  const from = Math.max(0, y1 - y);
  const to = Math.min(lines.length, y2 - y);
  return { x, y: Math.max(y, y1), lines: lines.slice(from, to) };
}

/** Each line between the clip's left and right edge. */
function clippedColumns({ x, y, lines }: Placed, { x1, x2 }: Clip): Placed {
  if (x1 === undefined || x2 === undefined) return { x, y, lines };
  const from = Math.max(0, x1 - x);
  const cut = lines.map((line) => slice(line, from, Math.min(width(line), x2 - x)));
  return { x: Math.max(x, x1), y, lines: cut };
}

/** Whether a whole text is left or right of the clip, including its lines above and below the clip. */
function isBeside({ x, lines }: Placed, { x1, x2 }: Clip): boolean {
  if (x1 === undefined || x2 === undefined) return false;
  return x > x2 || lines.every((line) => x + width(line) < x1);
}

function clipped(placed: Placed, clip: Clip | undefined): Placed | undefined {
  if (clip === undefined) return placed;
  if (isNothing(clip) || isBeside(placed, clip)) return undefined;
  const rows = clippedRows(placed, clip);
  return rows && clippedColumns(rows, clip);
}

/** The segments side by side; undefined if they overlap. */
function joined(segments: readonly Segment[], columns: number): string | undefined {
  let row = "";
  let x = 0;
  for (const segment of segments) {
    const end = segment.x + segment.columns;
    if (segment.x < x || end > columns || segment.odd) return undefined;
    if (segment.x > x) row += " ".repeat(segment.x - x);
    row += segment.text;
    x = end;
  }
  return row;
}

function byColumn(segments: readonly Segment[]): readonly Segment[] {
  const isSorted = segments.every(({ x }, at) => at === 0 || x >= (segments[at - 1]?.x ?? 0));
  return isSorted ? segments : segments.toSorted((a, b) => a.x - b.x);
}

/**
 * A part of a line, requested as one text: from column, to column and the line. Cached, because a dialog leaves the
 * same parts of what it covers.
 */
const partOf = memoizeTexts(500, (request) => {
  const [, from, to] = /^(\d+) (\d+) /.exec(request) ?? [];
  const line = request.slice(`${from} ${to} `.length);
  return slice(line, Number(from), Number(to));
});

/** The visible parts of a segment that another one covers. */
function beside(under: Segment, over: Segment): readonly Segment[] {
  const [from, to] = [over.x - under.x, over.x + over.columns - under.x];
  if (to <= 0 || from >= under.columns) return [under];
  const part = (start: number, end: number): Segment => {
    const text = partOf(`${start} ${end} ${under.text}`);
    return { x: under.x + start, columns: end - start, text, odd: isOdd(text) };
  };
  return [
    ...(from > 0 ? [part(0, from)] : []),
    ...(to < under.columns ? [part(to, under.columns)] : []),
  ];
}

/** The segments on top of each other; undefined if a text sticks out or contains odd characters. */
function covered(segments: readonly Segment[], columns: number): string | undefined {
  let shown: readonly Segment[] = [];
  for (const over of segments) {
    if (over.x < 0 || over.x + over.columns > columns || over.odd) return undefined;
    shown = [...shown.flatMap((under) => beside(under, over)), over];
  }
  return joined(byColumn(shown), columns);
}

const space: StyledChar = { type: "char", value: " ", fullWidth: false, styles: [] };

/** Draws a segment over a row of cells. Covering half of a wide character leaves a blank in the other half. */
function lay(row: StyledChar[], { x, text }: Written): void {
  const cells = cellsOf(text);
  if (cells.length === 0) return;
  let at = x;
  const before = row[at - 1];
  if (row[at]?.value === "" && at > 0 && before && width(before.value) > 1)
    row[at - 1] = blank(before);
  for (const cell of cells) {
    const wide = Math.max(1, width(cell.value));
    row[at] = cell;
    for (let offset = 1; offset < wide; offset++) {
      // Left of the frame the character itself is invisible, so its second half must hold the cell.
      row[at + offset] = { ...space, value: at < 0 ? " " : "", styles: cell.styles };
    }
    at += wide;
  }
  const after = row[at];
  if (after?.value === "") row[at] = blank(after);
}

/** The row by Ink's rules, cell by cell: always right, and slow. */
function composed(segments: readonly Written[], columns: number): string {
  const row = new Array<StyledChar>(columns).fill(space);
  for (const segment of segments) lay(row, segment);
  return styledCharsToString(row.filter((cell) => cell !== undefined));
}

/**
 * The same, requested as one text: the columns, then column and text of each segment, line by line. Cached, because a
 * row with an emoji that is followed by an invisible character is composed for each frame in which it stays.
 */
const composedOf = memoizeTexts(300, (request) => {
  const [columns, ...lines] = request.split("\n");
  const written = lines.map((line): Written => {
    const at = line.indexOf(" ");
    return { x: Number(line.slice(0, at)), text: line.slice(at + 1) };
  });
  return composed(written, Number(columns));
});

function composedRow(segments: readonly Written[], columns: number): string {
  let request = `${columns}`;
  for (const { x, text } of segments) {
    if (text.includes("\n")) return composed(segments, columns);
    request += `\n${x} ${text}`;
  }
  return composedOf(request);
}

/**
 * The lines of the last frame in the order in which they were written. Most are written again, and are the same objects:
 * comparing these is quicker than finding equal texts in a cache.
 */
let lastLines: readonly Known[] = [];

/** An empty frame of `width` columns and `height` rows. */
export function createOutput(size: { readonly width: number; readonly height: number }): Output {
  const rows = Array.from({ length: size.height }, (): Segment[] => []);
  const clips: Clip[] = [];
  const before = lastLines;
  const lines: Known[] = [];
  lastLines = lines;

  const place = (row: Segment[], x: number, text: string) => {
    if (text === "") return;
    const last = before[lines.length];
    const line = last?.text === text ? last : { text, columns: columnsOf(text), odd: isOdd(text) };
    lines.push(line);
    row.push({ x, text, columns: line.columns, odd: line.odd });
  };

  return {
    write(x, y, text, { transformers }) {
      if (text === "") return;
      const placed = clipped({ x, y, lines: linesOf(text) }, clips.at(-1));
      placed?.lines.forEach((line, at) => {
        const row = rows[placed.y + at];
        if (row === undefined) return;
        const start = transformers.length > 0 && line.includes(esc) ? canonical(line) : line;
        const index = at + placed.y - y;
        place(
          row,
          placed.x,
          transformers.reduce((text, change) => change(text, index), start),
        );
      });
    },
    clip(clip) {
      clips.push(intersection(clips.at(-1), clip));
    },
    unclip() {
      clips.pop();
    },
    get() {
      const lines = rows.map((segments) =>
        (
          joined(byColumn(segments), size.width) ??
          covered(segments, size.width) ??
          composedRow(segments, size.width)
        ).trimEnd(),
      );
      return { output: lines.join("\n"), height: size.height };
    },
  };
}
