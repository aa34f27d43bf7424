import { expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import type { Realm } from "#realm/realm.ts";
import type { Documents } from "#sync/emoji-names.ts";
import { startClient } from "../support/client.ts";
import { fakeClock } from "../support/clock.ts";
import { startRealm } from "../support/realm.ts";

const listOf = (code: string, ...names: string[]) =>
  JSON.stringify({ code_to_names: { [code]: names } });

/** A server that names its list, which tests change as they like; `kept` is what the disk has of it. */
function serving(kept = new Map<string, string>()) {
  const server = {
    address: "https://cdn.example/emoji.1.json" as string | undefined,
    version: "10.0",
    answer: listOf("2139", "info") as string | ApiError,
  };
  const asked: string[] = [];
  const documents: Documents = {
    fetch: async (address) => {
      asked.push(address);
      if (server.answer instanceof ApiError) throw server.answer;
      return server.answer;
    },
    get: async (key) => kept.get(key),
    put: async (key, json) => void kept.set(key, json),
  };
  const clock = fakeClock();
  const { realm } = startRealm({ clock });
  const telling = (from: Realm) => async (request: Request) => {
    const response = await from.fetch(request);
    if (!request.url.endsWith("/register")) return response;
    const { server_emoji_data_url: _, ...answer } = await response.json();
    return Response.json({
      ...answer,
      svc_version: server.version,
      ...(server.address === undefined ? {} : { server_emoji_data_url: server.address }),
    });
  };
  const start = async () => {
    const client = startClient({ clock, realm: { ...realm, fetch: telling(realm) }, documents });
    await clock.pass("5 s");
    const names = () => client.store.getState().replica.emojiNames;
    /** The queue is lost, and the client registers again. */
    const registersAgain = async () => {
      realm.control.expireQueues();
      await clock.pass("2 min");
    };
    return { ...client, names, registersAgain };
  };
  /** Another realm, as it was set up later at the same address. */
  const realmLater = (): Realm => {
    const later = startRealm({ clock }).realm;
    return { ...later, fetch: telling(later) };
  };
  return { server, asked, kept, clock, start, realmLater };
}

const info = new Map([["2139", ["info"]]]);
const other = new Map([["1f389", ["whoopee"]]]);
const unreachable = new ApiError({ kind: "unreachable", sent: "no", timedOut: false, reason: "x" });

test("the server's list is fetched once connected, and cached", async () => {
  const { asked, kept, start, server } = serving();
  const { names, registersAgain } = await start();
  expect(names()).toEqual(info);
  expect(asked).toEqual([server.address]);
  expect(kept.size).toBe(1);
  await registersAgain();
  expect(names()).toEqual(info);
  expect(asked).toHaveLength(1);
});

test("a cached list is used at the next start, and not fetched again", async () => {
  const first = serving();
  await first.start();
  const { asked, start } = serving(first.kept);
  expect((await start()).names()).toEqual(info);
  expect(asked).toEqual([]);
});

test.for([
  ["address", "https://cdn.example/emoji.2.json"],
  ["version", "10.1"],
] as const)("another %s has the list fetched again", async ([key, value]) => {
  const { server, asked, start } = serving();
  const { names, registersAgain } = await start();
  server[key] = value;
  server.answer = listOf("1f389", "whoopee");
  await registersAgain();
  expect(names()).toEqual(other);
  expect(asked).toHaveLength(2);
});

test("a cached list is used until a newer one can be fetched", async () => {
  const first = serving();
  await first.start();
  const { server, clock, start, asked } = serving(first.kept);
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
  const requests = asked.length;
  await clock.pass("1 h");
  expect(asked).toHaveLength(requests);
});

test("retries back off without an answer", async () => {
  const { server, clock, start, asked } = serving();
  server.answer = unreachable;
  const { names } = await start();
  await clock.pass("1 h");
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.length).toBeLessThan(10);
  expect(names()).toBeUndefined();
});

test.for(["<html>", "[]", '{"code_to_names":{"2139":"info"}}'])(
  "an answer of %s leaves the names unchanged, and is not requested again",
  async (answer) => {
    const { server, clock, start, asked } = serving();
    server.answer = answer;
    const { names } = await start();
    await clock.pass("1 h");
    expect(asked).toHaveLength(1);
    expect(names()).toBeUndefined();
  },
);

test.for(["", "null", "{}", '{"id":"x","list":{"code_to_names":7}}', '{"id":7,"list":null}'])(
  "a cache that contains %s is ignored",
  async (json) => {
    const { start, asked, kept } = serving(new Map([["emoji-names", json]]));
    expect((await start()).names()).toEqual(info);
    expect(asked).toHaveLength(1);
    expect(kept.get("emoji-names")).not.toBe(json);
  },
);

test("no list is requested from a server without one", async () => {
  const { server, start, asked } = serving();
  server.address = undefined;
  expect((await start()).names()).toBeUndefined();
  expect(asked).toEqual([]);
});

test("a realm that replaced another one has its list read, though it names the same one", async () => {
  const { start, asked, realmLater } = serving();
  const { names, network, registersAgain } = await start();
  network.replace(realmLater());
  await registersAgain();
  expect(names()).toEqual(info);
  expect(asked).toHaveLength(1);
});
