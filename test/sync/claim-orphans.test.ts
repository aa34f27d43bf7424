/** Intents that a dead process of the same account left on disk. */
import { expect, test } from "vitest";
import type { Intent, IntentId } from "#journal/intent.ts";
import type { MessageId } from "#wire/ids.ts";
import { before, deploy, startSmall } from "../support/small-client.ts";

const left: Intent = {
  id: "left-behind" as IntentId,
  createdAt: 1_795_174_000_000,
  action: { kind: "send", address: deploy, content: "left behind" },
  phase: "waiting",
  attempts: 0,
};

test("unsent intents of a dead process are sent once, within a lease", async () => {
  const { client, clock, rows } = await startSmall();
  client.disk.leave([left]);
  await clock.pass("5 s");
  expect(rows()).toEqual(before);
  await clock.pass("30 s");
  expect(rows()).toEqual([...before, "left behind"]);
  expect(client.network.sent.filter((line) => line === "POST /messages")).toHaveLength(1);
});

test("answered intents of a dead process are removed from disk, and not sent again", async () => {
  const { client, clock, rows } = await startSmall();
  const sent = { ...left, phase: "answered", attempts: 1, messageId: 104 as MessageId } as const;
  client.disk.leave([sent, { ...left, id: "second" as IntentId }]);
  await clock.pass("1 min");
  expect(rows()).toEqual([...before, "left behind"]);
  expect(client.network.sent.filter((line) => line === "POST /messages")).toHaveLength(1);
  expect(client.disk.intents.size).toBe(0);
});
