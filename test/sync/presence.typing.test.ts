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
    notifications: async () => {
      await clock.pass(0);
      return (await bo.events(queue_id)).map(({ op }) => op);
    },
  };
}

test("typing is sent at the first key and repeated while it continues, and its end after a pause", async () => {
  const { clock, client, store, notifications } = await start();
  const { typingStartedWaitMs, typingStoppedWaitMs } = store.getState().replica.realm;
  client.types(deploy, "a");
  expect(await notifications()).toEqual(["start"]);
  for (let passed = 0; passed <= typingStartedWaitMs; passed += 1_000) {
    client.types(deploy, `a${passed}`);
    await clock.pass("1 s");
  }
  expect(await notifications()).toEqual(["start", "start"]);
  await clock.pass(typingStoppedWaitMs);
  expect(await notifications()).toEqual(["start", "start", "stop"]);
});

test("sending, or typing in another conversation, ends typing", async () => {
  const { client, notifications } = await start();
  client.types(deploy, "a");
  client.send(deploy, "a");
  expect(await notifications()).toEqual(["start", "stop"]);
  client.types(withBo, "b");
  client.types(deploy, "c");
  expect(await notifications()).toEqual(["start", "stop", "start", "stop", "start"]);
});

test("typing is not sent if the settings disable it", async () => {
  const { client, store, notifications } = await start();
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
  expect(await notifications()).toEqual([]);
});

test("another user's typing expires without a stop event", async () => {
  const { clock, store, bo, ana } = await start();
  await bo.post("/typing", { op: "start", to: [ana.account.user_id] });
  await clock.pass("1 s");
  const typists = () => store.getState().view.typing.get(conversationKey(withBo)) ?? [];
  expect(typists()).toMatchObject([{ userId: bo.account.user_id }]);
  await clock.pass(store.getState().replica.realm.typingExpiryMs);
  expect(typists()).toEqual([]);
});
