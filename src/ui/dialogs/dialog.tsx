/**
 * The frame of dialogs, drawn over the pane.
 *
 * The upper edge shows the title, and the lower one the keys that accept and close.
 */
import { Box } from "ink";
import { graphemes } from "#base/graphemes.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { hintsWithin } from "#ui/hints.ts";
import { OneLine } from "#ui/lines.tsx";
import { fitted, lineOf, noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type Choice, type DialogProps, useOpened } from "./opened.ts";
import { ChoiceList, framed, Rows } from "./row.tsx";

const noChoices: readonly Choice[] = [];

export function Dialog(props: DialogProps) {
  const { title, hints, typed, placeholder = "", list = noChoices } = props;
  const { style, region, isFramed, inner, rows, above, below } = useOpened();
  const { up, down, frameTopLeft, frameTopRight, frameBottomLeft, frameBottomRight } = style.glyphs;
  const further = more(down, below);
  // The scroll marker is shown before the last of the keys.
  const room = inner - 2 - (below > 0 ? spansWidth(style, further) + 3 : 0);
  return (
    <Box
      position="absolute"
      left={region.x}
      top={region.y}
      width={region.columns}
      height={region.rows}
      flexDirection="column"
    >
      {isFramed && (
        <Edge
          corners={[frameTopLeft, frameTopRight]}
          words={[span(safeLine(title), "strong")]}
          atRight={more(up, above)}
        />
      )}
      {typed !== undefined && <TextField typed={typed} placeholder={placeholder} />}
      <Rows of={rows} />
      {list.length > 0 && <ChoiceList choices={list} />}
      {isFramed && (
        <Edge
          corners={[frameBottomLeft, frameBottomRight]}
          words={hintsWithin(style, hints, room)}
          atRight={further}
        />
      )}
    </Box>
  );
}

/** `↓ 12 more`: how many rows are beyond an edge. */
function more(arrow: SafeText, count: number): readonly Span[] {
  return count > 0 ? [span(plain(`${arrow} ${count} more`), "dim")] : noSpans;
}

type EdgeProps = {
  readonly corners: readonly [left: SafeText, right: SafeText];
  readonly words: readonly Span[];
  readonly atRight: readonly Span[];
};

/** An edge of the frame with a label: `┌ Go to ── ↑ 3 more ─┐`. */
function Edge(props: EdgeProps) {
  const { style, region } = useOpened();
  const { columns } = region;
  const line = style.painter.behind("toast", edgeLine(style, columns, props));
  return <OneLine line={line} columns={columns} />;
}

function edgeLine(style: Style, columns: number, { corners, words, atRight }: EdgeProps): string {
  const [left, right] = corners;
  const rule = (length: number) =>
    span(plain(style.glyphs.ruleHorizontal.repeat(Math.max(0, length))), "rule");
  const blank = span(plain(" "));
  const inside = [blank, ...words, blank];
  const end = atRight.length > 0 ? [blank, ...atRight, blank, rule(1)] : noSpans;
  const room = columns - 2 - spansWidth(style, inside);
  const shown = spansWidth(style, end) < room ? end : noSpans;
  const dashes = rule(room - spansWidth(style, shown));
  const pieces = fitted(style, [span(left, "rule"), ...inside, dashes, ...shown], columns - 1);
  return lineOf(style, columns, [...pieces, span(right, "rule")]);
}

type TextFieldProps = {
  readonly typed: string;
  /** Shown while the input is empty. */
  readonly placeholder: string;
};

function TextField({ typed, placeholder }: TextFieldProps) {
  const opened = useOpened();
  const { style, inner } = opened;
  const line = lineOf(style, inner, [
    span(plain(" ")),
    span(style.glyphs.prompt, "accent"),
    span(plain(" ")),
    span(shownText(style, inner, typed)),
    ...(typed === "" ? [span(safeLine(placeholder), "faint")] : noSpans),
  ]);
  return <OneLine line={framed(opened, line)} columns={opened.region.columns} />;
}

/** The column of the terminal's cursor in an input of that width: after the text. */
export function typedColumn(style: Style, columns: number, typed: string): number {
  const shown = Math.min(typedRoom(columns), style.cells.width(safeLine(typed)));
  return Math.min(columns - 1, 3 + shown);
}

/** Columns for the text: there is a prompt before it, and the cursor after it. */
function typedRoom(columns: number): number {
  return Math.max(1, columns - 5);
}

/** A text that does not fit is cut at its beginning. */
function shownText({ cells }: Style, columns: number, typed: string): SafeText | "" {
  const text = safeLine(typed);
  let room = typedRoom(columns);
  if (cells.width(text) <= room) return text;
  let tail = "";
  for (const cluster of [...graphemes(text)].reverse()) {
    room -= cells.width(cluster);
    if (room < 0) break;
    tail = cluster + tail;
  }
  return plain(tail);
}
