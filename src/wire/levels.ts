/**
 * What differs between the levels of servers: one row for each change.
 *
 * Every comparison of a level goes through a row of this table, or is stated by the declaration of an endpoint (`since`,
 * `until`, `jsonUntil`, `spelled`).
 */
import { documentedLevels } from "./levels/documented.ts";
import { furtherLevels } from "./levels/further.ts";
import type { LevelRow } from "./levels/row.ts";

const table = { ...documentedLevels, ...furtherLevels };

export type LevelName = keyof typeof table;

export const levels: Readonly<Record<LevelName, LevelRow>> = table;

/** The first level of each change. */
export const since = Object.fromEntries(
  Object.entries(levels).map(([name, { level }]) => [name, level]),
) as Readonly<Record<LevelName, number>>;

/** The ends of sentences "This server …", by rising level, for all that a server of `level` lacks and people would miss. */
export function lacksAt(level: number): readonly string[] {
  return Object.values(levels)
    .filter((row) => level < row.level && row.lack !== undefined)
    .sort((a, b) => a.level - b.level)
    .flatMap(({ level: first, lack = "" }) => [`${lack} (from level ${first} on)`]);
}

/** What a person is told of something that their server is too old for. */
export type Lack = {
  /** A few words for a list: `cannot mark messages unread`. */
  readonly words: string;
  readonly sentence: string;
};

/** Undefined where a server of `level` lacks nothing of it that a person would miss. */
export function lackAt(level: number, name: LevelName): Lack | undefined {
  const { level: first, lack } = levels[name];
  if (level >= first || lack === undefined) return undefined;
  const sentence = `This server ${lack}: it has level ${level} and needs ${first}.`;
  return { words: lack, sentence };
}
