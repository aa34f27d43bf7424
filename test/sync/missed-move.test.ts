/** An open topic that was renamed while the queue was lost: what is open and written there follows it. */
import { expect, test } from "vitest";
import type { Address } from "#journal/intent.ts";
import { composerEditor, newAddress } from "#store/composer.ts";
import type { StreamId } from "#wire/ids.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { before, deploy, startSmall } from "../support/small-client.ts";

const rollout: Address = { kind: "topic", streamId: streams.dev as StreamId, topic: "rollout" };
const quietly = { propagate_mode: "change_all", send_notification_to_new_thread: false };

/** A client with a text for `deploy`, which has lost its queue. */
async function startLost() {
  const small = await startSmall();
  small.client.types(deploy, "half an answer");
  await small.settles();
  small.control.expireQueues(people.ana);
  return small;
}

test("the open topic and the text for it follow to its new name", async () => {
  const { cleo, clock, client, store, toast } = await startLost();
  await cleo.patch("/messages/108", { topic: "rollout", ...quietly });
  await clock.pass("1 min");
  const { screen, journal } = store.getState();
  expect(screen.place).toMatchObject({ narrow: rollout });
  expect(newAddress(screen)).toEqual(rollout);
  expect(client.rows(rollout)).toEqual(before);
  expect(composerEditor(screen).text).toBe("half an answer");
  expect([...journal.drafts.values()].map(({ address }) => address)).toEqual([rollout]);
  expect(toast()).toBe("This topic is #dev › rollout now; your text moved with it.");
});

test("a topic whose messages were deleted stays open, without them", async () => {
  const { cleo, clock, client, store } = await startLost();
  for (const id of [104, 108]) await cleo.delete(`/messages/${id}`);
  await clock.pass("1 min");
  expect(newAddress(store.getState().screen)).toEqual(deploy);
  expect(client.rows(deploy)).toEqual([]);
});
