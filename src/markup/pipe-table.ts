/** Parses tables: a header row, a delimiter row, and rows of cells separated by pipes. */
import { partingPipes } from "./code-spans.ts";
import type { Alignment } from "./document.ts";
import type { Table } from "./nodes.ts";

const onlyDashes = /^[|:\- ]+$/;

type Head = {
  readonly header: readonly string[];
  readonly alignments: readonly Alignment[];
  readonly hasBorder: boolean;
};

/** The header of a table; undefined if two lines do not begin one. */
export function tableHead(first: string, second: string | undefined): Head | undefined {
  if (second === undefined || !onlyDashes.test(second) || !first.includes("|")) return undefined;
  const hasBorder = isBordered(first);
  const header = cellsOf(first, hasBorder);
  const dashes = cellsOf(second, hasBorder);
  if (dashes.length !== header.length) return undefined;
  if (header.length === 1 && !hasBorder) return undefined;
  return { header, alignments: dashes.map(alignmentOf), hasBorder };
}

/** Whether the head's lines form a table: with a single column, every line needs a pipe at an edge. */
export function isWhole({ header }: Head, lines: readonly string[], at: number): boolean {
  if (header.length > 1) return true;
  for (let row = at + 1; row < lines.length; row += 1) {
    if (!isBordered(lines[row] ?? "")) return false;
  }
  return true;
}

export function pipeTable(head: Head, lines: readonly string[]): Table {
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
