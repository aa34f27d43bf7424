/** The open dialog with everything that is computed before Ink draws it. */
import { createContext, type ReactElement, type ReactNode, use } from "react";
import type { Region } from "#ui/geometry.ts";
import type { Hint } from "#ui/hints.ts";
import type { Cell } from "#ui/pane-parts.ts";
import type { Span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";

/** The part of the screen that a dialog may use, and its preferred size. */
export type DialogArea = {
  readonly columns: number;
  readonly rows: number;
  /** The first column of the room. */
  readonly x: number;
  readonly preferredColumns?: number;
  readonly preferredRows?: number;
};

/** One line of a dialog. */
export type RowProps = {
  readonly left?: readonly Span[];
  readonly right?: readonly Span[];
  /** The index of the dialog's choice; absent: not a choice. */
  readonly choice?: number;
  /** The column of the terminal's cursor, relative to the frame; absent: not in this row. */
  readonly caret?: number | undefined;
  /** A component of Ink's own, drawn over the row. */
  readonly children?: ReactNode;
};

/** A choice of a long list. */
export type Choice = Pick<RowProps, "left" | "right">;

export type DialogProps = {
  readonly title: string;
  readonly hints: readonly Hint[];
  /** The typed text; absent: the dialog has no input. */
  readonly typed?: string | undefined;
  /** True: keys do not go into the input now, so it has no cursor. */
  readonly isSettled?: boolean;
  readonly placeholder?: string;
  /** Rows, and parts that expand to rows. */
  readonly children?: ReactNode;
  /** The choices below them, if there may be many. */
  readonly list?: readonly Choice[];
  /** The selected choice; absent or less than 0: none. */
  readonly chosen?: number;
  /** The first visible row of a text; absent: the selected row is kept visible. */
  readonly scrolledTo?: number;
};

export type OpenedDialog = {
  readonly style: Style;
  readonly dialog: ReactElement<DialogProps>;
  readonly region: Region;
  /** False: there is no room for a frame. */
  readonly isFramed: boolean;
  /** Columns inside the frame. */
  readonly inner: number;
  /** The visible rows that are components. */
  readonly rows: readonly RowProps[];
  /** The visible range of the long list, half-open. */
  readonly listed: readonly [from: number, to: number];
  /** Rows beyond the edges. */
  readonly above: number;
  readonly below: number;
  /** The selected choice; -1 for none. */
  readonly chosen: number;
  /** The last row that can be the first visible one. */
  readonly lastFirst: number;
  /** The keys shown in its lower edge. */
  readonly edgeHints: readonly Hint[];
  /** The terminal's cursor on the screen; undefined: hidden. */
  readonly cursor: Cell | undefined;
  /** The choice on that line of the region; undefined: none. */
  readonly choiceAt: (line: number) => number | undefined;
};

const context = createContext<OpenedDialog | undefined>(undefined);

/** Provided around the dialog that is drawn. */
export const OpenedContext = context.Provider;

/** For the components of a dialog. */
export function useOpened(): OpenedDialog {
  const opened = use(context);
  if (opened === undefined) throw new Error("A dialog part is rendered outside a dialog.");
  return opened;
}
