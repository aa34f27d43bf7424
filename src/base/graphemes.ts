/** Grapheme clusters: the units by which a cursor moves. */

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
