/** A case: a statement of the document, and the requests and answers that check a server against it. */
import type { Scene } from "./scene.ts";

export type Case = {
  /** The expected behaviour, as a sentence. */
  readonly title: string;
  /** Keys of requirements (see `rows.ts`) that no single answer proves. */
  readonly proves?: readonly string[];
  /** The first and the last level that it applies to. */
  readonly from?: number;
  readonly until?: number;
  /** The level to run it at; absent: the one nearest to the document's. */
  readonly at?: number;
  readonly play: (scene: Scene) => Promise<void>;
};

/** A row of the Versioning table: the behaviour just before the level, and from it on. */
export type LevelCase = {
  readonly title: string;
  readonly level: number;
  /** The first level that behaves like `before`, and the last that behaves like `since`. */
  readonly from?: number;
  readonly until?: number;
  readonly before: (scene: Scene) => Promise<void>;
  readonly since: (scene: Scene) => Promise<void>;
};

/** Two cases: for the last level of the old behaviour, and for the first of the new. */
export function bothSides(one: LevelCase): readonly Case[] {
  const { title, level, before, since } = one;
  const proves = [`level ${level}`];
  const from = one.from === undefined ? {} : { from: one.from };
  const until = one.until === undefined ? {} : { until: one.until };
  return [
    {
      title: `${title} (before level ${level})`,
      proves,
      ...from,
      until: level - 1,
      at: level - 1,
      play: before,
    },
    {
      title: `${title} (from level ${level})`,
      proves,
      from: level,
      ...until,
      at: level,
      play: since,
    },
  ];
}

/** The level of the document: the last one of its Versioning table. */
export const documentLevel = 184;

/** The level that a case runs at. */
export function levelOf({ at, from = 0, until = documentLevel }: Case): number {
  return at ?? Math.max(from, Math.min(until, documentLevel));
}
