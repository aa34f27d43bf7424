import { expect, test } from "vitest";
import { sorted } from "#base/sorted.ts";
import { isUnread } from "#model/unreads.ts";
import type { MessageId } from "#wire/ids.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { elsewhere, startSmall } from "../../support/small-client.ts";

test("a toast names the conversation where the server ignored a part of an undo", async () => {
  const { clock, act, undo, control, toast, open, store } = await startSmall();
  const [inDev, direct] = [108 as MessageId, 110 as MessageId];
  act({ kind: "read", op: "add", ids: sorted([inDev, direct]) });
  await clock.pass("2 s");
  control.unsubscribe(people.ana, streams.dev);
  await clock.pass("2 s");
  undo();
  await clock.pass("20 s");
  expect(toast()).toBe("The server left a message read in #dev › deploy.");
  expect(isUnread(store.getState().replica.unreads, direct)).toBe(true);
  expect(open()).toBe(0);
});

test("while the server fails, answered intents are checked by one request at growing intervals", async () => {
  const { clock, client, store, control } = await startSmall();
  for (let n = 0; n < 8; n += 1) client.send(elsewhere, `without an event ${n}`);
  control.fault({ kind: "bad gateway", path: "/messages", method: "GET", times: 10_000 });
  await clock.pass("10 s");
  const before = client.network.sent.length;
  await clock.pass("30 min");
  const checks = client.network.sent.slice(before).filter((line) => line === "GET /messages");
  expect(checks.length).toBeGreaterThan(3);
  expect(checks.length).toBeLessThan(40);
  control.clearFaults();
  await clock.pass("15 min");
  expect(store.getState().journal.intents.size).toBe(0);
});
