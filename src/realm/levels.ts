/** The keys of answers as servers of a level have them. */

import type { LevelRow } from "#wire/levels/row.ts";
import { levels } from "#wire/levels.ts";

const rows: readonly LevelRow[] = Object.values(levels);

/** The first level at which a key exists; keys that are not named always did. */
const keysSince = new Map(
  rows.flatMap(({ level, keys = [] }) => keys.map((key) => [key, level] as const)),
);

/** What a key was called, and the first level that calls it as now. */
const renamed = new Map(
  rows.flatMap(({ level, renamed: names = {} }) =>
    Object.entries(names).map(([now, before]) => [now, { before, level }] as const),
  ),
);

const newest = Math.max(...keysSince.values(), ...[...renamed.values()].map(({ level }) => level));

/** An object without the keys that a server of `level` does not have, and with those it calls otherwise. */
export function keysAt<Shape extends object>(level: number, whole: Shape): Shape {
  if (level >= newest) return whole;
  const entries = Object.entries(whole).flatMap(([key, value]) => {
    if (level < (keysSince.get(key) ?? 0)) return [];
    const old = renamed.get(key);
    return [[old === undefined || level >= old.level ? key : old.before, value] as const];
  });
  return Object.fromEntries(entries) as Shape;
}
