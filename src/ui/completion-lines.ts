/** The completion drawer: over the last lines of the pane, directly above the composer. */
import { memoizeLast } from "#base/memoize-last.ts";
import { plain, safeLine } from "#base/safe-text.ts";
import { momentLabel } from "#base/time.ts";
import { type Completion, completionOf } from "#commands/completion.ts";
import type { Candidate } from "#commands/completion-sources.ts";
import type { Replica } from "#model/replica.ts";
import { presenceOf } from "#model/select/conversations.ts";
import type { State } from "#store/state.ts";
import { streamSpans } from "./names.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import { lineOf, type Span, span } from "./spans.ts";
import type { Style } from "./style.ts";

/** The pane's lines with the drawer over the last of them. */
export function completionDrawer({ style, clock }: PaneParts) {
  const drawn = memoizeLast(
    (view: Replica, now: Completion, columns: number, rows: number, second: number): Lines => {
      const first = Math.max(0, Math.min(now.chosen - rows + 1, now.candidates.length - rows));
      return now.candidates
        .slice(first, first + rows)
        .map((candidate, at) =>
          candidateLine(style, columns, view, candidate, first + at === now.chosen, second),
        );
    },
  );
  const over = memoizeLast((lines: Lines, drawer: Lines) => [
    ...lines.slice(0, lines.length - drawer.length),
    ...drawer,
  ]);
  return (state: State, columns: number, lines: Lines): Lines => {
    const now = completionOf(state);
    if (now === undefined || lines.length === 0) return lines;
    // Presence is shown with a resolution of one minute.
    const minute = Math.floor(clock.now() / 60_000) * 60;
    const rows = Math.min(lines.length, now.candidates.length);
    return over(lines, drawn(state.view, now, columns, rows, minute));
  };
}

function candidateLine(
  style: Style,
  columns: number,
  view: Replica,
  candidate: Candidate,
  isChosen: boolean,
  now: number,
): string {
  const { painter, glyphs } = style;
  const bar = isChosen ? span(glyphs.selected, "accent") : span(plain(" "));
  const line = lineOf(
    style,
    columns,
    [
      span(plain(" ")),
      bar,
      span(plain(" ")),
      ...signOf(style, view, candidate, now),
      ...title(candidate, isChosen),
    ],
    besideOf(style, candidate, now),
  );
  return painter.behind(isChosen ? "selection" : "toast", line);
}

function besideOf(style: Style, { detail, of, at }: Candidate, now: number): readonly Span[] {
  if (at !== undefined)
    return [span(plain(momentLabel(at, now, style.hours)), "text"), span(plain("  "))];
  if (of !== undefined) return [...streamSpans(style, of, "dim"), span(plain("  "))];
  return detail === "" ? [] : [span(safeLine(detail), "dim"), span(plain("  "))];
}

function title({ title, stream }: Candidate, isChosen: boolean): readonly Span[] {
  if (stream !== undefined) return [];
  return [{ text: safeLine(title), token: isChosen ? "strong" : "text", shrinks: true }];
}

function signOf(
  style: Style,
  view: Replica,
  { userId, stream, emoji }: Candidate,
  now: number,
): readonly Span[] {
  const { glyphs, cells } = style;
  if (stream !== undefined) return streamSpans(style, stream, "text");
  if (emoji !== undefined) return [span(plain(`${cells.pad(cells.show(emoji), 2)} `))];
  if (userId === undefined) return [];
  const presence = presenceOf(view, userId, now);
  const token = presence === "active" ? "good" : "dim";
  const sign = { active: glyphs.active, idle: glyphs.idle, offline: glyphs.away }[presence];
  return [span(sign, token), span(plain(" "))];
}
