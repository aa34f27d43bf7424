/** Folders of streams in lists: their titles, which of them are folded, and the row that stands for one that is. */

import { counted } from "#base/counted.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { type Filed, type Folder, folderTitle, isFolderKey } from "#model/select/folders.ts";
import { type ListPlace, listKey } from "#store/list-places.ts";
import type { RowKey } from "#store/row-keys.ts";
import type { Screen, Sidebar } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { addArrivals } from "./lists.ts";
import { glyph, type Heading, type Part, type Row, text, titled } from "./row.ts";

/** Folders that are folded in one list. */
export type Folded = (folder: RowKey) => boolean;

/** Beside those of the sidebar, which is folded by itself. */
function foldKey(place: ListPlace, folder: RowKey): string {
  return `${listKey(place)} ${folder}`;
}

export function foldedIn(toggled: Screen["sidebar"]["toggled"], place: ListPlace): Folded {
  return (folder) => toggled.has(foldKey(place, folder));
}

/** Folds the folder of the open list, or unfolds it. */
export function toggleFold(store: Store, place: ListPlace, folder: RowKey): void {
  const key = foldKey(place, folder);
  changeScreen(store, (screen) => ({ ...screen, sidebar: withToggled(screen.sidebar, key) }));
  addArrivals(store, place);
}

/** Unfolds what is folded, and folds what is not. */
export function withToggled(sidebar: Sidebar, key: string): Sidebar {
  const toggled = new Set(sidebar.toggled);
  if (!toggled.delete(key)) toggled.add(key);
  return { ...sidebar, toggled };
}

/** What a list has of one folder. */
type Run<T> = { readonly folder: Folder | undefined; readonly parts: readonly T[] };

/** In order: what is in one folder is adjacent. */
export function byFolder<T>(
  filed: Filed,
  parts: readonly T[],
  streamOf: (part: T) => StreamId | undefined,
): readonly Run<T>[] {
  const runs: { folder: Folder | undefined; parts: T[] }[] = [];
  for (const part of parts) {
    const id = streamOf(part);
    const folder = id === undefined ? undefined : filed.get(id);
    const last = runs.at(-1);
    if (last !== undefined && last.folder?.key === folder?.key) last.parts.push(part);
    else runs.push({ folder, parts: [part] });
  }
  return runs;
}

/** The row of a folded folder. */
export function folded({ key }: Folder, section: RowKey, size: number): GroupedRow {
  return { key, section, part: key, size };
}

function titleIn(filed: Filed, key: RowKey): string | undefined {
  return isFolderKey(key) ? folderTitle(filed, key)?.toUpperCase() : undefined;
}

export function folderHeading(filed: Filed, key: RowKey): Heading | undefined {
  const title = titleIn(filed, key);
  return title === undefined ? undefined : titled(title, "dim");
}

export function folderSubject(filed: Filed, key: RowKey): readonly Part[] {
  return [text(titleIn(filed, key) ?? "", "dim")];
}

/** `▸ BUILDING   3 conversations   31`. */
export function foldedRow(
  filed: Filed,
  { key, size = 0 }: GroupedRow,
  what: string,
  number?: number,
): Row {
  return {
    sign: glyph("closed", "faint"),
    subject: folderSubject(filed, key),
    detail: [text(counted(size, what), "dim")],
    number,
  };
}
