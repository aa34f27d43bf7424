/**
 * Draws the open dialog over the pane.
 *
 * The upper edge of its frame shows the title, and the lower one the keys.
 */

import { Box, useInput } from "ink";
import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  use,
  useCallback,
  useReducer,
} from "react";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import type { Input } from "#editor/input.ts";
import type { PaintedLine } from "#markup/layout.ts";
import { useInkUi } from "#ui/ink-ui.tsx";
import { Lines, OneLine } from "#ui/lines.tsx";
import { fitted, lineOf, noSpans, painted, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import type { Choice, DialogContent, Row } from "./content.ts";
import { more, type OpenedDialog, typedIn } from "./opened.ts";

const noChoices: readonly Choice[] = [];

type OpenedProps = { readonly opened: OpenedDialog };

export function DialogFrame({ opened }: OpenedProps) {
  const { style, content, keys, further, region, isFramed, rows, above } = opened;
  const { typed, placeholder = "", list = noChoices } = content;
  const { columns } = region;
  const { up, frameTopLeft, frameTopRight, frameBottomLeft, frameBottomRight } = style.glyphs;
  const edge = (corners: Corners, words: readonly Span[], atRight: readonly Span[]) => {
    const line = edgeLine(style, columns, corners, words, atRight);
    return <OneLine line={style.painter.behind("dialog", line)} columns={columns} />;
  };
  const listed = list.slice(...opened.listed).map((each, at) => {
    return rowLine(opened, each, opened.listed[0] + at === opened.chosen);
  });
  return (
    <Box
      position="absolute"
      left={region.x}
      top={region.y}
      width={columns}
      height={region.rows}
      flexDirection="column"
    >
      {isFramed && edge([frameTopLeft, frameTopRight], titleSpans(style, content), more(up, above))}
      {typed !== undefined && (
        <OneLine line={fieldLine(opened, typed, placeholder)} columns={columns} />
      )}
      {/* Static rows need no React keys. */}
      {createElement(Fragment, {}, ...rows.map((row) => createElement(DialogRow, { opened, row })))}
      {/* One text node, whatever their number. */}
      {list.length > 0 && <Lines lines={listed} columns={columns} rows={listed.length} />}
      {isFramed && edge([frameBottomLeft, frameBottomRight], keys, further)}
    </Box>
  );
}

/** What a question ends in, after the name in it. */
const questionEnd = /”?(?: (?:as \w+|everywhere|back))?\?$/;

/** `Your settings · Acme`: a long title is cut before the account is, and a question in its name, not at its end. */
function titleSpans({ glyphs }: Style, { title, account }: DialogContent): readonly Span[] {
  const [end = ""] = questionEnd.exec(title) ?? [];
  const start = title.slice(0, title.length - end.length);
  const words: readonly Span[] = [
    { ...span(safeLine(start), "strong"), shrinks: true },
    span(safeLine(end), "strong"),
  ];
  if (account === undefined) return words;
  return [...words, span(plain(` ${glyphs.separator} `), "faint"), span(safeLine(account), "dim")];
}

type Corners = readonly [left: SafeText, right: SafeText];

const leastWords = 16;

/** An edge of the frame with a label: `┌ Go to ── ↑ 3 more ─┐`. */
function edgeLine(
  style: Style,
  columns: number,
  [left, right]: Corners,
  words: readonly Span[],
  atRight: readonly Span[],
): string {
  const rule = (length: number) =>
    span(plain(style.glyphs.ruleHorizontal.repeat(Math.max(0, length))), "rule");
  const blank = span(plain(" "));
  const inside = [blank, ...words, blank];
  const end = atRight.length > 0 ? [blank, ...atRight, blank, rule(1)] : noSpans;
  const endColumns = spansWidth(style, end);
  // That there is more is seen, whatever becomes of the words.
  const shown = columns - 2 - endColumns >= leastWords ? end : noSpans;
  const dashes = rule(columns - 2 - spansWidth(style, inside) - spansWidth(style, shown));
  const pieces = fitted(style, [span(left, "rule"), ...inside, dashes, ...shown], columns - 1);
  // Words that shrink may leave less than they could.
  const rest = rule(columns - 1 - spansWidth(style, pieces));
  return lineOf(style, columns, [...pieces, rest, span(right, "rule")]);
}

/** The input; the placeholder is shown while it is empty. */
function fieldLine(opened: OpenedDialog, typed: Input, placeholder: string): string {
  const { style, inner } = opened;
  const line = lineOf(style, inner, [
    span(plain(" ")),
    span(style.glyphs.prompt, "accent"),
    span(plain(" ")),
    ...typedIn(style, inner, typed).spans,
    ...(typed.text === "" ? [span(safeLine(placeholder), "faint")] : noSpans),
  ]);
  return framed(opened, line);
}

function DialogRow({ opened, row }: OpenedProps & { readonly row: Row }) {
  const { choice, keyField, painted: picture } = row;
  const line = picture
    ? paintedLine(opened, picture)
    : rowLine(opened, row, choice !== undefined && choice === opened.chosen);
  const drawn = <OneLine line={line} columns={opened.region.columns} />;
  if (keyField === undefined) return drawn;
  return (
    <Box>
      {drawn}
      <Box
        position="absolute"
        left={opened.isFramed ? 3 : 2}
        width={Math.max(1, opened.inner - 3)}
        height={1}
        overflow="hidden"
      >
        <KeyField key={keyField} isAsked={keyField !== ""} />
      </Box>
    </Box>
  );
}

/** What the field for a key asks for. */
export type SignInPort = {
  /** Called with the key that was entered. */
  readonly signIn: (key: string) => void;
  /** Opens the browser. */
  readonly browse: () => void;
};

const context = createContext<SignInPort>({ signIn: () => undefined, browse: () => undefined });

export const SignInContext = context.Provider;

/** A component of Ink's own, so that the key never enters the state. It has no key that erases all of it. */
function KeyField({ isAsked }: { readonly isAsked: boolean }): ReactNode {
  const { signIn, browse } = use(context);
  const ui = useInkUi(true);
  const [times, empty] = useReducer((before: number) => before + 1, 0);
  useInput((letter, { ctrl }) => {
    // Ink's own component takes both for letters.
    if (ctrl && (letter === "u" || letter === "o")) empty();
    if (ctrl && letter === "o") browse();
  });
  // Ink takes an Enter that comes together with the key for a part of it.
  const submitEntered = useCallback(
    (typed: string) => {
      if (/[\r\n]$/.test(typed)) signIn(typed.trim());
    },
    [signIn],
  );
  return (
    ui && (
      <ui.PasswordInput
        key={times}
        placeholder={isAsked ? "paste it here" : ""}
        onChange={submitEntered}
        onSubmit={signIn}
      />
    )
  );
}

/** A row between the sides of the frame, if there is one. */
function framed({ style, isFramed }: OpenedDialog, line: string): string {
  if (!isFramed) return line;
  const side = painted(style, span(style.glyphs.ruleVertical, "rule"));
  return style.painter.behind("dialog", side + line + side);
}

function paintedLine(opened: OpenedDialog, { text, cells }: PaintedLine): string {
  const room = opened.inner - 2;
  return framed(
    opened,
    cells > room ? " ".repeat(opened.inner) : `  ${text}${" ".repeat(room - cells)}`,
  );
}

function rowLine(
  opened: OpenedDialog,
  { left = noSpans, right = noSpans }: Choice,
  isChosen: boolean,
) {
  const { style, inner } = opened;
  const atRight = right.length > 0 ? [...right, span(plain(" "))] : right;
  if (!isChosen) return framed(opened, lineOf(style, inner, [span(plain("  ")), ...left], atRight));
  const bar = [span(style.glyphs.selected, "accent"), span(plain(" "))];
  const line = lineOf(style, inner, [...bar, ...left.map(stronger)], atRight);
  return framed(opened, style.painter.behind("selection", line));
}

/** The backgrounds of dialogs and of selections are similar, so the selected row is bold too. */
function stronger(piece: Span): Span {
  return piece.token === undefined || piece.token === "text"
    ? { ...piece, token: "strong" }
    : piece;
}
