/** What a session sends and gets over a slow line, counted by a proxy before a realm. A page of the guide has the figures. */
import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openNetwork } from "#api/http.ts";
import type { Send } from "#api/transport.ts";
import { sorted } from "#base/sorted.ts";
import type { Address } from "#journal/intent.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Realm } from "#realm/realm.ts";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { serveRealm } from "#realm/serve.ts";
import type { Preferences } from "#store/screen.ts";
import { isLean } from "#store/state.ts";
import { act } from "#store/store.ts";
import type { StreamId } from "#wire/ids.ts";
import { startClient } from "../support/client.ts";
import { type FakeClock, fakeClock } from "../support/clock.ts";
import { type NetworkFault, startProxy } from "../support/proxy.ts";
import { type Body, startRealm } from "../support/realm.ts";
import { isStorm } from "../support/runs.ts";

const [topics, dayHours] = [100, 24];
/** Of a sample, the shares are counted as the whole. */
const [countedTopics, countedHours] = isStorm ? [topics, dayHours] : [10, 2];

const isPoll = (url: string) => new URL(url).pathname.endsWith("/events");

/**
 * Time stands still while a request is under way, except for polls that the realm holds: what is counted does not
 * depend on how fast this machine is.
 */
function underWay(clock: FakeClock) {
  let [requests, polls, held] = [0, 0, 0];
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const over =
    (send: Send): Send =>
    async (request, signal) => {
      const count = (by: 1 | -1) => {
        if (isPoll(request.url)) polls += by;
        else requests += by;
        change();
      };
      count(1);
      try {
        return await send(request, signal);
      } finally {
        count(-1);
      }
    };
  const holding =
    (fetch: Realm["fetch"]): Realm["fetch"] =>
    async (request) => {
      const by = isPoll(request.url) ? 1 : 0;
      held += by;
      change();
      try {
        return await fetch(request);
      } finally {
        held -= by;
        change();
      }
    };
  const settles = async () => {
    await clock.pass(0);
    while (requests > 0 || polls > held) {
      await changed.promise;
      await clock.pass(0);
    }
  };
  const passes = async (seconds: number, step = 1) => {
    await settles();
    for (let at = 0; at < seconds; at += step) {
      await clock.pass(step * 1_000);
      await settles();
    }
  };
  return { over, holding, passes };
}

type Conditions = {
  readonly preferences: Preferences;
  readonly compresses: boolean;
  readonly fault?: NetworkFault;
};

/** A client of the demo's organization, behind the proxy, with topics that it has not read. */
async function startBehindProxy({ preferences, compresses, fault }: Conditions) {
  const clock = fakeClock();
  const blueprint = demoBlueprint(Math.floor(clock.now() / 1000));
  const { realm, as } = startRealm({ clock, blueprint });
  const [you, other] = realm.accounts;
  const { body } = await as(you!.email).get("/users/me/subscriptions");
  const streamId: StreamId = body["subscriptions"].find(
    ({ name }: Body) => name === "backend",
  ).stream_id;
  const writer = as(other!.email);
  for (let at = 0; at < countedTopics; at += 1)
    for (const text of ["The build of tonight failed on the second machine.", "I look into it."])
      await writer.say({ streamId, topic: `topic ${at}` }, `${text} ${at}`);
  const { over, holding, passes } = underWay(clock);
  const served = await serveRealm({ ...realm, fetch: holding(realm.fetch) }, { compresses });
  onTestFinished(served.close);
  const proxy = await startProxy(served.url);
  if (fault !== undefined) await proxy.setFault(fault);
  const network = await openNetwork(proxy.url);
  onTestFinished(network.close);
  const send: Send = (request, signal) => {
    const { pathname, search } = new URL(request.url);
    return network.send({ ...request, url: `${proxy.url}${pathname}${search}` }, signal);
  };
  const isLineSlow = network.isSlow;
  const client = startClient({ clock, realm, preferences, isLineSlow, over: () => over(send) });
  return { ...client, clock, streamId, passes, bytes: proxy.bytes };
}

type Lean = Awaited<ReturnType<typeof startBehindProxy>>;

/** Opens a topic, reads its two messages, and answers with a pause in what is typed. */
async function answers({ store, clock, newId, open, types, send, passes }: Lean, address: Address) {
  open(address);
  await passes(20);
  const ids = store.getState().replica.histories.get(narrowKey(address))?.ids ?? [];
  expect(ids).toHaveLength(2);
  act(store, { clock, newId }, [{ kind: "read", op: "add", ids: sorted([...ids]) }]);
  const text = "Thank you, that was the last one of them, I think.";
  types(address, text.slice(0, 20));
  await passes(10);
  send(address, text);
  await passes(20);
}

/** The row of the page's table that begins so. */
function figureOf(row: string): number {
  const page = readFileSync(new URL("../../assets/guide/slow-lines.md", import.meta.url), "utf8");
  const [, figure = ""] = new RegExp(`^\\| ${row} \\| ([\\d,]+) \\|$`, "m").exec(page) ?? [];
  return Number(figure.replaceAll(",", ""));
}

const signingIn = "signing in, if the server compresses";

/** Within a tenth. */
function expectFigure(row: string, bytes: number): void {
  expect(Math.abs(figureOf(row) / bytes - 1), `${row}: ${Math.round(bytes)}`).toBeLessThan(0.1);
}

test("signing in at a server that does not compress takes what the guide says", async () => {
  const conditions = { preferences: { lean: true }, compresses: false };
  const { bytes, passes } = await startBehindProxy(conditions);
  await passes(60);
  expectFigure("signing in, if the server does not compress", bytes());
});

test("a line that only looks fast when a connection is made takes no more from the start", async () => {
  const hidden = { preferences: {}, compresses: true, fault: { kind: "delay", ms: 600 } } as const;
  const { bytes, passes, store } = await startBehindProxy(hidden);
  await passes(60);
  expect(isLean(store.getState())).toBe(true);
  expectFigure(signingIn, bytes());
}, 60_000);

test("signing in, a hundred topics read and answered, and an idle day take what the guide says, and less than 2 MB", async () => {
  const lean = await startBehindProxy({ preferences: { lean: true }, compresses: true });
  const { bytes, passes, streamId } = lean;
  await passes(60);
  const registered = bytes();
  for (let at = 0; at < countedTopics; at += 1)
    await answers(lean, { kind: "topic", streamId, topic: `topic ${at}` });
  const answered = bytes() - registered;
  await passes(countedHours * 3_600, 5);
  const idle = bytes() - registered - answered;
  const taken = {
    [signingIn]: registered,
    "a hundred topics read and answered": (answered / countedTopics) * topics,
    "a day on which nothing happens": (idle / countedHours) * dayHours,
  };
  for (const [row, value] of Object.entries(taken)) expectFigure(row, value);
  expect(Object.values(taken).reduce((sum, value) => sum + value, 0)).toBeLessThan(2_000_000);
}, 600_000);
