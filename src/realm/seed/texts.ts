/**
 * Loads the seeds' text files, which are below this folder.
 *
 * In the bundle, this module is replaced by one that contains the texts (`build/plugins.ts`).
 */
import { readFileSync } from "node:fs";

/** `name` is a path below this folder without extension, such as `demo/stories/deploy`. */
export function seedText(name: string): string {
  return readFileSync(new URL(`./${name}.txt`, import.meta.url), "utf8");
}
