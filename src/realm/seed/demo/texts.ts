/**
 * Loads the demo's text files, which are next to this one.
 *
 * In the bundle, this module is replaced by one that contains the texts (`build/plugins.ts`).
 */
import { readFileSync } from "node:fs";

/** `name` is a path below this folder without extension, such as `stories/deploy`. */
export function demoText(name: string): string {
  return readFileSync(new URL(`./${name}.txt`, import.meta.url), "utf8");
}
