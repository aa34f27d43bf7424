/** How the rows of one kind of list are drawn, from everything that the program knows. */
import type { PlacedRow } from "#journal/spot.ts";
import type { RowKey } from "#store/list.ts";
import type { State } from "#store/state.ts";
import type { Heading, ListRow, ListSize } from "./row.ts";

export type Drawer = {
  /** Undefined where nothing is known of the row any more. */
  readonly row: (placed: PlacedRow, isTicked: boolean, size: ListSize) => ListRow | undefined;
  /** What stands over the rows of a section; undefined: nothing does. */
  readonly section: (key: RowKey) => Heading | undefined;
  readonly group: (key: RowKey) => Heading | undefined;
};

export type ListLook = {
  /** Asked once for each drawing: what it gives may remember what it looked up. */
  readonly drawerOf: (state: Pick<State, "view" | "journal">, now: number) => Drawer;
  /** What an empty list means, and which key helps; undefined while it is not known whether it is empty. */
  readonly empty: (state: State) => readonly string[] | undefined;
};
