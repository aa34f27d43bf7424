/** Random runs, and the report of a failing one: its seed and the fewest actions that still fail. */
import fc from "fast-check";
import type { Action } from "./action.ts";
import { anyActions, lineOf } from "./actions.ts";

/** Performs actions in a realm with this variation; rejects on a difference. */
export type Run = (actions: readonly Action[], variation: number) => Promise<void>;

export const runLength = 100;

/** Tries `count` runs; rejects with seed, actions and error of the first that fails. */
export async function tryRuns(run: Run, count: number): Promise<void> {
  const property = fc.asyncProperty(anyActions(runLength), fc.nat(), run);
  const result = await fc.check(property, { numRuns: count, endOnFailure: true });
  if (!result.failed || result.counterexample === null) return;
  const [actions, variation] = result.counterexample;
  throw new Error(
    `FC_SEED=${result.seed} fails in run ${result.numRuns}.\n${await reportOf(run, actions, variation)}`,
  );
}

/** The fewest of `actions` that fail, one per line, and the error. */
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
  return [
    `${fewest.length} actions with variation ${variation}:`,
    ...fewest.map(lineOf),
    fault,
  ].join("\n");
}
