/** What a case is: one sentence of the document, and the requests and answers that hold a server to it. */
import type { Scene } from "./scene.ts";

export type Case = {
  /** A sentence about the behaviour; the case's name. */
  readonly says: string;
  /** Rows of the document that no single answer proves, by their keys (see `rows.ts`). */
  readonly proves?: readonly string[];
  /** The first and the last level that it holds for. */
  readonly from?: number;
  readonly until?: number;
  /** The level to play it at where that can be chosen; absent: the one nearest to the document's. */
  readonly at?: number;
  readonly play: (scene: Scene) => Promise<void>;
};

/** A row of the Versioning table: what a server does just before the level, and what from it on. */
export type LevelCase = {
  readonly says: string;
  readonly level: number;
  /** The first level that was like before, and the last that is like since. */
  readonly from?: number;
  readonly until?: number;
  readonly before: (scene: Scene) => Promise<void>;
  readonly since: (scene: Scene) => Promise<void>;
};

/** Two cases: one for the last level of the old, one for the first of the new. */
export function bothSides(one: LevelCase): readonly Case[] {
  const { says, level, before, since } = one;
  const proves = [`level ${level}`];
  const from = one.from === undefined ? {} : { from: one.from };
  const until = one.until === undefined ? {} : { until: one.until };
  return [
    {
      says: `${says} (before level ${level})`,
      proves,
      ...from,
      until: level - 1,
      at: level - 1,
      play: before,
    },
    {
      says: `${says} (from level ${level})`,
      proves,
      from: level,
      ...until,
      at: level,
      play: since,
    },
  ];
}

/** The level that the document speaks for as a whole: the last one that its Versioning table names. */
export const documentLevel = 184;

/** The level that a case is played at where it can be chosen. */
export function levelOf({ at, from = 0, until = documentLevel }: Case): number {
  return at ?? Math.max(from, Math.min(until, documentLevel));
}
