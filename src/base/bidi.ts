/**
 * Text from right to left in the order in which a screen shows it (UAX #9), because most terminals write every text from
 * left to right.
 *
 * Texts stay in logical order everywhere; a line is reordered when it is drawn, cluster by cluster, after wrapping. Then
 * Arabic letters get the forms in which they join each other, which terminals do not find in this order.
 */
import bidiFactory from "bidi-js";
import { graphemes, partOf, type SafeText } from "./safe-text.ts";

/** The direction of a paragraph, which its first strong character decides. */
export type Direction = "ltr" | "rtl";

/** A cluster of a text, between two positions of it. */
type Cluster = {
  /** As it is drawn there: brackets are mirrored, Arabic letters joined. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True in a run from right to left: the text position before it is at its right edge. */
  readonly isRightToLeft: boolean;
};

let made: ReturnType<typeof bidiFactory> | undefined;

/** Made when it is first needed: it unpacks a table of all characters. */
function bidi() {
  made ??= bidiFactory();
  return made;
}

/** Hebrew, Arabic, Syriac, Thaana, N'Ko and the other scripts of their blocks. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export function hasRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

export function directionOf(text: string): Direction {
  if (!hasRightToLeft(text)) return "ltr";
  const { paragraphs } = bidi().getEmbeddingLevels(text);
  return (paragraphs[0]?.level ?? 0) % 2 === 1 ? "rtl" : "ltr";
}

const isolate = "\u2068";
const endOfIsolate = "\u2069";

/** The clusters of a line from left to right. `ranges`: parts that are kept together, such as names and code. */
export function visualClusters(
  text: string,
  direction: Direction,
  ranges: readonly (readonly [start: number, end: number])[] = [],
): readonly Cluster[] {
  const clusters: Cluster[] = [];
  const levels: number[] = [];
  const isolated = withIsolates(text, ranges);
  const embedding = bidi().getEmbeddingLevels(isolated.text, direction).levels;
  const logical = graphemes(text);
  const drawn = joinedLetters(logical);
  let start = 0;
  /** What isolates stands between parts, which would be reversed together without it. */
  const parted = () => {
    for (const place of isolated.marks.get(start) ?? []) {
      clusters.push({ text: "", start, end: start, isRightToLeft: false });
      levels.push(embedding[place] ?? 0);
    }
  };
  for (const [at, cluster] of logical.entries()) {
    parted();
    const level = embedding[isolated.placeOf(start)] ?? 0;
    const isRightToLeft = level % 2 === 1;
    const shown = isRightToLeft
      ? (bidi().getMirroredCharacter(cluster) ?? drawn[at] ?? cluster)
      : cluster;
    clusters.push({ text: shown, start, end: start + cluster.length, isRightToLeft });
    levels.push(level);
    start += cluster.length;
  }
  return reordered(clusters, levels).filter((cluster) => cluster.text !== "");
}

/** The text with each range isolated, where a position of it is then, and what isolates before one. */
function withIsolates(text: string, ranges: readonly (readonly [start: number, end: number])[]) {
  const marks = new Map<number, readonly number[]>();
  let isolated = "";
  let from = 0;
  const mark = (place: number, sign: string) => {
    isolated += text.slice(from, place);
    marks.set(place, [...(marks.get(place) ?? []), isolated.length]);
    isolated += sign;
    from = place;
  };
  for (const [start, end] of ranges) {
    mark(start, isolate);
    mark(end, endOfIsolate);
  }
  const placeOf = (place: number) =>
    ranges.reduce((at, [start, end]) => at + Number(place >= start) + Number(place >= end), place);
  return { text: isolated + text.slice(from), placeOf, marks };
}

/** Rule L2: from the highest level to the lowest odd one, every run of at least that level is reversed. */
function reordered(clusters: readonly Cluster[], levels: readonly number[]): readonly Cluster[] {
  const order = clusters.map((cluster, at) => ({ cluster, level: levels[at] ?? 0 }));
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let at = 0; at < order.length; at += 1) {
      let end = at;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      if (end - at > 1) order.splice(at, end - at, ...order.slice(at, end).reverse());
      at = end;
    }
  }
  return order.map(({ cluster }) => cluster);
}

/** A line of text from left to right. */
export function visualText(text: SafeText): SafeText {
  if (!hasRightToLeft(text)) return text;
  const clusters = visualClusters(text, directionOf(text));
  return partOf(clusters.map((cluster) => cluster.text).join(""));
}

/**
 * The pieces of a line from left to right: a piece that stands in several places becomes several. Pieces of which
 * `isIsolated` is true are reordered within themselves only.
 */
export function visualPieces<Piece extends { readonly text: SafeText }>(
  pieces: readonly Piece[],
  direction: Direction,
  isIsolated: (piece: Piece) => boolean = () => false,
): readonly Piece[] {
  const whole = pieces.map(({ text }) => text).join("");
  if (!hasRightToLeft(whole) && direction === "ltr") return pieces;
  const bounds: (readonly [start: number, end: number, piece: Piece])[] = [];
  let from = 0;
  for (const piece of pieces) {
    const end = from + piece.text.length;
    if (end > from) bounds.push([from, end, piece]);
    from = end;
  }
  const isolates = bounds.filter(([, , piece]) => isIsolated(piece) && piece.text.trim() !== "");
  // A blank before or after it is between it and the others.
  const ranges = isolates.map(([start, end, { text }]) => {
    const blanks = text.length - text.trimStart().length;
    return [start + blanks, end - (text.length - text.trimEnd().length)] as const;
  });
  const shown: { piece: Piece; text: string }[] = [];
  for (const cluster of visualClusters(whole, direction, ranges)) {
    const piece = bounds.find(([start, end]) => cluster.start >= start && cluster.start < end)?.[2];
    const last = shown.at(-1);
    if (piece === undefined) continue;
    if (last?.piece === piece) last.text += cluster.text;
    else shown.push({ piece, text: cluster.text });
  }
  return shown.map(({ piece, text }) => ({ ...piece, text: partOf(text) }));
}

