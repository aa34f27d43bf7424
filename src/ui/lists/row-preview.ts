/** The selected row of a list whose rows are texts or people, shown whole below the list where there is room. */

import { memoizeLast } from "#base/memoize.ts";
import { plain } from "#base/safe-text.ts";
import { overIn, type Previewed } from "#commands/lists/list.ts";
import { definitionOf } from "#commands/lists/table.ts";
import type { Message } from "#model/message.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { selectedRow } from "#store/list.ts";
import { isList, listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { aboutPerson } from "#ui/dialogs/cards.ts";
import { labelledRows } from "#ui/dialogs/content.ts";
import type { Region } from "#ui/geometry.ts";
import type { Lines, PaneParts } from "#ui/pane-parts.ts";
import { indentedText, textColumns } from "#ui/reader/message-lines.ts";
import { lineOf, ruleLine, span } from "#ui/spans.ts";

const minuteMs = 60_000;

/** The smallest screen and pane on which rows are previewed. */
const minColumns = 120;
const minRows = 18;

/** How many lines of the pane the preview takes, with the rule above it; it does not depend on the text. */
export function previewRows({ screen }: State, pane: Region): number {
  const { place, terminal } = screen;
  if (terminal.columns < minColumns || pane.rows < minRows || !isList(place)) return 0;
  const isShown =
    definitionOf(place).preview !== undefined && listOf(screen, place).rows.length > 0;
  return isShown ? Math.floor(pane.rows / 3) : 0;
}

type Text = Exclude<Previewed, { readonly person: Person }>;

/** As wide as the gutter where there is room for a preview. */
const indent = span(plain("  "));

/** The preview's lines; none if there is no room for it. */
export function rowPreview({
  style,
  bodies,
  clock,
}: PaneParts): (state: State, pane: Region, gutter: 1 | 2) => Lines {
  let view: Replica | undefined;
  const body = memoizeLast(
    (shown: Text | undefined, columns: number, gutter: 1 | 2, _revision: string): Lines => {
      if (shown === undefined || view === undefined) return [];
      const width = textColumns(columns, gutter);
      const lines =
        "message" in shown
          ? bodies.of(view, shown.message, width, { spoilers: false, sideways: 0 })
          : bodies.ofText(view, shown.text, width);
      return lines.map((line) => indentedText({ style, columns, gutter }, line));
    },
  );
  const card = memoizeLast((view: Replica, person: Person, now: number, columns: number): Lines => {
    const room = { style, columns: textColumns(columns, 2) };
    return labelledRows(room, aboutPerson({ view, style, now }, person)).map(({ left = [] }) =>
      lineOf(style, columns, [indent, ...left]),
    );
  });
  const filled = memoizeLast((lines: Lines, columns: number, rows: number): Lines => {
    const rule = ruleLine(style, columns, "", { rule: "rule", words: "dim" });
    const room = rows - 1;
    const more = lines.length - room + 1;
    const note = lineOf(style, columns, [], [span(plain(`${more} more lines  `), "dim")]);
    const shown = lines.length > room ? [...lines.slice(0, room - 1), note] : lines;
    const blank = " ".repeat(columns);
    return [rule, ...Array.from({ length: room }, (_, at) => shown[at] ?? blank)];
  });
  const ofText = memoizeLast((text: string): Text => ({ text }));
  const ofMessage = memoizeLast((message: Message): Text => ({ message }));
  return (state, pane, gutter) => {
    const rows = previewRows(state, pane);
    const { place } = state.screen;
    if (rows === 0 || !isList(place)) return [];
    const list = listOf(state.screen, place);
    const definition = definitionOf(place);
    const key = selectedRow(list);
    const isOver = key === undefined || overIn(definition, state, list)(key);
    const found = isOver ? undefined : definition.preview?.(state, key);
    view = state.view;
    const lines =
      found && "person" in found
        ? card(view, found.person, Math.floor(clock.now() / minuteMs) * 60, pane.columns)
        : body(
            found && ("text" in found ? ofText(found.text) : ofMessage(found.message)),
            pane.columns,
            gutter,
            bodies.revision(view),
          );
    return filled(lines, pane.columns, rows);
  };
}
