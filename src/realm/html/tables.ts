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
  const [first = "", second = "", ...others] = block.split("\n").map(trimmed);
  const hasBorder = first.startsWith("|");
  const cells = cellsOf(first, hasBorder);
  const columns = cellsOf(second, hasBorder);
  // A single column is a table only if every row has a pipe at its edge.
  const single = hasBorder && [second, ...others].every((row) => /^\||\|$/.test(row));
  const isTable = cells.length > 1 || single;
  if (!isTable || columns.length !== cells.length) return undefined;
  if (columns.some((column) => /[^|:\- ]/.test(column))) return undefined;
  return { cells, styles: columns.map(styleOf), hasBorder };
}

function trimmed(row: string): string {
  return row.replace(/^ +| +$/g, "");
}

function styleOf(dashes: string): string {
  const column = dashes.trim();
  const side = { left: column.startsWith(":"), right: column.endsWith(":") };
  if (side.left && side.right) return ' style="text-align: center;"';
  if (side.left) return ' style="text-align: left;"';
  return side.right ? ' style="text-align: right;"' : "";
}

function cellsOf(row: string, hasBorder: boolean): readonly string[] {
  if (!hasBorder) return splitAtPipes(row);
  const inner = row.startsWith("|") ? row.slice(1) : row;
  return splitAtPipes(/(?<!\\)(?:\\\\)*\|$/.test(inner) ? inner.slice(0, -1) : inner);
}

/** Pipes in code, and those behind a backslash, are part of a cell. */
function splitAtPipes(row: string): readonly string[] {
  if (!/[\\`]/.test(row)) return row.split("|");
  const cells: string[] = [];
  let begin = 0;
  for (const { 0: token, index } of row.matchAll(/\\\\|\\\||(?<!`)(`+)(?!`).*?[^`]\1(?!`)|\|/gs)) {
    if (token !== "|") continue;
    cells.push(row.slice(begin, index));
    begin = index + 1;
  }
  return [...cells, row.slice(begin)];
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
