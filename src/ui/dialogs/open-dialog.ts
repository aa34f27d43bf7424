/**
 * The position of a dialog, and which of its rows are visible.
 *
 * The cursor, the mouse and scrolling need that before Ink computes its layout, and of a long text only the visible
 * rows are drawn. So the parts of a dialog are functions of their props, without hooks, and are expanded into rows
 * here; Ink draws only the frame and the visible rows.
 */
import { Children, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { plain } from "#base/safe-text.ts";
import { span } from "#ui/spans.ts";
import type { Style } from "#ui/style.ts";
import { Dialog, typedColumn } from "./dialog.tsx";
import type { DialogArea, DialogProps, OpenedDialog, RowProps } from "./opened.ts";
import { labelColumns, Paragraph, type ParagraphProps, paragraphRows } from "./paragraph.tsx";
import { Row } from "./row.tsx";

const usualColumns = 60;
const maxRows = 12;

type Size = {
  readonly isFramed: boolean;
  readonly columns: number;
  readonly inner: number;
};

/** If there is no room for a frame, the dialog uses all of it. */
function sizeIn({ columns, rows, preferredColumns = usualColumns }: DialogArea): Size {
  if (columns < 20 || rows < 6) return { isFramed: false, columns, inner: columns };
  const framed = Math.min(preferredColumns, columns - 4);
  return { isFramed: true, columns: framed, inner: framed - 2 };
}

/** The width of texts in a dialog's row. */
export function textColumnsIn(room: DialogArea): number {
  return Math.max(10, sizeIn(room).inner - 3);
}

/** How many rows are visible at most. */
function heightIn(
  { rows, preferredRows = maxRows }: DialogArea,
  isFramed: boolean,
  isTyped: boolean,
) {
  const taken = isTyped ? 1 : 0;
  // Header and footer stay visible for orientation.
  return isFramed ? Math.max(1, Math.min(preferredRows, rows - 4 - taken)) : rows - taken;
}

function called({ type, props }: ReactElement): ReactNode {
  if (type === Fragment) return (props as { readonly children: ReactNode }).children;
  return (type as (props: unknown) => ReactNode)(props);
}

type DialogPart = { readonly row: RowProps } | { readonly paragraph: ParagraphProps };

function partsOf(parts: ReactNode): readonly DialogPart[] {
  return Children.toArray(parts).flatMap((part): readonly DialogPart[] => {
    if (!isValidElement(part)) return [];
    if (part.type === Row) return [{ row: part.props as RowProps }];
    if (part.type === Paragraph) return [{ paragraph: part.props as ParagraphProps }];
    return partsOf(called(part));
  });
}

/** The rows that these parts expand to. */
function rowsOf(parts: ReactNode, style: Style, columns: number): readonly RowProps[] {
  const all = partsOf(parts);
  const paragraphs = all.flatMap((part) => ("paragraph" in part ? [part.paragraph] : []));
  const labels = labelColumns(style, columns, paragraphs);
  return all.flatMap((part) =>
    "row" in part ? [part.row] : paragraphRows(style, columns, part.paragraph, labels),
  );
}

function dialogIn(element: ReactNode): ReactElement<DialogProps> {
  if (!isValidElement<DialogProps>(element)) throw new Error("This is not a dialog.");
  return element.type === Dialog ? element : dialogIn(called(element));
}

const nothingFound: readonly RowProps[] = [{ left: [span(plain(" nothing found"), "dim")] }];

/**
 * Returns the first visible row, given the typed text, the selected row, and the numbers of all and of visible rows.
 */
type Scroll = (typed: string, chosenRow: number, count: number, height: number) => number;

export function openDialog(
  style: Style,
  room: DialogArea,
  element: ReactElement,
  scroll: Scroll,
): OpenedDialog {
  const dialog = dialogIn(element);
  const { typed, children, list = [], hints, isSettled = false, scrolledTo } = dialog.props;
  const { isFramed, columns, inner } = sizeIn(room);
  const found = rowsOf(children, style, textColumnsIn(room));
  const all = found.length + list.length === 0 ? nothingFound : found;
  const count = all.length + list.length;
  const height = heightIn(room, isFramed, typed !== undefined);
  const lastFirst = Math.max(0, count - height);

  const choices = list.length + all.filter(({ choice }) => choice !== undefined).length;
  const chosen = Math.min(dialog.props.chosen ?? -1, choices - 1);
  const chosenRow =
    list.length > 0 && chosen >= 0
      ? all.length + chosen
      : all.findIndex((row) => row.choice === chosen || row.children !== undefined);
  const first =
    scrolledTo === undefined
      ? scroll(typed ?? "", chosenRow, count, height)
      : Math.min(scrolledTo, lastFirst);
  const last = Math.min(count, first + height);

  const edge = isFramed ? 1 : 0;
  const top = edge + (typed === undefined ? 0 : 1);
  const rows = top + last - first + edge;
  const x = room.x + Math.floor((room.columns - columns) / 2);
  const y = isFramed ? Math.max(0, Math.min(room.rows - 1 - rows, Math.floor(room.rows / 6))) : 0;

  const cursorAt = (): OpenedDialog["cursor"] => {
    const at = all.findIndex(({ caret }) => caret !== undefined);
    const caret = all[at]?.caret;
    if (caret !== undefined) {
      if (at < first || at >= last) return undefined;
      return { x: x + edge + Math.min(inner - 1, caret), y: y + top + at - first };
    }
    if (typed === undefined || isSettled) return undefined;
    return { x: x + edge + typedColumn(style, inner, typed), y: y + edge };
  };
  const listed = (row: number) => Math.max(0, row - all.length);
  return {
    style,
    dialog,
    region: { x, y, columns, rows },
    isFramed,
    inner,
    rows: all.slice(first, last),
    listed: [listed(first), listed(last)],
    above: first,
    below: count - last,
    chosen,
    lastFirst,
    edgeHints: isFramed ? hints : [],
    cursor: cursorAt(),
    choiceAt: (line) => {
      const row = first + line - top;
      if (row < first || row >= last || chosen < 0) return undefined;
      return row < all.length ? all[row]?.choice : row - all.length;
    },
  };
}
