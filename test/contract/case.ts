/** What a case is: one sentence of the document, and the requests and answers that hold a server to it. */
import type { Scene } from "./scene.ts";

/** What only a server under our own hand can give. */
export type Need =
  /** Its clock passes as the case wants. */
  | "time"
  /** Its strings are at hand: it runs out of time, and its settings change. */
  | "control"
  /** The mails that it writes can be read. */
  | "mailbox";

export type Case = {
  /** A sentence about the behaviour; the case's name. */
  readonly says: string;
  /** Rows of the document that no single answer proves, by their keys (see `rows.ts`). */
  readonly proves?: readonly string[];
  /** The first and the last level that it holds for; a case that is no level's own holds from `oldestWhole`. */
  readonly from?: number;
  readonly until?: number;
  /** The level to play it at where that can be chosen; absent: the one nearest to the document's. */
  readonly at?: number;
  readonly needs?: readonly Need[];
  readonly play: (scene: Scene) => Promise<void>;
};

/** A row of the Versioning table: what a server does just before the level, and what from it on. */
export type LevelCase = {
  readonly says: string;
  readonly level: number;
  /** The first level that was like before, and the last that is like since. */
  readonly from?: number;
  readonly until?: number;
  readonly needs?: readonly Need[];
  readonly before: (scene: Scene) => Promise<void>;
  readonly since: (scene: Scene) => Promise<void>;
};

/** Two cases: one for the last level of the old, one for the first of the new. */
export function bothSides(one: LevelCase): readonly Case[] {
  const { says, level, needs = [], before, since } = one;
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
      needs,
      play: before,
    },
    {
      says: `${says} (from level ${level})`,
      proves,
      from: level,
      ...until,
      at: level,
      needs,
      play: since,
    },
  ];
}

/** The level that the document speaks for as a whole: the last one that its Versioning table names. */
export const documentLevel = 184;

/** Older servers lack too much of what the document says of all: errors without codes, texts as JSON. */
const oldestWhole = 100;

/** The first level that a case holds for. */
export function firstLevel({ at, from }: Case): number {
  return from ?? (at === undefined ? oldestWhole : 0);
}

/** The level that a case is played at where it can be chosen. */
export function levelOf({ at, from = 0, until = documentLevel }: Case): number {
  return at ?? Math.max(from, Math.min(until, documentLevel));
}
