/** The line of a dialog that is typed into. */
import { graphemes } from "#base/graphemes.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { OneLine } from "#ui/lines.tsx";
import { lineOf, noSpans, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { useOpened } from "./opened.ts";
import { framed } from "./row.tsx";

type TextFieldProps = {
  readonly typed: string;
  /** Said in the place of the text while nothing is typed. */
  readonly placeholder: string;
};

export function TextField({ typed, placeholder }: TextFieldProps) {
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

/** The column of the terminal's cursor in a field so wide: behind what was typed. */
export function typedColumn(style: Style, columns: number, typed: string): number {
  const shown = Math.min(typedRoom(columns), style.cells.width(safeLine(typed)));
  return Math.min(columns - 1, 3 + shown);
}

/** Columns that what is typed has: a prompt stands before it, the cursor behind. */
function typedRoom(columns: number): number {
  return Math.max(1, columns - 5);
}

/** The end of what is typed matters more than its beginning. */
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
