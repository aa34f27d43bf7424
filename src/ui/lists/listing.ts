/** The layout of a list in its pane: rows with the titles and headings above them. */
import type { GroupedRow } from "#journal/journal.ts";
import { indexOfRow, isWholeSection, type List, type ListTop, titleOf } from "#store/list.ts";
import type { RowKey } from "#store/row-keys.ts";
import {
  isBefore,
  type Rows,
  scrolled,
  type Window,
  windowAt,
  windowShowing,
} from "#ui/viewport.ts";

/** A line of a list: a row, or a title or heading. */
export type ListLine =
  | { readonly kind: "row"; readonly row: GroupedRow; readonly at: number }
  | { readonly kind: "section" | "group"; readonly key: RowKey; readonly at: number }
  | { readonly kind: "blank" };

export type Listing = {
  readonly list: List;
  readonly window: Window;
  /** From the top of the pane down to the last visible row. */
  readonly lines: readonly ListLine[];
};

/** How much of the pane is scrolled at once past rows that were dealt with. */
const pageShare = 0.7;

const blank: ListLine = { kind: "blank" };

/** Whether a section or a group has a heading. */
export type HasHeading = (key: RowKey) => boolean;

function isUnder(title: RowKey, row: GroupedRow | undefined): boolean {
  return row !== undefined && titleOf(row) === title;
}

/** The lines above a row: the titles of the sections and groups that begin there. */
function leadOf(
  { rows }: List,
  at: number,
  spacious: boolean,
  has: HasHeading,
): readonly ListLine[] {
  const row = rows[at];
  const above = rows[at - 1];
  if (row === undefined) return [];
  const lines: ListLine[] = [];
  const title = titleOf(row);
  const isNew = !isUnder(title, above);
  if (isNew) {
    const titled = !isWholeSection(row) && has(title);
    if (spacious && (titled || above !== undefined)) lines.push(blank);
    if (titled) lines.push({ kind: "section", key: title, at });
  }
  if (row.group !== undefined && row.group !== above?.group && has(row.group)) {
    // In a section without a title, the headings of its groups are like titles of sections.
    const isSpaced = isNew && above !== undefined;
    if (spacious && !isSpaced && !has(title)) lines.push(blank);
    lines.push({ kind: "group", key: row.group, at });
  }
  return lines;
}

function heightsOf(list: List, spacious: boolean, has: HasHeading): Rows {
  const lead = (at: number) => leadOf(list, at, spacious, has).length;
  return {
    count: list.rows.length,
    height: (at) => lead(at) + 1,
    lead,
    startKnown: true,
    endKnown: true,
  };
}

/**
 * Scrolled only as far as the cursor needs, or past rows that were dealt with; beside what is read, as far as it was
 * scrolled.
 */
export function listingOf(
  list: List,
  height: number,
  spacious: boolean,
  has: HasHeading,
  isOver: (key: RowKey) => boolean,
  isOpen: boolean,
): Listing {
  const heights = heightsOf(list, spacious, has);
  const start = windowAt(heights, height, topOf(list));
  const isFree = !isOpen && list.top?.isFree === true;
  const cursor = isFree ? undefined : list.cursor;
  const shown = cursor === undefined ? start : windowShowing(heights, height, start, cursor.at);
  const above = list.rows[(cursor?.at ?? 0) - 1];
  const isBelow = isBefore(start.top, shown.top);
  // Whoever works down the list has dealt with what is above: it goes a page at a time, so that most keys scroll nothing.
  const isPage = isBelow && above !== undefined && isOver(above.key);
  const window = isPage ? scrolled(heights, height, shown, Math.floor(height * pageShare)) : shown;
  const lines = window.parts.flatMap(({ index, from, to }) => {
    const row = list.rows[index];
    if (row === undefined) return [];
    const all = [...leadOf(list, index, spacious, has), { kind: "row", row, at: index } as const];
    return all.slice(from, to);
  });
  return { list, window, lines };
}

function topOf(list: List): Window["top"] {
  if (list.top === undefined) return { index: 0, offset: 0 };
  const index = indexOfRow(list, list.top.key, list.top.at);
  return index < 0 ? { index: 0, offset: 0 } : { index, offset: list.top.hidden };
}

/** The position that the list saves. */
export function savedListTop({ list, window }: Listing): ListTop | undefined {
  const { index, offset } = window.top;
  const row = list.rows[index];
  const isFree = list.top?.isFree;
  return row === undefined || (index === 0 && offset <= 0 && !isFree)
    ? undefined
    : { key: row.key, at: index, hidden: offset, ...(isFree && { isFree }) };
}
