/** Breaks a document into rows of a width. Rows consist of spans with their targets, so that clicks can be resolved. */
import { visualPieces } from "#base/bidi.ts";
import type { Cells } from "#base/cells.ts";
import { graphemes, partOf, plain, type SafeText } from "#base/safe-text.ts";
import type { Block, Document, ListItem, Role, Span, Target } from "./document.ts";
import type { RowOptions } from "./reader-context.ts";
import { scrolledRows, tableRows } from "./tables.ts";
import { type Row, wrapped } from "./wrap.ts";

/** Text keeps at least this many columns, however deeply it is nested in quotes and lists. */
const minRoom = 10;

/** `least`: quotes and lists are indented only if this many columns are left for their content. */
type RowSpace = RowOptions & { readonly least: number };

/** The rows of a document; none for an empty one. */
export function rowsOf(document: Document, options: RowOptions): readonly Row[] {
  const least = Math.min(minRoom, Math.floor(options.columns / 2));
  return blockRows(document.blocks, { ...options, least }, 0);
}

function blockRows(blocks: readonly Block[], options: RowSpace, depth: number): Row[] {
  const rows: Row[] = [];
  for (const block of blocks) {
    if (block.apart && rows.length > 0) rows.push({ spans: [], cells: 0 });
    for (const row of rowsOfBlock(block, options, depth)) rows.push(row);
  }
  return rows;
}

function rowsOfBlock(block: Block, options: RowSpace, depth: number): readonly Row[] {
  switch (block.kind) {
    case "paragraph":
      return wrapped(block.spans, options.columns, options.cells);
    case "heading":
      return headingRows(block, options);
    case "code":
      return codeRows(block, options);
    case "math":
      return formulaRows(block, options);
    case "quote":
      return barredRows(block.blocks, options, depth);
    case "spoiler":
      return spoilerRows(block, options, depth);
    case "list":
      return listRows(block.start, block.items, options, depth);
    case "table":
      return tableRows(block, options);
    case "rule": {
      const text = partOf(options.glyphs.ruleHorizontal.repeat(options.columns));
      return [{ spans: [ornament(text, "ornament")], cells: options.columns }];
    }
  }
}

/** The source, if the formula is too wide. */
function formulaRows(
  { text, drawn }: Extract<Block, { kind: "math" }>,
  options: RowSpace,
): readonly Row[] {
  const room = options.columns - 2;
  const fits = drawn?.split("\n").every((line) => options.cells.width(line) <= room) === true;
  return fits
    ? codeRows({ text: drawn, language: undefined, source: text }, options, "math")
    : codeRows({ text, language: "latex" }, options, "math");
}

function headingRows(
  block: Extract<Block, { kind: "heading" }>,
  options: RowOptions,
): readonly Row[] {
  const spans = block.spans.map((span) =>
    span.role === "text" ? { ...span, role: "heading" as const } : span,
  );
  return wrapped(spans, options.columns, options.cells);
}

function spoilerRows(
  block: Extract<Block, { kind: "spoiler" }>,
  options: RowSpace,
  depth: number,
): readonly Row[] {
  const { openSpoilers, glyphs } = options;
  const isOpen = openSpoilers === "all" || openSpoilers.has(block.index);
  const target = { kind: "spoiler", index: block.index } as const;
  const sign: Span = {
    ...ornament(partOf(`${isOpen ? glyphs.open : glyphs.closed} `), "hint"),
    target,
  };
  const words: readonly Span[] =
    block.header.length > 0 ? block.header : [ornament(plain("Spoiler"), "hint")];
  const hint: Span = { ...ornament(plain(" (hidden)"), "hint"), target };
  const title = [
    ...words.map((span) => ({ ...span, target: span.target ?? target })),
    ...(isOpen ? [] : [hint]),
  ];
  const inner = narrower(options, 2);
  const wrappedTitle = wrapped(title, inner?.columns ?? options.columns, options.cells);
  const rest = ornament(plain("  "), "hint");
  const rows = inner === undefined ? wrappedTitle : prefixed(wrappedTitle, sign, rest, 2, options);
  if (!isOpen) return rows;
  return [...rows, ...barredRows(block.blocks, options, depth)];
}

function barredRows(blocks: readonly Block[], options: RowSpace, depth: number): readonly Row[] {
  const bar = ornament(partOf(`${options.glyphs.quoteBar} `), "ornament");
  const inner = narrower(options, 2);
  const rows = blockRows(blocks, inner ?? options, depth);
  return inner === undefined ? rows : prefixed(rows, bar, bar, 2, options);
}

function listRows(
  start: number | undefined,
  items: readonly ListItem[],
  options: RowSpace,
  depth: number,
): readonly Row[] {
  const { glyphs, cells } = options;
  const bullet = depth % 2 === 0 ? glyphs.bullet : glyphs.innerBullet;
  const marks = items.map(({ checked }, index) => {
    if (checked !== undefined) return checked ? glyphs.boxChecked : glyphs.boxUnchecked;
    return start === undefined ? bullet : partOf(`${start + index}.`);
  });
  const widest = marks.reduce((most, mark) => Math.max(most, cells.width(mark)), 1);
  const inner = narrower(options, widest + 1);
  const rest = ornament(partOf(" ".repeat(widest + 1)), "text");
  return items.flatMap(({ blocks }, index) => {
    const mark = partOf(`${cells.padStart(marks[index] ?? bullet, widest)} `);
    const rows = blockRows(blocks, inner ?? options, depth + 1);
    const filled = rows.length > 0 ? rows : [{ spans: [], cells: 0 }];
    if (inner === undefined) return filled;
    return prefixed(filled, ornament(mark, "hint"), rest, widest + 1, options);
  });
}

