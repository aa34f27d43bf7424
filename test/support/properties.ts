/**
 * How often a property is tried, and from which seed.
 *
 * A plain run is the same every time, so that a red run is somebody's change and not luck. `FC_RUNS` asks for more,
 * `FC_SEED` for another beginning (`FC_SEED=now` for a fresh one; a failure prints the seed it had).
 */
import fc from "fast-check";
import { runs } from "./runs.ts";

const { FC_SEED = "20261121" } = process.env;

fc.configureGlobal({
  numRuns: runs(),
  ...(FC_SEED === "now" ? {} : { seed: Number(FC_SEED) }),
});
