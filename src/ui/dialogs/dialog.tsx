/**
 * The frame of dialogs, drawn over the pane.
 *
 * The upper edge shows the title, and the lower one the keys that accept and close.
 */
import { Box } from "ink";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { hintsWithin } from "#ui/hints.ts";
import { OneLine } from "#ui/lines.tsx";
import { fitted, lineOf, noSpans, type Span, span, spansWidth } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { type Choice, type DialogProps, useOpened } from "./opened.ts";
import { ChoiceList, Rows } from "./row.tsx";
import { TextField } from "./text-field.tsx";

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
