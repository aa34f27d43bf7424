/**
 * Which lines of a long list of rows are visible.
 *
 * A position is a row and a line in it, never a distance from an end, so rows that arrive above or below move nothing.
 * Heights are computed only for the rows that matter: no function here goes through the whole list.
 */

/** Rows by index. All heights are at least one line. */
export type Rows = {
  readonly count: number;
  readonly height: (index: number) => number;
  /** Lines of a row above its text: separators, the sender. Fewer than its height. */
  readonly lead: (index: number) => number;
  /** False: there is more before the first row, and room above it is reserved for that. */
  readonly startKnown: boolean;
  /** False: there is more after the last row. */
  readonly endKnown: boolean;
  /** True: rows that do not fill the pane stand at its bottom, where others will follow, and not at its top. */
  readonly standAtEnd?: boolean;
};

/**
 * The row at the top and how many of its lines are above the screen. Negative only at the first row: that many blank
 * lines are above it.
 */
export type Top = { readonly index: number; readonly offset: number };

/** The visible part of a row: its lines [from, to), drawn from line `y` on. */
export type Part = {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly y: number;
};

export type Window = {
  readonly top: Top;
  /** In order, without gaps; at least one if there are rows. */
  readonly parts: readonly Part[];
  /** Lines below the last part. */
  readonly below: number;
  readonly atStart: boolean;
  readonly atEnd: boolean;
};

/** The same position with its line within its row, or before the first row. */
function normalizedTop(rows: Rows, top: Top): Top {
  let { index, offset } = top;
  while (offset < 0 && index > 0) {
    index -= 1;
    offset += rows.height(index);
  }
  while (index < rows.count - 1 && offset >= rows.height(index)) {
    offset -= rows.height(index);
    index += 1;
  }
  return { index, offset };
}

/** The position with the last line of the last row at the bottom; before the start if there are too few lines. */
function bottom(rows: Rows, height: number): Top {
  let lines = 0;
  let index = rows.count;
  while (index > 0 && lines < height) {
    index -= 1;
    lines += rows.height(index);
  }
  return { index, offset: lines - height };
}

/** Whether there are that many lines from a position on. */
function hasLines(rows: Rows, height: number, { index: first, offset }: Top): boolean {
  let lines = -offset;
  for (let index = first; index < rows.count && lines < height; index += 1)
    lines += rows.height(index);
  return lines >= height;
}

export function isBefore(one: Top, other: Top): boolean {
  return one.index < other.index || (one.index === other.index && one.offset < other.offset);
}

/** The position nearest to `top` that leaves no gap at a known end. */
function clampedTop(rows: Rows, height: number, top: Top): Top {
  const target = normalizedTop(rows, top);
  // Of a long list, the end is not laid out before it is near.
  const isPastEnd = rows.endKnown && !hasLines(rows, height, target);
  let at = isPastEnd ? bottom(rows, height) : target;
  // Below an unknown end, at least one known line stays visible.
  const last = rows.count - 1;
  if (at.index === last) at = { index: last, offset: Math.min(at.offset, rows.height(last) - 1) };
  if (at.index > 0 || at.offset >= 0) return at;
  return { index: 0, offset: rows.startKnown ? 0 : Math.max(at.offset, 1 - height) };
}

function windowFrom(rows: Rows, height: number, top: Top): Window {
  const parts: Part[] = [];
  let y = Math.max(0, -top.offset);
  let from = Math.max(0, top.offset);
  let index = top.index;
  while (index < rows.count && y < height) {
    const to = Math.min(rows.height(index), from + height - y);
    parts.push({ index, from, to, y });
    y += to - from;
    from = 0;
    index += 1;
  }
  const last = parts.at(-1);
  const atEnd =
    last === undefined || (last.index === rows.count - 1 && last.to === rows.height(last.index));
  return {
    top,
    parts,
    below: height - y,
    atStart: top.index === 0 && top.offset <= 0,
    atEnd,
  };
}

