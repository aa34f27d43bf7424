/** What covers the last lines of the pane: completions, the preview of a message, and the keys that continue a sequence. */
import type { Clock } from "#base/clock.ts";
import { memoizeLast } from "#base/memoize.ts";
import { plain, safeLine } from "#base/safe-text.ts";
import { zonedMoment } from "#base/time.ts";
import type { Context, Keys } from "#commands/command.ts";
import { contextOf } from "#commands/screen.ts";
import { type Completion, completionOf } from "#commands/writing/completion.ts";
import type { Candidate } from "#commands/writing/completion-sources.ts";
import type { CompletionQuery } from "#editor/completing.ts";
import type { Replica } from "#model/replica.ts";
import { presenceOf } from "#model/select/conversations.ts";
import { composerEditor } from "#store/composer.ts";
import { follow } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { GlyphName } from "#theme/glyphs.ts";
import { type Hint, hintSpans, hintsAfter } from "#ui/hints.ts";
import { indentedText, textColumns } from "#ui/reader/message-lines.ts";
import { streamSpans } from "./names.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import { presenceSign } from "./person-parts.ts";
import { fitted, lineOf, ruleLine, type Span, span, spansWidth } from "./spans.ts";
import type { Style } from "./style.ts";

/** The pane's lines with the drawer over the last of them. */
export function completionDrawer({ style, clock }: PaneParts) {
  const drawn = memoizeLast(
    (view: Replica, now: Completion, columns: number, rows: number, second: number): Lines => {
      const first = Math.max(0, Math.min(now.chosen - rows + 1, now.candidates.length - rows));
      return now.candidates.slice(first, first + rows).map((candidate, at) =>
        candidateLine(style, columns, {
          sign: signOf(style, view, candidate, now.query.kind, second),
          candidate,
          isChosen: first + at === now.chosen,
          now: second,
        }),
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

type CandidateRow = {
  readonly sign: readonly Span[];
  readonly candidate: Candidate;
  readonly isChosen: boolean;
  readonly now: number;
};

function candidateLine(
  style: Style,
  columns: number,
  { sign, candidate, isChosen, now }: CandidateRow,
): string {
  const { painter, glyphs } = style;
  const bar = isChosen ? span(glyphs.selected, "accent") : span(plain(" "));
  const line = lineOf(
    style,
    columns,
    [span(plain(" ")), bar, span(plain(" ")), ...sign, ...title(candidate, isChosen)],
    besideOf(style, candidate, now),
  );
  return painter.behind(isChosen ? "selection" : "toast", line);
}

function besideOf(style: Style, { detail, of, at }: Candidate, now: number): readonly Span[] {
  if (at !== undefined)
    return [span(plain(zonedMoment(at, now, style.hours)), "text"), span(plain("  "))];
  if (of !== undefined) return [...streamSpans(style, of, "dim"), span(plain("  "))];
  return detail === "" ? [] : [span(safeLine(detail), "dim"), span(plain("  "))];
}

function title({ title, stream }: Candidate, isChosen: boolean): readonly Span[] {
  if (stream !== undefined) return [];
  return [{ text: safeLine(title), token: isChosen ? "strong" : "text", shrinks: true }];
}

/** The signs of rows that are no people, streams or emoji: of groups among the mentions. */
const glyphFor: Readonly<Record<CompletionQuery["kind"], GlyphName>> = {
  mention: "mention",
  stream: "streamPublic",
  topic: "topic",
  emoji: "bullet",
  language: "bullet",
  slash: "bullet",
  snippet: "bullet",
  time: "later",
};

function signOf(
  style: Style,
  view: Replica,
  { userId, stream, emoji }: Candidate,
  kind: CompletionQuery["kind"],
  now: number,
): readonly Span[] {
  const { glyphs, cells } = style;
  if (stream !== undefined) return streamSpans(style, stream, "text");
  if (emoji !== undefined)
    return [span(plain(`${cells.pad(emoji === "" ? ":" : cells.show(emoji), 2)} `))];
  if (userId === undefined) return [span(glyphs[glyphFor[kind]], "dim"), span(plain(" "))];
  return [presenceSign(style, presenceOf(view, userId, now)), span(plain(" "))];
}

/** The preview needs a pane at least this high. */
const minRows = 4;

/** Texts longer than this multiple of the message limit are not previewed. */
const longest = 2;

/** The pane's lines with the preview over the last of them while it is on: the part around the cursor. */
export function previewDrawer({ style, bodies }: PaneParts) {
  let view: Replica | undefined;
  const body = memoizeLast(
    (text: string, columns: number, gutter: 1 | 2, _revision: string): Lines =>
      bodies
        .ofText(view as Replica, text, textColumns(columns, gutter))
        .map((line) => indentedText({ style, columns, gutter }, line)),
  );
  const note = memoizeLast(
    (sentence: string, columns: number, gutter: number): Lines => [
      lineOf(style, columns, [span(plain(" ".repeat(gutter + 2))), span(plain(sentence), "dim")]),
    ],
  );
  const linesOf = ({ screen, view: now }: State, columns: number, gutter: 1 | 2): Lines => {
    const { text } = composerEditor(screen);
    if (text.length > longest * now.realm.maxMessageLength)
      return note("Too long for a message: no preview.", columns, gutter);
    view = now;
    return body(text, columns, gutter, bodies.revision(now));
  };
  const over = memoizeLast(
    (lines: Lines, drawn: Lines, columns: number, from: number, rows: number): Lines => [
      ...lines.slice(0, lines.length - rows - 1),
      ruleLine(style, columns, plain("Preview"), { rule: "rule", words: "accent" }),
      ...drawn.slice(from, from + rows),
    ],
  );
  return (state: State, columns: number, gutter: 1 | 2, lines: Lines): Lines => {
    const { screen } = state;
    if (!screen.writing.isPreviewing || screen.focus !== "composer" || lines.length < minRows)
      return lines;
    if (composerEditor(screen).text.trim() === "") return lines;
    const drawn = linesOf(state, columns, gutter);
    const rows = Math.min(drawn.length, Math.max(minRows - 2, Math.floor(lines.length / 2)));
    const { text, cursor } = composerEditor(screen);
    const share = text.length === 0 ? 0 : cursor / text.length;
    return over(lines, drawn, columns, Math.round(share * (drawn.length - rows)), rows);
  };
}

const gap = 2;
const maxHintLength = 26;
const none: readonly Hint[] = [];

/** The possible continuations after the pause; empty before. */
export function continuationsOf(keys: Keys): (state: State) => readonly Hint[] {
  const after = memoizeLast((where: Context, begun: string) => hintsAfter(keys, where, begun));
  return ({ screen }) => {
    const { pending, pausedAt } = screen.pressed;
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
  const drawn = memoizeLast((hints: readonly Hint[], columns: number, within: number) =>
    drawerLines(style, hints, columns, within),
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
    return over(lines, drawn(hints, columns, Math.floor(lines.length / 2)));
  };
}

/** The hints arranged in columns: whole, if they need no more than so many rows for that. */
function drawerLines(
  style: Style,
  hints: readonly Hint[],
  columns: number,
  wholeWithin: number,
): Lines {
  const spans = hints.map(hintSpans);
  const widest = Math.max(...spans.map((each) => spansWidth(style, each)));
  const inColumns = (width: number) => {
    const cell = Math.min(Math.max(1, columns - gap), width + gap);
    const across = Math.max(1, Math.floor((columns - 1) / cell));
    return { cell, across, rows: Math.ceil(spans.length / across) };
  };
  const whole = inColumns(widest);
  const isWhole = widest <= maxHintLength || whole.rows <= wholeWithin;
  const { cell, across, rows } = isWhole ? whole : inColumns(maxHintLength);
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

const pauseMs = 400;

export function keepContinuations(store: Store, clock: Clock): void {
  let cancel = () => {};
  follow(store, [({ screen }) => screen.pressed.pending], ({ screen }) => {
    const { pending } = screen.pressed;
    cancel();
    if (pending === "") return;
    cancel = clock.after(pauseMs, () =>
      changeScreen(store, (now) =>
        now.pressed.pending === pending
          ? { ...now, pressed: { ...now.pressed, pausedAt: pending } }
          : now,
      ),
    );
  });
}