/** A line in which one writes: cursor positions of the text, and columns on the screen. */
type WrittenLine = {
  /** A blank before a line that begins at the right, for a cursor at its end. */
  readonly margin: number;
  readonly columnOf: (place: number) => number;
  /** The position before the cluster at that column, or the nearer end. */
  readonly placeAt: (column: number) => number;
};

/** `width` is that of a cluster, in columns. Returns undefined if the line is written from left to right. */
export function writtenLine(
  text: string,
  direction: Direction,
  width: (cluster: string) => number,
): WrittenLine | undefined {
  if (direction === "ltr" && !hasRightToLeft(text)) return undefined;
  const margin = direction === "rtl" ? 1 : 0;
  const columns = new Map<number, number>();
  const places: { readonly place: number; readonly end: number }[] = [];
  let column = margin;
  for (const { text: shown, start } of visualClusters(text, direction)) {
    columns.set(start, column);
    column += width(shown);
    places.push({ place: start, end: column });
  }
  columns.set(text.length, direction === "rtl" ? 0 : column);
  const [atLeft, atRight] = direction === "rtl" ? [text.length, 0] : [0, text.length];
  return {
    margin,
    columnOf: (place) => columns.get(place) ?? columns.get(text.length) ?? 0,
    placeAt: (at) =>
      at < margin ? atLeft : (places.find(({ end }) => at < end)?.place ?? atRight),
  };
}

const esc = "\u001b";
/** A link's target or a title, and a letter with its signs. */
const targetsAndLetters = new RegExp(
  `(${esc}\\][^\u0007${esc}]*)|(?![\\p{M}\\p{Cf}])${rightToLeft.source}[\\p{M}\\u200c]*`,
  "gu",
);

/**
 * A frame for kitty, which reverses each word that is written from right to left, though it is in order, unless its user
 * has told it not to. It does not reverse across letters that are sized for themselves, as its protocol for that calls it
 * (`OSC 66`): here as large as they are, but aligned in turns, since it takes letters that are sized alike together.
 */
export function lettersApart(frame: string): string {
  if (!hasRightToLeft(frame)) return frame;
  let turn = 0;
  return frame.replace(targetsAndLetters, (match, target: string | undefined) => {
    if (target !== undefined) return match;
    turn = 1 - turn;
    return `${esc}]66;w=1:h=${turn};${match}\u0007`;
  });
}

// Arabic letters in the forms in which they join their neighbours, as most terminals draw each character by itself.
// Unicode has a character for each form of a letter, one cell wide like the letter. What has none, as some letters of Kurdish
// and Sindhi, stays as it is.

/** Of a letter: alone, at the end, at the beginning, in the middle of what is joined. Some join only the letter before. */
type Forms = readonly string[];

let table: ReadonlyMap<string, Forms> | undefined;

/** The blocks are in this order for each letter, those of Arabic itself first. */
function formsOf(letter: string): Forms {
  table ??= new Map(
    [...formsIn(0xfe80, 0xfef4), ...formsIn(0xfb50, 0xfbff)].reduce((all, form) => {
      const base = form.normalize("NFKC");
      // What stands for several letters changes the width.
      return base.length > 1 || base === form
        ? all
        : all.set(base, [...(all.get(base) ?? []), form]);
    }, new Map<string, Forms>()),
  );
  return table.get(letter) ?? [];
}

function formsIn(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at));
}

const arabic = /[\u0620-\u06ff]/;
const stroke = "\u0640";
const nonJoiner = "\u200c";

function joinsBefore(cluster: string | undefined): boolean {
  const [letter = ""] = cluster ?? "";
  return letter === stroke || formsOf(letter).length > 1;
}

function joinsAfter(cluster: string | undefined): boolean {
  const [letter = ""] = cluster ?? "";
  return (letter === stroke || formsOf(letter).length > 2) && !cluster?.includes(nonJoiner);
}

/** The clusters of a text in logical order, each as it is drawn between its neighbours. */
export function joinedLetters(clusters: readonly string[]): readonly string[] {
  if (!clusters.some((cluster) => arabic.test(cluster))) return clusters;
  return clusters.map((cluster, at) => {
    const [letter = ""] = cluster;
    const isAfter = joinsAfter(clusters[at - 1]) && joinsBefore(cluster);
    const isBefore = joinsAfter(cluster) && joinsBefore(clusters[at + 1]);
    const form = formsOf(letter)[Number(isAfter) + 2 * Number(isBefore)];
    // Alone, too, so that a terminal that would join letters does not join them in this order.
    return form === undefined ? cluster : form + cluster.slice(1);
  });
}

const anyForm = /[\ufb50-\ufbff\ufe80-\ufef4]/g;

/** A text of the same length with its letters instead of their forms. */
export function plainLetters(text: string): string {
  return text.replace(anyForm, (form) => {
    const letter = form.normalize("NFKC");
    return letter.length === 1 ? letter : form;
  });
}
