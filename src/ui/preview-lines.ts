/** The preview of the message in the composer: over the last lines of the pane, directly above the composer. */
import { memoizeLast } from "#base/memoize-last.ts";
import { plain } from "#base/safe-text.ts";
import { composerEditor } from "#commands/composer-text.ts";
import type { Replica } from "#model/replica.ts";
import type { State } from "#store/state.ts";
import { indentedText, textColumns } from "./message-lines.ts";
import type { Lines, PaneParts } from "./pane-parts.ts";
import { lineOf, ruleLine, span } from "./spans.ts";

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
  const said = memoizeLast(
    (sentence: string, columns: number, gutter: number): Lines => [
      lineOf(style, columns, [span(plain(" ".repeat(gutter + 2))), span(plain(sentence), "dim")]),
    ],
  );
  const linesOf = ({ screen, view: now }: State, columns: number, gutter: 1 | 2): Lines => {
    const { text } = composerEditor(screen);
    if (text.trim() === "") return said("Nothing to preview yet.", columns, gutter);
    if (text.length > longest * now.realm.maxMessageLength)
      return said("Too long for a message: no preview.", columns, gutter);
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
    if (!screen.isPreviewing || screen.focus !== "composer" || lines.length < minRows) return lines;
    const drawn = linesOf(state, columns, gutter);
    const rows = Math.min(drawn.length, Math.max(minRows - 2, Math.floor(lines.length / 2)));
    const { text, cursor } = composerEditor(screen);
    const share = text.length === 0 ? 0 : cursor / text.length;
    return over(lines, drawn, columns, Math.round(share * (drawn.length - rows)), rows);
  };
}
