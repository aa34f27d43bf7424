/** Tables of pipes: a row of names, a row of dashes, rows of cells. */
import { append, type BlockRule, type Element } from "./tree.ts";

export const table: BlockRule = {
  applies: (block) => headOf(block) !== undefined,
  read: (block, parent) => {
    const head = headOf(block);
    if (head === undefined) return;
    const built = append(parent, "table");
    addRow(append(built, "thead"), "th", head.cells, head.styles);
    const body = append(built, "tbody");
    const rows = block.split("\n").slice(2);
    if (rows.length === 0)
      addRow(
        body,
        "td",
        [],
        head.styles.map(() => ""),
      );
    for (const row of rows) addRow(body, "td", cellsOf(trimmed(row), head.hasBorder), head.styles);
  },
};

type Head = {
  readonly cells: readonly string[];
  /** One for each column, empty for those that are not aligned. */
  readonly styles: readonly string[];
  readonly hasBorder: boolean;
};

function headOf(block: string): Head | undefined {
  if (!block.includes("\n")) return undefined;
  const [first = "", second = ""] = block.split("\n", 2).map(trimmed);
  const hasBorder = first.startsWith("|") || endBorder.test(first);
  const cells = cellsOf(first, hasBorder);
  const columns = cellsOf(second, hasBorder);
  if (columns.length !== cells.length) return undefined;
  if (columns.some((column) => /[^|:\- ]/.test(column))) return undefined;
  if (cells.length === 1 && !(hasBorder && isBordered(block))) return undefined;
  return { cells, styles: columns.map(styleOf), hasBorder };
}

/** Whether every row has a pipe at its edge, without which a single column is no table. */
function isBordered(block: string): boolean {
  const rows = block.split("\n").slice(1).map(trimmed);
  return rows.every((row) => row.startsWith("|") || endBorder.test(row));
}

/** The pipe that closes a row; one behind a backslash does not. */
const endBorder = /(?<!\\)(?:\\\\)*\|$/;

function trimmed(row: string): string {
  return row.replace(/^ +|(?<! ) +$/g, "");
}

function styleOf(dashes: string): string {
  const column = dashes.trim();
  const side = { left: column.startsWith(":"), right: column.endsWith(":") };
  if (side.left && side.right) return ' style="text-align: center;"';
  if (side.left) return ' style="text-align: left;"';
  return side.right ? ' style="text-align: right;"' : "";
}

function cellsOf(row: string, hasBorder: boolean): readonly string[] {
  return splitAtPipes(hasBorder ? row.replace(/^\|/, "").replace(endBorder, "") : row);
}

/** Pipes in code, and those behind a backslash, are part of a cell. */
function splitAtPipes(row: string): readonly string[] {
  if (!/[\\`]/.test(row)) return row.split("|");
  const tokens = [...row.matchAll(/\\\\|\\?`+|\\\||\|/g)];
  const code = codeRegions(tokens.filter(([token]) => token.includes("`")));
  const cells: string[] = [];
  let begin = 0;
  for (const { 0: token, index } of tokens) {
    if (token !== "|" || code.some(([from, to]) => from < index && index < to)) continue;
    cells.push(row.slice(begin, index));
    begin = index + 1;
  }
  return [...cells, row.slice(begin)];
}

/** From each run of backticks to the next of its length; a backslash takes one away from the run that opens. */
function codeRegions(runs: readonly RegExpExecArray[]): readonly (readonly [number, number])[] {
  const ends = endsOf(runs);
  const regions: (readonly [number, number])[] = [];
  let done = 0;
  for (const [at, { index }] of runs.entries()) {
    const end = ends[at];
    if (end === undefined || index < done) continue;
    regions.push([index, end]);
    done = end + 1;
  }
  return regions;
}

/** Where the next run begins that closes what each opens. */
function endsOf(runs: readonly RegExpExecArray[]): readonly (number | undefined)[] {
  const next = new Map<number, number>();
  const ends = runs.toReversed().map(({ 0: run, index }) => {
    const ticks = run.replace("\\", "").length;
    const end = next.get(run.startsWith("\\") ? ticks - 1 : ticks);
    next.set(ticks, index);
    return end;
  });
  return ends.toReversed();
}

function addRow(
  parent: Element,
  tag: string,
  cells: readonly string[],
  styles: readonly string[],
): void {
  const row = append(parent, "tr");
  for (const [index, style] of styles.entries())
    append(row, tag, trimmed(cells[index] ?? ""), style);
}