/** The visible part of `height` lines from `top`, or aligned with the end. */
export function windowAt(rows: Rows, height: number, top: Top | undefined): Window {
  if (rows.count === 0 || height <= 0) {
    return {
      top: { index: 0, offset: 0 },
      parts: [],
      below: Math.max(0, height),
      atStart: true,
      atEnd: true,
    };
  }
  const at = clampedTop(rows, height, top ?? bottom(rows, height));
  return windowFrom(rows, height, leavesRoom(rows, height, at) ? bottom(rows, height) : at);
}

/** Whether the rows do not fill the pane, and the room that they leave is above them. */
function leavesRoom(rows: Rows, height: number, { index }: Top): boolean {
  const { standAtEnd = false, startKnown } = rows;
  return standAtEnd && startKnown && index === 0 && !hasLines(rows, height, { index, offset: 0 });
}

/** The window moved as little as possible so that some of the row's text is visible. */
export function windowWith(rows: Rows, height: number, window: Window, index: number): Window {
  if (index < 0 || index >= rows.count || height <= 0) return window;
  const part = window.parts.find((candidate) => candidate.index === index);
  if (part !== undefined && part.to > rows.lead(index)) return window;
  return windowShowing(rows, height, window, index);
}

/** The window moved as little as possible so that the whole row is visible; of a taller one, the first lines. */
export function windowShowing(rows: Rows, height: number, window: Window, index: number): Window {
  if (index < 0 || index >= rows.count || height <= 0) return window;
  const lines = rows.height(index);
  const part = window.parts.find((candidate) => candidate.index === index);
  if (part !== undefined && part.to - part.from === lines) return window;
  const isAbove = isBefore({ index, offset: 0 }, window.top);
  const fits = lines <= height;
  // If even the lead does not fit with a line of text, the text wins.
  const first = Math.min(fits ? 0 : rows.lead(index), lines - 1);
  const offset = isAbove || !fits ? first : lines - height;
  return windowAt(rows, height, { index, offset: clearOfEnds(rows, index, offset) });
}

/** Space above the first row is for pages to come; showing a row adds none. */
function clearOfEnds(rows: Rows, index: number, offset: number): number {
  if (offset >= 0 || !rows.startKnown || index > 0) return offset;
  return 0;
}

/** The window scrolled by lines, no further than what is known. */
export function scrolled(rows: Rows, height: number, window: Window, lines: number): Window {
  if (rows.count === 0 || height <= 0) return window;
  const { index, offset } = window.top;
  const target = normalizedTop(rows, { index, offset: offset + lines });
  const start = { index: 0, offset: Math.min(0, lines < 0 ? window.top.offset : 0) };
  const upper = isBefore(target, start) ? start : target;
  const end = bottom(rows, height);
  const isPastEnd = lines > 0 && isBefore(end, upper);
  if (!isPastEnd) return windowAt(rows, height, upper);
  // If the window is past the end already (more is coming there), scrolling on does not move it back.
  return isBefore(end, window.top) ? window : windowAt(rows, height, end);
}

/** The nearest row to `index` with visible text: where the selection moves when it is scrolled away. */
export function nearestShown(rows: Rows, window: Window, index: number): number {
  const shown = window.parts.filter(({ index: row, to }) => to > rows.lead(row));
  const first = shown[0]?.index ?? window.top.index;
  const last = shown.at(-1)?.index ?? first;
  return Math.max(first, Math.min(last, index));
}

/** The first visible row of `count`: `before`, moved only as far as needed to show the selected row. */
export function firstShown(
  before: number,
  selected: number | undefined,
  count: number,
  height: number,
): number {
  const most = Math.max(0, count - height);
  const first = Math.min(Math.max(0, before), most);
  if (selected === undefined || selected < 0) return first;
  if (selected < first) return selected;
  return selected >= first + height ? Math.min(most, selected - height + 1) : first;
}
