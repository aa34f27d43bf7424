/** Builds the program before the end-to-end tests when a source is newer than what was built. */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";

const root = new URL("../..", import.meta.url).pathname;

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

export function setup(): void {
  const sources = [...globSync(`${root}src/**/*.{ts,tsx,txt}`), `${root}package-lock.json`];
  const newest = Math.max(...sources.map(changedAt));
  if (changedAt(`${root}dist/weir.js`) >= newest) return;
  execFileSync(process.execPath, [`${root}src/build/bundle.ts`], { stdio: "pipe" });
}
