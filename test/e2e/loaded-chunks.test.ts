/** The chunks that every start loads. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const built = new URL("../../dist", import.meta.url).pathname;

/** The files that `path` imports statically. */
function importedBy(path: string): readonly string[] {
  const imports = readFileSync(path, "utf8").matchAll(/\b(?:import|from)"(\.[^"]+)"/g);
  return [...imports].map(([, file = ""]) => join(dirname(path), file));
}

/** What only some starts need, by a text of its code, and how many copies of it there are. */
const seldom = [
  // One for the screen, one for the other programs.
  ["the proxy agent", /\bProxyAgent=class\b/, 2],
  // One for the storage thread, one for verbs, one for signing out and for weir without a screen.
  ["the cache file", /\bfunction openCacheFile\(/, 3],
] as const;

/** These files, and all that they import. */
function loadedWith(starts: readonly string[]): ReadonlySet<string> {
  const loaded = new Set(starts);
  for (const path of loaded) for (const imported of importedBy(path)) loaded.add(imported);
  return loaded;
}

test.each(seldom)("%s is not loaded at every start", (_, code, copies) => {
  const starts = globSync(`${built}/{main,chat,chunks/open-screen-*}.js`);
  expect(starts).toHaveLength(3);
  const loaded = loadedWith(starts);
  expect(loaded.size).toBeGreaterThan(4);
  const hasIt = (path: string) => code.test(readFileSync(path, "utf8"));
  expect([...loaded].filter(hasIt)).toEqual([]);
  expect(globSync(`${built}/{*,chunks/*}.js`).filter(hasIt)).toHaveLength(copies);
});

// Loading them takes 25 ms of a verb that a running weir answers, and of the thread.
test.each([
  ["what asks a running weir", "{main,chunks/asked-verb-*}.js", 2],
  ["the thread of the files", "state-worker.js", 1],
])("%s has no schemas", (_, pattern, count) => {
  const starts = globSync(`${built}/${pattern}`);
  expect(starts).toHaveLength(count);
  const haveThem = (path: string) => /\bZodType=/.test(readFileSync(path, "utf8"));
  expect(globSync(`${built}/{*,chunks/*}.js`).filter(haveThem)).not.toEqual([]);
  expect([...loadedWith(starts)].filter(haveThem)).toEqual([]);
});

test("the first program is few files, because each takes time", () => {
  expect(importedBy(`${built}/main.js`).length).toBeLessThan(4);
});

test("Node keeps every file in one byte a character", () => {
  const files = globSync(`${built}/{*,chunks/*}.js`);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((path) => /[^\0-\x7f]/.test(readFileSync(path, "utf8")))).toEqual([]);
});
