/** On a slow line as little as possible is fetched and sent. */
import { expect, test } from "vitest";
import type { Send } from "#api/transport.ts";
import { sorted } from "#base/sorted.ts";
import type { Address } from "#journal/intent.ts";
import { narrowKey } from "#model/narrow.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { act } from "#store/act.ts";
import { isLean } from "#store/state.ts";
import type { StreamId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";
import { streams } from "../support/small-blueprint.ts";
import { deploy, startSmall } from "../support/small-client.ts";
import { wireBytes } from "../support/wire-bytes.ts";

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

const topics = 100;

test("an organization, a hundred topics read and answered, and a day without anything take less than 2 MB", async () => {
  const clock = fakeClock();
  const blueprint = demoBlueprint(Math.floor(clock.now() / 1000));
  const { realm, as } = startRealm({ clock, blueprint });
  const [you, other] = realm.accounts;
  const { body } = await as(you!.email).get("/users/me/subscriptions");
  const streamId: number = body["subscriptions"][0].stream_id;
  const writer = as(other!.email);
  for (let at = 0; at < topics; at += 1)
    for (const text of ["The build of tonight failed on the second machine.", "I look into it."])
      await writer.say({ streamId, topic: `topic ${at}` }, `${text} ${at}`);
  const wire = wireBytes();
  const client = startClient({ clock, realm, preferences: { lean: true }, over: wire.over });
  const { store, newId } = client;
  await clock.pass("1 min");
  const registered = wire.total();
  for (let at = 0; at < topics; at += 1) {
    const address: Address = {
      kind: "topic",
      streamId: streamId as StreamId,
      topic: `topic ${at}`,
    };
    client.open(address);
    await clock.pass("20 s");
    const ids = store.getState().replica.histories.get(narrowKey(address))?.ids ?? [];
    expect(ids).toHaveLength(2);
    act(store, { clock, newId }, [{ kind: "read", op: "add", ids: sorted([...ids]) }]);
    client.send(address, `Thank you, that was the last one of them, I think. ${at}`);
    await clock.pass("20 s");
  }
  const answered = wire.total();
  await clock.pass("1 d");
  const day = wire.total();
  // The figures of README.
  expect(registered).toBeLessThan(40_000);
  expect(answered - registered).toBeLessThan(400_000);
  expect(day - answered).toBeLessThan(1_200_000);
  expect(day).toBeLessThan(2_000_000);
});
