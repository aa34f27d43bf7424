/** Verbs that the server tells to wait: they wait, say so on a terminal, and respect the user's time limit. */
import { expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { startRealm, whileClockRuns } from "../support/realm.ts";
import { type ShellOptions, shellOn } from "../support/verb.ts";

function setUp(options: ShellOptions = {}) {
  const clock = fakeClock();
  const started = startRealm({ clock });
  const shell = shellOn(started, { ...options, clock });
  const { fault } = started.realm.control;
  /** Rate-limits the next requests. */
  const limit = (retryAfter: number, times = 1, path = "/messages") =>
    fault({ kind: "rate limit", path, retryAfter, times });
  const run = (...argv: readonly string[]) => whileClockRuns(clock, shell.run(argv));
  return { ...shell, clock, fault, limit, run };
}

const send = ["send", "#dev > deploy", "text"] as const;
const attempts = (sent: readonly string[]) => sent.filter((call) => call === "POST /messages");

test("a rate-limited verb waits, says so on a terminal, and is carried out once", async () => {
  const { run, limit, network } = setUp({ columns: 80 });
  limit(38);
  const { code, out, err } = await run(...send);
  expect(err).toBe("weir: The server asks weir to wait; continuing in 36 seconds.\n");
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("Sent to") });
  expect(attempts(network.sent)).toHaveLength(2);
});

test("nothing is said in a pipe, or about a short wait", async () => {
  const inPipe = setUp();
  inPipe.limit(38);
  expect(await inPipe.run(...send)).toMatchObject({ code: 0, err: "" });
  const onTerminal = setUp({ columns: 80 });
  onTerminal.limit(1.5);
  expect(await onTerminal.run(...send)).toMatchObject({ code: 0, err: "" });
});

test("the default time limit does not include the wait, one set by the user does", async () => {
  const { run, limit, clock, disk } = setUp();
  limit(55, 2);
  const before = clock.now();
  expect(await run(...send)).toMatchObject({ code: 0 });
  expect(clock.now() - before).toBeGreaterThan(100_000);
  limit(30);
  const limited = await run(...send, "--timeout", "10");
  expect(limited).toEqual({
    code: 1,
    out: "",
    err: "weir: The server asks you to wait 20 seconds.\n",
  });
  // It was certainly not sent, so there is nothing to find out.
  expect([...disk.intents.values()]).toEqual([]);
});

test("a rate limit that does not end fails, or queues the message if requested", async () => {
  const { run, limit, network, disk } = setUp();
  limit(20, 6);
  expect(await run(...send)).toMatchObject({ code: 1, out: "" });
  expect(attempts(network.sent)).toHaveLength(3);
  expect(await run(...send, "--queue")).toMatchObject({ code: 0, out: "queued\n" });
  expect([...disk.intents.values()]).toMatchObject([{ phase: "waiting" }]);
});

test("a verb outlasts the stated outage of a server, but does not repeat a change", async () => {
  const { run, fault, network } = setUp({ columns: 80 });
  fault({ kind: "unavailable", path: "/register", retryAfter: 30 });
  const { code, err } = await run(...send);
  expect(code).toBe(0);
  expect(err).toBe("weir: The server asks weir to wait; continuing in 28 seconds.\n");
  fault({ kind: "unavailable", path: "/messages", retryAfter: 30 });
  expect(await run(...send)).toMatchObject({
    code: 5,
    err: "weir: The server is unavailable (status 503) and asks you to wait 30 seconds. The change may have been made; it is not repeated.\n",
  });
  expect(attempts(network.sent)).toHaveLength(2);
  fault({ kind: "unavailable", path: "/register", retryAfter: 900 });
  expect(await run("streams")).toMatchObject({
    code: 1,
    err: "weir: The server is unavailable (status 503) and asks you to wait 15 minutes.\n",
  });
});

test("a message that was interrupted while it waited is not left as if it might have been sent", async () => {
  const { start, limit, clock, disk, network } = setUp();
  limit(30);
  const sending = start(send);
  await clock.pass("5 s");
  expect(attempts(network.sent)).toHaveLength(1);
  expect([...disk.intents.values()]).toHaveLength(1);
  await sending.stop();
  expect([...disk.intents.values()]).toEqual([]);
});

test("a verb that is done does not wait for the rate limit to clean up", async () => {
  const { run, limit, clock, network } = setUp();
  limit(50, 9, "/events");
  const before = clock.now();
  expect(await run("streams")).toMatchObject({ code: 0 });
  expect(network.sent).toContain("DELETE /events");
  expect(clock.now() - before).toBeLessThan(3_000);
});

test("in a loop of sends within the rate limits of a server, all arrive once", async () => {
  const clock = fakeClock();
  const realm = startRealm({ clock, rateLimit: true });
  const { run } = shellOn(realm, { clock });
  const texts = Array.from({ length: 90 }, (_, index) => `message ${index}`);
  for (const text of texts) {
    const sending = run(["send", "#dev > loop", text]);
    expect(await whileClockRuns(clock, sending)).toMatchObject({ code: 0, err: "" });
  }
  const { messages } = realm.realm.control.server.state;
  const arrived = [...messages.byId.values()].filter(({ topic }) => topic === "loop");
  expect(arrived.map(({ content }) => content)).toEqual(texts);
});
