/** The footer's line with the keys that work here, and the notice: the last action, how to undo it, and long work. */
import { memoizeEach, memoizeFields, memoizeLast } from "#base/memoize.ts";
import { plain, safeLine } from "#base/safe-text.ts";
import { type Context, chainOf, type Keys } from "#commands/command.ts";
import { contextOf } from "#commands/screen.ts";
import { keyOf } from "#commands/sentences.ts";
import type { Toast } from "#store/screen.ts";
import type { Progress } from "#store/session.ts";
import type { State } from "#store/state.ts";
import { openFind } from "#store/typed-into.ts";
import type { Token } from "#theme/tokens.ts";
import { type DialogPane, readsKeysItself } from "#ui/dialog-pane.ts";
import { continuationsOf, fitsLine } from "#ui/drawers.ts";
import { type Geometry, isIn, type Region } from "#ui/geometry.ts";
import { type Hint, hintSpans, hintsFor, hintsWithin } from "#ui/hints.ts";
import type { Listing } from "#ui/lists/listing.ts";
import type { Cell, Lines, PaneParts } from "#ui/pane-parts.ts";
import { type OpenReader, visibleOf } from "#ui/reader/pane.ts";
import {
  type ClickedLine,
  clickedLine,
  lineOf,
  noSpans,
  type Span,
  span,
  spansWidth,
} from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { footerHints, occasionsIn } from "./footer-keys.ts";

const none: readonly Hint[] = [];
const lastOf = memoizeEach((hints: readonly Hint[]) => hints.slice(-1));
const wayOut: readonly Hint[] = [{ key: "Esc", words: "close" }];

/** In a pane with fewer lines, the notice would cover too much: it is in the footer. */
const minPaneRows = 6;

type NoticePlace = {
  /** Where its last line is, if it has that many. */
  readonly regionOf: (lines: number) => Region;
  readonly most: 1 | 2;
};

/**
 * Where the notice is, so that it displaces no key: on the rule above the composer, or else on the last line of the
 * pane that is not selected, and on the line above if it is long; under a dialog, and on small screens, in the footer.
 */
function noticePlace(
  state: State,
  { pane, composer, composerFrame, footer }: Geometry,
  listing: Listing | undefined,
): NoticePlace | undefined {
  const key = listing?.list.cursor?.key;
  const selected = listing?.lines.findIndex((line) => line.kind === "row" && line.row.key === key);
  const isOver = state.screen.dialog !== undefined;
  if (!isOver && composer !== undefined && composerFrame === 2) {
    // Beside a list, the line above is not that of the list.
    const isCovering = pane?.x !== composer.x || selected === pane.rows - 1;
    return { regionOf: () => ({ ...composer, rows: 1 }), most: isCovering ? 1 : 2 };
  }
  if (isOver || pane === undefined || pane.rows < minPaneRows)
    return footer && { regionOf: () => footer, most: 1 };
  const regionOf = (lines: number) => {
    const isCovered = selected !== undefined && selected >= pane.rows - lines;
    return { ...pane, y: pane.y + (isCovered ? selected : pane.rows) - 1, rows: 1 };
  };
  return { regionOf, most: 2 };
}

/** The key that undoes; where letters are text, that input is left first. */
function undoHints(keys: Keys): (where: Context) => readonly Hint[] {
  const undo = hintsFor(keys, ["triage.undo", "undo"]);
  const outside = (leave: string): readonly Hint[] => {
    const first = keyOf(keys, leave);
    return first === undefined
      ? []
      : undo.map((hint) => ({ ...hint, key: `${first} ${hint.key}` }));
  };
  const [composer, dialog] = [outside("composer.leave"), outside("dialog.leave")];
  return (where) => {
    if (where === "composer") return composer;
    return chainOf(where).includes("dialog") ? dialog : undo;
  };
}

/** What the keys do now; none while a dialog says so in its frame. */
function hintsPane(
  { style, keys, bodies }: PaneParts,
  geometry: (state: State) => Geometry,
  dialog: DialogPane,
  reading: (state: State) => OpenReader | undefined,
): (state: State) => readonly Hint[] {
  const hintsByKey = new Map<string, readonly Hint[]>();
  const hintsIn = (where: Context, occasions = ""): readonly Hint[] => {
    const key = `${where} ${occasions}`;
    const hints = hintsByKey.get(key) ?? footerHints(keys, where, occasions);
    hintsByKey.set(key, hints);
    return hints;
  };
  const following = continuationsOf(keys);
  /** The possible continuations; if the drawer shows all of them, only Esc. */
  const nextKeys = (state: State): readonly Hint[] => {
    const next = following(state);
    const { pane, columns } = geometry(state);
    return pane === undefined || fitsLine(style, next, columns - 4) ? next : wayOut;
  };
  return (state) => {
    // While a dialog reads keys itself, no binding works.
    if (readsKeysItself(state.screen)) return none;
    const next = nextKeys(state);
    if (next.length > 0) return next;
    if (dialog(state)?.isFramed) return none;
    const where = contextOf(state.screen);
    if (where === "reader" && openFind(state.screen) !== undefined) return hintsIn("hits");
    // What is drawn now: what the last frame reported would need another frame after each that moves.
    const visible = visibleOf(state, reading(state));
    return hintsIn(where, occasionsIn(keys, state, { bodies, visible }));
  };
}

