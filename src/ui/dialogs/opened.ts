/** The open dialog with all that is decided about it before Ink draws it. */
import { createContext, type ReactElement, type ReactNode, use } from "react";
import type { Region } from "#ui/geometry.ts";
import type { Hint } from "#ui/hints.ts";
import type { Cell } from "#ui/pane-parts.ts";
import type { Span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

/** The part of the screen that a dialog may stand on, and how large it would like to be. */
export type Room = {
  readonly columns: number;
  readonly rows: number;
  /** The column where the room begins. */
  readonly x: number;
  readonly wantedColumns?: number;
  readonly wantedRows?: number;
};

/** One line of a dialog. */
export type RowProps = {
  readonly left?: readonly Span[];
  readonly right?: readonly Span[];
  /** Which of the dialog's choices it is; absent: it cannot be chosen. */
  readonly choice?: number;
  /** The column of the terminal's cursor, counted from the frame; absent: it is not here. */
  readonly caret?: number | undefined;
  /** A component of Ink's own, drawn over the row. */
  readonly children?: ReactNode;
};

/** A choice of a long list. */
export type Choice = Pick<RowProps, "left" | "right">;

export type DialogProps = {
  readonly title: string;
  readonly hints: readonly Hint[];
  /** What was typed; absent: nothing can be typed here. */
  readonly typed?: string | undefined;
  /** True: keys do not go into what was typed now, so no cursor stands there. */
  readonly isSettled?: boolean;
  readonly placeholder?: string;
  /** Its rows, and parts that consist of rows. */
  readonly children?: ReactNode;
  /** What is chosen among below them, where that may be long. */
  readonly list?: readonly Choice[];
  /** The choice under the cursor; absent or less than 0: none. */
  readonly chosen?: number;
  /** The first row in sight of what is read from top to bottom; absent: the chosen row is in sight. */
  readonly scrolledTo?: number;
};

export type Opened = {
  readonly style: Style;
  readonly dialog: ReactElement<DialogProps>;
  readonly region: Region;
  /** False: there is no room for a frame, and the dialog is its rows only. */
  readonly isFramed: boolean;
  /** Columns inside the frame. */
  readonly inner: number;
  /** The rows in sight that are components. */
  readonly rows: readonly RowProps[];
  /** The choices of its long list that are in sight, half-open. */
  readonly listed: readonly [from: number, to: number];
  /** Rows beyond the edges. */
  readonly above: number;
  readonly below: number;
  /** The choice under the cursor; -1 for none. */
  readonly chosen: number;
  /** The last row that can stand first. */
  readonly lastFirst: number;
  /** The keys that its edge names. */
  readonly told: readonly Hint[];
  /** Where the terminal's cursor stands on the screen; undefined: nowhere. */
  readonly cursor: Cell | undefined;
  /** Which choice stands on that line of the region; undefined: none. */
  readonly choiceAt: (line: number) => number | undefined;
};

const context = createContext<Opened | undefined>(undefined);

/** Around the dialog that is drawn. */
export const OpenedContext = context.Provider;

/** For the components of a dialog. */
export function useOpened(): Opened {
  const opened = use(context);
  if (opened === undefined) throw new Error("A part of a dialog stands outside of one.");
  return opened;
}
