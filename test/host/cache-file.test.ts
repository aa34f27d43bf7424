import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCacheFile } from "#host/cache-file.ts";
import { folder } from "../support/folder.ts";

test("documents survive a restart", () => {
  const path = join(folder(), "cache.db");
  const cache = openCacheFile(path);
  cache.run([{ call: "putDocument", key: "register", json: '{"a":1}' }]);
  cache.close();
  const again = openCacheFile(path);
  const both = again.run([
    { call: "getDocument", key: "register" },
    { call: "getDocument", key: "other" },
  ]);
  expect(both).toEqual(['{"a":1}', undefined]);
});

test("a damaged file is recreated silently", () => {
  const path = join(folder(), "cache.db");
  writeFileSync(path, "rubbish ".repeat(1000));
  const cache = openCacheFile(path);
  cache.run([{ call: "putDocument", key: "k", json: "1" }]);
  expect(cache.run([{ call: "getDocument", key: "k" }])).toEqual(["1"]);
  expect(statSync(path).size).toBeGreaterThan(0);
});

test("if the disk rejects writes, entries are cached in memory", () => {
  const cache = openCacheFile("/dev/null/cache.db");
  cache.run([{ call: "putDocument", key: "k", json: "1" }]);
  expect(cache.run([{ call: "getDocument", key: "k" }])).toEqual(["1"]);
});
