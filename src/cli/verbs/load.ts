/**
 * Loads the code of all verbs. Apart from their declarations, because each program that can load it has a copy on the disk.
 */
import { lazy } from "#base/lazy.ts";

const modules = lazy(() => import("./modules.ts"));

export async function loadVerbs() {
  return (await modules()).verbModules;
}
