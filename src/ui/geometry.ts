/**
 * The layout of the screen at every size.
 *
 * From 80 columns sidebar and pane are side by side; on anything smaller one of them fills the screen. What does not
 * fit is dropped in a fixed order, the pane's own lines last.
 */
import type { Aside } from "#store/peek.ts";

export type Region = {
  readonly x: number;
  readonly y: number;
  readonly columns: number;
  readonly rows: number;
};

export function isIn(
  region: Region | undefined,
  { x, y }: { readonly x: number; readonly y: number },
): region is Region {
  if (region === undefined) return false;
  const { columns, rows } = region;
  return x >= region.x && x < region.x + columns && y >= region.y && y < region.y + rows;
}

/** A list and what is read in it beside each other: the one of the two in which keys do not work. */
export type Beside = {
  /** Between them: a column, or a line if they are above each other. */
  readonly rule: Region;
  readonly title: Region | undefined;
  readonly pane: Region | undefined;
  /** Below what is shown of a row, where the composer will be. */
  readonly foot: Region | undefined;
};

export type Geometry = {
  readonly columns: number;
  readonly rows: number;
  /** True if sidebar and pane do not fit side by side. */
  readonly single: boolean;
  readonly header: Region | undefined;
  readonly notice: Region | undefined;
  readonly sidebar: Region | undefined;
  /** The column between sidebar and pane. */
  readonly rule: Region | undefined;
  /** The line above the pane that names what it shows. */
  readonly title: Region | undefined;
  readonly pane: Region | undefined;
  readonly composer: Region | undefined;
  /** Lines above the composer's text, and in the foot: the recipient, and a rule above that. */
  readonly composerFrame: 0 | 1 | 2;
  readonly beside: Beside | undefined;
  readonly footer: Region | undefined;
  /** Columns of the pane before a sender's name; the first one is for the selection bar. */
  readonly gutter: 1 | 2;
  /** On a wide screen the right edge is too far from what it belongs to. */
  readonly isWide: boolean;
};

export type Needs = {
  readonly columns: number;
  readonly rows: number;
  /** The lines that the notice's words take; 0: there is none. */
  readonly noticeLines: number;
  /** If only one of them fits: the sidebar instead of the pane. */
  readonly sidebarShown: boolean;
  readonly composer: boolean;
  /** Lines of text in the composer. */
  readonly composerLines: number;
  /** True: the composer is focused, so it is dropped last. */
  readonly composing: boolean;
  /** Where what is read is, seen from its list, if both are shown. */
  readonly aside: Aside | undefined;
  /** Whether the list is the one in which keys work. */
  readonly isList: boolean;
  /** Lines of text in the composer of the conversation that is shown before it is opened, if it has one. */
  readonly footLines: number | undefined;
};

/** The smallest screen that fits both sidebar and pane. */
const minColumns = 80;
const minRows = 20;
const roomyColumns = 100;
const wideColumns = 150;

/** The width of the sidebar on a screen that wide. */
export function sidebarColumns(columns: number): number {
  if (columns < roomyColumns) return 22;
  if (columns < 140) return 26;
  return columns < 200 ? 30 : 32;
}

/** The width of the composer, whatever else the screen shows. */
export function composerColumns(columns: number, rows: number, aside: Aside | undefined): number {
  const isSingle = columns < minColumns || rows < minRows;
  const room = Math.max(1, isSingle ? columns : columns - sidebarColumns(columns) - 1);
  return aside === "right" ? room - listColumns(room) - 1 : room;
}

/** What is read beside its list: as wide as its text may be, if the list has its share, and room for its texts. */
const widestRead = 106;
const listShare = 0.38;
const leastList = 56;

/** The columns of a list of which the end of a row is at its right. */
function listColumns(room: number): number {
  const most = Math.floor(room * 0.48);
  return Math.min(most, Math.max(leastList, Math.floor(room * listShare), room - 1 - widestRead));
}

/** The rows of a list, with its title, of which the end of a row is below it. */
function listRows(room: number): number {
  return Math.max(8, Math.floor(room * 0.35));
}

/** On a smaller screen no notice is shown. */
export function hasRoomForNotice({ rows }: { readonly rows: number }): boolean {
  return rows >= 10;
}

function mostNoticeRows(rows: number): number {
  return rows < minRows ? 1 : 3;
}

/** Columns before the text of a pane; the first one is for the selection bar. */
export function gutterOf(columns: number): 1 | 2 {
  return columns >= roomyColumns ? 2 : 1;
}

