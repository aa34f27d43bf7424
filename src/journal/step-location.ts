/** Where a step was taken; stored with it so that undo returns the user there. */
import type { Address } from "./intent.ts";

/** A row of a list. Rows of one section, and of one group within it, are adjacent. */
export type GroupedRow = {
  /** Identifies a row, a heading or a section; unique in its list. */
  readonly key: string;
  readonly section: string;
  /** The heading above the row; absent: only the section's title. */
  readonly group?: string | undefined;
  /** The number of conversations or items that the row represents; 1 when absent. */
  readonly size?: number;
};

/** A row with its neighbours at the time of the action: undo restores it there. */
export type RowOrigin = {
  readonly row: GroupedRow;
  readonly before: string | undefined;
  readonly after: string | undefined;
};

export type StepLocation =
  | {
      readonly kind: "list";
      /** The list's key and its active filter. */
      readonly list: string;
      readonly filter: string;
      readonly rows: readonly RowOrigin[];
      /** The step does not handle the rows: redo leaves them unchanged. */
      readonly stays?: true;
      /** The conversation in which it was taken; absent: in the list itself. */
      readonly reading?: Address;
    }
  | { readonly kind: "conversation"; readonly address: Address };
