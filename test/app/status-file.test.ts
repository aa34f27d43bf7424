/** What a running weir tells bars, in a real file. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AccountStatus, followStatus, type Status, statusFile } from "#app/status-file.ts";
import { silent } from "#base/log.ts";
import { statusPath } from "#host/paths.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";
import { people } from "../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../support/small-client.ts";

const place = { site: "http://realm.test", email: "ana@small.example" };

function openFile(path = statusPath({ runtime: folder() })) {
  const clock = fakeClock();
  const file = statusFile(path, clock, silent);
  const read = (): Status => JSON.parse(readFileSync(path, "utf8"));
  return { path, clock, file, read };
}

const work: AccountStatus = {
  account: "work",
  site: "https://chat.example.com",
  state: "live",
  needs_you: 2,
  unread: 41,
  more_unread: false,
};

test("a live account is in the file as the header shows it, and follows what changes", async () => {
  const client = await startSmall();
  const told: AccountStatus[] = [];
  const stop = followStatus(client.store, place, (status) => told.push(status));
  const first = {
    account: "ana@small.example",
    site: "http://realm.test",
    state: "live",
    needs_you: 3,
    unread: 3,
    more_unread: false,
  };
  expect(told).toEqual([first]);
  await client.bo.say(inDeploy, "@**Ana Ruiz** once more");
  await client.settles();
  expect(told.slice(1)).toEqual([{ ...first, unread: 4 }]);
  client.client.network.plug(false);
  await client.clock.pass("1 min");
  expect(told.at(-1)).toMatchObject({ unread: 4, state: "offline" });
  stop();
  client.client.network.plug(true);
  const count = told.length;
  await client.clock.pass("1 min");
  expect(told.length).toBe(count);
});

test("what changes nothing in a bar is not told", async () => {
  const client = await startSmall();
  const told: AccountStatus[] = [];
  followStatus(client.store, place, (status) => told.push(status));
  client.press("j", "k", "?");
  await client.bo.post("/typing", {
    type: "direct",
    op: "start",
    to: JSON.stringify([people.ana]),
  });
  await client.settles();
  expect(told.length).toBe(1);
});

test("the file has the sums, and is removed at the end", async () => {
  const { path, clock, file, read } = openFile();
  file.set("work", work);
  file.set("home", { ...work, account: "home", needs_you: 1, unread: 1 });
  await clock.pass("1 s");
  await file.settled();
  expect(read()).toMatchObject({ version: 1, needs_you: 3, unread: 42 });
  await file.remove("work");
  expect(read()).toMatchObject({ needs_you: 1, unread: 1 });
  await file.remove("home");
  expect(existsSync(path)).toBe(false);
  expect(clock.waiting()).toBe(0);
  // The window that took over may end within the second.
  file.set("work", work);
  await file.settled();
  expect(read()).toMatchObject({ unread: 41 });
});

test("it is written at once, then once a second with the latest", async () => {
  const { clock, file, read } = openFile();
  file.set("work", work);
  await file.settled();
  expect(read().unread).toBe(41);
  for (let unread = 0; unread < 40; unread += 1) file.set("work", { ...work, unread });
  await file.settled();
  expect(read().unread).toBe(41);
  await clock.pass(999);
  await file.settled();
  expect(read().unread).toBe(41);
  await clock.pass(1);
  await file.settled();
  expect(read()).toMatchObject({
    unread: 39,
    accounts: [{ account: "work", pid: process.pid, started: expect.stringMatching(/^\d*$/) }],
  });
  // Nothing is due while nothing changes.
  await clock.pass("1 s");
  expect(clock.waiting()).toBe(0);
});

test("the file is the user's alone, and nothing else is left beside it", async () => {
  const { path, file } = openFile();
  file.set("work", work);
  await file.settled();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.replace(/\/[^/]+$/, ""))).toEqual(["status.json"]);
});

test("accounts of other running programs stay, those of killed ones go", async () => {
  const { path, clock, file, read } = openFile();
  const { pid: dead } = spawnSync("true");
  const { pid: alive } = { pid: process.ppid };
  file.set("work", work);
  await file.settled();
  const before = read();
  const other = { ...before.accounts[0], account: "other" };
  const started = startOf(alive);
  const accounts = [
    { ...other, pid: alive, started },
    { ...other, account: "killed", pid: dead, started: "1" },
    { ...other, account: "reused", pid: alive, started: "1" },
    // It is this program's now.
    { ...other, account: "work", pid: alive, started },
  ];
  writeFileSync(path, JSON.stringify({ ...before, accounts }));
  file.set("work", { ...work, unread: 1 });
  await clock.pass("1 s");
  await file.settled();
  expect(read().accounts.map(({ account }) => account)).toEqual(["other", "work"]);
  expect(read().unread).toBe(42);
  await file.remove("work");
  expect(read().accounts.map(({ account }) => account)).toEqual(["other"]);
});

test.each(["", "{", "null", "[]", '{"version":2,"accounts":[{}]}', '{"version":1,"accounts":[7]}'])(
  "whatever is in the file is replaced: %s",
  async (text) => {
    const { path, file, read } = openFile();
    writeFileSync(path, text);
    file.set("work", work);
    await file.settled();
    expect(read().accounts.map(({ account }) => account)).toEqual(["work"]);
  },
);

test("a file that cannot be written is only noted, and tried again with the next change", async () => {
  const path = statusPath({ runtime: folder() });
  mkdirSync(path);
  const clock = fakeClock();
  const noted: string[] = [];
  const file = statusFile(path, clock, { ...silent, note: (words) => noted.push(words) });
  file.set("work", work);
  await file.settled();
  expect(noted).toEqual(["status.json was not written."]);
  file.set("work", { ...work, unread: 1 });
  await clock.pass("1 s");
  await file.settled();
  expect(noted.length).toBe(2);
});

function startOf(pid: number): string {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  return line.slice(line.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}
