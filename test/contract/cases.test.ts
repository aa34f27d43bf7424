/** Exercises every row of the API document with real requests, and checks the realm's answers against it. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { versions } from "../support/versions.ts";
import { levelOf } from "./case.ts";
import { families } from "./cases/all.ts";
import { coverageList, coveragePage, covered } from "./coverage.ts";
import { endpoints } from "./rows/calls.ts";
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

/** The headings of the document's endpoints, as calls. */
const headings = endpoints().flatMap(({ calls }) => calls);

test.for(versions)(
  "a server of $version (level $level) does what the document says, with every endpoint",
  async ({ level }) => {
    const current = all.filter(
      ({ at, from = 0, until = level }) => at === undefined && from <= level && level <= until,
    );
    const done = new Set<string>();
    const failed: string[] = [];
    for (const one of current) {
      const scene = sceneOf(serverAt(level), (exchange) => {
        if (exchange.body["result"] === "success") done.add(exchange.call);
      });
      await one.play(scene).catch((problem: unknown) => {
        failed.push(`${one.name}: ${String(problem)}`);
      });
    }
    expect(failed.join("\n\n")).toBe("");
    expect(headings).toHaveLength(26);
    expect(headings.filter((call) => !done.has(call))).toEqual([]);
  },
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
