/**
 * Keeps what changes over a restart: changes become durable before any answer that knows of them leaves.
 *
 * All that changes in one turn of the event loop's work is written as one line before the turn's promises go on. If
 * that fails, the realm goes back to what is kept, and whoever asked for the changes is refused.
 */
import type { Log } from "#base/log.ts";
import type { Blueprint } from "#realm/seed/blueprint.ts";
import { Refusal, WriteFailure } from "./failures.ts";
import type { StoredChange } from "./state-lines.ts";

/** How a realm is brought to what was kept of it. */
export type Restoring = {
  /** To what it was created from. May come again, when a change could not be applied. */
  readonly reset: () => void;
  readonly apply: (change: StoredChange) => void;
};

/** What is kept of a realm over a restart; see `state-file.ts`. */
export type Save = {
  /** What the realm was created from; undefined when nothing was kept yet. */
  readonly blueprint: Blueprint | undefined;
  /** Called once for a realm that is new. Throws a `WriteFailure`. */
  readonly begin: (blueprint: Blueprint) => void;
  /** Keeps all of them or none. Throws a `WriteFailure`. */
  readonly append: (changes: readonly StoredChange[]) => void;
  /** Everything that was kept, in order. */
  readonly restore: (restoring: Restoring) => void;
};

export type Storage = {
  readonly keep: (change: StoredChange) => void;
  /** How many times changes could not be kept: they were undone. */
  readonly failures: () => number;
  /** What to answer to whoever asked for changes that were undone. */
  readonly refusal: () => Refusal;
  /** Writes what may wait for the next line. */
  readonly flush: () => void;
};

export const noStorage: Storage = {
  keep: () => undefined,
  failures: () => 0,
  refusal: () => new Refusal("Internal server error", { code: "", status: 500 }),
  flush: () => undefined,
};

/** `undo` brings the realm back to what is kept. */
export function storageOf({ append }: Save, log: Log, undo: () => void): Storage {
  let waiting: StoredChange[] = [];
  let isDue = false;
  /** True when `undo` has failed: what the realm knows is more than what is kept. */
  let isAhead = false;
  let failures = 0;
  let sentence = "";
  const attempt = (work: () => void): boolean => {
    try {
      work();
      return true;
    } catch (problem) {
      if (problem instanceof WriteFailure) sentence = problem.message;
      log.warn("The state file failed.", { problem: String(problem) });
      return false;
    }
  };
  const flush = () => {
    const changes = waiting;
    waiting = [];
    isDue = false;
    if (changes.length === 0) return;
    if (!isAhead && attempt(() => append(changes))) return;
    failures += 1;
    isAhead = !attempt(undo);
    waiting = [];
  };
  return {
    keep: (change) => {
      waiting.push(change);
      // A client repeats what it has read, so that need not be kept at once: a poll succeeds while the disk is full.
      if (isDue || change.kind === "queue acknowledged") return;
      isDue = true;
      queueMicrotask(flush);
    },
    failures: () => failures,
    refusal: () => new Refusal(sentence, { code: "", status: 500 }),
    flush,
  };
}
