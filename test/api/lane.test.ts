/** Priorities, rate and pauses of the request lane. */
import { expect, test } from "vitest";
import { createLane, type Priority } from "#api/lane.ts";
import { fakeClock } from "../support/clock.ts";

const setUp = () => {
  const clock = fakeClock();
  const lane = createLane(clock);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (priority: Priority, name: string, signal?: AbortSignal) =>
    lane.run(
      priority,
      () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      signal,
    );
  return { clock, lane, started, ends, ask };
};

test("sends go before interactive requests, and these before background requests", async () => {
  const { clock, started, ends, ask } = setUp();
  for (const name of ["a", "b", "c", "d", "e"]) void ask("send", name);
  void ask("background", "prefetch");
  void ask("interactive", "page");
  void ask("send", "message");
  await clock.pass(0);
  expect(started).toEqual(["a", "b", "c", "d", "e"]);
  for (const end of ends.splice(0)) end();
  await clock.pass(0);
  expect(started.slice(5)).toEqual(["message", "page"]);
  for (const end of ends.splice(0)) end();
  await clock.pass(0);
  expect(started.at(-1)).toBe("prefetch");
});

test("requests stay within the server's rate limit, and the last few are reserved for sends", async () => {
  const { clock, lane, started } = setUp();
  const many = Array.from({ length: 300 }, (_, index) =>
    lane.run("interactive", async () => void started.push(String(index))),
  );
  await clock.pass("30 s");
  expect(started).toHaveLength(160);
  await lane.run("send", async () => void started.push("message"));
  expect(started).toHaveLength(161);
  await clock.pass("31 s");
  expect(started).toHaveLength(301);
  await Promise.all(many);
});

test("a pause delays everything except polls", async () => {
  const { clock, lane, started, ask } = setUp();
  lane.pause(5000);
  void ask("send", "message");
  void ask("poll", "poll");
  await clock.pass("4 s");
  expect(started).toEqual(["poll"]);
  await clock.pass("2 s");
  expect(started).toEqual(["poll", "message"]);
});

test("an exhausted rate limit waits until the server's reset", async () => {
  const { clock, lane, started, ask } = setUp();
  lane.grant(0, 20_000);
  void ask("interactive", "page");
  await clock.pass("19 s");
  expect(started).toEqual([]);
  await clock.pass("2 s");
  expect(started).toEqual(["page"]);
});

test("what other clients of the account ask for is left out of what nobody waits for", async () => {
  const { clock, lane } = setUp();
  const started: Priority[] = [];
  const many = (priority: Priority, count: number) =>
    Array.from({ length: count }, () =>
      lane.run(priority, async () => void started.push(priority)),
    );
  await Promise.all(many("interactive", 10));
  // Of 200, 10 are its own.
  lane.grant(110, 30_000);
  const all = [...many("background", 50), ...many("preview", 20)];
  await clock.pass("29 s");
  const counts = () =>
    Object.fromEntries(
      [...Map.groupBy(started, (one) => one)].map(([priority, of]) => [priority, of.length]),
    );
  expect(counts()).toEqual({ interactive: 10, background: 30 });
  await Promise.all([...many("interactive", 20), ...many("send", 5)]);
  expect(counts()).toMatchObject({ interactive: 30, send: 5 });
  // By then what the others asked for is more than a minute ago.
  await clock.pass("2 s");
  expect(counts()).toMatchObject({ background: 50 });
  await clock.pass("1 min");
  expect(counts()).toMatchObject({ background: 50, preview: 20 });
  await Promise.all(all);
});

test("requests aborted while waiting are not sent, and do not count", async () => {
  const { clock, lane, started, ask } = setUp();
  lane.pause(5000);
  const giveUp = new AbortController();
  const calls = ["1", "2", "3", "4"].map((name) =>
    ask("interactive", name, giveUp.signal).catch((error: unknown) => error),
  );
  giveUp.abort(new Error("left"));
  await clock.pass("10 s");
  expect(started).toEqual([]);
  expect(await Promise.all(calls)).toEqual(calls.map(() => new Error("left")));
  void ask("interactive", "next");
  await clock.pass(0);
  expect(started).toEqual(["next"]);
});

test("a queue that answers immediately is polled twice a second after a burst", async () => {
  const { clock, lane } = setUp();
  let polls = 0;
  const giveUp = new AbortController();
  const loop = async () => {
    for (;;) {
      await lane.run("poll", async () => {}, giveUp.signal);
      polls += 1;
    }
  };
  const ended = loop().catch(() => undefined);
  await clock.pass("60 s");
  giveUp.abort();
  await ended;
  expect(polls).toBeGreaterThan(100);
  expect(polls).toBeLessThan(190);
});

test("texts of lists leave capacity for screens that are jumped to, and these for opened conversations", async () => {
  const { clock, lane } = setUp();
  const started: Priority[] = [];
  const many = (priority: Priority) =>
    Array.from({ length: 200 }, () => lane.run(priority, async () => void started.push(priority)));
  const all: Promise<void>[] = [];
  for (const priority of ["ahead", "preview", "interactive"] as const) {
    all.push(...many(priority));
    await clock.pass("1 s");
  }
  const counts = Map.groupBy(started, (priority) => priority);
  expect([...counts].map(([priority, of]) => [priority, of.length])).toEqual([
    ["ahead", 50],
    ["preview", 50],
    ["interactive", 60],
  ]);
  await clock.pass("10 min");
  await Promise.all(all);
});

test("a delayed request learns how long it waits, and can leave then", async () => {
  const { clock, lane, started } = setUp();
  lane.pause(5000);
  const waits: string[] = [];
  const giveUp = new AbortController();
  const say = (name: string) => async () => void started.push(name);
  const message = lane.run("send", say("message"), undefined, (ms) => waits.push(`message ${ms}`));
  const page = lane.run("interactive", say("page"), giveUp.signal, (ms) => {
    waits.push(`page ${ms}`);
    giveUp.abort(new Error("not worth waiting for"));
  });
  await expect(page).rejects.toThrow("not worth waiting for");
  expect(waits).toEqual(["message 5000", "message 5000", "page 5000"]);
  await clock.pass("5 s");
  await message;
  expect(started).toEqual(["message"]);
});
