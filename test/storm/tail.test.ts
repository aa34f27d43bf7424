/** For any faults of queues, answers and the connection, tail prints each message exactly once. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { runs } from "../support/runs.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { shellOn } from "../support/verb.ts";
import { anyLevel } from "../support/versions.ts";

// Loading takes real time, for which the fake clock does not wait.
beforeAll(async () => void (await import("#cli/verbs/modules.ts")));

const faults = [
  "delay",
  "drop before",
  "drop after",
  "rate limit",
  "bad gateway",
  "truncate",
] as const;
const requests = [
  { method: "GET", path: "/events" },
  { method: "GET", path: "/messages" },
  { method: "POST", path: "/register" },
] as const;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("say" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(20_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom(...faults),
      on: fc.constantFrom(...requests),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("expire", "cut", "mend") }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Returns the sent and the printed messages. */
async function storm(steps: readonly Step[], level: number) {
  const clock = fakeClock();
  const realm = startRealm({ clock, level });
  const { control } = realm.realm;
  const { start, network } = shellOn(realm, { clock });
  const tail = start(["tail", "#dev", "--from-now", "--json=content"]);
  for (let at = 0; at < 10; at += 1) await clock.pass("100 ms");
  const said: string[] = [];
  const ways = {
    expire: () => control.expireQueues(),
    cut: () => network.plug(false),
    mend: () => network.plug(true),
  };
  for (const one of [...steps, { kind: "mend" } as const, { kind: "say" } as const]) {
    if (one.kind === "say") {
      said.push(`message ${said.length}`);
      await realm.as(people.bo).say({ streamId: streams.dev, topic: "deploy" }, said.at(-1) ?? "");
    } else if (one.kind === "pass") await clock.pass(`${one.ms} ms`);
    else if (one.kind === "fault")
      control.fault({
        kind: one.fault,
        times: one.times,
        retryAfter: 2,
        delayMs: 5_000,
        ...one.on,
      });
    else ways[one.kind as keyof typeof ways]();
  }
  for (let at = 0; at < 120; at += 1) await clock.pass("5 s");
  const lines = tail
    .out()
    .split("\n")
    .filter((line) => line !== "");
  await tail.stop();
  return { said, printed: lines.map((line) => JSON.parse(line).content) };
}

test("tail prints each message exactly once", () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), anyLevel, async (steps, level) => {
      const { said, printed } = await storm(steps, level);
      expect(printed).toEqual(said);
    }),
    { numRuns: runs(0.2, 5) },
  ));
