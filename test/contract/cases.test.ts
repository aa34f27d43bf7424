/** Exercises every row of the API document with real requests, and checks the realm's answers against it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultLevel } from "#wire/limits.ts";
import { levelOf } from "./case.ts";
import { families } from "./cases/all.ts";
import { coverageList, coveragePage, covered } from "./coverage.ts";
import { sceneOf } from "./scene.ts";
import { type Contracted, ownServer } from "./server.ts";
import type { Exchange } from "./trace.ts";

const own = new Map<number, Contracted>();

/** One realm for each level. */
function serverAt(level: number): Contracted {
  const server = own.get(level) ?? ownServer(level);
  own.set(level, server);
  return server;
}

const trace: Exchange[] = [];

const all = families.flatMap(({ file, about, cases }) =>
  cases.map((one) => ({ ...one, about, name: `${file}: ${one.title}` })),
);

test.for(all)("$name", (one) =>
  one.play(
    sceneOf(serverAt(levelOf(one)), (exchange) => trace.push({ by: one.name, ...exchange })),
  ),
);

/** Cases that still apply at the realm's default level. */
const current = all.filter(({ at, until = defaultLevel }) => {
  return at === undefined && until >= defaultLevel;
});

test.for(current)(`$name, at level ${defaultLevel}`, (one) =>
  one.play(sceneOf(serverAt(defaultLevel), () => undefined)),
);

const page = new URL("../../assets/coverage.md", import.meta.url);

test("every row of the document is exercised, and assets/coverage.md is current (`npm run docs` writes it)", () => {
  const rows = covered(trace, all);
  const text = coveragePage(rows);
  const unproven = rows
    .filter(({ by }) => by.length === 0)
    .map(({ key, text }) => `${key} — ${text}`);
  expect(unproven, "rows without a request").toEqual([]);
  if (process.env["WRITE_COVERAGE"] !== undefined) {
    writeFileSync(page, text);
    process.stdout.write(coverageList(rows));
  }
  expect(readFileSync(page, "utf8")).toBe(text);
});
