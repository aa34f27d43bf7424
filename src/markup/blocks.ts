/**
 * Parses text without fences into blocks: paragraphs, headings, rules, quotes, indented code, tables and lists.
 *
 * The rules are those of the servers, not of other Markdown: no underlined headings, no numbers with a bracket, lists that
 * nest by two blanks, quotes that end at a blank line. A line is looked at once for each block around it.
 */

import type { Alignment } from "./document.ts";
import { partingPipes, type Steps, takeSteps } from "./fragment.ts";

/** The container of the blocks being parsed. */
type BlockContext = {
  readonly nodes: Node[];
  readonly isItem: boolean;
  /** How the text got there: directly in an item, or with a list's indent removed. */
  readonly state: "plain" | "tight" | "unindented";
  readonly depth: number;
};

/** Deeper quotes and lists are shown as text: they would be indistinguishable. */
const deepest = 40;

const indent = "  ";
const codeIndent = "    ";

/** `lists`: whether a list may begin directly below a line of text. */
export function blocksOf(text: string, lists: boolean, steps: Steps): readonly Node[] {
  takeSteps(steps, text.length);
  const nodes: Node[] = [];
  const place: BlockContext = { nodes, isItem: false, state: "plain", depth: 0 };
  readChunks(chunksOf(text.split("\n"), lists), place, steps);
  return nodes;
}

function readChunks(chunks: readonly Chunk[], place: BlockContext, steps: Steps): void {
  for (const chunk of chunks) readChunk(chunk, place, steps);
}

function readChunk({ lines, blanks }: Chunk, place: BlockContext, steps: Steps): void {
  const { nodes } = place;
  takeSteps(steps, lines.length);
  const known = nodes.length;
  if (place.depth > deepest) addParagraph(lines.join("\n"), place);
  else if (continuesList(lines[0] ?? "", place)) continueList(lines, blanks, place, steps);
  else for (let at = 0; at < lines.length; ) at = readBlock(lines, at, blanks, place, steps);
  const first = nodes[known];
  if (first !== undefined && known > 0 && blanks > 0) first.apart = true;
}

/** Parses the block that begins at line `at`; returns the index of the line after it. */
function readBlock(
  lines: readonly string[],
  at: number,
  blanks: number,
  place: BlockContext,
  steps: Steps,
): number {
  const line = lines[at] ?? "";
  if (line.startsWith(codeIndent)) return readCode(lines, at, at === 0 ? blanks : 1, place);
  const heading = headingOf(line);
  if (heading !== undefined) {
    place.nodes.push(heading);
    return at + 1;
  }
  const head = tableHead(line, lines[at + 1]);
  if (head !== undefined && isWhole(head, lines, at)) {
    const end = endOf(lines, at, (each) => headingOf(each) !== undefined);
    place.nodes.push(pipeTable(head, lines.slice(at + 2, end)));
    return end;
  }
  if (isRule(line)) {
    place.nodes.push({ kind: "rule" });
    return at + 1;
  }
  const end = endOf(lines, at, (each) => headingOf(each) !== undefined || isRule(each));
  readText(lines.slice(at, end), place, steps);
  return end;
}

/** The first line after `at` for which `ends` is true. */
function endOf(lines: readonly string[], at: number, ends: (line: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && !ends(lines[end] ?? "")) end += 1;
  return end;
}

function readCode(
  lines: readonly string[],
  at: number,
  blanks: number,
  place: BlockContext,
): number {
  const end = endOf(lines, at, (line) => !line.startsWith(codeIndent));
  const code = lines.slice(at, end).map((line) => line.slice(codeIndent.length));
  const text = code.join("\n").trimEnd();
  const last = place.nodes.at(-1);
  if (last?.kind === "code") last.text += "\n".repeat(blanks + 1) + text;
  else place.nodes.push({ kind: "code", text });
  return end;
}

