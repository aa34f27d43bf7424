/**
 * Differences between feature levels, one row per change.
 *
 * Every comparison of levels uses a row of this table, or is part of an endpoint's declaration (`since`,
 * `until`, `jsonUntil`, `encode`).
 */
import { documentedLevels } from "./levels/documented.ts";
import type { LevelRow } from "./levels/row.ts";
import { undocumentedLevels } from "./levels/undocumented.ts";

const table = { ...documentedLevels, ...undocumentedLevels };

export type LevelName = keyof typeof table;

export const levels: Readonly<Record<LevelName, LevelRow>> = table;

/** The first level of each change. */
export const since = Object.fromEntries(
  Object.entries(levels).map(([name, { level }]) => [name, level]),
) as Readonly<Record<LevelName, number>>;

/** The ends of sentences "This server …", by rising level, for what users of a server of `level` would miss. */
export function unsupportedAt(level: number): readonly string[] {
  return Object.values(levels)
    .filter((row) => level < row.level && row.lack !== undefined)
    .sort((a, b) => a.level - b.level)
    .flatMap(({ level: first, lack = "" }) => [`${lack} (from level ${first} on)`]);
}

/** The messages about a feature that the server does not support. */
export type UnsupportedFeature = {
  /** A few words for a list: `cannot mark messages unread`. */
  readonly words: string;
  readonly sentence: string;
};

/** Undefined if a server of `level` supports it, or if nobody would notice. */
export function unsupportedFeatureAt(
  level: number,
  name: LevelName,
): UnsupportedFeature | undefined {
  const { level: first, lack } = levels[name];
  if (level >= first || lack === undefined) return undefined;
  const sentence = `This server ${lack}: it has level ${level} and needs ${first}.`;
  return { words: lack, sentence };
}
