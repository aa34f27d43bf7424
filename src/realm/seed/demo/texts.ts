/**
 * The hand-written texts of the demo, which are files beside this one.
 *
 * The bundle has no files beside it: there, this module is replaced by one that holds the texts (`build/plugins.ts`).
 */
import { readFileSync } from "node:fs";

/** `name` is a path below this folder without its ending, such as `stories/deploy`. */
export function demoText(name: string): string {
  return readFileSync(new URL(`./${name}.txt`, import.meta.url), "utf8");
}
