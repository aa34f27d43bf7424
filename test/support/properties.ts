/**
 * The number of runs of a property, and the seed.
 *
 * The seed is fixed, so that failures are reproducible. `FC_RUNS` sets the number of runs, `FC_SEED` the seed
 * (`FC_SEED=now`: a random one; failures print their seed).
 */
import fc from "fast-check";
import { runs } from "./runs.ts";

const { FC_SEED = "20261121" } = process.env;

fc.configureGlobal({
  numRuns: runs(),
  ...(FC_SEED === "now" ? {} : { seed: Number(FC_SEED) }),
});
