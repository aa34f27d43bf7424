/**
 * Text that is safe to display.
 *
 * All external text passes through this file before it may reach a component, a title, a notification, a link, a log
 * line or a pipe. Characters that could control a terminal or hide other text are not dropped but made visible, so that
 * nobody is deceived and no character is missing.
 */

declare const safe: unique symbol;

/** Text without control characters (except newlines in bodies), bidi controls, or clusters of unlimited length. */
export type SafeText = string & { readonly [safe]: true };

/** The result of a function that keeps safe text safe; for any other text, a string. */
export type Same<T extends string> = T extends SafeText ? SafeText : string;

/** Brands text from our own source code. Received text must go through `safeText`. */
export function plain(text: string): SafeText {
  return text as SafeText;
}

/** Brands text that was cut or assembled from safe text: its parts are as safe as the whole. */
export function partOf(text: string): SafeText {
  return text as SafeText;
}

/** Concatenates safe pieces; the result is safe. */
export function joined(pieces: readonly SafeText[], between: SafeText = plain("")): SafeText {
  return pieces.join(between) as SafeText;
}

/** Columns between tab stops. */
const tabColumns = 4;

/** The maximum cluster length in code points that is kept; families with skin tones have 11. */
const longestCluster = 8;
const longestEmoji = 16;

const ordinary = /^[\x20-\x7e\n]*$/;
/** Invisible characters, except those that belong to a letter: variation selectors and signs over numbers. */
const shapeless =
  /[[\p{Cc}--\n]\u2028\u2029[[\p{Cf}\p{Default_Ignorable_Code_Point}]--[\ufe00-\ufe0f\u180b-\u180d\u180f\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]]]/v;
const eachShapeless = new RegExp(shapeless, "gv");
const emojiFlagTags = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,6}\u{e007f}/gu;
const canGrow = /\p{M}|\u200d|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;
const pictograph = /\p{Extended_Pictographic}/u;

/** Text of several lines: line ends are normalized to `\n`. */
export function safeText(text: string): SafeText {
  if (ordinary.test(text)) return text as SafeText;
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  if (!shapeless.test(whole) && !canGrow.test(whole)) return whole as SafeText;
  const lined = whole.replace(/\r\n|[\u2028\u2029\x85]/g, "\n");
  const expanded = lined.includes("\t") ? lined.split("\n").map(withoutTabs).join("\n") : lined;
  return short(visible(expanded)) as SafeText;
}

/** One line of text, as names, topics and titles are: line ends and tabs become blanks. */
export function safeLine(text: string): SafeText {
  const line = /[\t\r\n\u2028\u2029\x85]/.test(text)
    ? text.replace(/\r\n|[\t\r\n\u2028\u2029\x85]/g, " ")
    : text;
  return safeText(line);
}

/**
 * For other programs, to which a replacement would be a character of the text: whole lines as they are, without what
 * controls a terminal. Not safe to display.
 */
export function withoutControls(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, "");
}

/**
 * For programs that read it as a person would: lines without any character that a person would not see, in which
 * something could be hidden from them. Not safe to display.
 */
export function withoutHidden(text: string): string {
  const lined = text
    .toWellFormed()
    .replace(/\r\n|[\u2028\u2029\x85]/g, "\n")
    .replaceAll("\t", " ");
  const shaped = lined.replace(eachShapeless, (character, at: number, whole: string) =>
    /[\u200c\u200d]/.test(character) && joins(character, at, whole) ? character : "",
  );
  return shaped.replace(idleSelector, "");
}

/** A variation selector that changes nothing which can be seen. */
const idleSelector = /[\ufe00-\ufe0d]|(?<!\p{Emoji})[\ufe0e\ufe0f]/gu;

function withoutTabs(line: string): string {
  const [first = "", ...rest] = line.split("\t");
  return rest.reduce(
    (done, part) => done + " ".repeat(tabColumns - (done.length % tabColumns)) + part,
    first,
  );
}

function visible(text: string): string {
  if (!text.includes("\u{1f3f4}")) return text.replace(eachShapeless, shown);
  let out = "";
  let from = 0;
  for (const flag of text.matchAll(emojiFlagTags)) {
    out += text.slice(from, flag.index).replace(eachShapeless, shown) + flag[0];
    from = flag.index + flag[0].length;
  }
  return out + text.slice(from).replace(eachShapeless, shown);
}

/** The visible replacement for an invisible character; a callback of `replace`. */
function shown(character: string, at: number, text: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  if (code === 0xad) return "¬";
  if (code === 0x200d || code === 0x200c) return joins(character, at, text) ? character : "␣";
  if (invisible.has(code)) return "␣";
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}

/** Zero-width characters of little meaning: pasted text is full of them, so their replacement is one cell wide. */
const invisible = new Set([0x200b, 0x2060, 0xfeff, 0x034f, 0x180e, 0x115f, 0x1160, 0x3164, 0xffa0]);

const beforeJoiner =
  /(?:\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier}|\p{Regional_Indicator})$/u;
const joinedLetter = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]|\p{M}/u;

/** Whether a joiner is legitimate here: between pictographs, or inside a word of a script that needs it. */
function joins(joiner: string, at: number, text: string): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0x20);
  if (joiner === "\u200d" && beforeJoiner.test(before) && pictograph.test(after)) return true;
  return joinedLetter.test(before.at(-1) ?? "") && joinedLetter.test(after);
}

/** Truncates stacked accents and long chains of joined pictographs. */
function short(text: string): string {
  if (!canGrow.test(text)) return text;
  let out = "";
  for (const cluster of graphemes(text)) {
    const limit = pictograph.test(cluster) ? longestEmoji : longestCluster;
    out += cluster.length <= limit ? cluster : [...cluster].slice(0, limit).join("");
  }
  return out;
}

// Grapheme clusters: the units by which a cursor moves.

let segmenter: Intl.Segmenter | undefined;
const simple = /^[\x20-\x7e]*$/;

/** Creates the segmenter when it is first needed, because that takes a tenth of the time of a verb. */
export function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** The clusters of `text` in order; concatenated they are `text`. */
export function graphemes(text: string): string[] {
  if (simple.test(text)) return text.split("");
  const clusters: string[] = [];
  for (const { segment } of segments(text)) clusters.push(segment);
  return clusters;
}

/** The clusters of `text` as a generator, for callers that need only the first few of a long text. */
export function* leadingGraphemes(text: string): Generator<string> {
  for (const { segment } of segments(text)) yield segment;
}

/** Ends a text with punctuation: another sentence may follow, and only that marks its end for a listener. */
export function ended<Text extends string>(words: Text): Text {
  return /[.,:;!?…。！？]["”')\]]*$/.test(words) ? words : (`${words}.` as Text);
}
