/** The rows of the open list. */
import { memoizeFor, memoizeLast } from "#base/memoize.ts";
import { type ListDefinition, overIn } from "#commands/lists/list.ts";
import type { Row } from "#commands/lists/row.ts";
import { definitionOf } from "#commands/lists/table.ts";
import type { Journal } from "#journal/journal.ts";
import type { Replica } from "#model/replica.ts";
import type { ListPlace } from "#store/list-places.ts";
import { listOf } from "#store/lists.ts";
import type { State } from "#store/state.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { drawnHeading, drawnRow } from "./drawn-row.ts";
import { type Columns, columnsOf, type DrawnRow, type ListRows, type ListSize } from "./row.ts";

const minuteMs = 60_000;

/** The rows of a list as of this minute; the same object while nothing changed. */
export function listRows(
  parts: PaneParts,
): (place: ListPlace, state: State, size: ListSize) => ListRows {
  const { style, clock } = parts;
  const columnsIn = memoizeLast((size: ListSize, definition: ListDefinition) =>
    columnsOf(size, definition, style.hours),
  );
  const rowsOf = rowDrawer(parts);
  return (place, { view, journal, screen }, size) => {
    const definition = definitionOf(place);
    const { filter } = listOf(screen, place);
    const now = Math.floor(clock.now() / minuteMs) * 60;
    return rowsOf(definition, filter, columnsIn(size, definition), view, journal, now);
  };
}

/** A row is drawn again only if what it says has changed, or a name in it may have. */
function rowDrawer({ style, bodies }: PaneParts) {
  const drawn = memoizeFor<Row, DrawnRow>();
  return memoizeLast(
    (
      definition: ListDefinition,
      filter: string,
      columns: Columns,
      view: Replica,
      journal: Journal,
      now: number,
    ): ListRows => {
      const facts = { view, journal, now };
      const drawing = { style, bodies, view, now, columns, counts: definition.number };
      const isOver = overIn(definition, facts, { filter });
      const { people, streams, statuses } = view;
      const from = [columns, now, people, streams, statuses, bodies.revision(view)];
      return {
        columns,
        isOver,
        row: (placed) => {
          const row = definition.row?.(facts, placed, isOver(placed.key));
          return row && drawn(row, from, () => drawnRow(drawing, row));
        },
        heading: (key) => {
          const heading = definition.heading?.(facts, key);
          const shown = heading && drawnHeading(drawing, heading);
          return shown?.left.length === 0 && shown.number === "" ? undefined : shown;
        },
      };
    },
  );
}
