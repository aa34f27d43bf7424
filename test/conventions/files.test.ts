/** Rules for all files: an opening comment, a maximum length, and a source for each test. */

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { root, sources, tests, text } from "./tree.ts";

/** Tests of the whole program or of the repository have no single source. */
const withoutSource =
  /^test\/(?:support|e2e|conventions|access|contract|fuzz|levels|bench|storm|seams|pairs)\//;

test("every source file opens with a comment", () => {
  const withoutComment = sources.filter((path) => !/^(?:#!.*\n)?\/\*\*\s*\S/.test(text(path)));
  expect(withoutComment).toEqual([]);
});

test("no source file is longer than 600 lines", () => {
  const length = (path: string) => text(path).split("\n").length - 1;
  const long = [
    ...sources.filter((path) => length(path) > 600),
    ...tests.filter((path) => length(path) > 600),
  ];
  expect(long).toEqual([]);
});

/** The tests of a large source are in several files: `stream.deletion.test.ts` tests a part of `stream.ts`. */
test("every test file has the path of its source", () => {
  const misplaced = tests
    .filter((path) => !withoutSource.test(path))
    .filter((path) => {
      const source = path.replace(/^test/, "src").replace(/(?:\.[a-z-]+)?\.test\.tsx?$/, "");
      return !existsSync(`${root}${source}.ts`) && !existsSync(`${root}${source}.tsx`);
    });
  expect(misplaced).toEqual([]);
});

test("the names of GAPs are unique and listed in src/README.md", () => {
  const marks = sources.flatMap((path) =>
    [...text(path).matchAll(/\bGAP\(([\w-]+)\):/g)].map((match) => match[1] ?? ""),
  );
  const twice = marks.filter((name, at) => marks.indexOf(name) !== at);
  expect(twice).toEqual([]);
  expect(marks).not.toEqual([]);
  const page = text("src/README.md");
  expect(marks.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("no test is skipped, focused or postponed, sleeps, mocks a module, or gives up after a second", () => {
  // `vi.waitFor` does not take the limit of `expect.poll` from the configuration.
  const forbidden =
    /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b|\bvi\.(?:mock|waitFor)\(|\bsetTimeout\(/;
  expect(
    tests
      .filter((path) => !path.startsWith("test/conventions/"))
      .filter((path) => forbidden.test(text(path))),
  ).toEqual([]);
});

test("the title of a test has at most 125 characters", () => {
  const titles = (path: string) =>
    Array.from(text(path).matchAll(/\btest(?:\.\w+)?\(\s*(["`])(.*?)\1/g), ([, , title]) => title);
  const long = tests.flatMap((path) => titles(path).map((title = "") => [path, title] as const));
  expect(long.length).toBeGreaterThan(1_000);
  expect(long.filter(([, title]) => title.length > 125)).toEqual([]);
});

test("parts that are loaded while weir runs are loaded by lazy(), so that a missing one is told and tried again", () => {
  // Programs load their first parts before anything could be lost; the keyring is optional, and says so itself.
  const isAllowed =
    /^src\/(?:app\/(?:compile-again|entry|main|chat|realm-server)|build\/[\w-]+|host\/keyring)\.ts$/;
  const others = sources
    .filter((path) => !isAllowed.test(path))
    .flatMap((path) =>
      text(path)
        .split("\n")
        .map((line) => `${path}: ${line.trim()}`),
    )
    .filter((line) => /(?<!typeof )\bimport\(/.test(line) && !/\blazy\(/.test(line));
  expect(others).toEqual([]);
});
