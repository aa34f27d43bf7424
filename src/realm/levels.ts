/** Adapts the keys of responses to a level. */

import type { LevelRow } from "#wire/levels.ts";
import { levels } from "#wire/levels.ts";

const rows: readonly LevelRow[] = Object.values(levels);

/** The first level of each key; other keys exist at all levels. */
const keysSince = new Map(
  rows.flatMap(({ level, keys = [] }) => keys.map((key) => [key, level] as const)),
);

/** The former names of keys, and the first level with the current name. */
const renamed = new Map(
  rows.flatMap(({ level, renamed: names = {} }) =>
    Object.entries(names).map(([now, before]) => [now, { before, level }] as const),
  ),
);

const newest = Math.max(...keysSince.values(), ...[...renamed.values()].map(({ level }) => level));

/** Removes the keys that `level` does not have, and renames those with a former name. */
export function keysAt<Shape extends object>(level: number, whole: Shape): Shape {
  if (level >= newest) return whole;
  const entries = Object.entries(whole).flatMap(([key, value]) => {
    if (level < (keysSince.get(key) ?? 0)) return [];
    const old = renamed.get(key);
    return [[old === undefined || level >= old.level ? key : old.before, value] as const];
  });
  return Object.fromEntries(entries) as Shape;
}
