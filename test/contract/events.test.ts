/** What events tell, against what a register tells afterwards: for five people of different roles, under weather. */
import { expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { gather } from "./events/crowd.ts";
import type { Deed } from "./events/deed.ts";
import { beside, kinds } from "./events/deeds.ts";
import { exceptions, excused } from "./events/exceptions.ts";
import { firstOf } from "./events/firsts.ts";
import { tryRuns } from "./events/runs.ts";
import { differences, pairOf } from "./events/told.ts";

const calm = 7;
const hourMs = 3_600_000;

/** The pairs of all who can sign in at the end; `changed` hears of each deed that changed something. */
async function live(deeds: readonly Deed[], weather: number, changed: (kind: string) => void) {
  const crowd = await gather(weather);
  let isClear = true;
  for (const [at, deed] of deeds.entries()) {
    await crowd.act(deed, `sesame${at}`);
    if (deed.heard) {
      const heard = await crowd.listen();
      // Where events had gathered, nobody can say which deed they come from.
      if (isClear && (beside.has(deed.kind) ? heard.told : heard.changed)) changed(deed.kind);
    }
    isClear = deed.heard;
  }
  await crowd.rest();
  await crowd.listen();
  const pairs = await Promise.all(crowd.clients.map(pairOf));
  return pairs.filter((pair) => pair !== undefined);
}

/** How often each kind of deed changed something. */
const counts = new Map<string, number>();
const count = (kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1);

async function compare(deeds: readonly Deed[], weather: number): Promise<void> {
  const pairs = await live(deeds, weather, count);
  const found = pairs.flatMap((pair) => differences(excused(pair)));
  if (found.length > 0) throw new Error(found.slice(0, 20).join("\n"));
}

test(
  "what events tell is what a register tells, whatever five people do",
  async () => {
    const many = runs(0.125);
    counts.clear();
    await tryRuns(compare, many);
    const idle = kinds.filter((kind) => !counts.has(kind));
    // A sample leaves some kinds to the next test.
    if (many >= 200) expect(idle).toEqual([]);
    else expect(idle.length).toBeLessThan(kinds.length / 2);
  },
  hourMs,
);

test(
  "each of many kinds of deed is told, and leaves the picture that a register gives",
  async () => {
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    counts.clear();
    for (const kind of kinds) await compare(firstOf(kind), calm);
    expect(kinds.filter((kind) => !counts.has(kind))).toEqual([]);
  },
  hourMs,
);

test.for(Object.keys(exceptions))("a server tells not all: %s", async (name) => {
  const pairs = await live(exceptions[name]?.example ?? [], calm, () => undefined);
  expect(pairs.flatMap((pair) => differences(excused(pair)))).toEqual([]);
  expect(pairs.flatMap((pair) => differences(excused(pair, name)))).not.toEqual([]);
});
