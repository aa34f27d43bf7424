/** `npm run dev`, as documented in the README. */
import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";

const root = new URL("../..", import.meta.url).pathname;

const filesOf = (pattern: string) => globSync(root + pattern).map((path) => basename(path));

test("npm run dev builds everything with source maps and opens the screen", async () => {
  const program = [process.execPath, `${root}src/build/dev.ts`];
  // The bundler need not collect its garbage, which takes a fifth of its time.
  const { code, err } = await run([], { HOME: folder(), GOGC: "off" }, program);
  // What the demo looks like on a terminal is that of the usual build.
  expect(err).toMatch(/^weir: The chat screen needs a terminal/);
  expect(code).toBe(2);
  const programs = filesOf("dist/*.js");
  expect(programs).toContain("main.js");
  const maps = programs.map((name) => `${name}.map`);
  expect(filesOf("dist/dev/*.js.map")).toEqual(expect.arrayContaining(maps));
});
