/** The footer: the keys that work here, or what was just done and how to take it back. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Toast } from "#store/screen.ts";
import { lineOf, noSpans, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

/** A key and what it does here, in a word or two. */
export type Hint = { readonly key: string; readonly words: string };

export type FooterFacts = {
  readonly hints: readonly Hint[];
  readonly toast: Toast | undefined;
  /** Keys of a sequence that is not complete. */
  readonly pending: string;
};

function hintSpans({ key, words }: Hint): readonly Span[] {
  return [span(plain(key), "strong"), span(plain(` ${words}`), "dim")];
}

/** As many hints as fit whole, three blanks between them. The last one, which is help, always stays. */
function hintsWithin(style: Style, hints: readonly Hint[], columns: number): readonly Span[] {
  const gap = span(plain("   "));
  const groups = hints.map(hintSpans);
  const last = groups.at(-1);
  if (last === undefined) return noSpans;
  let room = columns - spansWidth(style, last);
  const shown: Span[] = [];
  for (const group of groups.slice(0, -1)) {
    room -= spansWidth(style, group) + 3;
    if (room < 0) break;
    shown.push(...group, gap);
  }
  return [...shown, ...last];
}

function toastSpans(style: Style, { text, tone, undo }: Toast): readonly Span[] {
  const words = span(safeLine(text), tone === "error" ? "bad" : "text");
  if (!undo) return [{ ...words, shrinks: true }];
  const dot = span(plain(`  ${style.glyphs.separator}  `), "faint");
  return [
    { ...words, shrinks: true },
    dot,
    span(plain("u"), "strong"),
    span(plain(" undo"), "dim"),
  ];
}

export function footerLines(style: Style, columns: number, facts: FooterFacts): readonly string[] {
  const margin = span(plain(columns >= 40 ? " " : ""));
  const pending = facts.pending === "" ? [] : [span(safeLine(`${facts.pending} `), "accent")];
  const room = columns - spansWidth(style, [margin, ...pending, margin]);
  if (facts.toast === undefined) {
    const hints = hintsWithin(style, facts.hints, room);
    return [lineOf(style, columns, [margin, ...hints], pending)];
  }
  const toast = [margin, ...toastSpans(style, facts.toast)];
  const left = room - spansWidth(style, toast) - 3;
  // The toast names undo itself.
  const others = facts.hints.filter(({ words }) => !facts.toast?.undo || words !== "undo");
  const right = left >= 20 ? hintsWithin(style, others, left) : noSpans;
  return [lineOf(style, columns, toast, [...right, ...pending, margin])];
}
