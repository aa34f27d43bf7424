/** Random runs, and what is said of one that fails: its seed and the fewest deeds that fail, too. */
import fc from "fast-check";
import type { Deed } from "./deed.ts";
import { anyDeeds, lineOf } from "./deeds.ts";

/** Deeds in the realm whose weather comes from the seed; rejects where something is wrong. */
export type Run = (deeds: readonly Deed[], weather: number) => Promise<void>;

export const runLength = 100;

/** Tries `count` runs; rejects with the seed, the deeds and the fault of the first that fails. */
export async function tryRuns(run: Run, count: number): Promise<void> {
  const property = fc.asyncProperty(anyDeeds(runLength), fc.nat(), run);
  const result = await fc.check(property, { numRuns: count, endOnFailure: true });
  if (!result.failed || result.counterexample === null) return;
  const [deeds, weather] = result.counterexample;
  throw new Error(
    `FC_SEED=${result.seed} fails in run ${result.numRuns}.\n${await reportOf(run, deeds, weather)}`,
  );
}

/** The fewest of `deeds` that fail, one a line, and how. */
export async function reportOf(run: Run, deeds: readonly Deed[], weather: number): Promise<string> {
  const some = fc.asyncProperty(fc.subarray([...deeds]), (left) => run(left, weather));
  const { counterexample, errorInstance } = await fc.check(some, {
    numRuns: 1,
    examples: [[[...deeds]]],
  });
  const [fewest = deeds] = counterexample ?? [];
  const fault = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [`${fewest.length} deeds under weather ${weather}:`, ...fewest.map(lineOf), fault].join(
    "\n",
  );
}
