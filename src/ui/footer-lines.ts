/** The footer: the keys that work here, or what was just done and how to take it back. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Toast } from "#store/screen.ts";
import { type Hint, hintSpans, hintsWithin } from "./hints.ts";
import { lineOf, noSpans, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

export type FooterFacts = {
  readonly hints: readonly Hint[];
  readonly toast: Toast | undefined;
  /** The key that takes back what the toast says; none where it was taken away. */
  readonly undo: readonly Hint[];
  /** Keys of a sequence that is not complete. */
  readonly pending: string;
};

function toastSpans(style: Style, { text, tone }: Toast, undo: readonly Hint[]): readonly Span[] {
  const words = span(safeLine(text), tone === "error" ? "bad" : "text");
  const dot = span(plain(`  ${style.glyphs.separator}  `), "faint");
  return [{ ...words, shrinks: true }, ...undo.flatMap((hint) => [dot, ...hintSpans(hint)])];
}

export function footerLines(style: Style, columns: number, facts: FooterFacts): readonly string[] {
  const margin = span(plain(columns >= 40 ? " " : ""));
  const pending = facts.pending === "" ? [] : [span(safeLine(`${facts.pending} `), "accent")];
  const room = columns - spansWidth(style, [margin, ...pending, margin]);
  if (facts.toast === undefined) {
    const hints = hintsWithin(style, facts.hints, room);
    return [lineOf(style, columns, [margin, ...hints], pending)];
  }
  const undo = facts.toast.undo ? facts.undo : [];
  const toast = [margin, ...toastSpans(style, facts.toast, undo)];
  const left = room - spansWidth(style, toast) - 3;
  // The toast names undo itself.
  const others = facts.hints.filter(({ key }) => !undo.some((hint) => hint.key === key));
  const right = left >= 20 ? hintsWithin(style, others, left) : noSpans;
  return [lineOf(style, columns, toast, [...right, ...pending, margin])];
}
