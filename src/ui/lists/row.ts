/** A row of a list as a line of columns: sign, subject, detail, number and time. */
import { plain, type SafeText } from "#base/safe-text.ts";
import type { HourStyle } from "#base/time.ts";
import type { RowColumns } from "#commands/lists/list.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { distinctNames } from "#store/account.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Token } from "#theme/tokens.ts";
import { fitted, lineOf, painted, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

export type DrawnRow = {
  readonly sign: Span;
  readonly subject: readonly Span[];
  readonly detail: readonly Span[];
  /** Right-aligned. */
  readonly number: SafeText | "";
  /** If absent, the number looks like one of unread messages. */
  readonly numberLook?: Token;
  readonly time: SafeText | "";
  /** Whose row it is, in a list of several accounts. */
  readonly account?: AccountLabel | undefined;
};

/** What tells accounts apart in a list: two letters, or where there is room the part of the name that differs. */
export type AccountLabel = {
  readonly letters: Span;
  readonly name: Span;
  /** Whether its server cannot be reached, or wants its key. */
  readonly isAway: boolean;
};

export type ListSize = { readonly columns: number; readonly rows: number; readonly gutter: 1 | 2 };

/** Widths of the parts of a row; 0 if there is no room for one. */
export type Columns = {
  readonly gutter: number;
  /** In a list of several accounts, with a blank behind it. */
  readonly account: number;
  readonly subject: number;
  /** Blanks before the detail. */
  readonly gap: number;
  readonly detail: number;
  /** With a blank behind it. */
  readonly number: number;
  readonly time: number;
  /** Numbers are followed by what they count; else it is in the headings. */
  readonly units: boolean;
  /** At the right edge, and all that is left where the parts do not fit. */
  readonly rest: number;
  readonly all: number;
};

type Widths = RowColumns & {
  /** Of the widest time, where the rows are due. */
  readonly due?: number | undefined;
};

/** The columns of a list's rows in a pane; `accounts` are those whose rows it has, if there are several. */
export function columnsOf(
  { columns, gutter }: ListSize,
  list: Widths,
  hours: HourStyle,
  accounts: readonly string[],
): Columns {
  const account = accountColumns(columns, accounts);
  const room = columns - gutter - account - 2;
  const units = room >= spaciousColumns;
  const time = timeColumns(room, list, hours);
  const number = numberColumns(list, units);
  const left = Math.max(0, room - time - number - 2);
  const widest = list.subject ?? widestSubject;
  const subject = left >= 32 ? Math.min(widest, Math.max(20, Math.floor(left * 0.42))) : left;
  const gap = left > subject ? betweenTexts : 1;
  const detail = Math.max(0, left - subject - gap);
  const rest = columns - (gutter + 2 + account + subject + gap + detail + number + time);
  return { gutter, account, subject, gap, detail, number, time, units, rest, all: columns };
}

/** A single blank would join a name that fills its column with the words behind it. */
const betweenTexts = 2;

const spaciousColumns = 70;
const widestSubject = 40;

/** From this width of the pane on, accounts are named instead of abbreviated. */
const namedFrom = 90;
const longestName = 12;
const abbreviated = 3;

function accountColumns(columns: number, accounts: readonly string[]): number {
  if (accounts.length === 0) return 0;
  if (columns < namedFrom) return abbreviated;
  return (
    Math.min(longestName, Math.max(...distinctNames(accounts).map(({ length }) => length))) + 1
  );
}

function numberColumns({ number }: Widths, units: boolean): number {
  if (number === undefined) return 1;
  return number === "people" && units ? 12 : 5;
}

/** What is to come is listed for its time, which stays when there is no room for what it says. */
const leastWithDue = 24;

/** As the widest text needs: `10:05 pm` and `Nov 2024` eight, where that is only `2024` and hours have no half, six. */
function timeColumns(room: number, { number, times, due }: Widths, hours: HourStyle): number {
  if (due !== undefined && room >= leastWithDue) return Math.max(6, due);
  if (room < 48) return 0;
  const width = typeof times === "number" ? times : undefined;
  const isNarrow = room < spaciousColumns && hours.twentyFour;
  if (width === undefined || width === 0) return width ?? (isNarrow ? 6 : 8);
  if (number === "people") return room < spaciousColumns ? 6 : width;
  return hours.twentyFour ? width : width + 3;
}

function padded(style: Style, spans: readonly Span[], columns: number): string {
  const pieces = fitted(style, spans, columns);
  const gap = Math.max(0, columns - spansWidth(style, pieces));
  return pieces.map((piece) => painted(style, piece)).join("") + " ".repeat(gap);
}

export function rowLine(style: Style, columns: Columns, row: DrawnRow): string {
  const { cells } = style;
  const gutter = " ".repeat(columns.gutter);
  if (columns.rest < 0) {
    const blank = span(plain(" "));
    const account = row.account === undefined ? [] : [row.account.letters, blank];
    const spans = [span(plain(gutter)), row.sign, blank, ...account, ...row.subject];
    return lineOf(style, columns.all, spans);
  }
  const number = cells.pad(cells.padStart(row.number, columns.number - 1), columns.number);
  const time = cells.padStart(cells.cut(plain(row.time), columns.time), columns.time);
  const line = [
    gutter,
    painted(style, row.sign),
    " ",
    accountText(style, columns, row),
    padded(style, row.subject, columns.subject),
    " ".repeat(columns.gap),
    padded(style, row.detail, columns.detail),
    painted(style, span(plain(number), row.numberLook ?? "unread")),
    painted(style, span(plain(time), "faint")),
  ].join("");
  return line + " ".repeat(columns.rest);
}

function accountText(style: Style, columns: Columns, { account }: DrawnRow): string {
  if (columns.account === 0) return "";
  const shown = columns.account > abbreviated ? account?.name : account?.letters;
  const mark = account?.isAway === true ? painted(style, span(plain("!"), "bad")) : " ";
  return padded(style, shown === undefined ? [] : [shown], columns.account - 1) + mark;
}

/** Above rows: a section's title, or the heading of a group inside it. */
export type DrawnHeading = {
  readonly left: readonly Span[];
  readonly number: SafeText | "";
  readonly time: SafeText | "";
  readonly token: Token;
};

export function headingLine(style: Style, columns: Columns, heading: DrawnHeading): string {
  const { cells } = style;
  const { number, time, left, token } = heading;
  // They are aligned with those of the rows.
  const timed = cells.padStart(cells.cut(plain(time), columns.time), columns.time);
  const behind = cells.pad(timed, columns.time + Math.max(0, columns.rest));
  const counted = cells.cut(number, columns.all - columns.time - columns.rest - 1);
  const right = number === "" ? [] : [span(plain(`${counted} ${behind}`), token)];
  const blanks = span(plain(" ".repeat(columns.gutter)));
  return lineOf(style, columns.all, [blanks, ...left], right);
}

/** What the lines of a list contain, in one state and minute, and at one width. */
export type ListRows = {
  readonly isOver: (key: RowKey) => boolean;
  readonly columns: Columns;
  /** Undefined if the row's subject is no longer known. */
  readonly row: (placed: GroupedRow) => DrawnRow | undefined;
  /** The heading of a section or a group, if it has one. */
  readonly heading: (key: RowKey) => DrawnHeading | undefined;
};
