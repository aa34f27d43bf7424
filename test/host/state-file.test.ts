import { execFile } from "node:child_process";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Claimed, StateCall, StoredIntent, TakenNumbers } from "#host/rows.ts";
import { answersOf, openStateFile, type StateFile } from "#host/state-file.ts";
import { fakeClock } from "../support/clock.ts";
import { folder, unwritable } from "../support/folder.ts";

const reader = new URL("../support/state-reader.ts", import.meta.url);
const leaseMs = 30_000;
const row = (id: string, json = "{}"): StoredIntent => ({ id, createdAt: 1, json });

/** `over` is the newest version that it may replace, by default its own. */
const putDraft = (updatedAt: number, json: string, over = updatedAt): StateCall => ({
  call: "putDraft",
  args: [{ key: "t", updatedAt, json }, over],
});

/** Processes that share a file and a clock; `dead` has the IDs of those that ended. */
function processes() {
  const path = join(folder(), "state.db");
  const clock = fakeClock();
  const dead = new Set<string>();
  const open = (id: string) =>
    openStateFile(path, clock, { id, leaseMs, isAlive: (other) => !dead.has(other) });
  return { path, clock, dead, open };
}

function value(file: StateFile, call: StateCall): unknown {
  const [outcome] = file.run([call]);
  return outcome && "value" in outcome ? outcome.value : outcome?.failure.kind;
}

function heldBy(file: StateFile): string[] {
  const { intents } = value(file, { call: "load", args: [] }) as { intents: StoredIntent[] };
  return intents.map(({ id }) => id);
}

test("written rows are read after reopening, and the file is private", () => {
  const { path, open } = processes();
  const file = open("a");
  file.run([
    { call: "putIntent", args: [row("1", '{"action":1}')] },
    putDraft(5, '"text"'),
    { call: "putPlace", args: [{ key: "p", json: "3" }] },
  ]);
  file.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(value(open("b"), { call: "load", args: [] })).toEqual({
    intents: [row("1", '{"action":1}')],
    drafts: [{ key: "t", updatedAt: 5, json: '"text"' }],
    places: [{ key: "p", json: "3" }],
  });
});

test("an intent is held by one process; another can neither read nor change it", () => {
  const { open } = processes();
  const [a, b] = [open("a"), open("b")];
  a.run([{ call: "putIntent", args: [row("1")] }]);
  expect(heldBy(b)).toEqual([]);
  expect(value(b, { call: "putIntent", args: [row("1", '"other"')] })).toBe("taken");
  b.run([{ call: "removeIntent", args: ["1"] }]);
  expect(heldBy(a)).toEqual(["1"]);
});

/** The intents that a claim gained and lost. */
function claimed(file: StateFile, ...known: readonly string[]) {
  const { gained, lost } = value(file, { call: "claim", args: [known] }) as Claimed;
  return { gained: gained.map(({ json }) => json), lost };
}

test("a renewed lease continues, and an expired one can be claimed", async () => {
  const { clock, open } = processes();
  const [a, b] = [open("a"), open("b")];
  a.run([{ call: "putIntent", args: [row("1")] }]);
  await clock.pass("20 s");
  a.renew();
  await clock.pass("29 s");
  expect(claimed(b).gained).toEqual([]);
  await clock.pass("1 s");
  expect(claimed(b).gained).toEqual([]);
  await clock.pass("10 s");
  expect(claimed(b).gained).toEqual(["{}"]);
  expect(value(a, { call: "putIntent", args: [row("1", '"sending"')] })).toBe("taken");
  expect(claimed(a, "1", "2")).toEqual({ gained: [], lost: ["1"] });
});

test("if all leases expired, as after a suspend, a process that renews keeps its intents", async () => {
  const { clock, open } = processes();
  const [a, b] = [open("a"), open("b")];
  a.run([{ call: "putIntent", args: [row("1")] }]);
  clock.jump("8 h");
  expect(claimed(b).gained).toEqual([]);
  await clock.pass("5 s");
  a.renew();
  await clock.pass("30 s");
  expect(claimed(b).gained).toEqual([]);
});

test("after failed writes, processes have time to renew their leases", async () => {
  const { clock, open } = processes();
  const [a, b] = [open("a"), open("b")];
  a.run([{ call: "putIntent", args: [row("1")] }]);
  await clock.pass("40 s");
  expect(claimed(b).gained).toEqual([]);
  await clock.pass("40 s");
  b.refused([{ call: "claim", args: [[]] }], { kind: "full", sentence: "The disk is full." });
  expect(claimed(b).gained).toEqual([]);
  await clock.pass("10 s");
  expect(claimed(b).gained).toEqual(["{}"]);
});

