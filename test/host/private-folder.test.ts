import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folderProblem, preparePrivateFolder } from "#host/private-folder.ts";
import { folder } from "../support/folder.ts";

test("a missing folder is made for the user alone, and is used", () => {
  const path = `${folder()}/weir`;
  expect(folderProblem(path)).toBeUndefined();
  expect(preparePrivateFolder(path)).toBeUndefined();
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test("what stands in the place of the folder is refused with what to do", () => {
  const place = folder();
  writeFileSync(`${place}/file`, "");
  mkdirSync(`${place}/other`, { mode: 0o700 });
  symlinkSync(`${place}/other`, `${place}/link`);
  expect(preparePrivateFolder(`${place}/file`)).toMatch(/\/file cannot be made/);
  expect(folderProblem(`${place}/file`)).toMatch(/\/file is in the way.*Remove it\.$/);
  expect(preparePrivateFolder(`${place}/link`)).toMatch(/\/link is in the way.*Remove it\.$/);
});

test.each([0o755, 0o710, 0o701])("a folder that others can look into is refused: %o", (mode) => {
  const path = `${folder()}/weir`;
  mkdirSync(path);
  chmodSync(path, mode);
  expect(preparePrivateFolder(path)).toMatch(/Other users can look into .*chmod 700/);
  // It may be like that on purpose.
  expect(statSync(path).mode & 0o777).toBe(mode);
});

test("a folder that others could replace is refused, unless the one above is sticky", () => {
  const above = folder();
  const path = `${above}/weir`;
  mkdirSync(path, { mode: 0o700 });
  chmodSync(above, 0o777);
  expect(folderProblem(path)).toMatch(/Other users can replace /);
  chmodSync(above, 0o1777);
  expect(folderProblem(path)).toBeUndefined();
});

test("a folder of another user is refused", () => {
  const path = `${folder()}/weir`;
  mkdirSync(path, { mode: 0o700 });
  expect(folderProblem(path, (process.geteuid?.() ?? 0) + 1)).toMatch(/belongs to another user/);
});
