/** The rows of a dialog, one line each, and its long list. */
import { Box } from "ink";
import { createElement, Fragment } from "react";
import type { SafeText } from "#base/safe-text.ts";
import { plain } from "#base/safe-text.ts";
import { Lines, OneLine } from "#ui/lines.tsx";
import { lineOf, noSpans, painted, type Span, span } from "#ui/spans.ts";
import { type Choice, type OpenedDialog, type RowProps, useOpened } from "./opened.ts";

export function Row({ left = noSpans, right = noSpans, choice, children }: RowProps) {
  const opened = useOpened();
  const line = rowLine(opened, { left, right }, choice !== undefined && choice === opened.chosen);
  const row = <OneLine line={line} columns={opened.region.columns} />;
  if (children === undefined) return row;
  const width = Math.max(1, opened.inner - 3);
  return (
    <Box>
      {row}
      <Box
        position="absolute"
        left={opened.isFramed ? 3 : 2}
        width={width}
        height={1}
        overflow="hidden"
      >
        {children}
      </Box>
    </Box>
  );
}

/** Static rows, which need no React keys. */
export function Rows({ of }: { readonly of: readonly RowProps[] }) {
  return createElement(Fragment, {}, ...of.map((row) => createElement(Row, row)));
}

type LineProps = { readonly token?: Span["token"]; readonly children: SafeText | "" };

/** A text on one line, truncated if it is longer. */
export function Line({ token = "text", children }: LineProps) {
  return <Row left={[span(children, token)]} />;
}

/** The visible choices of a long list: one text node, whatever their number. */
export function ChoiceList({ choices }: { readonly choices: readonly Choice[] }) {
  const opened = useOpened();
  const [from, to] = opened.listed;
  const lines = choices
    .slice(from, to)
    .map((choice, at) => rowLine(opened, choice, from + at === opened.chosen));
  return <Lines lines={lines} columns={opened.region.columns} rows={lines.length} />;
}

/** A row between the sides of the frame, if there is one. */
export function framed({ style, isFramed }: OpenedDialog, line: string): string {
  if (!isFramed) return line;
  const side = painted(style, span(style.glyphs.ruleVertical, "rule"));
  return style.painter.behind("toast", side + line + side);
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
