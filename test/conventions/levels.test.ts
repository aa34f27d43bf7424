/** Levels of servers are compared by the names of one table, never by numbers. */
import { expect, test } from "vitest";
import { endpoints } from "#wire/endpoints/all.ts";
import { levels } from "#wire/levels.ts";
import { sources, text } from "./tree.ts";

/** `level < 174`, `server.level >= 86`, `connection.level() > 1`, `174 <= level`; 0 is the level of those that name none. */
const comparisons = [
  /[lL]evel(?:\(\))?\s*(?:[<>]=?|[!=]==?)\s*([1-9]\d*)/g,
  /\b([1-9]\d*)\s*(?:[<>]=?|[!=]==?)\s*(?:\w+\.)*\w*[lL]evel\b/g,
];

function comparedIn(source: string): string[] {
  return comparisons.flatMap((pattern) => [...source.matchAll(pattern)].map(([found]) => found));
}

test("no level is compared with a number", () => {
  const found = sources.flatMap((path) =>
    comparedIn(text(path)).map((comparison) => `${path}: ${comparison}`),
  );
  expect(found, "name the change in src/wire/levels/, and compare with its row").toEqual([]);
});

test("such comparisons would be found", () => {
  const lines = [
    "if (level < 174)",
    "server.level >= 86 && x",
    "connection().level() === 9",
    "219 <= server.level",
  ];
  expect(lines.flatMap(comparedIn)).toHaveLength(4);
});

/** The level that the document speaks for, and the realm's own: they mark no change. */
const ownLevels = ["documentLevel = 184", "defaultLevel = 278"];

test("no constant hides a level from the table", () => {
  const found = sources.flatMap((path) =>
    [...text(path).matchAll(/\bconst (\w*[lL]evel\w* = \d+);/g)].map(
      ([, constant = ""]) => constant,
    ),
  );
  expect(found.sort()).toEqual(ownLevels.sort());
});

/** The levels at which declarations of endpoints change. */
const declared = endpoints.flatMap((endpoint) =>
  [endpoint, ...Object.values(endpoint.parameters)].flatMap((one) => [
    one.since,
    one.until === undefined ? undefined : one.until + 1,
    "jsonUntil" in one && one.jsonUntil !== undefined ? one.jsonUntil + 1 : undefined,
  ]),
);

test("every mark of a level in the sources names one of the table, or of a declaration", () => {
  const known = new Set([...Object.values(levels).map(({ level }) => level), ...declared]);
  const strange = sources.flatMap((path) =>
    [...text(path).matchAll(/\bLEVEL\((\d+)\)/g)]
      .filter(([, level]) => !known.has(Number(level)))
      .map(([mark]) => `${path}: ${mark}`),
  );
  expect(strange).toEqual([]);
});

test("every row of the table says what changes and what weir does below it, in whole sentences", () => {
  const names = Object.keys(levels);
  expect(new Set(names).size).toBeGreaterThan(40);
  for (const [name, { change, below, lack }] of Object.entries(levels)) {
    expect(change, name).toMatch(/^\S.*\.$/);
    expect(below, name).toMatch(/^\S.*\.$/);
    if (lack !== undefined)
      expect(`This server ${lack}.`, name).toMatch(/^This server [a-z].*\w\.$/);
  }
});
