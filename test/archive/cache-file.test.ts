import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ArchivePage } from "#archive/archive.ts";
import { type CacheCall, openCacheFile } from "#archive/cache-file.ts";
import type { Message } from "#model/message.ts";
import { message, messages, topic } from "../support/archived.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

function opened(path: string, { id = "1::a", keepsMessages = true } = {}) {
  return openCacheFile({
    folder: path,
    account: "me",
    keepsMessages,
    clock: fakeClock(),
    holder: { id, isAlive: () => true },
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

const round = (...all: readonly Message[]): CacheCall => ({
  call: "write",
  args: [[messages(...all)], true],
});
const page: CacheCall = {
  call: "page",
  args: [{ narrow: topic, anchor: "newest", before: 9, after: 0 }],
};
const ids = (answer: unknown) => (answer as ArchivePage | undefined)?.messages.map(({ id }) => id);

test("a process whose file another one has dropped loses a round, and goes on in the new one", () => {
  const path = folder();
  const [one, other] = [opened(path), opened(path, { id: "2::b" })];
  expect(one.run(round(message(1)))).toBeGreaterThan(0);
  other.run({ call: "forget", args: [] });
  expect(one.run(round(message(2)))).toBe(0);
  expect(one.run(round(message(3)))).toBeGreaterThan(0);
  expect(ids(other.run(page))).toEqual([3]);
});

test("where another process keeps no messages, one that runs writes none any more", () => {
  const path = folder();
  const one = opened(path);
  one.run(round(message(1)));
  const other = opened(path, { id: "2::b", keepsMessages: false });
  expect(one.run(round(message(2)))).toBe(0);
  expect([one.run(round(message(3))), one.run(page)]).toEqual([undefined, undefined]);
  other.close();
  const later = opened(path, { id: "3::c" });
  expect(ids(later.run(page))).toEqual([]);
  expect(later.run(round(message(4)))).toBeGreaterThan(0);
  expect(ids(opened(path, { id: "4::d" }).run(page))).toEqual([4]);
});
