import { chmodSync, copyFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { failureOf, isCorrupt, openSqlite, openUnwritable } from "#host/sqlite.ts";
import { folder, unwritable } from "../support/folder.ts";

const schema = { version: 1, tables: "CREATE TABLE t (x TEXT)", synchronous: "full" } as const;

function errorOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error("This should have failed.");
}

test("a file is made private, except one elsewhere to which a link leads", () => {
  const [path, link] = [join(folder(), "t.db"), join(folder(), "t.db")];
  openSqlite(path, schema).close();
  chmodSync(path, 0o644);
  symlinkSync(path, link);
  openSqlite(link, schema).close();
  expect(statSync(path).mode & 0o777).toBe(0o644);
  openSqlite(path, schema).close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a full disk is reported as such", () => {
  const database = openSqlite(join(folder(), "t.db"), schema);
  database.exec("PRAGMA max_page_count = 3");
  const error = errorOf(() => database.prepare("INSERT INTO t VALUES (?)").run("x".repeat(50_000)));
  expect(failureOf(error)).toMatchObject({ kind: "full" });
  const unopened = Object.assign(new Error("disk I/O error"), { errcode: 4874 });
  expect(failureOf(unopened)).toMatchObject({ kind: "full" });
});

test("a read-only file is reported as such", () => {
  const path = join(folder(), "t.db");
  openSqlite(path, schema).close();
  const database = new DatabaseSync(path, { readOnly: true });
  expect(failureOf(errorOf(() => database.exec("INSERT INTO t VALUES ('x')")))).toMatchObject({
    kind: "read-only",
  });
  const refused = Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" });
  expect(failureOf(refused)).toMatchObject({ kind: "read-only" });
});

test("what a killed program left beside the file is read too", () => {
  const [path, copy] = [join(folder(), "t.db"), join(folder(), "t.db")];
  const database = openSqlite(path, schema);
  database.exec("INSERT INTO t VALUES ('x')");
  for (const end of ["", "-wal", "-shm"]) copyFileSync(path + end, copy + end);
  database.close();
  const left = openUnwritable(copy, schema);
  expect(left.prepare("SELECT x FROM t").all()).toEqual([{ x: "x" }]);
  left.close();
  // Its part of the file may be half of what was written last.
  rmSync(`${copy}-shm`);
  unwritable(copy);
  expect(failureOf(errorOf(() => openUnwritable(copy, schema)))).toMatchObject({
    kind: "read-only",
  });
});

test("a locked file is reported as such", () => {
  const path = join(folder(), "t.db");
  const holder = openSqlite(path, schema);
  holder.exec("BEGIN IMMEDIATE");
  const other = new DatabaseSync(path, { timeout: 0 });
  expect(failureOf(errorOf(() => other.exec("INSERT INTO t VALUES ('x')")))).toMatchObject({
    kind: "busy",
  });
});

test("corruption is distinguished from temporary errors", () => {
  expect(isCorrupt(Object.assign(new Error("malformed"), { errcode: 11 }))).toBe(true);
  expect(isCorrupt(Object.assign(new Error("busy"), { errcode: 5 }))).toBe(false);
  expect(failureOf(new TypeError("odd"))).toEqual({
    kind: "broken",
    sentence: "Saving failed: odd.",
  });
});
