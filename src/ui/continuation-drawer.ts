/** All keys that can continue a key sequence, over the last lines of the pane if the footer is too short. */
import { memoizeLast } from "#base/memoize-last.ts";
import { plain } from "#base/safe-text.ts";
import type { Context, Keys } from "#commands/command.ts";
import { contextOf } from "#commands/screen.ts";
import type { State } from "#store/state.ts";
import { type Hint, hintSpans, hintsAfter } from "./hints.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import { fitted, lineOf, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

const gap = 2;
const maxHintLength = 26;
const none: readonly Hint[] = [];

/** The possible continuations after the pause; empty before. */
export function continuationsOf(keys: Keys): (state: State) => readonly Hint[] {
  const after = memoizeLast((where: Context, begun: string) => hintsAfter(keys, where, begun));
  return ({ screen }) => {
    const { pending, pausedAt } = screen;
    // A count alone begins no sequence.
    const begun = pausedAt === pending ? pending.replace(/^\d* ?/, "") : "";
    return begun === "" ? none : after(contextOf(screen), begun);
  };
}

/** Whether all of them fit into one line of that many columns. */
export function fitsLine(style: Style, hints: readonly Hint[], columns: number): boolean {
  const all = hints.reduce((sum, hint) => sum + spansWidth(style, hintSpans(hint)) + gap, 0);
  return all <= columns;
}

/** The pane's lines with the drawer over the last of them; unchanged if the footer of `columnsBelow` has room. */
export function continuationDrawer({ style, keys }: PaneParts) {
  const hintsOf = continuationsOf(keys);
  const drawn = memoizeLast((hints: readonly Hint[], columns: number) =>
    drawerLines(style, hints, columns),
  );
  const over = memoizeLast(
    (lines: Lines, drawer: Lines): Lines => [
      ...lines.slice(0, Math.max(0, lines.length - drawer.length)),
      ...drawer.slice(0, lines.length),
    ],
  );
  return (state: State, columns: number, columnsBelow: number, lines: Lines): Lines => {
    const hints = hintsOf(state);
    if (hints.length === 0 || lines.length === 0) return lines;
    if (fitsLine(style, hints, columnsBelow - 4)) return lines;
    return over(lines, drawn(hints, columns));
  };
}

/** The hints arranged in columns. */
function drawerLines(style: Style, hints: readonly Hint[], columns: number): Lines {
  const spans = hints.map(hintSpans);
  const widest = Math.max(...spans.map((each) => spansWidth(style, each)));
  const cell = Math.min(Math.max(1, columns - gap), Math.min(widest, maxHintLength) + gap);
  const across = Math.max(1, Math.floor((columns - 1) / cell));
  const rows = Math.ceil(spans.length / across);
  return Array.from({ length: rows }, (_, row) => {
    const line = Array.from({ length: across }, (_each, column): readonly Span[] => {
      const hint = spans[column * rows + row];
      return hint === undefined ? [] : inCell(style, hint, cell);
    });
    return style.painter.behind(
      "toast",
      lineOf(style, columns, [span(plain(" ")), ...line.flat()]),
    );
  });
}

function inCell(style: Style, hint: readonly Span[], columns: number): readonly Span[] {
  const cut = fitted(style, hint, columns - gap);
  const blanks = Math.max(0, columns - spansWidth(style, cut));
  return [...cut, span(plain(" ".repeat(blanks)))];
}
