/**
 * The number of runs of a property. `npm test` runs a sample, which still finds most errors; `npm run storm` runs as many
 * as `FC_RUNS` says.
 */

const requested = process.env["FC_RUNS"];

/** Whether to run everything that a plain run samples. */
export const isStorm = requested !== undefined;

/** The limit, in milliseconds, of a test that takes long in a sample already. */
export const patientMs = isStorm ? 3_600_000 : 100_000;

/** The number of runs of an inexpensive property in a sample. */
const sample = 50;

/** A share of the number of runs, at least one; `plain` of them without `FC_RUNS`. */
export function runs(share = 1, plain = sample * share): number {
  return Math.max(1, Math.round(requested === undefined ? plain : Number(requested) * share));
}
