/** A row of a list as a line of columns: sign, subject, detail, number and time. */
import { plain, type SafeText } from "#base/safe-text.ts";
import type { GroupedRow } from "#journal/step-location.ts";
import type { RowKey } from "#store/list.ts";
import type { State } from "#store/state.ts";
import type { Token } from "#theme/tokens.ts";
import { fitted, lineOf, painted, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

export type DrawnRow = {
  readonly sign: Span;
  readonly subject: readonly Span[];
  readonly detail: readonly Span[];
  /** Right-aligned, at most four cells. Absent in lists without numbers, where the detail has its columns. */
  readonly number?: SafeText | "";
  /** Absent: that of unread messages. */
  readonly numberLook?: Token;
  readonly time: SafeText | "";
};

export type ListSize = { readonly columns: number; readonly rows: number; readonly gutter: 1 | 2 };

/** Widths of the parts of a row; 0 if there is no room for one. */
type Columns = { subject: number; detail: number; number: number; time: number };

const numberColumns = 5;

function columnsOf({ columns, gutter }: ListSize): Columns {
  const room = columns - gutter - 2;
  const time = timeColumns(room);
  const left = Math.max(0, room - time - numberColumns - 2);
  const subject = left >= 32 ? Math.max(20, Math.min(40, Math.floor(left * 0.42))) : left;
  return { subject, detail: Math.max(0, left - subject - 1), number: numberColumns, time };
}

/** The time of day or a date needs six columns, a date in an earlier year eight. */
function timeColumns(room: number): number {
  if (room < 48) return 0;
  return room < 70 ? 6 : 8;
}

/** The width of a row's detail, so that a long name in it can be truncated early. */
export function detailColumns(size: ListSize): number {
  return columnsOf(size).detail;
}

function padded(style: Style, spans: readonly Span[], columns: number): string {
  const pieces = fitted(style, spans, columns);
  const gap = Math.max(0, columns - spansWidth(style, pieces));
  return pieces.map((piece) => painted(style, piece)).join("") + " ".repeat(gap);
}

function usedColumns(size: ListSize): number {
  const { subject, detail, number, time } = columnsOf(size);
  return size.gutter + 3 + subject + detail + number + time;
}

export function rowLine(style: Style, size: ListSize, row: DrawnRow): string {
  const { cells } = style;
  const widths = columnsOf(size);
  const used = usedColumns(size);
  const gutter = " ".repeat(size.gutter);
  if (used > size.columns) {
    const blank = span(plain(" "));
    return lineOf(style, size.columns, [span(plain(gutter)), row.sign, blank, ...row.subject]);
  }
  const numbers = row.number === undefined ? 1 : widths.number;
  const number = cells.pad(cells.padStart(row.number ?? "", numbers - 1), numbers);
  const time = cells.padStart(cells.cut(plain(row.time), widths.time), widths.time);
  const line = [
    gutter,
    painted(style, row.sign),
    " ",
    padded(style, row.subject, widths.subject),
    " ",
    padded(style, row.detail, widths.detail + widths.number - numbers),
    painted(style, span(plain(number), row.numberLook ?? "unread")),
    painted(style, span(plain(time), "faint")),
  ].join("");
  return line + " ".repeat(size.columns - used);
}

/** Above rows: a section's title, or the heading of a group inside it. */
export type DrawnHeading = {
  readonly left: readonly Span[];
  readonly number: SafeText | "";
  readonly token: Token;
};

export function headingLine(style: Style, size: ListSize, heading: DrawnHeading): string {
  const { cells } = style;
  // Its number is aligned with those of the rows.
  const behind = 1 + columnsOf(size).time + Math.max(0, size.columns - usedColumns(size));
  const blanks = plain(" ".repeat(behind));
  const number = span(
    plain(cells.cut(heading.number, size.columns - behind) + blanks),
    heading.token,
  );
  const right = heading.number === "" ? [] : [number];
  return lineOf(
    style,
    size.columns,
    [span(plain(" ".repeat(size.gutter))), ...heading.left],
    right,
  );
}

/** What the lines of a list contain, in one state and minute. */
export type ListRows = {
  /** Undefined if the row's subject is no longer known. */
  readonly row: (placed: GroupedRow, isTicked: boolean, size: ListSize) => DrawnRow | undefined;
  /** The heading above the rows of a section; absent or undefined: none. */
  readonly section?: (key: RowKey) => DrawnHeading | undefined;
  readonly group?: (key: RowKey) => DrawnHeading | undefined;
};

/** Called once per drawing: the rows may cache lookups. */
export type RowsAt = (state: Pick<State, "view" | "journal">, now: number) => ListRows;
