/**
 * The layout of the screen at every size.
 *
 * From 80 columns sidebar and pane are side by side; on anything smaller one of them fills the screen. What does not
 * fit is dropped in a fixed order, the pane's own lines last.
 */

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
  /** Lines above the composer's text: the recipient, and a rule above that. */
  readonly composerFrame: 0 | 1 | 2;
  readonly footer: Region | undefined;
  /** Columns of the pane before a sender's name; the first one is for the selection bar. */
  readonly gutter: 1 | 2;
  /** On a wide screen the right edge is too far from what it belongs to. */
  readonly isWide: boolean;
};

export type Needs = {
  readonly columns: number;
  readonly rows: number;
  readonly notice: boolean;
  /** If only one of them fits: the sidebar instead of the pane. */
  readonly sidebarShown: boolean;
  readonly composer: boolean;
  /** Lines of text in the composer. */
  readonly composerLines: number;
  /** True: the composer is focused, so it is dropped last. */
  readonly composing: boolean;
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

/** The width of the pane, whatever else the screen shows. */
export function paneColumns(columns: number, rows: number): number {
  const isSingle = columns < minColumns || rows < minRows;
  return Math.max(1, isSingle ? columns : columns - sidebarColumns(columns) - 1);
}

/** On a smaller screen no notice is shown. */
export function hasRoomForNotice({ rows }: { readonly rows: number }): boolean {
  return rows >= 10;
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
  const hasNotice = needs.notice && hasRoomForNotice({ rows });
  const hasFooter = rows >= 5;
  const top = (hasHeader ? 1 : 0) + (hasNotice ? 1 : 0);
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
    notice: hasNotice ? full(1, 1) : undefined,
    footer: hasFooter ? full(rows - 1, 1) : undefined,
    sidebar: sidebarRegion(single, onlySidebar, {
      ...split,
      x: 0,
      columns: single ? columns : side,
    }),
    rule: single ? undefined : { x: side, y: top, columns: 1, rows: body },
    gutter: gutterOf(columns),
    isWide: columns >= wideColumns,
    ...(onlySidebar ? noPane : paneRegions(split, needs)),
  };
}

const noPane = {
  title: undefined,
  pane: undefined,
  composer: undefined,
  composerFrame: 0,
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
