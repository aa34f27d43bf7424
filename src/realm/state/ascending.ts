/** Ascending lists of ids that are changed in place: the realm owns its lists, nobody compares them by identity. */
import { position } from "#base/sorted.ts";

export function insertInPlace(ids: number[], id: number): void {
  const last = ids.at(-1);
  if (last === undefined || last < id) {
    ids.push(id);
    return;
  }
  const at = position(ids, id);
  if (ids[at] !== id) ids.splice(at, 0, id);
}

export function removeInPlace(ids: number[], id: number): void {
  const at = position(ids, id);
  if (ids[at] === id) ids.splice(at, 1);
}
