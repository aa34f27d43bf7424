import { expect, onTestFinished, test } from "vitest";
import { createJobThread, type JobThread } from "#host/job-thread.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";

/** Counts its jobs; on request it never answers, or fails. */
const module = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    let jobs = 0;
    parentPort.on("message", ({ what }) => {
      jobs += 1;
      if (what === "loop") for (;;);
      if (what === "fail") throw new Error("broken");
      parentPort.postMessage({ did: what + " " + jobs, ...(what === "much" && { isLast: true }) });
    });
  `)}`,
);

function started(): { readonly thread: JobThread; readonly clock: FakeClock } {
  const clock = fakeClock();
  const thread = createJobThread(module, clock, { jobMs: 5000, idleMs: 30_000, heapMb: 64 });
  onTestFinished(() => thread.stop());
  return { thread, clock };
}

test("jobs are done one at a time by one thread, which ends after a while without any", async () => {
  const { thread, clock } = started();
  const both = [thread.run({ what: "a" }), thread.run({ what: "b" })];
  expect(await Promise.all(both)).toMatchObject([{ did: "a 1" }, { did: "b 2" }]);
  await clock.pass("31 s");
  expect(await thread.run({ what: "c" })).toMatchObject({ did: "c 1" });
});

test("a job that takes too long ends the thread, and the next one gets another", async () => {
  const { thread, clock } = started();
  const endless = thread.run({ what: "loop" });
  const next = thread.run({ what: "a" });
  endless.catch(() => undefined);
  await clock.pass("6 s");
  await expect(endless).rejects.toThrow("it took too long");
  expect(await next).toMatchObject({ did: "a 1" });
});

test("a job that fails ends the thread, and the next one gets another", async () => {
  const { thread } = started();
  const failing = thread.run({ what: "fail" });
  const next = thread.run({ what: "a" });
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toMatchObject({ did: "a 1" });
});

test("a job that takes much memory gets its answer and ends the thread, and the next one gets another", async () => {
  const { thread } = started();
  const both = [thread.run({ what: "much" }), thread.run({ what: "a" })];
  expect(await Promise.all(both)).toMatchObject([{ did: "much 1" }, { did: "a 1" }]);
});

test("a job that nobody waits for any more is not begun", async () => {
  const { thread } = started();
  const nobody = new AbortController();
  const first = thread.run({ what: "a" });
  const dropped = thread.run({ what: "b" }, nobody.signal);
  const last = thread.run({ what: "c" });
  nobody.abort(new Error("closed"));
  await expect(dropped).rejects.toThrow("closed");
  expect(await Promise.all([first, last])).toMatchObject([{ did: "a 1" }, { did: "c 2" }]);
});

test("after a job that was not begun, the next one has its whole time", async () => {
  const { thread, clock } = started();
  await thread.run({ what: "a" });
  const dropped = thread.run({ what: "b" }, AbortSignal.abort(new Error("closed")));
  await expect(dropped).rejects.toThrow("closed");
  await clock.pass("29 s");
  const endless = thread.run({ what: "loop" });
  endless.catch(() => undefined);
  await clock.pass("6 s");
  await expect(endless).rejects.toThrow("it took too long");
});
