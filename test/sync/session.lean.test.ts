/** On a slow line as little as possible is fetched and sent. */
import { expect, test } from "vitest";
import type { Send } from "#api/transport.ts";
import { isLean } from "#store/state.ts";
import { streams } from "../support/small-blueprint.ts";
import { deploy, startSmall } from "../support/small-client.ts";

/** The parameters of the requests to a path. */
function watched(path: string) {
  const seen: URLSearchParams[] = [];
  const over =
    (send: Send): Send =>
    (request, signal) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === `/api/v1${path}`)
        seen.push(
          typeof request.body === "string" ? new URLSearchParams(request.body) : searchParams,
        );
      return send(request, signal);
    };
  return { seen, over };
}

test.each([
  ["it is chosen", true, false, true],
  ["the line is slow", undefined, true, true],
  ["the line is slow, and it is not wanted", false, true, false],
  ["nothing is wrong", undefined, false, false],
])("if %s", async (_, lean, isSlow, expected) => {
  const { over, seen } = watched("/messages");
  const { client, clock, store, sent } = await startSmall(
    {},
    { preferences: { lean }, isLineSlow: () => isSlow, over },
  );
  expect(isLean(store.getState())).toBe(expected);
  client.types(deploy, "hello");
  await clock.pass("20 s");
  expect(sent(/ .drafts/)).toBe(expected ? 0 : 1);
  await clock.pass("10 min");
  expect(sent(/ .drafts/)).toBe(1);
  expect(sent(/presence/) > 0).toBe(!expected);
  expect(sent(/typing/) > 0).toBe(!expected);
  const sizes = seen.map((page) => Number(page.get("num_before")) + Number(page.get("num_after")));
  expect(Math.max(...sizes) <= 50).toBe(expected);
});

/** The largest number of messages that were asked for at once. */
const largest = (pages: readonly URLSearchParams[]) =>
  Math.max(...pages.map((page) => Number(page.get("num_before"))));

test("if only the register was late, something small shows that the line is not slow", async () => {
  let isSlow: boolean | undefined;
  const { over, seen } = watched("/messages");
  const answering = (send: Send) => {
    const sending = over(send);
    return async (...[request, signal]: Parameters<Send>) => {
      const answer = await sending(request, signal);
      if (request.url.includes("dont_block=true")) isSlow = false;
      return answer;
    };
  };
  const { store } = await startSmall({}, { isLineSlow: () => isSlow, over: answering });
  expect(isLean(store.getState())).toBe(false);
  expect(largest(seen.slice(0, 2))).toBe(500);
});

test("if something small takes long, too, the line is slow before anything else is asked for", async () => {
  const { over, seen } = watched("/messages");
  const { store } = await startSmall({}, { isLineSlow: () => undefined, over });
  expect(isLean(store.getState())).toBe(true);
  expect(largest(seen)).toBeLessThanOrEqual(50);
});

test("when the line is no longer slow, what was left out is fetched and reported", async () => {
  let isSlow = true;
  const { over, seen } = watched("/messages");
  const { store, bo, clock, sent } = await startSmall({}, { isLineSlow: () => isSlow, over });
  expect(sent(/presence/)).toBe(0);
  isSlow = false;
  await bo.say({ streamId: streams.dev, topic: "deploy" }, "better now?");
  await clock.pass("5 s");
  expect(isLean(store.getState())).toBe(false);
  expect(sent(/presence/)).toBe(1);
  expect(largest(seen)).toBe(500);
});

test("events of presence and typing are not asked for if it is chosen", async () => {
  const { over, seen } = watched("/register");
  await startSmall({}, { preferences: { lean: true }, over });
  const types: unknown = JSON.parse(seen[0]?.get("event_types") ?? "");
  expect(types).toContain("message");
  expect(types).not.toContain("presence");
  expect(types).not.toContain("typing");
});

test("events change the screen at most four times a second", async () => {
  const { clock, store, bo } = await startSmall({}, { preferences: { lean: true } });
  let changes = 0;
  store.subscribe((state, before) => {
    if (state.replica !== before.replica) changes += 1;
  });
  for (let at = 0; at < 50; at += 1) {
    await bo.say({ streamId: streams.dev, topic: "deploy" }, `line ${at}`);
    await clock.pass(20);
  }
  await clock.pass("1 s");
  expect(changes).toBeLessThanOrEqual(6);
});
