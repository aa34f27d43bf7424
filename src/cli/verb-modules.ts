/** Loads the verbs, which the screen does not need. */
import { lazy } from "#base/lazy.ts";

const modules = lazy(() => import("./verbs/modules.ts"));

export async function loadVerbs() {
  return (await modules()).verbModules;
}

export type VerbModules = Awaited<ReturnType<typeof loadVerbs>>;
