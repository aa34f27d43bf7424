/** The footer's line with the keys that work here, and the notice: the last action, how to undo it, and long work. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Toast } from "#store/screen.ts";
import type { Progress } from "#store/session.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { type Hint, hintSpans, hintsWithin } from "./hints.ts";
import { lineOf, noSpans, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

export type NoticeFacts = {
  readonly toast: Toast | undefined;
  /** The key that undoes what the toast reports; none if the user unbound it. */
  readonly undo: readonly Hint[];
  /** The first of the running tasks; undefined: none. */
  readonly progress: Progress | undefined;
  /** Beside the notice on its line. */
  readonly hints: readonly Hint[];
};

type Notice = {
  readonly line: string;
  /** The columns reserved for a progress bar. */
  readonly bar: { readonly x: number; readonly columns: number } | undefined;
};

/** The keys; on the right, those of an incomplete sequence. */
export function keysLine(
  style: Style,
  columns: number,
  hints: readonly Hint[],
  pending: string,
): string {
  const margin = span(plain(columns >= 40 ? " " : ""));
  const typed = pending === "" ? noSpans : [span(safeLine(`${pending} `), "accent")];
  const room = columns - spansWidth(style, [margin, ...typed, margin]);
  return lineOf(style, columns, [margin, ...hintsWithin(style, hints, room)], typed);
}

/** Toast on the left; progress and hints on the right. */
export function noticeLine(style: Style, columns: number, facts: NoticeFacts): Notice {
  const { toast, progress, hints } = facts;
  const margin = span(plain(columns >= 40 ? " " : ""));
  const room = columns - spansWidth(style, [margin, margin]);
  const left = toast === undefined ? noSpans : toastSpans(style, toast, facts);
  const keys = hints.flatMap((hint) => [gap, ...hintSpans(hint)]);
  const free = Math.min(Math.floor(room / 2), room - spansWidth(style, [...left, ...keys]) - 3);
  const block = progress && progressBlock(style, progress, free);
  const right = [...(block?.spans ?? noSpans), ...keys, margin];
  return {
    line: lineOf(style, columns, [margin, ...left], right),
    bar: block?.bar && {
      x: columns - spansWidth(style, right) + block.bar.from,
      columns: block.bar.columns,
    },
  };
}

/** The text with the stream and topic signs of this terminal. */
export function withSigns({ glyphs }: Style, text: string): string {
  return text
    .replaceAll(unicodeGlyphs.streamPrivate, glyphs.streamPrivate)
    .replaceAll(unicodeGlyphs.streamWebPublic, glyphs.streamWebPublic)
    .replaceAll(unicodeGlyphs.topic, glyphs.topic);
}

/** A sentence that is too long is cut, never the key. */
function toastSpans(style: Style, { text, tone, undo }: Toast, facts: NoticeFacts) {
  const words = span(safeLine(withSigns(style, text)), tone === "error" ? "bad" : "text");
  const dot = span(plain(`  ${style.glyphs.separator}  `), "faint");
  const keys = undo ? facts.undo : [];
  return [
    { ...words, shrinks: true } as const,
    ...keys.flatMap((hint) => [dot, ...hintSpans(hint)]),
  ];
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
