/** Server levels are compared with the constants of one table, never with numbers. */
import { expect, test } from "vitest";
import { endpoints } from "#wire/endpoints/all.ts";
import { levels } from "#wire/levels.ts";
import { sources, text } from "./tree.ts";

/** `level < 174`, `server.level >= 86`, `connection.level() > 1`, `174 <= level`; 0 means that the server has no level. */
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
  expect(
    found,
    "name the change in src/wire/newer-levels.ts, or an older table, and compare with its row",
  ).toEqual([]);
});

test("the rule finds comparisons with numbers", () => {
  const lines = [
    "if (level < 174)",
    "server.level >= 86 && x",
    "connection().level() === 9",
    "219 <= server.level",
  ];
  expect(lines.flatMap(comparedIn)).toHaveLength(4);
});

/** The document's level, the realm's default, and the oldest and newest that are known, which are no changes. */
const ownLevels = [
  "documentLevel = 184",
  "defaultLevel = 500",
  "oldestLevel = 1",
  "newestLevel = 512",
];

test("no other constant has a level", () => {
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

test("every LEVEL mark in the sources names a level of the table or of a declaration", () => {
  const rows = Object.values(levels).flatMap(({ level, until }) => [
    level,
    ...(until === undefined ? [] : [until + 1]),
  ]);
  const known = new Set([...rows, ...declared]);
  const unknown = sources.flatMap((path) =>
    [...text(path).matchAll(/\bLEVEL\((\d+)\)/g)]
      .filter(([, level]) => !known.has(Number(level)))
      .map(([mark]) => `${path}: ${mark}`),
  );
  expect(unknown).toEqual([]);
});

test("every row of the table describes the change and the behaviour below it in sentences", () => {
  const names = Object.keys(levels);
  expect(new Set(names).size).toBeGreaterThan(40);
  for (const [name, { change, below, lack }] of Object.entries(levels)) {
    expect(change, name).toMatch(/^\S.*\.$/);
    expect(below, name).toMatch(/^\S.*\.$/);
    if (lack !== undefined)
      expect(`This server ${lack}.`, name).toMatch(/^This server [a-z].*\w\.$/);
  }
});
