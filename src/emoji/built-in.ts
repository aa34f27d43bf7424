/**
 * The built-in emoji table: a file beside this one, written by `npm run docs`.
 *
 * In the bundle, this module is replaced by one that embeds the table (`build/plugins.ts`).
 */
import { readFileSync } from "node:fs";

/** Lines as `build/emoji-table.ts` writes them. */
export function builtInTable(): string {
  return readFileSync(new URL("./built-in.txt", import.meta.url), "utf8");
}
