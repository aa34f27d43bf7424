/** Intents that a dead process of the same account left on disk. */
import { expect, test } from "vitest";
import { silent } from "#base/log.ts";
import type { Intent, IntentId } from "#journal/intent.ts";
import { emptyReplica } from "#model/empty.ts";
import { owned } from "#store/owned.ts";
import { changeDraft, createStore } from "#store/store.ts";
import { createIdleTracker } from "#sync/idle.ts";
import { startClaimingOrphans } from "#sync/storage/intents.ts";
import type { MessageId } from "#wire/ids.ts";
import { fakeClock } from "../../support/clock.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import { before, deploy, startSmall } from "../../support/small-client.ts";

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

test("however many placeholders of other windows appear, one check is planned, and none after the stop", async () => {
  const clock = fakeClock();
  const store = createStore({ replica: emptyReplica, screen: emptyScreen });
  let claims = 0;
  const storage = {
    claim: async () => {
      claims += 1;
      return { gained: [], lost: [], elsewhere: [], unreadable: 0 };
    },
  };
  const persistence = { handOver: () => {}, adopt: () => {} };
  const own = owned(clock, store);
  const idle = createIdleTracker(own.clock);
  const context = { ...own, log: silent, idle, storage, stopped: new AbortController().signal };
  startClaimingOrphans(context as never, persistence as never);
  for (let file = 1; file <= 10; file += 1) {
    const draft = { address: undefined, text: `[Uploading file${file}.png…]()`, updatedAt: file };
    changeDraft(store, "t:1:x", draft);
    await clock.pass("2 s");
  }
  const checksIn = async (span: string) => {
    const before = claims;
    await clock.pass(span);
    return claims - before;
  };
  await clock.pass("30 s");
  expect(await checksIn("5 min")).toBe(10);
  own.release();
  expect([await checksIn("5 min"), clock.waiting()]).toEqual([0, 0]);
});
