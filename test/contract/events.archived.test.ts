/** Compares replicas updated by events with fresh registers while a stream is archived and unarchived, at several levels. */
import { expect, test } from "vitest";
import { since } from "#wire/levels.ts";
import { callerOf, type Parameters, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { ask, type Client, connect, take } from "./events/client.ts";
import { differences, pairOf } from "./events/comparison.ts";

const { ana, bo, cleo, gus } = people;
const { general } = streams;
const path = `/streams/${general}`;
const subscriptions = ["hall"];

type Step = readonly [
  who: number,
  method: "delete" | "patch" | "post",
  path: string,
  values?: Parameters,
];

const archiving: readonly Step[] = [
  [cleo, "delete", path],
  [cleo, "patch", path, { new_name: "hall" }],
  [bo, "delete", "/users/me/subscriptions", { subscriptions }],
  [ana, "post", "/messages/flags", { messages: [101], op: "add", flag: "read" }],
];
const unarchiving: readonly Step[] = [
  [cleo, "patch", path, { is_archived: false }],
  [bo, "post", "/users/me/subscriptions", { subscriptions: [{ name: "hall" }] }],
  [bo, "post", "/messages", { type: "stream", to: general, topic: "back", content: "again" }],
];

const { archivedStreams, archivedUpdates, unarchiving: first, subscriberCounts } = since;

test.each([archivedStreams, archivedUpdates, first, subscriberCounts, 500])(
  "a stream that is archived, and unarchived where that is possible, is as in a new register at level %i",
  async (level) => {
    const { realm } = startRealm({ level });
    const clients = new Map<number, Client>();
    for (const who of [ana, bo, cleo, gus]) {
      const caller = callerOf(realm, who);
      clients.set(who, await connect(caller, caller, { include_subscribers: true }));
    }
    const steps = [...archiving, ...(level < first ? [] : unarchiving)];
    for (const [who, method, path, values = {}] of steps) {
      const { body } = await callerOf(realm, who)[method](path, values);
      expect(body, path).toMatchObject({ result: "success" });
      for (const client of clients.values()) {
        take(client, (await ask(client)) ?? [], 0);
        expect(differences(await pairOf(client))).toEqual([]);
      }
    }
  },
);