export function geometryOf(needs: Needs): Geometry {
  const columns = Math.max(1, needs.columns);
  const rows = Math.max(1, needs.rows);
  const single = columns < minColumns || rows < minRows;
  const hasHeader = rows >= 3;
  const noticeRows = hasRoomForNotice({ rows })
    ? Math.min(needs.noticeLines, mostNoticeRows(rows))
    : 0;
  const hasFooter = rows >= 5;
  const top = (hasHeader ? 1 : 0) + noticeRows;
  const body = rows - top - (hasFooter ? 1 : 0);
  const full = (y: number, height: number): Region => ({ x: 0, y, columns, rows: height });

  const onlySidebar = single && needs.sidebarShown;
  const side = sidebarColumns(columns);
  const x = single ? 0 : side + 1;
  const split = { x, columns: columns - x, y: top, rows: body };
  return {
    columns,
    rows,
    single,
    header: hasHeader ? full(0, 1) : undefined,
    notice: noticeRows > 0 ? full(1, noticeRows) : undefined,
    footer: hasFooter ? full(rows - 1, 1) : undefined,
    sidebar: sidebarRegion(single, onlySidebar, {
      ...split,
      x: 0,
      columns: single ? columns : side,
    }),
    rule: single ? undefined : { x: side, y: top, columns: 1, rows: body },
    gutter: gutterOf(columns),
    isWide: columns >= wideColumns,
    ...(onlySidebar ? noPane : panesIn(split, needs)),
  };
}

type Panes = Pick<Geometry, "title" | "pane" | "composer" | "composerFrame" | "beside">;

function panesIn(split: Region, needs: Needs): Panes {
  if (needs.aside === undefined) return { ...paneRegions(split, needs), beside: undefined };
  const { list, rule, read } = dividedBy(needs.aside, split);
  const listed = paneRegions(list, { ...needs, composer: false });
  const { footLines = 0 } = needs;
  const hasText = needs.composer || (needs.isList && needs.footLines !== undefined);
  const shown = needs.composer ? needs : { ...needs, composer: hasText, composerLines: footLines };
  // Without a composer, the last line is free for the keys before it is opened, and stays so.
  const room = hasText ? read : { ...read, rows: read.rows - 1 };
  const { title, pane, composer, composerFrame } = paneRegions(room, shown);
  if (!needs.isList) {
    const beside = { rule, title: listed.title, pane: listed.pane, foot: undefined };
    return { title, pane, composer, composerFrame, beside };
  }
  const last = { ...read, y: read.y + read.rows - 1, rows: 1 };
  const foot = needs.composer ? undefined : (composer ?? last);
  return {
    title: listed.title,
    pane: listed.pane,
    composer: needs.composer ? composer : undefined,
    composerFrame,
    beside: { rule, title, pane, foot },
  };
}

function dividedBy(aside: Aside, { x, y, columns, rows }: Region) {
  if (aside === "right") {
    const left = listColumns(columns);
    return {
      list: { x, y, columns: left, rows },
      rule: { x: x + left, y, columns: 1, rows },
      read: { x: x + left + 1, y, columns: columns - left - 1, rows },
    };
  }
  const above = listRows(rows);
  return {
    list: { x, y, columns, rows: above },
    rule: { x, y: y + above, columns, rows: 1 },
    read: { x, y: y + above + 1, columns, rows: rows - above - 1 },
  };
}

const noPane = {
  title: undefined,
  pane: undefined,
  composer: undefined,
  composerFrame: 0,
  beside: undefined,
} as const;

function sidebarRegion(single: boolean, only: boolean, region: Region): Region | undefined {
  return single && !only ? undefined : region;
}

function paneRegions(
  split: Region,
  needs: Needs,
): Pick<Geometry, "title" | "pane" | "composer" | "composerFrame"> {
  const { x, y, columns, rows } = split;
  const composer = composerHeight(rows, needs);
  const left = rows - composer.rows;
  const titleRows = left >= 3 ? 1 : 0;
  const region = (from: number, height: number): Region | undefined =>
    height > 0 ? { x, y: from, columns, rows: height } : undefined;
  return {
    title: region(y, titleRows),
    pane: region(y + titleRows, left - titleRows),
    composer: region(y + left, composer.rows),
    composerFrame: composer.frame,
  };
}

type ComposerHeight = { readonly rows: number; readonly frame: 0 | 1 | 2 };

/** The text takes at most a third of the screen; the lines above it are dropped first. */
function composerHeight(rows: number, needs: Needs): ComposerHeight {
  if (!needs.composer) return { rows: 0, frame: 0 };
  if (rows < 2) return { rows: needs.composing ? rows : 0, frame: 0 };
  const most = Math.max(1, Math.floor(needs.rows / 3));
  const text = Math.max(1, Math.min(most, needs.composerLines, rows - 1));
  const frameRows = (rows >= 6 || needs.composing ? 1 : 0) + (rows >= 14 ? 1 : 0);
  const frame = Math.min(frameRows, rows - 1 - text) as 0 | 1 | 2;
  return { rows: text + frame, frame };
}
