/** Compares replicas updated by events with fresh registers, for five users of different roles and with variation. */
import { expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { type Action, actionOf, bo, cleo, gus } from "./events/action.ts";
import { beside, kinds } from "./events/actions.ts";
import { changedPaths, differences, pairOf } from "./events/comparison.ts";
import { exceptions, excused } from "./events/exceptions.ts";
import { firstOf } from "./events/firsts.ts";
import { reportOf, runLength, tryRuns } from "./events/runs.ts";
import { levels, startUsers } from "./events/users.ts";

const calm = 8;
/** Enough runs for every kind of action to change something; the default of `npm run storm`. */
const manyRuns = 500;
/** Kinds of action per realm, each repeated until an event reports it. */
const together = 8;
const hourMs = 3_600_000;

type Living = {
  /** Called for each action that changed something, with the last kind of its part; true ends the part. */
  readonly changed?: (kind: string, aim: string | undefined) => boolean;
  readonly withSession?: boolean;
  /** Absent: by the variation. */
  readonly level?: number;
};

/** Returns a pair for each user who can sign in at the end. */
async function live(
  parts: readonly (readonly Action[])[],
  variation: number,
  { changed = () => false, withSession = false, level }: Living = {},
) {
  const users = await startUsers(variation, withSession, level);
  let [isClear, at] = [true, 0];
  for (const actions of parts)
    for (const action of actions) {
      await users.act(action, `sesame${at}`);
      at += 1;
      const effect = action.isPolled
        ? await users.live(action.luck)
        : { isReported: false, hasChanged: false };
      const isNews = beside.has(action.kind) ? effect.isReported : effect.hasChanged;
      // If older events were pending, it is unknown which action caused them.
      const isEnough = isClear && isNews && changed(action.kind, actions.at(-1)?.kind);
      isClear = action.isPolled;
      if (isEnough) break;
    }
  const known = await users.settle();
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
  "for any actions of five users, events lead to the same replica as a new register",
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
      `${many} runs of ${runLength} actions: ${all} changed something; least frequent of ${kinds.length} kinds: ${least.map((one) => one.join(" ")).join(", ")}\n`,
    );
    const idle = kinds.filter((kind) => counts.get(kind) === 0);
    // In a sample, some kinds occur only in the next test.
    const mayBeIdle = many < manyRuns ? kinds.length / 2 : 0;
    expect(idle.length, idle.join(", ")).toBeLessThanOrEqual(mayBeIdle);
  },
  hourMs,
);

test(
  "each kind of action causes events that lead to the same replica as a new register",
  async () => {
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    const reported = new Set<string>();
    for (const level of levels) {
      const left = kinds.filter((kind) => !reported.has(kind));
      for (let at = 0; at < left.length; at += together) {
        const parts = left.slice(at, at + together).map(firstOf);
        const changed = (kind: string, aim: string | undefined) =>
          reported.add(kind).has(aim ?? "");
        await check(parts, calm, { changed, level });
      }
    }
    expect(kinds.filter((kind) => !reported.has(kind))).toEqual([]);
  },
  hourMs,
);

test.for(Object.keys(exceptions))("the exception is needed: %s", async (name) => {
  const pairs = await live([exceptions[name]?.example ?? []], calm);
  expect(pairs.flatMap((pair) => differences(excused(pair)))).toEqual([]);
  expect(pairs.flatMap((pair) => differences(excused(pair, name)))).not.toEqual([]);
});

test("each exception only changes the paths that it names", async () => {
  const rows = Object.values(exceptions);
  const actions = rows.flatMap(({ example }) => example).slice(0, 5);
  const pairs = await live([actions], calm);
  for (const { at, leave } of rows)
    for (const pair of pairs) {
      const left = leave(pair);
      const taken = [
        ...changedPaths(pair.updated, left.updated),
        ...changedPaths(pair.fresh, left.fresh),
      ];
      expect(taken.filter((path) => !at.test(path))).toEqual([]);
    }
});

test("a failing run is reported with the fewest actions that fail, one per line", async () => {
  const [archive, join] = [actionOf("archive", cleo, 3, 1), actionOf("join", gus, 4, 2, false)];
  const others = kinds.slice(0, 20).map((kind) => actionOf(kind, bo));
  const fails = async (left: readonly Action[]) => {
    if (left.includes(archive) && left.includes(join)) throw new Error("It broke.");
  };
  const report = await reportOf(fails, [archive, ...others, join, ...others], 5);
  expect(report.split("\n")).toEqual([
    "2 actions with variation 5:",
    "cleo archive 3 1 (polled)",
    "gus join 4 2",
    "It broke.",
  ]);
});
