/** Breaks a document into rows of a width. Rows consist of spans with their targets, so that clicks can be resolved. */
import { partOf, plain, type SafeText } from "#base/safe-text.ts";
import { codeRows } from "./code-rows.ts";
import type { Block, Document, ListItem, Role, Span } from "./document.ts";
import type { RowOptions } from "./row-options.ts";
import { tableRows } from "./tables.ts";
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
      return codeRows({ text: block.text, language: "latex" }, options, "math");
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
