/** The rows of a card: a dim label in a column of its own, and what is said beside it. */
import { joined, plain, type SafeText } from "#base/safe-text.ts";
import type { Token } from "#theme/tokens.ts";
import type { Facts } from "./dialog-bodies.ts";
import type { DialogRow } from "./dialog-lines.ts";
import { noSpans, type Span, span } from "./spans.ts";

const labelColumns = 14;

/** Columns that a card has for what it says. */
function saidColumns({ room }: Facts): number {
  return Math.max(10, Math.min(room.columns - 4, room.wantedColumns ?? 60) - 5 - labelColumns);
}

function labelSpan({ style }: Facts, label: SafeText | ""): Span {
  const { cells } = style;
  const cut = cells.cut(plain(label), labelColumns - 2);
  return span(plain(`${cells.padStart(cut, labelColumns - 2)}  `), "dim");
}

export function saidRow(facts: Facts, label: SafeText | "", ...said: readonly Span[]): DialogRow {
  return { left: [labelSpan(facts, label), ...said], right: noSpans };
}

/** A text in as many rows as it needs. */
export function textRows(
  facts: Facts,
  label: SafeText | "",
  text: SafeText,
  look: Token = "text",
): readonly DialogRow[] {
  return facts.style.cells
    .wrap(text, saidColumns(facts))
    .map((line, at) => saidRow(facts, at === 0 ? label : "", span(line, look)));
}

/** More of them are counted. */
const mostNames = 200;

export function namesText(names: readonly SafeText[]): SafeText {
  const more = names.length - mostNames;
  const shown = more > 0 ? [...names.slice(0, mostNames), plain(`and ${more} more`)] : names;
  return joined(shown, plain(", "));
}
