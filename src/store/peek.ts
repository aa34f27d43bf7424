/** The pane to read in: where it is beside a list, and of which row it shows the end before that is opened. */
import type { NarrowKey } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";
import { type ListPlace, listKey } from "./list-places.ts";
import { isList, isMixed, listOf } from "./lists.ts";
import type { RowKey } from "./row-keys.ts";
import type { PeekPosition, Reader, Screen } from "./screen.ts";

/** Where what is read is, seen from its list. */
export type Aside = "right" | "below";

/** The screens that have the pane unless the user says something else, and the smallest that it can be shown on. */
const [wide, high] = [150, 45];
const [leastColumns, leastRows] = [100, 30];

/** Where lists and what is read in them are beside each other; undefined: only one of them is shown. */
export function asideOf({
  terminal: { columns, rows, wantsPreview },
  preferences: { preview = "auto" },
}: Pick<Screen, "terminal" | "preferences">): Aside | undefined {
  if (!(wantsPreview ?? preview !== "off")) return undefined;
  const isWanted = wantsPreview === true || preview === "right" || preview === "below";
  const fits = {
    right: columns >= (isWanted ? leastColumns : wide) && rows >= 20,
    below: rows >= (isWanted ? leastRows : high) && columns >= 80,
  };
  if (preview === "right" || preview === "below") return fits[preview] ? preview : undefined;
  if (columns >= wide && fits.right) return "right";
  if (fits.below) return "below";
  return fits.right ? "right" : undefined;
}

/** The list beside the open narrow: the one to which leaving that leads. */
export function listBeside(screen: Screen): ListPlace | undefined {
  const { place, trail } = screen;
  if (isList(place) || asideOf(screen) === undefined) return undefined;
  const origin = trail.back.findLast(isMixed);
  return origin !== undefined && isList(origin) ? origin : undefined;
}

/** The list on the screen, open or beside what is read; undefined without one. */
export function listShown(screen: Screen): ListPlace | undefined {
  return isList(screen.place) ? screen.place : listBeside(screen);
}

/**
 * The row of the open list whose end is shown: that under the cursor, or the one from which the cursor is just moving on.
 * Undefined in narrows, without the pane, and in an empty list.
 */
export function peekedRow(screen: Screen): RowKey | undefined {
  const { place, peek } = screen;
  if (!isList(place) || asideOf(screen) === undefined) return undefined;
  const { cursor } = listOf(screen, place);
  return cursor === undefined || peek?.list !== listKey(place) ? cursor?.key : peek.row;
}

/** The screen on which the row under the cursor is shown. */
export function withPeekedRow(screen: Screen): Screen {
  const { place, peek } = screen;
  const row = isList(place) ? listOf(screen, place).cursor?.key : undefined;
  if (row === undefined || !isList(place)) return screen;
  const list = listKey(place);
  if (peek?.list === list && peek.row === row) return screen;
  return { ...screen, peek: { list, row, isRested: false } };
}

/** The screen with another position in what is shown of a row. */
export function withPeekAt(screen: Screen, position: PeekPosition): Screen {
  const row = peekedRow(screen);
  if (row === undefined || !isList(screen.place)) return screen;
  const list = listKey(screen.place);
  const isRested = screen.peek?.list === list && screen.peek.isRested;
  return { ...screen, peek: { list, row, isRested, position } };
}

/** The position that was saved for what is shown of the narrow at that message; undefined without one. */
export function peekAt(
  { peek }: Pick<Screen, "peek">,
  narrow: NarrowKey,
  at: MessageId | undefined,
): Reader | undefined {
  const { position } = peek ?? {};
  return position?.narrow === narrow && position.at === at ? position.reader : undefined;
}

/** What is shown of a row as another account sees it, in its list. */
export function takenPeek(
  { peek }: Pick<Screen, "peek">,
  list: ListPlace,
  rename: (key: RowKey) => RowKey,
): Pick<Screen, "peek"> {
  return { peek: peek && { ...peek, list: listKey(list), row: rename(peek.row) } };
}
