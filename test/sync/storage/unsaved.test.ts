/** What the exit tells of changes that neither the disk nor the server has. */
import { expect, test } from "vitest";
import type { Action } from "#journal/intent.ts";
import type { Unsaved } from "#sync/storage/unsaved.ts";
import type { StreamId } from "#wire/ids.ts";
import { streams } from "../../support/small-blueprint.ts";
import { deploy, startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

const dev = streams.dev as StreamId;
const follow: Action = { kind: "topic-policy", streamId: dev, topic: "deploy", policy: 3 };

/** A client that is not connected, and what it tells at its end. */
async function offline() {
  const world = await startSmall();
  const { client, clock } = world;
  client.network.plug(false);
  await world.settles();
  return {
    ...world,
    disk: client.disk,
    told: async () => {
      let told: readonly Unsaved[] | undefined;
      void client.session.stop((all) => {
        told = all;
      });
      await clock.pass("1 s");
      return told;
    },
  };
}

test("changes that were made offline are told by their names, also what this machine alone keeps", async () => {
  const { disk, act, press, told } = await offline();
  disk.fail(full);
  press("Esc", "e", "g", "i", "G", "b", "t");
  act(follow);
  expect(await told()).toEqual([
    {
      changes: [
        "Done #dev › deploy (1)",
        expect.stringMatching(/^Snoozed until /),
        "Follow #dev › deploy",
      ],
      sent: "no",
    },
  ]);
});

test("a change whose answer is not there yet may have been sent", async () => {
  const { client, disk, act, clock, settles, told } = await offline();
  client.network.plug(true);
  await clock.pass("1 min");
  client.network.line("deaf");
  disk.fail(full);
  act(follow);
  await settles();
  expect(await told()).toEqual([{ changes: ["Follow #dev › deploy"], sent: "maybe" }]);
});

test("of what was undone, the disk may still have what would be done at the next start", async () => {
  const { disk, act, undo, settles, told } = await offline();
  act(follow);
  await settles();
  expect(disk.intents.size).toBe(1);
  disk.fail(full);
  undo();
  await settles();
  expect(await told()).toEqual([{ changes: ["Undid: Follow #dev › deploy"], sent: "no" }]);
});

test("a draft that was sent is told while the disk still has it", async () => {
  const { client, disk, clock, told } = await offline();
  client.network.plug(true);
  await clock.pass("1 min");
  client.types(deploy, "good news");
  await clock.pass("5 s");
  expect(disk.drafts.size).toBe(1);
  disk.fail(full);
  client.send(deploy, "good news");
  await clock.pass("5 s");
  expect(await told()).toEqual([
    { changes: ["A draft was sent or deleted; the next start has it again"], sent: "no" },
  ]);
});

test("what the disk or the server has is not told", async () => {
  const { client, disk, act, press, clock, told } = await offline();
  act(follow);
  await clock.pass("1 min");
  disk.fail(full);
  client.network.plug(true);
  await clock.pass("1 min");
  press("Esc", "e");
  await clock.pass("1 min");
  expect(await told()).toEqual([]);
});
