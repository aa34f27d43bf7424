/**
 * The width of text in terminal columns, and functions that fit text to a width.
 *
 * The widths are string-width's, because Ink lays out with them: a mismatch would shift everything to the right.
 * Text contains no escape sequences: it is styled after measuring.
 */
import stringWidth from "string-width";
import { type LineRange, lineRanges } from "./line-breaks.ts";
import type { Same } from "./safe-text.ts";
import { graphemes, leadingGraphemes } from "./safe-text.ts";

export type CellRules = {
  /**
   * Whether the terminal renders a grapheme cluster as a unit (mode 2027), or only those without joiners. `show` splits
   * the others.
   */
  readonly clusters: boolean | "unjoined";
  /** The names of emoji, for a terminal that has neither them nor characters of no width; absent: it draws both. */
  readonly emojiName?: (emoji: string) => string | undefined;
  /** What is written instead of characters that the terminal cannot draw, by character; absent: it draws all. */
  readonly instead?: ReadonlyMap<string, string>;
  /** The width of ambiguous-width characters. */
  readonly ambiguous: 1 | 2;
  /** The ellipsis that marks truncated text. */
  readonly ellipsis: string;
  /** Whether text from right to left is put in the order of the screen; absent: the terminal does it, or nobody. */
  readonly reorders?: boolean;
};

/** What Ink assumes about a terminal. */
export const standardRules: CellRules = { clusters: true, ambiguous: 1, ellipsis: "…" };

export type Cells = {
  readonly rules: CellRules;
  /** The width of `text` in columns, as `show` would show it. */
  readonly width: (text: string) => number;
  /** `text` in at most `columns`, with an ellipsis at the end if it was truncated. */
  readonly cut: <T extends string>(text: T, columns: number) => Same<T>;
  /** Like `cut`, but removes the middle: for names that differ at the end. */
  readonly cutMiddle: <T extends string>(text: T, columns: number) => Same<T>;
  /** `text` padded on the right to at least `columns`. */
  readonly pad: <T extends string>(text: T, columns: number) => Same<T>;
  /** `text` padded on the left to at least `columns`: for numbers. */
  readonly padStart: <T extends string>(text: T, columns: number) => Same<T>;
  /** Exactly `columns` wide: cut, then padded. */
  readonly fit: <T extends string>(text: T, columns: number) => Same<T>;
  /**
   * `text` as lines of at most `columns`, broken at blanks (which are removed) or between ideographs, else within a
   * word, never within a cluster. A cluster that is wider than `columns` has a line of its own.
   */
  readonly wrap: <T extends string>(text: T, columns: number) => Same<T>[];
  /** The same lines as ranges of `text`: for text whose parts are styled. */
  readonly lines: (text: string, columns: number) => LineRange[];
  /** `text` in what the terminal can draw: clusters split, signs and emoji spelled; unchanged for one that draws all. */
  readonly show: <T extends string>(text: T) => Same<T>;
};

const ascii = /^[\x20-\x7e]*$/;
/** Matches text whose width may differ from the sum of its code points' widths. */
const clustering =
  /[\u200d\ufe0f\u20e3\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f\p{M}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Cs}\u{16d40}-\u{16d7f}\u0d4e\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]/u;
const tableSize = 0x20000;
const rememberedClusters = 4096;

/**
 * Code points that nearly every screen contains, and their widths when ambiguous characters are narrow: built in,
 * because the first call of string-width costs more than a frame. A test compares them with string-width.
 */
