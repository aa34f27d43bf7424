/** Random runs, and what is said of one that fails: its seed and the fewest actions that fail, too. */
import fc from "fast-check";
import type { Action } from "./action.ts";
import { anyActions, lineOf } from "./actions.ts";

/** Deeds in the realm whose variation comes from the seed; rejects where something is wrong. */
export type Run = (actions: readonly Action[], variation: number) => Promise<void>;

export const runLength = 100;

/** Tries `count` runs; rejects with the seed, the actions and the fault of the first that fails. */
export async function tryRuns(run: Run, count: number): Promise<void> {
  const property = fc.asyncProperty(anyActions(runLength), fc.nat(), run);
  const result = await fc.check(property, { numRuns: count, endOnFailure: true });
  if (!result.failed || result.counterexample === null) return;
  const [actions, variation] = result.counterexample;
  throw new Error(
    `FC_SEED=${result.seed} fails in run ${result.numRuns}.\n${await reportOf(run, actions, variation)}`,
  );
}

/** The fewest of `actions` that fail, one a line, and how. */
export async function reportOf(
  run: Run,
  actions: readonly Action[],
  variation: number,
): Promise<string> {
  const some = fc.asyncProperty(fc.subarray([...actions]), (left) => run(left, variation));
  const { counterexample, errorInstance } = await fc.check(some, {
    numRuns: 1,
    examples: [[[...actions]]],
  });
  const [fewest = actions] = counterexample ?? [];
  const fault = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [`${fewest.length} deeds under weather ${variation}:`, ...fewest.map(lineOf), fault].join(
    "\n",
  );
}
