/** Files that were damaged, killed, filled up, shared or changed by others: they open or are dropped. */
import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { buildSync } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { type Archive, archiveDropped } from "#archive/archive.ts";
import { openCacheFile } from "#archive/cache-file.ts";
import { openArchiveHere } from "#archive/client.ts";
import { archiveOver } from "#archive/transport.ts";
import { type Random, seeded } from "#base/random.ts";
import { storageThread } from "#host/state-db.ts";
import { archiveIn } from "../support/archive-in.ts";
import { afterRounds, message, messages, roundOf, topic } from "../support/archived.ts";
import { fakeClock } from "../support/clock.ts";
import { quickFolder as folder, unwritable } from "../support/folder.ts";
import * as make from "../support/make.ts";

const owner = { account: "me", keepsMessages: true };
const writer = join(import.meta.dirname, "../support/archive-writer.ts");
/** As one file of JavaScript: Node would read many, and strip their types, at each start. */
const options = { bundle: true, write: false, platform: "node", format: "esm" } as const;
const [written] = buildSync({ entryPoints: [writer], ...options }).outputFiles;

/** The lines that the writing program reports; `prefix`: what the shell does before. */
function writing(path: string, prefix = "") {
  const script = `${prefix} exec "$0" --input-type=module - "$1"`;
  const program = spawn("bash", ["-c", script, process.execPath, path], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  program.stdin.end(written?.contents);
  return { program, lines: createInterface({ input: program.stdout }) };
}

async function write(path: string, rounds: number): Promise<void> {
  const { archive, close } = openArchiveHere(path, owner);
  for (let round = 1; round <= rounds; round += 1) await archive.write(roundOf(round), true);
  await close();
}

const page = { narrow: topic, anchor: "newest", before: 1_000_000, after: 0 } as const;
const roundIn = async (archive: Archive) =>
  Number((await archive.load())?.sections.find(({ name }) => name === "round")?.json ?? 0);

/** Everything is of the same round. */
async function expectWhole(archive: Archive, atLeast: number): Promise<void> {
  const round = await roundIn(archive);
  expect(round).toBeGreaterThanOrEqual(atLeast);
  const { messages: found, ...known } = await archive.page(page);
  expect(found.map(({ id }) => Number(id))).toEqual(afterRounds(round));
  expect(known).toEqual({ holes: [], oldestKnown: true, newestKnown: true });
  const terms = [{ operator: "search", operand: "words" }];
  const { messages: hits } = await archive.search({ terms, order: "newest", limit: 1_000_000 });
  expect(hits.map(({ id }) => Number(id)).reverse()).toEqual(
    afterRounds(round).filter((id) => id % 400 !== 0),
  );
}

async function expectUsable(archive: Archive): Promise<void> {
  await archive.load();
  await archive.page(page);
  await archive.extent(topic);
  await archive.messages(make.ids(1, 2, 3));
  // The first attempt may be what finds the damage.
  await archive.write(roundOf(1), true);
  expect(await archive.write(roundOf(1), true)).toBeGreaterThan(0);
  expect(await archive.messages(make.ids(7))).toHaveLength(1);
}

test("whenever the writing program is killed, what it reported is there, and all of one round", async () => {
  const random = seeded(11);
  for (let run = 0; run < 3; run += 1) {
    const path = folder();
    const { program, lines } = writing(path);
    const until = 1 + Math.floor(random() * 60);
    let last = 0;
    for await (const line of lines) {
      last = Number(line);
      if (last === until) program.kill("SIGKILL");
    }
    await expectWhole(archiveIn(path), last);
  }
});

test("on a full disk a round is lost whole, and what must be erased is not kept", async () => {
  const path = folder();
  const { lines } = writing(path, "ulimit -f 2000;");
  const said: string[] = [];
  for await (const line of lines) said.push(line);
  expect(said.slice(-3)).toEqual(["lost", "0 left", "written"]);
  await expectWhole(archiveIn(path), 1);
});

test("two processes can write at once", async () => {
  const path = folder();
  const thread = new URL("../../src/archive/state-worker.ts", import.meta.url);
  const all = await Promise.all([1, 2].map(() => storageThread(thread).open(path, owner)));
  onTestFinished(async () => void (await Promise.all(all.map(({ close }) => close()))));
  const sizes = await Promise.all(
    all.flatMap(({ cache }, which) =>
      Array.from({ length: 20 }, (_, at) => {
        const section = { kind: "section", name: "round", json: `${which}-${at}` } as const;
        const change = messages(message(at * 2 + which + 1));
        return archiveOver(cache).write([change, section], true);
      }),
    ),
  );
  expect(sizes.filter((size) => size === 0)).toEqual([]);
  const archive = archiveIn(path);
  expect((await archive.page(page)).messages).toHaveLength(40);
  expect((await archive.load())?.sections).toEqual([
    { name: "round", json: expect.stringMatching(/^[01]-19$/) },
  ]);
});

const pick = (random: Random, size: number) => Math.floor(random() * size);

test.each([1, 2, 3, 4, 5, 6])("overwritten bytes and a cut end do no harm (%i)", async (seed) => {
  const path = folder();
  await write(path, 30);
  const random = seeded(seed);
  const name = join(path, "cache.db");
  const size = statSync(name).size;
  const file = openSync(name, "r+");
  for (let at = 0; at < 20; at += 1) {
    const rubbish = Uint8Array.from({ length: 200 }, () => pick(random, 256));
    writeSync(file, rubbish, 0, rubbish.length, seed === 1 ? at * 10 : pick(random, size));
  }
  if (seed % 2 === 0) ftruncateSync(file, pick(random, size));
  closeSync(file);
  await expectUsable(archiveIn(path));
});

test.each([
  ["from a newer version", "PRAGMA user_version = 99"],
  ["from an older version", "PRAGMA user_version = 1"],
  ["another account's", "UPDATE owner SET account = 'you'"],
  ["without a table", "DROP TABLE known"],
])("a file %s is dropped", async (_, sql) => {
  const path = folder();
  await write(path, 3);
  const database = new DatabaseSync(join(path, "cache.db"));
  database.exec(sql);
  database.close();
  const archive = archiveIn(path);
  expect(await archive.load()).toBeUndefined();
  expect(await archive.messages(make.ids(1))).toEqual([]);
  await expectUsable(archive);
});

test("that what was stored is gone is told once, even if a verb dropped the file", async () => {
  const path = folder();
  await write(path, 3);
  const holder = { id: "me", isAlive: () => true };
  const open = () => {
    const file = openCacheFile({ folder: path, ...owner, clock: fakeClock(), holder });
    const notice = file.notice();
    file.close();
    return notice;
  };
  expect(open()).toBeUndefined();
  const database = new DatabaseSync(join(path, "cache.db"));
  database.exec("PRAGMA user_version = 1");
  database.close();
  await openArchiveHere(path, owner).close();
  expect([open(), open()]).toEqual([archiveDropped, undefined]);
});

test("without permission to keep messages, those of an earlier run are erased", async () => {
  const path = folder();
  await write(path, 3);
  const { archive, close } = openArchiveHere(path, { ...owner, keepsMessages: false });
  expect(await archive.load()).toBeUndefined();
  expect(await archive.write(roundOf(1), true)).toBe(0);
  await close();
  expect(await archiveIn(path).load()).toBeUndefined();
});

test("where nothing can be written the archive is empty, and tries again later", async () => {
  const archive = archiveIn("/dev/null/nowhere");
  expect(await archive.load()).toBeUndefined();
  expect(await archive.write(roundOf(1), true)).toBe(0);
  expect(await archive.page(page)).toMatchObject({ messages: [] });
  await archive.shrink({ bytes: 1, unread: [], followed: [], ownId: make.me });
  await archive.forget();
});

test("a file that could not be opened is read a minute later, also if nothing is written", async () => {
  const path = folder();
  await write(path, 3);
  const file = join(path, "cache.db");
  const clock = fakeClock();
  // Nothing can be opened there, or be put in its place.
  renameSync(path, `${path}-away`);
  writeFileSync(path, "");
  const { archive, close } = openArchiveHere(path, owner, clock);
  onTestFinished(close);
  expect(await archive.load()).toBeUndefined();
  rmSync(path);
  renameSync(`${path}-away`, path);
  await clock.pass("59 s");
  expect((await archive.page(page)).messages).toEqual([]);
  await clock.pass("1 s");
  await expectWhole(archive, 3);
  expect(await archive.write(roundOf(4), true)).toBeGreaterThan(0);
  expect(existsSync(file)).toBe(true);
});

test("a file that cannot be written is read, and stays until something in it must be erased", async () => {
  const path = folder();
  await write(path, 3);
  const file = join(path, "cache.db");
  unwritable(file);
  const archive = archiveIn(path);
  expect(await archive.write([messages(message(9_999))], true)).toBe(0);
  await expectWhole(archive, 3);
  expect((await archive.extent(topic)).count).toBe(afterRounds(3).length);
  expect(existsSync(file)).toBe(true);
  expect(await archive.write([{ kind: "deleted", ids: make.ids(1) }], true)).toBe(0);
  expect((await archive.page(page)).messages).toEqual([]);
  expect(await archive.write(roundOf(1), true)).toBeGreaterThan(0);
});

test("one that cannot be written is not removed, even if a part of it cannot be read", async () => {
  const path = folder();
  await write(path, 3);
  const file = join(path, "cache.db");
  const database = new DatabaseSync(file);
  database.exec("UPDATE messages SET rest = '{' WHERE id = 7");
  database.close();
  unwritable(file);
  const archive = archiveIn(path);
  expect(await archive.messages(make.ids(7))).toEqual([]);
  expect(await archive.messages(make.ids(1))).toEqual([]);
  expect(existsSync(file)).toBe(true);
});

test("another account's file is not read, nor any without permission to keep messages", async () => {
  const path = folder();
  await write(path, 3);
  unwritable(join(path, "cache.db"));
  for (const other of [
    { account: "you", keepsMessages: true },
    { account: "me", keepsMessages: false },
  ]) {
    const { archive, close } = openArchiveHere(path, other);
    expect(await archive.load()).toBeUndefined();
    expect((await archive.page(page)).messages).toEqual([]);
    await close();
  }
  expect(await archiveIn(path).load()).toBeDefined();
});

test("what cannot be read as it was written drops the archive", async () => {
  const path = folder();
  await write(path, 3);
  const database = new DatabaseSync(join(path, "cache.db"));
  database.exec("UPDATE messages SET rest = '{' WHERE id = 7");
  database.close();
  const archive = archiveIn(path);
  expect((await archive.page(page)).messages).toEqual([]);
  expect(await archive.messages(make.ids(1))).toEqual([]);
});