export const cachedWidths: readonly (readonly [first: number, last: number, columns: number])[] = [
  [0x20, 0x7e, 1],
  [0xa0, 0xac, 1],
  [0xae, 0x2ff, 1],
  [0x370, 0x377, 1],
  [0x384, 0x38a, 1],
  [0x400, 0x482, 1],
  [0x2010, 0x2027, 1],
  [0x2030, 0x203b, 1],
  [0x2190, 0x21ff, 1],
  [0x2500, 0x25fc, 1],
  [0x2713, 0x2718, 1],
  [0x3001, 0x3029, 2],
  [0x3041, 0x3096, 2],
  [0x30a1, 0x30fa, 2],
  [0x4e00, 0x9fff, 2],
  [0xac00, 0xd7a3, 2],
  [0x1f300, 0x1f320, 2],
  [0x1f32d, 0x1f335, 2],
  [0x1f337, 0x1f37c, 2],
  [0x1f37e, 0x1f393, 2],
  [0x1f3a0, 0x1f3ca, 2],
  [0x1f3cf, 0x1f3d3, 2],
  [0x1f3e0, 0x1f3f0, 2],
  [0x1f3f8, 0x1f43e, 2],
  [0x1f442, 0x1f4fc, 2],
  [0x1f4ff, 0x1f53d, 2],
  [0x1f550, 0x1f567, 2],
  [0x1f5fb, 0x1f64f, 2],
  [0x1f680, 0x1f6c5, 2],
  [0x1f6f4, 0x1f6fc, 2],
  [0x1f7e0, 0x1f7eb, 2],
  [0x1f90c, 0x1f93a, 2],
  [0x1f93c, 0x1f945, 2],
  [0x1f947, 0x1f9ff, 2],
  [0x1fa70, 0x1fa7c, 2],
  [0x1fa80, 0x1fac6, 2],
];

/** Measures with string-width, caching results by code point and by cluster. */
function measure(ambiguous: 1 | 2): (text: string) => number {
  const options = { ambiguousIsNarrow: ambiguous === 1, countAnsiEscapeCodes: true };
  // The width plus one; zero means "not measured yet".
  const table = new Uint8Array(tableSize);
  const clusters = new Map<string, number>();
  if (ambiguous === 1)
    for (const [first, last, columns] of cachedWidths) table.fill(columns + 1, first, last + 1);

  const ofCodePoint = (character: string, code: number) => {
    if (code >= tableSize) return stringWidth(character, options);
    const width = table[code];
    if (width) return width - 1;
    const columns = stringWidth(character, options);
    table[code] = columns + 1;
    return columns;
  };
  const ofCluster = (cluster: string) => {
    if (cluster.length === 1) return ofCodePoint(cluster, cluster.charCodeAt(0));
    const cached = clusters.get(cluster);
    if (cached !== undefined) return cached;
    if (clusters.size >= rememberedClusters) clusters.clear();
    const columns = stringWidth(cluster, options);
    clusters.set(cluster, columns);
    return columns;
  };
  return (text) => {
    if (ascii.test(text)) return text.length;
    let columns = 0;
    if (clustering.test(text)) {
      // Wrapping measures each cluster; segmenting one again would cost more than everything else.
      const cachedWidth = clusters.get(text);
      if (cachedWidth !== undefined) return cachedWidth;
      for (const cluster of graphemes(text)) columns += ofCluster(cluster);
    } else {
      for (const character of text)
        columns += ofCodePoint(character, character.codePointAt(0) ?? 0);
    }
    return columns;
  };
}

/** Whether the width of `text` is the sum of its code points' widths. */
export function isPlain(text: string): boolean {
  return !clustering.test(text);
}

/** The first clusters of `text` that fit in `columns`. */
function head(text: string, columns: number, width: Cells["width"]): string {
  if (ascii.test(text)) return text.slice(0, columns);
  let end = 0;
  let used = 0;
  // Stops at the cut: a preview shows only the beginning of a message of any length.
  for (const cluster of isPlain(text) ? text : leadingGraphemes(text)) {
    used += width(cluster);
    if (used > columns) break;
    end += cluster.length;
  }
  return text.slice(0, end);
}

/** The last clusters of `text` that fit in `columns`. */
function tail(text: string, columns: number, width: Cells["width"]): string {
  if (ascii.test(text)) return columns > 0 ? text.slice(-columns) : "";
  let start = text.length;
  let used = 0;
  for (const cluster of graphemes(text).reverse()) {
    used += width(cluster);
    if (used > columns) break;
    start -= cluster.length;
  }
  return text.slice(start);
}

const joinedPictures =
  /(\p{Extended_Pictographic})(?:[\ufe0f\u{1f3fb}-\u{1f3ff}]*\u200d\p{Extended_Pictographic})+[\ufe0f\u{1f3fb}-\u{1f3ff}]*/gu;