test("the intents of a dead process can be claimed immediately", () => {
  const { dead, open } = processes();
  open("a").run([{ call: "putIntent", args: [row("1")] }]);
  const b = open("b");
  expect(heldBy(b)).toEqual([]);
  dead.add("a");
  expect(heldBy(b)).toEqual(["1"]);
});

/** `a` held an intent and was stopped; `b` claimed it and started sending. */
async function takenOver() {
  const all = processes();
  const [a, b] = [all.open("a"), all.open("b")];
  a.run([{ call: "putIntent", args: [row("1", '"waiting"')] }]);
  await all.clock.pass("1 min");
  claimed(b);
  await all.clock.pass("10 s");
  expect(claimed(b).gained).toEqual(['"waiting"']);
  b.run([{ call: "putIntent", args: [row("1", '"sending"')] }]);
  return { ...all, a, b };
}

test("only a claim transfers an intent, and returns its state: writing or removing it does not", async () => {
  const { clock, a, b } = await takenOver();
  // Now b is stopped.
  await clock.pass("1 h");
  expect(value(a, { call: "putIntent", args: [row("1", '"waiting"')] })).toBe("taken");
  expect(value(a, { call: "removeIntent", args: ["1"] })).toBe("taken");
  expect(claimed(a).gained).toEqual([]);
  await clock.pass("10 s");
  expect(claimed(a, "1")).toEqual({ gained: ['"sending"'], lost: [] });
  expect(value(b, { call: "putIntent", args: [row("1", '"sent"')] })).toBe("taken");
});

test("a process that resumes after another finished its intent cannot restore it", async () => {
  const { a, b } = await takenOver();
  b.run([{ call: "removeIntent", args: ["1"] }]);
  expect(value(a, { call: "putIntent", args: [row("1")] })).toBe("taken");
  expect(claimed(a, "1")).toEqual({ gained: [], lost: ["1"] });
});

test("a takeover is detected even on a full disk", async () => {
  const { a } = await takenOver();
  const full = { kind: "full", sentence: "The disk is full." } as const;
  const calls: readonly StateCall[] = [
    { call: "putIntent", args: [row("1")] },
    { call: "putIntent", args: [row("2")] },
    { call: "removeDraft", args: ["t", 1] },
  ];
  const outcomes = a.refused(calls, full);
  expect(outcomes).toMatchObject([
    { failure: { kind: "taken" } },
    { failure: full },
    { failure: full },
  ]);
});

test("an expired but unclaimed lease is still valid, and each write renews it", async () => {
  const { clock, open } = processes();
  const a = open("a");
  a.run([{ call: "putIntent", args: [row("1")] }]);
  await clock.pass("1 h");
  expect(value(a, { call: "putIntent", args: [row("1", '"later"')] })).toEqual({ leaseMs });
});

test("the newer draft of two processes wins, and removing a draft removes only the known version", () => {
  const { open } = processes();
  const [a, b] = [open("a"), open("b")];
  const texts = () => {
    const { drafts } = value(a, { call: "load", args: [] }) as { drafts: { json: string }[] };
    return drafts.map(({ json }) => json);
  };
  a.run([putDraft(9, '"new"')]);
  b.run([putDraft(8, '"old"')]);
  expect(texts()).toEqual(['"new"']);
  b.run([{ call: "removeDraft", args: ["t", 8] }]);
  expect(texts()).toEqual(['"new"']);
  // The draft was sent, and its copy on the server is still to be deleted.
  b.run([putDraft(10, '""', 8)]);
  expect(texts()).toEqual(['"new"']);
  a.run([{ call: "removeDraft", args: ["t", 9] }]);
  expect(texts()).toEqual([]);
});

test("unreadable rows are preserved: intents are released, drafts are renamed", () => {
  const { open } = processes();
  const a = open("a");
  a.run([{ call: "putIntent", args: [row("1", "later")] }, putDraft(3, "later")]);
  expect(heldBy(a)).toEqual(["1"]);
  a.run([{ call: "leave", args: [["1"], ["t"]] }]);
  expect(claimed(a).gained).toEqual([]);
  expect(heldBy(a)).toEqual([]);
  a.run([putDraft(4, '"now"')]);
  const b = open("b");
  expect(value(b, { call: "load", args: [] })).toMatchObject({
    intents: [row("1", "later")],
    drafts: [
      { key: "t set aside 3", updatedAt: 3, json: "later" },
      { key: "t", updatedAt: 4, json: '"now"' },
    ],
  });
});

