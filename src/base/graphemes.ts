/** Grapheme clusters: the units by which a cursor moves. */

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const simple = /^[\x20-\x7e]*$/;

/** The clusters of `text` in order; concatenated they are `text`. */
export function graphemes(text: string): string[] {
  if (simple.test(text)) return text.split("");
  const clusters: string[] = [];
  for (const { segment } of segmenter.segment(text)) clusters.push(segment);
  return clusters;
}

/** `text` without its last cluster. */
export function withoutLast(text: string): string {
  return graphemes(text).slice(0, -1).join("");
}

/** The clusters of `text` as a generator, for callers that need only the first few of a long text. */
export function* leadingGraphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}