const heading = /^(#{1,6}) (.*)$/;

function headingOf(line: string): Node | undefined {
  if (!line.startsWith("#")) return undefined;
  const [, signs, text = ""] = heading.exec(line) ?? [];
  if (signs === undefined) return undefined;
  return { kind: "heading", level: signs.length, text: withoutClosing(text).trim() };
}

/** Without the optional closing sequence of a heading. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  return text.slice(0, end);
}

const rule = /^ {0,3}([-_*])(?: {0,2}\1){2,} *$/;

function isRule(line: string): boolean {
  const first = line.trimStart()[0];
  return (first === "-" || first === "_" || first === "*") && rule.test(line);
}

/** Lists, else paragraphs and the quote after them. */
function readText(lines: readonly string[], place: BlockContext, steps: Steps): void {
  if (itemText(lines[0] ?? "") !== undefined) {
    readList(lines, listFor(lines[0] ?? "", place.nodes), place.depth, steps);
    return;
  }
  const quote = quoteStart(lines);
  if (quote > 0) addParagraph(lines.slice(0, quote).join("\n"), place);
  if (quote === lines.length) return;
  const nodes: Node[] = [];
  const inside = lines.slice(quote).map(unquoted);
  place.nodes.push({ kind: "quote", nodes });
  const inner: BlockContext = { nodes, isItem: false, state: "plain", depth: place.depth + 1 };
  readChunks(chunksOf(inside, false), inner, steps);
}

const quoteSign = /^ {0,3}>/;
const bareQuote = /^ {0,3}>? *$/;

/** The line where a quote begins; the number of lines if there is none. Empty quote markers are ignored. */
function quoteStart(lines: readonly string[]): number {
  const start = lines.findIndex((line) => quoteSign.test(line));
  const isQuote = start >= 0 && !lines.slice(start).every((line) => bareQuote.test(line));
  return isQuote ? start : lines.length;
}

function unquoted(line: string): string {
  return line.replace(/^ {0,3}> ?/, "");
}

function addParagraph(text: string, { nodes, state }: BlockContext): void {
  const last = nodes.at(-1);
  // Directly in an item, consecutive text is one block.
  if (state === "tight" && last?.kind === "paragraph") last.text += `\n${text}`;
  else nodes.push({ kind: "paragraph", text: text.trimStart() });
}

const anyItem = /^ ?(?:[*+-]|(\p{Nd}+)\.) +/u;
const nestedItem = /^ {2,3}(?:[*+-]|\p{Nd}+\.) +/u;

/** The text after an item's marker; undefined for other lines. */
function itemText(line: string): string | undefined {
  const sign = anyItem.exec(line)?.[0];
  return sign === undefined ? undefined : line.slice(sign.length);
}

const maxDigits = 9;

/** The list that a first item continues, or a new one. */
function listFor(line: string, nodes: Node[]): List {
  const number = anyItem.exec(line)?.[1];
  const last = nodes.at(-1);
  if (last?.kind === "list" && (last.start !== undefined) === (number !== undefined)) return last;
  const start = number === undefined ? undefined : Number(number.slice(0, maxDigits)) || 0;
  const list: List = { kind: "list", start, items: [] };
  nodes.push(list);
  return list;
}

function readList(lines: readonly string[], list: List, depth: number, steps: Steps): void {
  for (const { lines: text, isNested } of itemsOf(lines)) {
    const last = list.items.at(-1);
    const nodes = isNested && last !== undefined ? last : [];
    if (nodes !== last) list.items.push(nodes);
    const place: BlockContext = { nodes, isItem: true, state: "tight", depth: depth + 1 };
    readChunk({ lines: text, blanks: 0 }, place, steps);
  }
}

type ItemLines = { readonly lines: string[]; readonly isNested: boolean };

/** The lines of each item, without its marker. Nested items keep their indent, as one text. */
function itemsOf(lines: readonly string[]): readonly ItemLines[] {
  const items: ItemLines[] = [];
  for (const line of lines) {
    const last = items.at(-1);
    const text = itemText(line);
    if (text !== undefined) items.push({ lines: [text], isNested: false });
    else if (last === undefined || (nestedItem.test(line) && !last.isNested)) {
      items.push({ lines: [line], isNested: true });
    } else last.lines.push(line);
  }
  return items;
}

function continuesList(line: string, { nodes, isItem, state }: BlockContext): boolean {
  if (!line.startsWith(indent) || state === "unindented") return false;
  return isItem || nodes.at(-1)?.kind === "list";
}

/** Indented lines below a list belong to its last item, or to a nested one. */
function continueList(
  lines: readonly string[],
  blanks: number,
  { nodes, isItem, state, depth }: BlockContext,
  steps: Steps,
): void {
  const { level, into } = belowList(lines[0] ?? "", nodes, state === "tight" ? 1 : 0);
  const cut = indent.repeat(level);
  const inside = lines.map((line) => (line.startsWith(cut) ? line.slice(cut.length) : line));
  const last = nodes.at(-1);
  const list = isItem && last?.kind === "list" ? last : undefined;
  if (list !== undefined && itemText(inside[0] ?? "") !== undefined) {
    readList(inside, list, depth, steps);
    return;
  }
  const place = list?.items.at(-1) ?? (isItem ? nodes : into);
  const inner: BlockContext = { nodes: place, isItem: true, state: "unindented", depth };
  readChunk({ lines: inside, blanks }, inner, steps);
}

/** The nesting depth of an indented line, and its item. */
function belowList(line: string, nodes: Node[], from: number) {
  const depth = Math.floor((line.length - line.trimStart().length) / indent.length);
  let level = from;
  let into = nodes;
  while (level < depth) {
    const last = into.at(-1);
    if (last?.kind !== "list") break;
    level += 1;
    const item = last.items.at(-1);
    if (item === undefined) break;
    into = item;
  }
  return { level, into };
}

// Splits text into chunks: lines between blank lines, each of which makes one or more blocks.

type Chunk = {
  readonly lines: readonly string[];
  /** The number of blank lines above it; none above the first, or if a list begins directly below text. */
  readonly blanks: number;
};

const item = /^ *([*+-]|\p{Nd}\.) +/u;

/** A list may begin directly below a line of text, or below a list of the other kind, but only with a first item. */
function beginsList(line: string, above: string): boolean {
  const sign = item.exec(line)?.[1];
  if (sign === undefined) return false;
  return item.exec(above)?.[1]?.length !== sign.length;
}

/** Splits `lines` into chunks. `lists`: whether a list may begin without a blank line. */
function chunksOf(lines: readonly string[], lists: boolean): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let current: string[] = [];
  let blanks = 0;
  const end = () => {
    if (current.length === 0) return;
    chunks.push({ lines: current, blanks: chunks.length === 0 ? 0 : blanks });
    current = [];
    blanks = 0;
  };
  for (const line of lines) {
    const above = current.at(-1);
    if (isBlank(line)) {
      end();
      blanks += 1;
      continue;
    }
    if (lists && above !== undefined && beginsList(line, above)) end();
    current.push(line);
  }
  end();
  return chunks;
}

