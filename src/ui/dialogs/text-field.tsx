/** The input line of a dialog. */
import { graphemes } from "#base/graphemes.ts";
import { plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { OneLine } from "#ui/lines.tsx";
import { lineOf, noSpans, span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { useOpened } from "./opened.ts";
import { framed } from "./row.tsx";

type TextFieldProps = {
  readonly typed: string;
  /** Shown while the input is empty. */
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
