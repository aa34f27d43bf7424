import { expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import type { Realm } from "#realm/realm.ts";
import type { Preferences } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import type { Documents } from "#sync/asks/emoji-names.ts";
import { startClient } from "../../support/client.ts";
import { fakeClock } from "../../support/clock.ts";
import { startRealm } from "../../support/realm.ts";

const listOf = (code: string, ...names: string[]) =>
  JSON.stringify({ code_to_names: { [code]: names } });

/** A server with a list of emoji names, which tests may change; `cache` is the client's disk cache. */
function serving(cache = new Map<string, string>()) {
  const server = {
    address: "https://cdn.example/emoji.1.json" as string | undefined,
    version: "10.0",
    answer: listOf("2139", "info") as string | ApiError,
  };
  const requested: string[] = [];
  const documents: Documents = {
    fetch: async (address) => {
      requested.push(address);
      if (server.answer instanceof ApiError) throw server.answer;
      return server.answer;
    },
    get: async (key) => cache.get(key),
    put: async (key, json) => void cache.set(key, json),
  };
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const withListOf = (from: Realm) => async (request: Request) => {
    const response = await from.fetch(request);
    if (!request.url.endsWith("/register")) return response;
    const { server_emoji_data_url: _, ...answer } = await response.json();
    return Response.json({
      ...answer,
      svc_version: server.version,
      ...(server.address === undefined ? {} : { server_emoji_data_url: server.address }),
    });
  };
  const start = async (preferences: Preferences = {}) => {
    const fetch = withListOf(realm);
    const client = startClient({ clock, realm: { ...realm, fetch }, documents, preferences });
    await clock.pass("5 s");
    const names = () => client.store.getState().replica.emojiNames;
    /** Loses the queue, after which the client registers again. */
    const registerAgain = async () => {
      realm.control.expireQueues();
      await clock.pass("2 min");
    };
    return { ...client, names, registerAgain };
  };
  /** Another realm that replaces the first one at the same address. */
  const realmLater = (): Realm => {
    const later = startRealm({ clock }).realm;
    return { ...later, fetch: withListOf(later) };
  };
  return { server, requested, cache, clock, start, realmLater };
}

const info = new Map([["2139", ["info"]]]);
const other = new Map([["1f389", ["whoopee"]]]);
const unreachable = new ApiError({ kind: "unreachable", sent: "no", timedOut: false, reason: "x" });

test("the server's list is fetched once connected, and cached", async () => {
  const { requested, cache, start, server } = serving();
  const { names, registerAgain } = await start();
  expect(names()).toEqual(info);
  expect(requested).toEqual([server.address]);
  expect(cache.size).toBe(1);
  await registerAgain();
  expect(names()).toEqual(info);
  expect(requested).toHaveLength(1);
});

test("on a slow line the list is not fetched, but it is as soon as the line is not slow", async () => {
  const { requested, start, clock } = serving();
  const { names, store } = await start({ lean: true });
  expect(requested).toEqual([]);
  const preferences = { ...store.getState().screen.preferences, lean: false };
  changeScreen(store, (screen) => ({ ...screen, preferences }));
  await clock.pass("1 s");
  expect(names()).toEqual(info);
  expect(requested).toHaveLength(1);
});

test("a cached list is used at the next start, and not fetched again", async () => {
  const first = serving();
  await first.start();
  const { requested, start } = serving(first.cache);
  expect((await start()).names()).toEqual(info);
  expect(requested).toEqual([]);
});

test.for([
  ["address", "https://cdn.example/emoji.2.json"],
  ["version", "10.1"],
] as const)("the list is fetched again for another %s", async ([key, value]) => {
  const { server, requested, start } = serving();
  const { names, registerAgain } = await start();
  server[key] = value;
  server.answer = listOf("1f389", "whoopee");
  await registerAgain();
  expect(names()).toEqual(other);
  expect(requested).toHaveLength(2);
});

test("a cached list is used until a newer one can be fetched", async () => {
  const first = serving();
  await first.start();
  const { server, clock, start, requested } = serving(first.cache);
  server.version = "10.1";
  server.answer = unreachable;
  const { names } = await start();
  expect(names()).toEqual(info);
  const before = names();
  await clock.pass("2 min");
  expect(names()).toBe(before);
  server.answer = listOf("1f389", "whoopee");
  await clock.pass("5 min");
  expect(names()).toEqual(other);
  const requests = requested.length;
  await clock.pass("1 h");
  expect(requested).toHaveLength(requests);
});

test("retries back off without an answer", async () => {
  const { server, clock, start, requested } = serving();
  server.answer = unreachable;
  const { names } = await start();
  await clock.pass("1 h");
  expect(requested.length).toBeGreaterThan(3);
  expect(requested.length).toBeLessThan(10);
  expect(names()).toBeUndefined();
});

test.for(["<html>", "[]", '{"code_to_names":{"2139":"info"}}'])(
  "an answer of %s leaves the names unchanged, and is not requested again",
  async (answer) => {
    const { server, clock, start, requested } = serving();
    server.answer = answer;
    const { names } = await start();
    await clock.pass("1 h");
    expect(requested).toHaveLength(1);
    expect(names()).toBeUndefined();
  },
);

test.for(["", "null", "{}", '{"id":"x","list":{"code_to_names":7}}', '{"id":7,"list":null}'])(
  "a cache that contains %s is ignored",
  async (json) => {
    const { start, requested, cache } = serving(new Map([["emoji-names", json]]));
    expect((await start()).names()).toEqual(info);
    expect(requested).toHaveLength(1);
    expect(cache.get("emoji-names")).not.toBe(json);
  },
);

test("no list is requested from a server without one", async () => {
  const { server, start, requested } = serving();
  server.address = undefined;
  expect((await start()).names()).toBeUndefined();
  expect(requested).toEqual([]);
});

test("after another realm replaced the first one, the cached list of the same address is used", async () => {
  const { start, requested, realmLater } = serving();
  const { names, network, registerAgain } = await start();
  network.replace(realmLater());
  await registerAgain();
  expect(names()).toEqual(info);
  expect(requested).toHaveLength(1);
});