/** The line of keys. */
function keysPane(
  style: Style,
  geometry: (state: State) => Geometry,
  hintsNow: (state: State) => readonly Hint[],
) {
  const drawn = memoizeFields(
    (of: {
      readonly columns: number;
      readonly hints: readonly Hint[];
      readonly pending: string;
    }) => {
      const { line, targetAt } = keysLine(style, of.columns, of.hints, of.pending);
      return { lines: [line], targetAt };
    },
    4,
  );
  return (state: State) =>
    drawn({
      columns: geometry(state).columns,
      hints: hintsNow(state),
      pending: state.screen.pressed.pending,
    });
}

type PlacedNotice = Notice & {
  readonly region: Region;
  readonly isInFooter: boolean;
};

type Surroundings = {
  readonly geometry: (state: State) => Geometry;
  readonly dialog: DialogPane;
  readonly listing: (state: State) => Listing | undefined;
  readonly reading: (state: State) => OpenReader | undefined;
};

/** The returned function returns undefined while there is nothing to say. */
function noticePane(
  { style, keys }: PaneParts,
  { geometry, listing }: Surroundings,
  hintsNow: (state: State) => readonly Hint[],
): (state: State) => PlacedNotice | undefined {
  const undoIn = undoHints(keys);
  const following = continuationsOf(keys);
  const noticeDrawn = memoizeFields((facts: NoticeFacts & { readonly columns: number }) =>
    noticeLines(style, facts.columns, facts),
  );
  return (state) => {
    const toast = following(state).length === 0 ? state.screen.toast : undefined;
    const [progress] = state.session.progress;
    if (toast === undefined && progress === undefined) return undefined;
    const now = geometry(state);
    const place = noticePlace(state, now, listing(state));
    if (place === undefined) return undefined;
    const { regionOf, most } = place;
    const { columns } = regionOf(1);
    const isInFooter = regionOf(1) === now.footer;
    const undo = undoIn(contextOf(state.screen));
    const hints = isInFooter ? lastOf(hintsNow(state)) : none;
    const drawn = noticeDrawn({ columns, most, toast, undo, progress, hints });
    return { ...drawn, region: regionOf(drawn.lines.length), isInFooter };
  };
}

export function footerPane(parts: PaneParts, surroundings: Surroundings) {
  const { style } = parts;
  const { geometry, dialog, reading } = surroundings;
  const hintsNow = hintsPane(parts, geometry, dialog, reading);
  const keysDrawn = keysPane(style, geometry, hintsNow);
  const notice = noticePane(parts, surroundings, hintsNow);
  const covering = () =>
    memoizeLast(
      (lines: Lines, from: number, notice: Lines): Lines =>
        lines.map((line, at) => {
          const over = notice[at - from];
          return over === undefined ? line : style.painter.behind("toast", over);
        }),
    );
  const covered = { pane: covering(), composer: covering() };
  const region = memoizeLast(
    (x: number, y: number, columns: number): Region => ({ x, y, columns, rows: 1 }),
  );
  return {
    lines: (state: State) => {
      const now = notice(state);
      return now?.isInFooter ? now.lines : keysDrawn(state).lines;
    },
    /** The strokes of the key that the footer or the notice names there. */
    keyAt: (state: State, cell: Cell) => {
      const now = notice(state);
      const { footer: region } = geometry(state);
      if (now !== undefined && isIn(now.region, cell)) return now.targetAt(cell.x - now.region.x);
      return isIn(region, cell) ? keysDrawn(state).targetAt(cell.x) : undefined;
    },
    /** The lines of that part with the notice over some of them, if it is there. */
    over: (state: State, part: "pane" | "composer", lines: Lines) => {
      const now = notice(state);
      const { [part]: region } = geometry(state);
      if (now === undefined || now.isInFooter || region === undefined) return lines;
      const from = now.region.y - region.y - now.lines.length + 1;
      // Beside a list, what is written has columns of its own.
      const isAmong = now.region.x === region.x && now.region.columns === region.columns;
      const isThere = isAmong && from < lines.length && from + now.lines.length > 0;
      return isThere ? covered[part](lines, from, now.lines) : lines;
    },
    /** The region reserved for a progress bar; undefined while there is none. */
    bar: (state: State) => {
      const now = notice(state);
      return now?.bar && region(now.region.x + now.bar.x, now.region.y, now.bar.columns);
    },
  };
}

// Drawing the keys and the notice.

