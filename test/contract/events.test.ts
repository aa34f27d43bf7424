/** What events tell, against what a register tells afterwards: for five people of different roles, under weather. */
import { expect, test } from "vitest";
import { callerOf, startRealm } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { streams } from "../support/small-blueprint.ts";
import { auditOf } from "./events/audit.ts";
import { gather } from "./events/crowd.ts";
import { ana, bo, cleo, type Deed, does, gus } from "./events/deed.ts";
import { beside, kinds } from "./events/deeds.ts";
import { exceptions, excused } from "./events/exceptions.ts";
import { firstOf } from "./events/firsts.ts";
import { reportOf, runLength, tryRuns } from "./events/runs.ts";
import { changedPaths, differences, pairOf } from "./events/told.ts";

const calm = 8;
/** In so many runs every kind of deed changes something: what `npm run storm` does unless told otherwise. */
const manyRuns = 500;
const hourMs = 3_600_000;

type Living = {
  /** Hears of each deed that changed something; true: the others are left out. */
  readonly changed?: (kind: string) => boolean;
  readonly pries?: boolean;
  readonly withSession?: boolean;
};

/** The pairs of all who can sign in at the end, and what leaked. */
async function live(
  deeds: readonly Deed[],
  weather: number,
  { changed = () => false, pries = false, withSession = false }: Living = {},
) {
  const crowd = await gather(weather, withSession);
  let isClear = true;
  for (const [at, deed] of deeds.entries()) {
    await crowd.act(deed, `sesame${at}`);
    const heard = deed.heard ? await crowd.listen(deed.luck) : { told: false, changed: false };
    const isNews = beside.has(deed.kind) ? heard.told : heard.changed;
    // Where events had gathered, nobody can say which deed they come from.
    if (isClear && isNews && changed(deed.kind)) break;
    isClear = deed.heard;
  }
  const known = await crowd.rest();
  const pairs = await Promise.all(known.map(pairOf));
  if (pries) await crowd.pry();
  return { pairs, leaks: crowd.leaks };
}

async function check(deeds: readonly Deed[], weather: number, living: Living): Promise<void> {
  const { pairs, leaks } = await live(deeds, weather, living);
  const found = [...leaks, ...pairs.flatMap((pair) => differences(excused(pair)))];
  if (found.length > 0) throw new Error(found.slice(0, 20).join("\n"));
}

test(
  "what events tell is what a register tells, and nobody is told what is not theirs, whatever five people do",
  async () => {
    const many = process.env["FC_RUNS"] === undefined ? 25 : runs(0.25);
    const counts = new Map(kinds.map((kind) => [kind, 0]));
    const changed = (kind: string) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return false;
    };
    await tryRuns(
      (deeds, weather) => check(deeds, weather, { changed, pries: true, withSession: true }),
      many,
    );
    const least = [...counts].sort(([, a], [, b]) => a - b).slice(0, 5);
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${many} runs of ${runLength} deeds: ${all} were seen to change something; of ${kinds.length} kinds the least: ${least.map((one) => one.join(" ")).join(", ")}\n`,
    );
    const idle = kinds.filter((kind) => counts.get(kind) === 0);
    // A sample leaves some kinds to the next test.
    const mayBeIdle = many < manyRuns ? kinds.length / 2 : 0;
    expect(idle.length, idle.join(", ")).toBeLessThanOrEqual(mayBeIdle);
  },
  hourMs,
);

test(
  "each of many kinds of deed is told, and leaves the picture that a register gives",
  async () => {
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    const idle: string[] = [];
    for (const kind of kinds) {
      let isTold = false;
      const changed = (which: string) => {
        isTold ||= which === kind;
        return isTold;
      };
      await check(firstOf(kind), calm, { changed });
      if (!isTold) idle.push(kind);
    }
    expect(idle).toEqual([]);
  },
  hourMs,
);

test.for(Object.keys(exceptions))("a server tells not all: %s", async (name) => {
  const { pairs } = await live(exceptions[name]?.example ?? [], calm);
  expect(pairs.flatMap((pair) => differences(excused(pair)))).toEqual([]);
  expect(pairs.flatMap((pair) => differences(excused(pair, name)))).not.toEqual([]);
});

test("an exception leaves everything alone but what it is for", async () => {
  const rows = Object.values(exceptions);
  const deeds = rows.flatMap(({ example }) => example).slice(0, 5);
  const { pairs } = await live(deeds, calm);
  for (const { at, leave } of rows)
    for (const pair of pairs) {
      const left = leave(pair);
      const taken = [
        ...changedPaths(pair.told, left.told),
        ...changedPaths(pair.fresh, left.fresh),
      ];
      expect(taken.filter((path) => !at.test(path))).toEqual([]);
    }
});

test("of a run that fails, the fewest deeds that fail are told, one a line", async () => {
  const [archive, join] = [does("archive", cleo, 3, 1), does("join", gus, 4, 2, false)];
  const others = kinds.slice(0, 20).map((kind) => does(kind, bo));
  const fails = async (left: readonly Deed[]) => {
    if (left.includes(archive) && left.includes(join)) throw new Error("It broke.");
  };
  const report = await reportOf(fails, [archive, ...others, join, ...others], 5);
  expect(report.split("\n")).toEqual([
    "2 deeds under weather 5:",
    "cleo archive 3 1 (heard)",
    "gus join 4 2",
    "It broke.",
  ]);
});

function requestOf(who: number, path = "drafts"): Request {
  return new Request(`http://realm.test/api/v1/${path}`, {
    headers: { authorization: `Basic ${btoa(`mail${who}@small.example:key`)}` },
  });
}

test("the audit hears whoever is told what is not theirs, by an answer and by an event", async () => {
  const audit = auditOf();
  const { realm } = startRealm();
  audit.begin(realm);
  const { queue_id: queue } = await callerOf(realm, gus).register();
  await callerOf(realm, ana).say([bo], "between us: sesame1");
  const tattling = audit.tapped(async () => Response.json({ content: "sesame1" }));
  await tattling(requestOf(bo));
  expect([...audit.leaks]).toEqual([]);
  await tattling(requestOf(gus));
  const event = { id: 0, type: "drafts", content: "sesame1" };
  audit.noted({ kind: "queue told", id: queue, event, replaces: undefined });
  expect([...audit.leaks]).toEqual([
    `${gus} was told sesame1 by the answer to GET /api/v1/drafts`,
    `${gus} was told sesame1 by the event drafts`,
  ]);
});

test("an answer that was long under way may hold what its reader could know when they asked", async () => {
  const audit = auditOf();
  const { realm } = startRealm();
  audit.begin(realm);
  await callerOf(realm, cleo).say({ streamId: streams.secret, topic: "plans" }, "sesame1");
  const { promise, resolve } = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  const slow = audit.tapped(() => {
    asked.resolve();
    return promise;
  });
  const answered = slow(requestOf(ana, "attachments"));
  await asked.promise;
  realm.control.unsubscribe(ana, streams.secret);
  const quick = audit.tapped(async () => Response.json({ content: "sesame1" }));
  await quick(requestOf(ana));
  expect([...audit.leaks]).toEqual([`${ana} was told sesame1 by the answer to GET /api/v1/drafts`]);
  resolve(Response.json({ content: "sesame1" }));
  await answered;
  expect(audit.leaks.size).toBe(1);
});
