/**
 * Every row of the API document is exercised by a real request, and a server answers as the document says.
 *
 * It runs against realms of this process unless `SVC_URL` names another server; `SVC_ACCOUNTS` is a file with that
 * server's accounts, one of each role, as the first line of `weir realm --json` tells them:
 *
 *     npm start -- realm --port 9000 --no-rate-limit --no-residents --json > /tmp/accounts &
 *     SVC_URL=http://127.0.0.1:9000 SVC_ACCOUNTS=/tmp/accounts npm test -- --project fast cases
 *
 * What a server cannot be asked (another level, its clock) is reported as skipped, with the reason.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultLevel } from "#wire/limits.ts";
import { type Case, firstLevel, levelOf } from "./case.ts";
import { families } from "./cases/all.ts";
import { coverageList, coveragePage, covered } from "./coverage.ts";
import { NobodyPlays, type Note, sceneOf } from "./scene.ts";
import { type Contracted, otherServer, ownServer } from "./server.ts";
import type { Exchange } from "./trace.ts";

const url = process.env["SVC_URL"];
const other = url === undefined ? undefined : await otherServer(url, process.env["SVC_ACCOUNTS"]);

const own = new Map<number, Contracted>();

/** One realm for each level: cases must not stand in each other's way. */
function serverAt(level: number): Contracted {
  if (other !== undefined) return other;
  const server = own.get(level) ?? ownServer(level);
  own.set(level, server);
  return server;
}

/** Why a server cannot be held to a case; undefined when it can. */
function obstacle(server: Contracted, one: Case): string | undefined {
  const { until = Number.POSITIVE_INFINITY, needs = [] } = one;
  const from = firstLevel(one);
  if (server.level < from) return `needs level ${from}`;
  if (server.level > until) return `holds up to level ${until}`;
  const has = { time: server.clock, control: server.control, mailbox: server.mails };
  const lack = needs.find((need) => has[need] === undefined);
  return lack === undefined ? undefined : `needs the server's ${lack}`;
}

const trace: Exchange[] = [];

const all = families.flatMap(({ file, about, cases }) =>
  cases.map((one) => ({ ...one, about, name: `${file}: ${one.says}` })),
);

type Skip = (reason: string) => void;

async function play(one: Case, server: Contracted, skip: Skip, note: Note): Promise<void> {
  const reason = obstacle(server, one);
  if (reason !== undefined) return skip(reason);
  try {
    await one.play(sceneOf(server, note));
  } catch (problem) {
    if (!(problem instanceof NobodyPlays)) throw problem;
    skip(problem.message);
  }
}

test.for(all)("$name", (one, { skip }) =>
  play(one, serverAt(levelOf(one)), skip, (exchange) => trace.push({ by: one.name, ...exchange })),
);

/** What the document says and newer levels kept, for the level that the realm speaks unless told otherwise. */
const lasting = all.filter(({ at, until = defaultLevel }) => {
  return other === undefined && at === undefined && until >= defaultLevel;
});

test.for(lasting)(`$name, at level ${defaultLevel}`, (one, { skip }) =>
  play(one, serverAt(defaultLevel), skip, () => undefined),
);

const page = new URL("../../assets/coverage.md", import.meta.url);

test("every row of the document was exercised, and assets/coverage.md says so: `npm run docs` writes it", ({
  skip,
}) => {
  if (other !== undefined) skip("another server is asked what it can be asked");
  const rows = covered(trace, all);
  const text = coveragePage(rows);
  const idle = rows.filter(({ by }) => by.length === 0).map(({ key, text }) => `${key} — ${text}`);
  expect(idle, "rows that no request showed").toEqual([]);
  if (process.env["WRITE_COVERAGE"] !== undefined) {
    writeFileSync(page, text);
    process.stdout.write(coverageList(rows));
  }
  expect(readFileSync(page, "utf8")).toBe(text);
});
