import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { changeReplica } from "#store/store.ts";
import { deploy, startSmall, withBo } from "../support/small-client.ts";

async function start() {
  const small = await startSmall();
  const { bo, clock } = small;
  const { queue_id } = await bo.register({ event_types: ["typing"] });
  return {
    ...small,
    heard: async () => {
      await clock.pass(0);
      return (await bo.events(queue_id)).map(({ op }) => op);
    },
  };
}

test("writing is told at the first key, again while it goes on, and its end after a silence", async () => {
  const { clock, client, store, heard } = await start();
  const { typingStartedWaitMs, typingStoppedWaitMs } = store.getState().replica.realm;
  client.types(deploy, "a");
  expect(await heard()).toEqual(["start"]);
  for (let passed = 0; passed <= typingStartedWaitMs; passed += 1_000) {
    client.types(deploy, `a${passed}`);
    await clock.pass("1 s");
  }
  expect(await heard()).toEqual(["start", "start"]);
  await clock.pass(typingStoppedWaitMs);
  expect(await heard()).toEqual(["start", "start", "stop"]);
});

test("sending ends it, and so does going on to another conversation", async () => {
  const { client, heard } = await start();
  client.types(deploy, "a");
  client.says(deploy, "a");
  expect(await heard()).toEqual(["start", "stop"]);
  client.types(withBo, "b");
  client.types(deploy, "c");
  expect(await heard()).toEqual(["start", "stop", "start", "stop", "start"]);
});

test("a person who does not want it known is not told of", async () => {
  const { client, store, heard } = await start();
  changeReplica(store, (replica) => ({
    ...replica,
    settings: {
      ...replica.settings,
      send_stream_typing_notifications: false,
      send_private_typing_notifications: false,
    },
  }));
  client.types(deploy, "a");
  client.types(withBo, "b");
  expect(await heard()).toEqual([]);
});

test("somebody who fell silent without saying so is forgotten in time", async () => {
  const { clock, store, bo, ana } = await start();
  await bo.post("/typing", { op: "start", to: [ana.account.user_id] });
  await clock.pass("1 s");
  const typists = () => store.getState().view.typing.get(conversationKey(withBo)) ?? [];
  expect(typists()).toMatchObject([{ userId: bo.account.user_id }]);
  await clock.pass(store.getState().replica.realm.typingExpiryMs);
  expect(typists()).toEqual([]);
});
