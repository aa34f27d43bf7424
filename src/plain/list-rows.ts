/** The visible rows of the open list, as lines for a screen reader. */
import { emptyText, type ListSource } from "#commands/lists/list.ts";
import { sourceOf } from "#commands/lists/table.ts";
import { isList } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import { listRows } from "#ui/lists/list-rows.ts";
import type { ListLine } from "#ui/lists/listing.ts";
import type { DrawnRow } from "#ui/lists/row.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import type { Panes } from "#ui/panes.ts";
import { textOf } from "./span-text.ts";
import type { SpokenRow } from "./spoken-row.ts";

/** Wide enough that nothing is cut. */
const size = { columns: 2_000, rows: 1, gutter: 1 } as const;

/** Empty if no list is open. */
export function listSpeaker(
  parts: PaneParts,
  { listing }: Pick<Panes, "listing">,
): (state: State) => readonly SpokenRow[] {
  const rowsOf = listRows(parts);
  return (state) => {
    const { place } = state.screen;
    const shown = listing(state);
    if (!isList(place) || shown === undefined) return [];
    const rows = rowsOf(place, state, size);
    const { marked } = shown.list;
    const counts = sourceOf(place).number;
    if (shown.list.rows.length === 0)
      return (emptyText(parts.keys, sourceOf(place), state, shown.list) ?? []).map((line) => ({
        key: line,
        line,
      }));
    const spokenLine = (line: ListLine): SpokenRow | undefined => {
      if (line.kind === "blank") return undefined;
      if (line.kind !== "row") {
        const heading = rows.heading(line.key);
        const words = textOf(heading?.left ?? []);
        return words === "" ? undefined : { key: line.key, line: `${words}:` };
      }
      const { key } = line.row;
      const row = rows.row(line.row);
      const mark = marked.has(key) ? "selected, " : "";
      return row && { key, line: `${line.at + 1}. ${mark}${rowWords(counts, row)}` };
    };
    return shown.lines.flatMap((line) => spokenLine(line) ?? []);
  };
}

function rowWords(
  counts: ListSource["number"],
  { sign, subject, detail, number, time }: DrawnRow,
): string {
  const count = counts === "unread" && number !== "" ? `${number} unread` : number;
  // Below the heading of its stream, a topic follows its sign.
  return [textOf([sign]), textOf(subject).replace(/^> /, ""), count, textOf(detail), time]
    .map((words) => words.trim())
    .filter((words) => words !== "")
    .join(", ");
}
