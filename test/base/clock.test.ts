import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lookAt, systemClock, untilNextLook } from "#base/clock.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

test.each<[string, (task: () => void) => void]>([
  ["task", (task) => systemClock.after(20, task)],
  ["sleep", (task) => void systemClock.sleep(20).then(task)],
])(
  "a %s that is due while the program is busy lets pending input be read first",
  async (_, wait) => {
    const order: string[] = [];
    const server = createServer((socket) => socket.on("data", () => order.push("read")));
    // What is written to a Unix socket has arrived; the network delivers it now or later.
    const path = join(folder(), "socket");
    server.listen(path);
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const socket = connect(path);
    await Promise.all([once(server, "connection"), once(socket, "connect")]);
    const waited = new Promise((resolve) => wait(() => resolve(order.push("wait"))));
    socket.write("x");
    for (const start = performance.now(); performance.now() - start < 60; );
    await waited;
    socket.destroy();
    expect(order).toEqual(["read", "wait"]);
  },
);

test("a wait ends on time if nothing else happens", async () => {
  // In a separate process, because other work in this one would wake the event loop.
  const script = `
    import { systemClock } from ${JSON.stringify(import.meta.resolve("#base/clock.ts"))};
    const start = performance.now();
    setInterval(() => {}, 60_000);
    systemClock.after(20, () => process.exit(performance.now() - start < 30_000 ? 0 : 1));
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a wait beyond the range of the platform's timers does not end immediately", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const fired: string[] = [];
  const giveUp = new AbortController();
  const cancel = systemClock.after(1e12, () => fired.push("after"));
  const sleep = systemClock.sleep(1e12, giveUp.signal).then(
    () => fired.push("sleep"),
    () => undefined,
  );
  // A timer that overflows fires after a millisecond.
  await systemClock.sleep(5);
  cancel();
  giveUp.abort();
  await sleep;
  expect([fired, warnings]).toEqual([[], []]);
});

test("what looks regularly, whenever it began, looks at the same moments, and not sooner than after half of its time", async () => {
  const clock = fakeClock();
  const looks: number[] = [];
  const startLooking = (everyMs: number) => {
    const wait = untilNextLook(clock, everyMs);
    expect(wait).toBeGreaterThanOrEqual(everyMs / 2);
    expect(wait).toBeLessThanOrEqual(everyMs * 1.5);
    clock.after(wait, () => {
      looks.push(clock.elapsed());
      startLooking(everyMs);
    });
  };
  startLooking(5_000);
  await clock.pass(3_217.5);
  startLooking(10_000);
  await clock.pass(61_999.25);
  startLooking(30_000);
  await clock.pass("2 min");
  const moments = new Set(looks.filter((at) => at > 100_000).map((at) => Math.round(at / 100)));
  expect([...moments]).toEqual([
    1000, 1050, 1100, 1150, 1200, 1250, 1300, 1350, 1400, 1450, 1500, 1550, 1600, 1650, 1700, 1750,
    1800, 1850,
  ]);
});

test("what waits for a time looks at the clock once a minute, and never if there is no time", async () => {
  const clock = fakeClock();
  const began = clock.now();
  const looks: number[] = [];
  const look = () => {
    looks.push((clock.now() - began) / 1000);
    if (looks.length < 3) lookAt(clock, began + 130_000, look);
  };
  lookAt(clock, began + 130_000, look);
  lookAt(clock, Number.POSITIVE_INFINITY, look);
  const cancel = lookAt(clock, began + 5_000, look);
  cancel();
  await clock.pass("1 h");
  expect(looks).toEqual([60, 120, 130]);
});
