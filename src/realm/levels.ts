/** Adapts the keys of responses to a level. */

import { keysMissingAt, levels } from "#wire/levels.ts";

/** Keys that had another name before, by their current name, with the first level that has it. */
const renamed = Object.values(levels).flatMap(({ level, renamed: names = {} }) =>
  Object.entries(names).map(([now, before]) => ({ level, now, before })),
);

type Differences = {
  readonly missing: ReadonlySet<string>;
  /** The older names of keys, by their current name. */
  readonly older: ReadonlyMap<string, string>;
  /** The current names of both. */
  readonly names: readonly string[];
};

/** By level: each is computed once. */
const byLevel = new Map<number, Differences>();

function differencesAt(level: number): Differences {
  const differences = byLevel.get(level);
  if (differences !== undefined) return differences;
  const older = renamed.filter((one) => level < one.level);
  const missing = keysMissingAt(level);
  const made = {
    missing,
    older: new Map(older.map(({ now, before }) => [now, before])),
    names: [...missing, ...older.map(({ now }) => now)],
  };
  byLevel.set(level, made);
  return made;
}

/** Removes the keys that `level` does not have yet or any more, and renames those with a former name. */
export function keysAt<Shape extends object>(level: number, whole: Shape): Shape {
  const { missing, older, names } = differencesAt(level);
  if (!names.some((name) => name in whole)) return whole;
  const entries = Object.entries(whole).flatMap(([key, value]) =>
    missing.has(key) ? [] : [[older.get(key) ?? key, value] as const],
  );
  return Object.fromEntries(entries) as Shape;
}
