/** A question in a dialog: what it is about, and below that its answers, each with the key that gives it. */
import { plain, safeLine } from "#base/safe-text.ts";
import type { Option } from "#commands/choices.ts";
import type { Keys } from "#commands/command.ts";
import type { Body } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { hintsFor } from "./hints.ts";
import { noSpans, type Span, span } from "./spans.ts";

export type Answer = Option & {
  /** Between the key and the title. */
  readonly box?: readonly Span[];
};

export type Question = {
  readonly title: string;
  readonly told: readonly DialogRow[];
  readonly answers: readonly Answer[];
  readonly chosen: number;
  /** What the key that leaves does instead of answering. */
  readonly leaving?: string;
};

export function rowOf(left: DialogRow["left"], right: DialogRow["right"] = noSpans): DialogRow {
  return { left, right };
}

export function questionBody(
  keys: Keys,
  { title, told, answers, chosen, leaving = "cancel" }: Question,
): Body {
  const above = [...told, rowOf(noSpans)];
  const below = answers.map(({ key, title: words, box = noSpans }) =>
    rowOf([span(plain(`${key}  `), "strong"), ...box, span(safeLine(words))]),
  );
  return {
    title,
    typed: undefined,
    placeholder: "",
    rows: [...above, ...below],
    told: above.length,
    chosen: answers.length === 0 ? -1 : above.length + chosen,
    hints: hintsFor(keys, ["dialog.take", "select"], ["dialog.leave", leaving]),
  };
}
