/**
 * Differences between feature levels, one row per change; what a later level ended has `until`.
 *
 * Every comparison of levels uses a row of this table, or is part of an endpoint's declaration (`since`,
 * `until`, `jsonUntil`, `encode`).
 */

import { documentedLevels, type LevelRow } from "./documented-levels.ts";
import { newerLevels } from "./newer-levels.ts";
import { undocumentedLevels } from "./undocumented-levels.ts";

const table = { ...documentedLevels, ...undocumentedLevels, ...newerLevels };

export type LevelName = keyof typeof table;

export const levels: Readonly<Record<LevelName, LevelRow>> = table;

/** The oldest level that weir supports; `unsupportedAt` says what is lost below the newest. */
export const oldestLevel = 1;

/** The sentence about a server that is older; undefined if it is not. Such a one states no level. */
export function tooOldAt(level: number): string | undefined {
  if (level >= oldestLevel) return undefined;
  return `This server is older than weir supports (level ${oldestLevel}): what it lacks may fail.`;
}

/** The newest level of which weir knows what it changed. */
export const newestLevel = 512;

/** The first level of each change. */
export const since = Object.fromEntries(
  Object.entries(levels).map(([name, { level }]) => [name, level]),
) as Readonly<Record<LevelName, number>>;

/** Whether a server of `level` does what the row describes. */
export function holdsAt(level: number, name: LevelName): boolean {
  return isKept(levels[name], level);
}

function isKept(
  { level: first, until = Number.POSITIVE_INFINITY }: LevelRow,
  level: number,
): boolean {
  return first <= level && level <= until;
}

/** The keys that a server of `level` does not have; keys that no row names exist at all levels. */
export function keysMissingAt(level: number): ReadonlySet<string> {
  const rows: readonly LevelRow[] = Object.values(levels);
  const kept = new Set(rows.flatMap((row) => (isKept(row, level) ? (row.keys ?? []) : [])));
  return new Set(rows.flatMap(({ keys = [] }) => keys.filter((key) => !kept.has(key))));
}

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