function ornament(text: SafeText, role: Role): Span {
  return { text, role, stress: 0 };
}

/** Undefined if too little room would be left. */
function narrower(options: RowSpace, by: number): RowSpace | undefined {
  const columns = options.columns - by;
  return columns < Math.max(1, options.least) ? undefined : { ...options, columns };
}

/** Rows with a prefix; without it if there is no room. */
function prefixed(
  rows: readonly Row[],
  first: Span,
  rest: Span,
  width: number,
  options: RowOptions,
): readonly Row[] {
  return rows.map((row, index) => {
    if (row.cells + width > options.columns) return row;
    return { spans: [index === 0 ? first : rest, ...row.spans], cells: row.cells + width };
  });
}

// Renders source code in a box labelled with its language; lines that are too wide are scrolled sideways or wrapped.

/** The minimum width of a box, if there is room, so that short snippets look alike. */
const usualWidth = 44;
/** The minimum gap between a line and the label next to it. */
const minGap = 2;

type Code = {
  readonly text: SafeText;
  readonly language: string | undefined;
  /** What is copied, if that is another text. */
  readonly source?: SafeText;
};

/** `label`: the title of the box, if any. */
function codeRows(
  code: Code,
  options: RowOptions,
  label: string | undefined = code.language,
): readonly Row[] {
  const { columns, cells } = options;
  const target: Target = {
    kind: "code",
    text: code.source ?? code.text,
    language: code.language,
  };
  const lines =
    options.highlight(code.text, code.language) ??
    code.text.split("\n").map((line): Span[] => [blockSpan(partOf(line))]);
  const margin = columns > 4 ? 2 : 0;
  const room = Math.max(1, columns - margin);
  const rows =
    options.scrolledColumns === undefined
      ? lines.flatMap((line) => hardRows(line, room, cells))
      : scrolledRows(
          lines.map((line) => wholeRow(line, cells)),
          room,
          options,
        );
  const widest = rows.reduce((most, row) => Math.max(most, row.cells), 0);
  const box = Math.min(columns, Math.max(widest + margin, Math.min(usualWidth, columns)));
  const labelled = label === undefined ? rows : withLabel(rows, label, box - margin, options);
  const framedRows = labelled.map((row) => framed(row, box, margin, target, options));
  const isApart = label !== undefined && !options.codeHasBackground && margin > 0;
  return isApart ? [cornerRow(label, target, options), ...framedRows] : framedRows;
}

/** The label at the right end of the first line, or above it if there is no room. */
function withLabel(
  rows: readonly Row[],
  label: string,
  room: number,
  { codeHasBackground, cells }: RowOptions,
): readonly Row[] {
  if (!codeHasBackground) return rows;
  const text = cells.cut(partOf(label), room);
  const size = cells.width(text);
  const [first = { spans: [], cells: 0 }, ...rest] = rows;
  const gap = room - first.cells - size;
  const isBeside = gap >= minGap;
  const before = blockSpan(partOf(" ".repeat(isBeside ? gap : room - size)));
  const end = [before, { text, role: "comment", stress: 0 } as const];
  if (isBeside) return [{ spans: [...first.spans, ...end], cells: room }, ...rest];
  return [{ spans: end, cells: room }, ...rows];
}

/** For code with a bar instead of a background: the label at the top of the bar. */
function cornerRow(label: string, target: Target, { columns, cells, glyphs }: RowOptions): Row {
  const text = cells.cut(partOf(` ${label}`), columns - 1);
  const corner: Span = { text: glyphs.frameTopLeft, role: "ornament", stress: 0 };
  const name: Span = { text, role: "hint", stress: 0, target };
  return { spans: [corner, name], cells: 1 + cells.width(text) };
}

function blockSpan(text: SafeText): Span {
  return { text, role: "block", stress: 0 };
}

function framed(row: Row, box: number, margin: number, target: Target, options: RowOptions): Row {
  const shown = options.cells.rules.reorders ? visualPieces(row.spans, "ltr") : row.spans;
  const spans = shown.map((span) => ({ ...span, target }));
  if (margin === 0) return { spans, cells: row.cells };
  if (!options.codeHasBackground) {
    const bar: Span = {
      text: partOf(`${options.glyphs.quoteBar} `),
      role: "ornament",
      stress: 0,
    };
    return { spans: [bar, ...spans], cells: row.cells + margin };
  }
  const rest = partOf(" ".repeat(Math.max(0, box - row.cells - 1)));
  const before = { ...blockSpan(plain(" ")), target };
  return {
    spans: [before, ...spans, { ...blockSpan(rest), target }],
    cells: row.cells + 1 + rest.length,
  };
}

function wholeRow(line: readonly Span[], cells: Cells): Row {
  const spans = line.map((span) => ({ ...span, text: cells.show(span.text) }));
  return { spans, cells: spans.reduce((sum, { text }) => sum + cells.width(text), 0) };
}

/** A line broken exactly at the edge, keeping blanks. */
function hardRows(line: readonly Span[], columns: number, cells: Cells): readonly Row[] {
  const whole = wholeRow(line, cells);
  if (whole.cells <= columns) return [whole];
  const rows: Row[] = [];
  let spans: Span[] = [];
  let used = 0;
  const endRow = () => {
    rows.push({ spans, cells: used });
    spans = [];
    used = 0;
  };
  for (const span of whole.spans) {
    let part = "";
    for (const cluster of graphemes(span.text)) {
      const size = cells.width(cluster);
      if (used + size > columns && used > 0) {
        if (part !== "") spans.push({ ...span, text: partOf(part) });
        part = "";
        endRow();
      }
      part += cluster;
      used += size;
    }
    if (part !== "") spans.push({ ...span, text: partOf(part) });
  }
  endRow();
  return rows;
}
