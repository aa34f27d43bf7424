/** Long work at the server in the footer: what it is, a bar, and how much of it is done. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Progress } from "#store/session.ts";
import { noSpans, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

export type ProgressBlock = {
  readonly spans: readonly Span[];
  /** The columns reserved for the bar, from the first one of the block; undefined: no bar. */
  readonly bar: { readonly from: number; readonly columns: number } | undefined;
};

const barColumns = 16;
const gap = span(plain("  "));

/** As much as fits into that many columns: the words are dropped before the bar, and that before the numbers. */
export function progressBlock(style: Style, progress: Progress, columns: number): ProgressBlock {
  const { title, answers, of } = progress;
  const words = [span(safeLine(title), "text"), gap];
  const numbers = [
    span(safeLine(of === undefined ? `${answers + 1}` : `${answers} of ${of}`), "dim"),
  ];
  const bar = of === undefined ? noSpans : [span(plain(" ".repeat(barColumns))), gap];
  const fits = (spans: readonly Span[]) => spansWidth(style, spans) <= columns;
  if (fits([...words, ...bar, ...numbers])) return block(style, words, bar, numbers);
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
