import { expect, test } from "vitest";
import { isUnread } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { startSmall } from "../support/small-client.ts";

const [mention, first] = [108 as MessageId, 101 as MessageId];

/** A client that is offline while its user's flags change elsewhere. */
async function startOffline() {
  const world = await startSmall();
  const { client, clock, ana, control } = world;
  const flags = (op: string, flag: string, ...messages: number[]) =>
    ana.post("/messages/flags", { op, flag, messages });
  const whileOffline = async (change: () => Promise<unknown>) => {
    client.network.plug(false);
    await clock.pass("1 s");
    await change();
    const from = client.network.sent.length;
    client.network.plug(true);
    await clock.pass("40 s");
    return client.network.sent.slice(from).filter((line) => line === "GET /messages").length;
  };
  return { ...world, flags, whileOffline, control };
}

test("a message marked read and then unread stays unread despite a merged event", async () => {
  const { flags, whileOffline, store } = await startOffline();
  const pages = await whileOffline(async () => {
    await flags("add", "read", mention);
    await flags("remove", "read", mention);
    await flags("add", "read", 110);
  });
  expect(isUnread(store.getState().replica.unreads, mention)).toBe(true);
  expect(isUnread(store.getState().replica.unreads, 110 as MessageId)).toBe(false);
  expect(pages).toBeGreaterThan(0);
});

test("a star set and then removed stays removed despite a merged event", async () => {
  const { flags, whileOffline, store } = await startOffline();
  await whileOffline(async () => {
    await flags("remove", "starred", first);
    await flags("add", "starred", first);
    await flags("remove", "starred", first);
    await flags("add", "starred", mention);
  });
  expect(store.getState().replica.starred).toEqual([mention]);
});

test("flags whose order is certain are not fetched again", async () => {
  const { flags, whileOffline, store } = await startOffline();
  const pages = await whileOffline(async () => {
    await flags("add", "read", mention);
    await flags("remove", "read", mention);
  });
  expect(isUnread(store.getState().replica.unreads, mention)).toBe(true);
  expect(pages).toBe(0);
});
