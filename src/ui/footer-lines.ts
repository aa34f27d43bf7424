/** The footer's line: the keys that work here, the last action and how to undo it, and the progress of long work. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Toast } from "#store/screen.ts";
import type { Progress } from "#store/session.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { type Hint, hintSpans, hintsWithin } from "./hints.ts";
import { lineOf, noSpans, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

export type FooterFacts = {
  readonly hints: readonly Hint[];
  readonly toast: Toast | undefined;
  /** The key that undoes what the toast reports; none if the user unbound it. */
  readonly undo: readonly Hint[];
  /** The keys of an incomplete sequence. */
  readonly pending: string;
  /** The first of the running tasks; undefined: none. */
  readonly progress: Progress | undefined;
};

type Footer = {
  readonly lines: readonly string[];
  /** The columns reserved for a progress bar. */
  readonly bar: { readonly x: number; readonly columns: number } | undefined;
};

/** Toast or hints on the left; progress, or the keys beside a toast, on the right. */
export function footerLines(style: Style, columns: number, facts: FooterFacts): Footer {
  const { toast, progress, pending } = facts;
  const margin = span(plain(columns >= 40 ? " " : ""));
  const typed = pending === "" ? noSpans : [span(safeLine(`${pending} `), "accent")];
  const room = columns - spansWidth(style, [margin, ...typed, margin]);
  const undo = toast?.undo ? facts.undo : [];
  // The toast shows the undo key itself.
  const hints = facts.hints.filter(({ key }) => !undo.some((hint) => hint.key === key));
  const toastText = toast === undefined ? undefined : toastSpans(style, toast, undo);
  const free = toastText === undefined ? room : room - spansWidth(style, toastText) - 3;
  if (progress === undefined) {
    const beside = Math.floor((columns * 2) / 3) - 1 - spansWidth(style, [...typed, margin]);
    // A toast is truncated before the last key is dropped: if it is too long, that key shows all of it.
    const keys = hintsWithin(style, hints, toastText === undefined ? free : Math.min(free, beside));
    const [left, right] =
      toastText === undefined ? [keys, typed] : [toastText, [...keys, ...typed, margin]];
    return { lines: [lineOf(style, columns, [margin, ...left], right)], bar: undefined };
  }
  const block = progressBlock(style, progress, Math.min(free, Math.floor(room / 2)));
  const right = [...block.spans, ...typed, margin];
  const left = toastText ?? hintsWithin(style, hints, room - spansWidth(style, block.spans) - 3);
  return {
    lines: [lineOf(style, columns, [margin, ...left], right)],
    bar: placed(block, columns - spansWidth(style, right)),
  };
}

function placed({ bar }: ProgressBlock, x: number): Footer["bar"] {
  return bar && { x: x + bar.from, columns: bar.columns };
}

/** The text with the stream and topic signs of this terminal. */
export function withSigns({ glyphs }: Style, text: string): string {
  return text
    .replaceAll(unicodeGlyphs.streamPrivate, glyphs.streamPrivate)
    .replaceAll(unicodeGlyphs.streamWebPublic, glyphs.streamWebPublic)
    .replaceAll(unicodeGlyphs.topic, glyphs.topic);
}

function toastSpans(style: Style, { text, tone }: Toast, undo: readonly Hint[]): readonly Span[] {
  const words = span(safeLine(withSigns(style, text)), tone === "error" ? "bad" : "text");
  const dot = span(plain(`  ${style.glyphs.separator}  `), "faint");
  return [{ ...words, shrinks: true }, ...undo.flatMap((hint) => [dot, ...hintSpans(hint)])];
}

type ProgressBlock = {
  readonly spans: readonly Span[];
  /** The columns reserved for the bar, from the first one of the block; undefined: no bar. */
  readonly bar: { readonly from: number; readonly columns: number } | undefined;
};

const barColumns = 16;
const gap = span(plain("  "));

/** As much as fits into that many columns: the words are dropped before the bar, and that before the numbers. */
function progressBlock(style: Style, progress: Progress, columns: number): ProgressBlock {
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
