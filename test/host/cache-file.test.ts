import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCacheFile } from "#host/cache-file.ts";
import { folder } from "../support/folder.ts";

test("documents and messages are kept over a restart", () => {
  const path = join(folder(), "cache.db");
  const cache = openCacheFile(path);
  cache.run([
    { call: "putDocument", key: "register", json: '{"a":1}' },
    {
      call: "putMessages",
      rows: [
        { id: 7, json: '"seven"' },
        { id: 9, json: '"nine"' },
        { id: 8, json: '"eight"' },
      ],
    },
  ]);
  cache.close();
  const again = openCacheFile(path);
  expect(
    again.run([
      { call: "getDocument", key: "register" },
      { call: "getMessages", ids: [9, 3, 7] },
    ]),
  ).toEqual([
    '{"a":1}',
    [
      { id: 9, json: '"nine"' },
      { id: 7, json: '"seven"' },
    ],
  ]);
  again.run([
    { call: "keepNewest", count: 2 },
    { call: "removeMessages", ids: [9] },
  ]);
  expect(again.run([{ call: "getMessages", ids: [7, 8, 9] }])).toEqual([
    [{ id: 8, json: '"eight"' }],
  ]);
  again.run([{ call: "drop" }]);
  expect(again.run([{ call: "getDocument", key: "register" }])).toEqual([undefined]);
});

test("a damaged file is begun anew without a word", () => {
  const path = join(folder(), "cache.db");
  writeFileSync(path, "rubbish ".repeat(1000));
  const cache = openCacheFile(path);
  cache.run([{ call: "putDocument", key: "k", json: "1" }]);
  expect(cache.run([{ call: "getDocument", key: "k" }])).toEqual(["1"]);
  expect(statSync(path).size).toBeGreaterThan(0);
});

test("where nothing can be written it remembers until the end of the run", () => {
  const cache = openCacheFile("/dev/null/cache.db");
  cache.run([{ call: "putDocument", key: "k", json: "1" }]);
  expect(cache.run([{ call: "getDocument", key: "k" }])).toEqual(["1"]);
});