const keycap = /([0-9#*])\ufe0f?\u20e3/g;
const skinTone = /(\p{Emoji_Modifier_Base}\ufe0f?)\p{Emoji_Modifier}/gu;
const flag = /(\p{Regional_Indicator})(\p{Regional_Indicator})/gu;
const tagsOrSelector = /[\ufe0f\u{e0020}-\u{e007f}]/gu;
const composed = /[\u200d\ufe0f\u20e3\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}]/u;

/** Text whose width is the sum of its code points' on any terminal: a family becomes its first member, a flag two letters. */
function apart(text: string): string {
  if (!composed.test(text)) return text;
  const letter = (sign: string) => String.fromCharCode((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 0x41);
  return text
    .replace(joinedPictures, "$1")
    .replace(keycap, "$1")
    .replace(skinTone, "$1")
    .replace(flag, (_, first: string, second: string) => letter(first) + letter(second))
    .replace(tagsOrSelector, "");
}

const drawnAsEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u;
const withoutWidth = /[\p{Mn}\p{Me}\p{Cf}]/gu;

/** Text of which each emoji is its name as one types it, and whose characters all have a width of their own. */
function named(nameOf: (emoji: string) => string | undefined): (text: string) => string {
  const shown = (cluster: string) =>
    drawnAsEmoji.test(cluster) ? `:${nameOf(cluster) ?? "?"}:` : cluster;
  return (text) => {
    if (ascii.test(text)) return text;
    const spelled = drawnAsEmoji.test(text) ? graphemes(text).map(shown).join("") : text;
    return spelled.normalize("NFC").replace(withoutWidth, "");
  };
}

/** Signs and punctuation, as far as others stand for them. */
const sign = /[\u00b7\u00d7\u2010-\u203f\u2190-\u2bff]/gu;

function substituted(instead: ReadonlyMap<string, string>, show: (text: string) => string) {
  return (text: string) =>
    ascii.test(text) ? text : show(text.replace(sign, (match) => instead.get(match) ?? match));
}

/** Text without joiners: a family becomes its first member, everything else stays. */
function unjoined(text: string): string {
  return text.includes(joiner) ? text.replace(joinedPictures, "$1") : text;
}

const joiner = "\u200d";

const shownBy = { true: (text: string) => text, unjoined, false: apart } as const;

/** Measuring and fitting for a terminal of these rules. */
export function cellsFor(rules: CellRules): Cells {
  const whole = measure(rules.ambiguous);
  const { emojiName, instead } = rules;
  const shown = emojiName === undefined ? shownBy[`${rules.clusters}`] : named(emojiName);
  const show = instead === undefined ? shown : substituted(instead, shown);
  const ofParts = (text: string) => (ascii.test(text) ? text.length : whole(show(text)));
  const width = show === shownBy.true ? whole : ofParts;
  const dots = width(rules.ellipsis);
  const cut = (text: string, columns: number) => {
    if (columns <= 0) return "";
    if (width(text) <= columns) return text;
    if (columns < dots) return "";
    return head(text, columns - dots, width).trimEnd() + rules.ellipsis;
  };
  const cutMiddle = (text: string, columns: number) => {
    if (columns <= 0) return "";
    if (width(text) <= columns) return text;
    if (columns < dots + 2) return cut(text, columns);
    const ending = tail(text, Math.floor((columns - dots) / 2), width);
    return head(text, columns - dots - width(ending), width) + rules.ellipsis + ending;
  };
  const pad = (text: string, columns: number) =>
    text + " ".repeat(Math.max(0, columns - width(text)));
  const padStart = (text: string, columns: number) =>
    " ".repeat(Math.max(0, columns - width(text))) + text;
  const lines = (text: string, columns: number) => lineRanges(text, columns, width);
  const wrap = (text: string, columns: number) =>
    lines(text, columns).map(({ start, end }) => text.slice(start, end));
  const functions = {
    cut,
    cutMiddle,
    pad,
    padStart,
    fit: (text: string, columns: number) => pad(cut(text, columns), columns),
    wrap,
    show,
  };
  // These functions keep safe text safe, which their types cannot express.
  return { rules, width, lines, ...(functions as Pick<Cells, keyof typeof functions>) };
}

export const standardCells: Cells = cellsFor(standardRules);

export const { width, cut, cutMiddle, pad, padStart, fit, wrap } = standardCells;
