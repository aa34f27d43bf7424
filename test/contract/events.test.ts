/** What events tell, against what a register tells afterwards: for five people of different roles, with variation. */
import { expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { type Action, bo, cleo, does, gus } from "./events/action.ts";
import { beside, kinds } from "./events/actions.ts";
import { gather } from "./events/crowd.ts";
import { exceptions, excused } from "./events/exceptions.ts";
import { firstOf } from "./events/firsts.ts";
import { reportOf, runLength, tryRuns } from "./events/runs.ts";
import { changedPaths, differences, pairOf } from "./events/told.ts";

const calm = 8;
/** In so many runs every kind of action changes something: what `npm run storm` does unless told otherwise. */
const manyRuns = 500;
/** So many kinds happen in one realm, each until it is told. */
const together = 8;
const hourMs = 3_600_000;

type Living = {
  /** Hears of each action that changed something, and the last kind of its part; true: the part is over. */
  readonly changed?: (kind: string, aim: string | undefined) => boolean;
  readonly withSession?: boolean;
};

/** The pairs of all who can sign in at the end. */
async function live(
  parts: readonly (readonly Action[])[],
  variation: number,
  { changed = () => false, withSession = false }: Living = {},
) {
  const crowd = await gather(variation, withSession);
  let [isClear, at] = [true, 0];
  for (const actions of parts)
    for (const action of actions) {
      await crowd.act(action, `sesame${at}`);
      at += 1;
      const heard = action.heard
        ? await crowd.listen(action.luck)
        : { told: false, changed: false };
      const isNews = beside.has(action.kind) ? heard.told : heard.changed;
      // Where events had gathered, nobody can say which action they come from.
      const isEnough = isClear && isNews && changed(action.kind, actions.at(-1)?.kind);
      isClear = action.heard;
      if (isEnough) break;
    }
  const known = await crowd.rest();
  return Promise.all(known.map(pairOf));
}

async function check(
  parts: readonly (readonly Action[])[],
  variation: number,
  living: Living,
): Promise<void> {
  const pairs = await live(parts, variation, living);
  const found = pairs.flatMap((pair) => differences(excused(pair)));
  if (found.length > 0) throw new Error(found.slice(0, 20).join("\n"));
}

test(
  "what events tell is what a register tells, whatever five people do",
  async () => {
    const many = runs(0.25, 4);
    const counts = new Map(kinds.map((kind) => [kind, 0]));
    const changed = (kind: string) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return false;
    };
    await tryRuns(
      (actions, variation) => check([actions], variation, { changed, withSession: true }),
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
  "each of many kinds of action is told, and leaves the replica that a register gives",
  async () => {
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    const told = new Set<string>();
    for (let at = 0; at < kinds.length; at += together) {
      const parts = kinds.slice(at, at + together).map(firstOf);
      const changed = (kind: string, aim: string | undefined) => told.add(kind).has(aim ?? "");
      await check(parts, calm, { changed });
    }
    expect(kinds.filter((kind) => !told.has(kind))).toEqual([]);
  },
  hourMs,
);

test.for(Object.keys(exceptions))("a server tells not all: %s", async (name) => {
  const pairs = await live([exceptions[name]?.example ?? []], calm);
  expect(pairs.flatMap((pair) => differences(excused(pair)))).toEqual([]);
  expect(pairs.flatMap((pair) => differences(excused(pair, name)))).not.toEqual([]);
});

test("an exception leaves everything alone but what it is for", async () => {
  const rows = Object.values(exceptions);
  const actions = rows.flatMap(({ example }) => example).slice(0, 5);
  const pairs = await live([actions], calm);
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

test("of a run that fails, the fewest actions that fail are told, one a line", async () => {
  const [archive, join] = [does("archive", cleo, 3, 1), does("join", gus, 4, 2, false)];
  const others = kinds.slice(0, 20).map((kind) => does(kind, bo));
  const fails = async (left: readonly Action[]) => {
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