type NoticeFacts = {
  readonly toast: Toast | undefined;
  /** The key that undoes what the toast reports; none if the user unbound it. */
  readonly undo: readonly Hint[];
  /** The first of the running tasks. */
  readonly progress: Progress | undefined;
  /** Beside the notice on its line. */
  readonly hints: readonly Hint[];
  /** The lines that a sentence may take. */
  readonly most: 1 | 2;
};

type Notice = {
  readonly lines: Lines;
  /** On the last line. */
  readonly targetAt: ClickedLine["targetAt"];
  /** The columns in its last line reserved for a progress bar. */
  readonly bar: { readonly x: number; readonly columns: number } | undefined;
};

/** The keys; on the right, those of an incomplete sequence. */
export function keysLine(
  style: Style,
  columns: number,
  hints: readonly Hint[],
  pending: string,
): ClickedLine {
  const margin = span(plain(columns >= 40 ? " " : ""));
  const typed = pending === "" ? noSpans : [span(safeLine(`${pending} `), "accent")];
  const room = columns - spansWidth(style, [margin, ...typed, margin]);
  return clickedLine(style, columns, [margin, ...hintsWithin(style, hints, room)], typed);
}

/** Toast on the left; progress and hints on the right. What does not fit on one line begins on the line above. */
export function noticeLines(style: Style, columns: number, facts: NoticeFacts): Notice {
  const { toast, progress, hints, most } = facts;
  const margin = span(plain(columns >= 40 ? " " : ""));
  const room = columns - spansWidth(style, [margin, margin]);
  const left = toast === undefined ? noSpans : toastSpans(style, toast, facts);
  if (toast !== undefined && most > 1 && spansWidth(style, left) > room) {
    const [first = plain("")] = style.cells.wrap(safeLine(toast.text), room);
    const rest = { ...toast, text: safeLine(toast.text).slice(first.length).trim() };
    const last = noticeLines(style, columns, { ...facts, toast: rest, most: 1 });
    const above = lineOf(style, columns, [margin, span(first, lookOf(toast))]);
    return { ...last, lines: [above, ...last.lines] };
  }
  const keys = hints.flatMap((hint) => [gap, ...hintSpans(hint)]);
  const free = Math.min(Math.floor(room / 2), room - spansWidth(style, [...left, ...keys]) - 3);
  const block = progress && progressBlock(style, progress, free, toast === undefined);
  const right = [...(block?.spans ?? noSpans), ...keys, margin];
  const { line, targetAt } = clickedLine(style, columns, [margin, ...left], right);
  return {
    lines: [line],
    targetAt,
    bar: block?.bar && {
      x: columns - spansWidth(style, right) + block.bar.from,
      columns: block.bar.columns,
    },
  };
}

function lookOf({ tone }: Toast): Token {
  return tone === "error" ? "bad" : "text";
}

/** A sentence that is too long is cut, never the key. */
function toastSpans(style: Style, toast: Toast, facts: NoticeFacts) {
  const words = span(safeLine(toast.text), lookOf(toast));
  const dot = span(plain(`  ${style.glyphs.separator}  `), "faint");
  const keys = toast.undo ? facts.undo : [];
  const hints = keys.flatMap((hint) => [dot, ...hintSpans(hint)]);
  // All words may stand on the line above.
  return toast.text === "" ? hints.slice(1) : [{ ...words, shrinks: true } as const, ...hints];
}

type ProgressBlock = {
  readonly spans: readonly Span[];
  /** The columns reserved for the bar, from the first one of the block. */
  readonly bar: { readonly from: number; readonly columns: number } | undefined;
};

const barColumns = 16;
const gap = span(plain("  "));

/**
 * As much as fits into that many columns: the words are dropped before the bar, and that before the numbers. Without a
 * toast, only the words say what is being done: the bar is dropped before them.
 */
function progressBlock(
  style: Style,
  progress: Progress,
  columns: number,
  isAlone: boolean,
): ProgressBlock {
  const { title, answers, of } = progress;
  const words = [span(safeLine(title), "text"), gap];
  const numbers = [
    span(safeLine(of === undefined ? `${answers + 1}` : `${answers} of ${of}`), "dim"),
  ];
  const bar = of === undefined ? noSpans : [span(plain(" ".repeat(barColumns))), gap];
  const fits = (spans: readonly Span[]) => spansWidth(style, spans) <= columns;
  if (fits([...words, ...bar, ...numbers])) return block(style, words, bar, numbers);
  if (isAlone && fits([...words, ...numbers])) return block(style, words, noSpans, numbers);
  if (fits([...bar, ...numbers])) return block(style, noSpans, bar, numbers);
  return block(style, noSpans, noSpans, fits(numbers) ? numbers : noSpans);
}

function block(
  style: Style,
  words: readonly Span[],
  bar: readonly Span[],
  numbers: readonly Span[],
): ProgressBlock {
  const from = spansWidth(style, words);
  return {
    spans: [...words, ...bar, ...numbers],
    bar: bar.length === 0 ? undefined : { from, columns: barColumns },
  };
}