const onlyBlanks = /^ *$/;

function isBlank(line: string): boolean {
  return onlyBlanks.test(line);
}

// Parses tables: a header row, a delimiter row, and rows of cells separated by pipes.

const onlyDashes = /^[|:\- ]+$/;

type Head = {
  readonly header: readonly string[];
  readonly alignments: readonly Alignment[];
  readonly hasBorder: boolean;
};

/** The header of a table; undefined if two lines do not begin one. */
function tableHead(first: string, second: string | undefined): Head | undefined {
  if (second === undefined || !onlyDashes.test(second) || !first.includes("|")) return undefined;
  const hasBorder = isBordered(first);
  const header = cellsOf(first, hasBorder);
  const dashes = cellsOf(second, hasBorder);
  if (dashes.length !== header.length) return undefined;
  if (header.length === 1 && !hasBorder) return undefined;
  return { header, alignments: dashes.map(alignmentOf), hasBorder };
}

/** Whether the head's lines form a table: with a single column, every line needs a pipe at an edge. */
function isWhole({ header }: Head, lines: readonly string[], at: number): boolean {
  if (header.length > 1) return true;
  for (let row = at + 1; row < lines.length; row += 1) {
    if (!isBordered(lines[row] ?? "")) return false;
  }
  return true;
}

function pipeTable(head: Head, lines: readonly string[]): Table {
  const { header, alignments, hasBorder } = head;
  const rows = lines.map((line) => cellsOf(line, hasBorder).slice(0, header.length));
  return { kind: "table", alignments, header, rows };
}

/** The pipe that closes a row, unless escaped. */
function endsWithPipe(row: string): boolean {
  if (!row.endsWith("|")) return false;
  let from = row.length - 1;
  while (row[from - 1] === "\\") from -= 1;
  return (row.length - 1 - from) % 2 === 0;
}

function isBordered(line: string): boolean {
  const row = line.trim();
  return row.startsWith("|") || endsWithPipe(row);
}

function alignmentOf(dashes: string): Alignment {
  if (!dashes.endsWith(":")) return "left";
  return dashes.startsWith(":") ? "center" : "right";
}

function cellsOf(line: string, hasBorder: boolean): readonly string[] {
  let row = line.trim();
  if (hasBorder && row.startsWith("|")) row = row.slice(1);
  if (hasBorder && endsWithPipe(row)) row = row.slice(0, -1);
  const cells: string[] = [];
  let from = 0;
  for (const pipe of /[\\`]/.test(row) ? partingPipes(row) : pipesIn(row)) {
    cells.push(row.slice(from, pipe).trim());
    from = pipe + 1;
  }
  return [...cells, row.slice(from).trim()];
}

function pipesIn(row: string): readonly number[] {
  const pipes: number[] = [];
  for (let at = row.indexOf("|"); at >= 0; at = row.indexOf("|", at + 1)) pipes.push(at);
  return pipes;
}

// The blocks of a message during parsing: their text is not parsed yet, and lists may still grow.

export type Node = {
  /** Whether it is preceded by a blank line. */
  apart?: boolean;
} & (
  | { readonly kind: "paragraph"; text: string }
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "code"; text: string }
  | { readonly kind: "quote"; readonly nodes: Node[] }
  | List
  | Table
  | { readonly kind: "rule" }
);

/** `start` is the first number; undefined for bullet lists. Each item is the blocks in it. */
export type List = {
  readonly kind: "list";
  readonly start: number | undefined;
  readonly items: Node[][];
};

/** Rows may have fewer cells than the header, and have no more. */
export type Table = {
  readonly kind: "table";
  readonly alignments: readonly Alignment[];
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
};