test("drafts are readable on a full disk", () => {
  const { open } = processes();
  const a = open("a");
  a.run([putDraft(3, '"text"')]);
  const failure = { kind: "full", sentence: "The disk is full." } as const;
  expect(open("b").refused([{ call: "load", args: [] }], failure)).toMatchObject([
    { value: { intents: [], drafts: [{ json: '"text"' }] } },
  ]);
});

test("calls of one turn are written atomically", () => {
  const { open, path } = processes();
  const a = open("a");
  const long = "x".repeat(200_000);
  const other = new DatabaseSync(path);
  other.exec(
    "CREATE TRIGGER no_place BEFORE INSERT ON places BEGIN SELECT RAISE(ABORT, 'no'); END",
  );
  other.close();
  expect(() =>
    a.run([putDraft(1, long), { call: "putPlace", args: [{ key: "p", json: "1" }] }]),
  ).toThrow("no");
  expect(value(a, { call: "load", args: [] })).toMatchObject({ drafts: [] });
});

test("a damaged file is moved aside and not deleted", () => {
  const { path, clock, open } = processes();
  const damaged = "not a database, but somebody's only copy ".repeat(50);
  writeFileSync(path, damaged);
  const file = open("a");
  const movedTo = `${path}.corrupt-${clock.now()}`;
  expect(file.notice).toBe(`The saved text was damaged. It was moved to ${movedTo}.`);
  expect(statSync(movedTo).size).toBe(damaged.length);
  expect(heldBy(file)).toEqual([]);
  expect(readdirSync(join(path, ".."))).toContain("state.db");
});

test("an emptied file is reported; a new one is created silently", () => {
  const { path, open } = processes();
  expect(open("a").notice).toBeUndefined();
  expect(readdirSync(join(path, "..")).filter((name) => !/-(?:wal|shm)$/.test(name))).toEqual([
    "state.db",
  ]);
  const other = processes();
  writeFileSync(other.path, "");
  const file = other.open("a");
  expect(file.notice).toMatch(/^The file with saved text was empty: .*lost\.$/);
  expect(value(file, putDraft(1, '"text"'))).toBeUndefined();
});

test("the files beside an empty database are moved aside with it", () => {
  const { path, clock, open } = processes();
  writeFileSync(path, "");
  writeFileSync(`${path}-wal`, "the last pages");
  expect(open("a").notice).toContain(`moved to ${path}.corrupt-${clock.now()}`);
  expect(statSync(`${path}.corrupt-${clock.now()}-wal`).size).toBe(14);
});

test("a file that cannot be written is read, without the intents that nobody can claim", () => {
  const { path, open } = processes();
  const first = open("a");
  first.run([{ call: "putIntent", args: [row("1")] }, putDraft(1, '"text"')]);
  first.close();
  unwritable(path);
  const file = open("b");
  expect(file.notice).toMatch(/^Nothing is saved to disk: .* cannot be written to\.$/);
  expect(() => file.run([{ call: "load", args: [] }])).toThrow();
  const failure = { kind: "read-only", sentence: "No." } as const;
  const [loaded, put] = file.refused([{ call: "load", args: [] }, putDraft(2, '"other"')], failure);
  const drafts = [{ key: "t", updatedAt: 1, json: '"text"' }];
  expect(loaded).toEqual({ value: { intents: [], drafts, places: [] } });
  expect(put).toEqual({ failure });
  file.close();
  rmSync(`${path}-shm`);
  expect(heldBy(open("c"))).toEqual(["1"]);
});

test("on a disk without room beside the file it is read, and its writes are refused for that reason", async () => {
  const { path, open } = processes();
  const first = open("a");
  first.run([putDraft(1, '"text"')]);
  first.close();
  const { stdout } = await promisify(execFile)("bash", [
    ...["-c", `trap '' XFSZ; ulimit -f 8; exec "$@"`, "", process.execPath],
    ...[fileURLToPath(reader), path],
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    notice: "Nothing is saved to disk: the disk is full.",
    answers: [{ value: { drafts: [{ json: '"text"' }] } }, { failure: { kind: "full" } }],
  });
});

