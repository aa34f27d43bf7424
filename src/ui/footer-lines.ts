/** The footer: the keys that work here, what was just done and how to take it back, and what the server is doing. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Toast } from "#store/screen.ts";
import type { Progress } from "#store/session.ts";
import { unicodeGlyphs } from "#theme/glyphs.ts";
import { type Hint, hintSpans, hintsWithin } from "./hints.ts";
import { type ProgressBlock, progressBlock } from "./progress-lines.ts";
import { lineOf, noSpans, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

export type FooterFacts = {
  readonly hints: readonly Hint[];
  readonly toast: Toast | undefined;
  /** The key that takes back what the toast says; none where it was taken away. */
  readonly undo: readonly Hint[];
  /** Keys of a sequence that is not complete. */
  readonly pending: string;
  /** The long work that began first; undefined: none. */
  readonly progress: Progress | undefined;
};

export type Footer = {
  readonly lines: readonly string[];
  /** Columns of the line that are left free for a progress bar. */
  readonly bar: { readonly x: number; readonly columns: number } | undefined;
};

/** What was done or what can be done stands left; what the server is doing, or the keys beside a toast, right. */
export function footerLines(style: Style, columns: number, facts: FooterFacts): Footer {
  const { toast, progress, pending } = facts;
  const margin = span(plain(columns >= 40 ? " " : ""));
  const typed = pending === "" ? noSpans : [span(safeLine(`${pending} `), "accent")];
  const room = columns - spansWidth(style, [margin, ...typed, margin]);
  const undo = toast?.undo ? facts.undo : [];
  // The toast names undo itself.
  const hints = facts.hints.filter(({ key }) => !undo.some((hint) => hint.key === key));
  const said = toast === undefined ? undefined : toastSpans(style, toast, undo);
  const free = said === undefined ? room : room - spansWidth(style, said) - 3;
  if (progress === undefined) {
    const beside = Math.floor((columns * 2) / 3) - 1 - spansWidth(style, [...typed, margin]);
    // A toast is cut before the last key goes: where it is too long, that key shows all of it.
    const keys = hintsWithin(style, hints, said === undefined ? free : Math.min(free, beside));
    const [left, right] = said === undefined ? [keys, typed] : [said, [...keys, ...typed, margin]];
    return { lines: [lineOf(style, columns, [margin, ...left], right)], bar: undefined };
  }
  const block = progressBlock(style, progress, Math.min(free, Math.floor(room / 2)));
  const right = [...block.spans, ...typed, margin];
  const left = said ?? hintsWithin(style, hints, room - spansWidth(style, block.spans) - 3);
  return {
    lines: [lineOf(style, columns, [margin, ...left], right)],
    bar: placed(block, columns - spansWidth(style, right)),
  };
}

function placed({ bar }: ProgressBlock, x: number): Footer["bar"] {
  return bar && { x: x + bar.from, columns: bar.columns };
}

/** The text with the signs of streams and topics as this terminal draws them. */
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
