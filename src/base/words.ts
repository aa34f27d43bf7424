/** Words of the scripts that are written without blanks between them: a dictionary divides them. */

/** Scripts whose lines break between words; in the others, a line may break at nearly every character. */
const southeastAsian = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const unspaced = new RegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc${southeastAsian}]`,
  "u",
);
const brokenByWords = new RegExp(`[${southeastAsian}]`, "u");

export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Whether lines of it break between words, though there are no blanks. */
export function isBrokenByWords(text: string): boolean {
  return brokenByWords.test(text);
}

let segmenter: Intl.Segmenter | undefined;

/** The positions in `text` at which a word ends or begins, in order, without 0 and with its end. */
export function wordEdges(text: string): readonly number[] {
  // Created when it is first needed: it loads the dictionaries.
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ index, segment }) => index + segment.length);
}
