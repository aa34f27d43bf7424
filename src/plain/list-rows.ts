/** The visible rows of the open list, as lines for a screen reader. */
import type { ListKind } from "#store/list-places.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { emptyText } from "#ui/lists/empty-list.ts";
import type { ListLine } from "#ui/lists/listing.ts";
import type { DrawnRow } from "#ui/lists/row.ts";
import { rowsByKind } from "#ui/lists/table.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import type { Panes } from "#ui/panes.ts";
import { textOf } from "./span-text.ts";
import type { SpokenRow } from "./spoken-row.ts";

/** Wide enough that nothing is cut. */
const size = { columns: 2_000, rows: 1, gutter: 1 } as const;

/** Lists whose numbers are counts of unread messages. */
const countsUnread: ReadonlySet<ListKind> = new Set(["inbox", "recent", "topics"]);

/** Empty if no list is open. */
export function listSpeaker(
  parts: PaneParts,
  { listing }: Pick<Panes, "listing">,
): (state: State) => readonly SpokenRow[] {
  const rowsOf = rowsByKind(parts);
  return (state) => {
    const { place } = state.screen;
    const shown = listing(state);
    if (!isList(place) || shown === undefined) return [];
    const { kind } = place;
    const rows = rowsOf(place, state);
    const { ticked, marked } = shown.list;
    if (shown.list.rows.length === 0)
      return (emptyText(parts.keys, state, place) ?? []).map((line) => ({ key: line, line }));
    const spokenLine = (line: ListLine): SpokenRow | undefined => {
      if (line.kind === "blank") return undefined;
      if (line.kind !== "row") {
        const heading = rows[line.kind]?.(line.key);
        return heading && { key: line.key, line: `${textOf(heading.left)}:` };
      }
      const { key } = line.row;
      const row = rows.row(line.row, ticked.has(key), size);
      const mark = marked.has(key) ? "selected, " : "";
      return row && { key, line: `${line.at + 1}. ${mark}${rowWords(kind, row)}` };
    };
    return shown.lines.flatMap((line) => spokenLine(line) ?? []);
  };
}

function rowWords(kind: ListKind, { sign, subject, detail, number = "", time }: DrawnRow): string {
  const noun = countsUnread.has(kind) ? "unread" : "people";
  const count = number === "" ? "" : `${number.trim()} ${noun}`;
  // Below the heading of its stream, a topic follows its sign.
  return [textOf([sign]), textOf(subject).replace(/^> /, ""), count, textOf(detail), time]
    .map((words) => words.trim())
    .filter((words) => words !== "")
    .join(", ");
}
