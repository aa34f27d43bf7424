import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CacheCall, openCacheFile } from "#archive/cache-file.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

function opened(path: string) {
  return openCacheFile({
    folder: path,
    account: "me",
    keepsMessages: true,
    clock: fakeClock(),
    holder: { id: "1::a", isAlive: () => false },
  });
}

const put = (key: string, json: string): CacheCall => ({ call: "putDocument", args: [key, json] });
const get = (key: string): CacheCall => ({ call: "getDocument", args: [key] });

test("documents survive a restart", () => {
  const path = folder();
  const cache = opened(path);
  cache.run(put("register", '{"a":1}'));
  cache.close();
  const again = opened(path);
  expect([again.run(get("register")), again.run(get("other"))]).toEqual(['{"a":1}', undefined]);
});

test("a damaged file is recreated silently", () => {
  const path = folder();
  writeFileSync(join(path, "cache.db"), "rubbish ".repeat(1000));
  const cache = opened(path);
  cache.run(put("k", "1"));
  expect(cache.run(get("k"))).toEqual("1");
  expect(statSync(join(path, "cache.db")).mode & 0o777).toBe(0o600);
});

test("if the disk rejects writes, documents are cached in memory", () => {
  const cache = opened("/dev/null/nowhere");
  cache.run(put("k", "1"));
  expect(cache.run(get("k"))).toEqual("1");
});