test("a file that can be written again is, half a minute later, with what is left in it", async () => {
  const { path, clock, open } = processes();
  const first = open("a");
  first.run([{ call: "putIntent", args: [row("1")] }, putDraft(1, '"text"')]);
  first.close();
  unwritable(path);
  const file = open("b");
  const write = () => answersOf(file, [putDraft(2, '"other"')]);
  expect(write()).toMatchObject([{ failure: { kind: "read-only" } }]);
  await clock.pass("31 s");
  expect(write()).toMatchObject([{ failure: { kind: "read-only" } }]);
  rmSync(`${path}-shm`);
  expect(write()).toMatchObject([{ failure: { kind: "read-only" } }]);
  await clock.pass("31 s");
  expect(write()).toEqual([{ value: undefined }]);
  expect(claimed(file).gained).toEqual(["{}"]);
  file.close();
  expect(value(open("c"), { call: "load", args: [] })).toMatchObject({
    drafts: [{ json: '"other"' }],
  });
});

test("the file of a newer weir is not touched", () => {
  const { path, open } = processes();
  const newer = new DatabaseSync(path);
  newer.exec("PRAGMA user_version = 99; CREATE TABLE t (x)");
  newer.close();
  expect(() => open("a")).toThrow("newer version of weir");
  expect(new DatabaseSync(path).prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
});

test("a file of the version before snoozes is migrated without losing rows", () => {
  const { path, open } = processes();
  const first = open("a");
  value(first, putDraft(1, '"text"'));
  first.close();
  const older = new DatabaseSync(path);
  older.exec("DROP TABLE snoozes; PRAGMA user_version = 1");
  older.close();
  const file = open("b");
  value(file, { call: "putSnooze", args: [{ key: "t", json: "1" }] });
  value(file, { call: "putSnooze", args: [{ key: "t", json: "2" }] });
  value(file, { call: "putSnooze", args: [{ key: "u", json: "3" }] });
  value(file, { call: "removeSnooze", args: ["u"] });
  expect(value(file, { call: "snoozes", args: [] })).toEqual([{ key: "t", json: "2" }]);
  expect(value(file, { call: "load", args: [] })).toMatchObject({ drafts: [{ json: '"text"' }] });
});

test("of several processes, one takes each number", () => {
  const { open } = processes();
  const [a, b] = [open("a"), open("b")];
  const take = (file: StateFile, ...numbers: number[]) =>
    (value(file, { call: "take", args: ["n", numbers, []] }) as TakenNumbers).fresh;
  expect([take(a, 5, 7), take(b, 7, 5, 6), take(a, 6, 1, 1), take(b)]).toEqual([
    [5, 7],
    [6],
    [1],
    [],
  ]);
  // Long lists are cut, and what is below counts as taken.
  const many = Array.from({ length: 1_500 }, (_, at) => 100 + 2 * at);
  expect(take(b, ...many)).toEqual(many);
  expect(take(a, 2, 101, 1_097, 1_101, 3_099)).toEqual([1_101, 3_099]);
  expect(JSON.stringify(value(a, { call: "places", args: [] })).length).toBeLessThan(6_000);
});

test("what another version left in place of taken numbers counts as nothing", () => {
  const { open } = processes();
  const file = open("a");
  value(file, { call: "putPlace", args: [{ key: "n", json: "9" }] });
  const take = () => value(file, { call: "take", args: ["n", [3], []] });
  expect([take(), take()]).toEqual([
    { fresh: [3], left: [] },
    { fresh: [], left: [] },
  ]);
});

test("numbers that are released can be taken again, and are left to nobody", () => {
  const { open, dead } = processes();
  const [a, b] = [open("a"), open("b")];
  value(a, { call: "take", args: ["n", [5, 6, 7], [6, 7]] });
  value(b, { call: "release", args: ["n", 6] });
  dead.add("a");
  expect(value(b, { call: "take", args: ["n", [5, 7], []] })).toEqual({ fresh: [7], left: [6] });
});

test("what a process has taken and not settled is left to another one when it has died", () => {
  const { open, dead } = processes();
  const [a, b, c] = [open("a"), open("b"), open("c")];
  const take = (file: StateFile, numbers: number[], due: number[]) =>
    value(file, { call: "take", args: ["n", numbers, due] });
  expect(take(a, [5, 6, 7, 8], [5, 6, 9])).toEqual({ fresh: [5, 6, 7, 8], left: [] });
  value(a, { call: "settle", args: ["n", [5]] });
  // Of others, nobody settles anything.
  value(b, { call: "settle", args: ["n", [6]] });
  expect(take(b, [6], [6])).toEqual({ fresh: [], left: [] });
  dead.add("a");
  expect(take(b, [], [])).toEqual({ fresh: [], left: [6] });
  expect(take(c, [], [])).toEqual({ fresh: [], left: [] });
  value(b, { call: "settle", args: ["n", [6]] });
  dead.add("b");
  expect(take(c, [], [])).toEqual({ fresh: [], left: [] });
});
