/** How the rows of one kind of list are drawn. */
import type { GroupedRow } from "#journal/step-location.ts";
import type { RowKey } from "#store/list.ts";
import type { State } from "#store/state.ts";
import type { Heading, ListRow, ListSize } from "./row.ts";

export type Drawer = {
  /** Undefined if the row's subject is unknown by now. */
  readonly row: (placed: GroupedRow, isTicked: boolean, size: ListSize) => ListRow | undefined;
  /** The heading above the rows of a section; undefined: none. */
  readonly section: (key: RowKey) => Heading | undefined;
  readonly group: (key: RowKey) => Heading | undefined;
};

export type ListLook = {
  /** Called once per drawing: the drawer may cache lookups. */
  readonly drawerOf: (state: Pick<State, "view" | "journal">, now: number) => Drawer;
  /** What an empty list means, and which key helps; undefined while it may still be loading. */
  readonly empty: (state: State) => readonly string[] | undefined;
};
