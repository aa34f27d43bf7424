import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "#host/folders.ts";
import { folder } from "../support/folder.ts";

test("a folder is made with those above it, for the user only, and may be there", () => {
  const home = folder();
  mkdirSync(join(home, "a"), { mode: 0o755 });
  makeFolder(join(home, "a", "b", "c"));
  makeFolder(join(home, "a", "b", "c"));
  expect(statSync(join(home, "a", "b")).mode & 0o777).toBe(0o700);
  expect(statSync(join(home, "a")).mode & 0o777).toBe(0o755);
});

test("a folder that cannot be made is an error at once, not an endless attempt", () => {
  const path = join(folder(), "file");
  writeFileSync(path, "");
  expect(() => makeFolder(join(path, "x", "y"))).toThrow(/EEXIST|ENOTDIR/);
  if (existsSync("/proc/self")) expect(() => makeFolder("/proc/x/y/z")).toThrow("ENOENT");
});
