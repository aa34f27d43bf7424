import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { inboxRowOf } from "#model/select/inbox.ts";
import { changeLocal, changeScreen } from "#store/store.ts";
import { deploy, inDeploy, startSmall } from "../../support/small-client.ts";
import { full } from "../../support/storage.ts";

const key = conversationKey(deploy);

async function snoozing(minutes = 60) {
  const small = await startSmall();
  const { store, clock, client } = small;
  changeScreen(store, (screen) => ({
    ...screen,
    place: { kind: "inbox" },
    reading: { ...screen.reading, visit: undefined },
  }));
  const snooze = (over = minutes) => {
    const until = clock.now() / 1000 + over * 60;
    const { newestMessage: newest } = store.getState().replica;
    changeLocal(
      store,
      "snoozes",
      new Map([[key, { conversation: deploy, until, newest, isDue: false }]]),
    );
  };
  snooze();
  await clock.pass("1 s");
  const reason = () => inboxRowOf(store.getState().view, key)?.reason;
  return { ...small, disk: client.disk, snooze, reason };
}

test("a snooze is stored on disk, and its conversation is listed again when it is due", async () => {
  const { disk, clock, reason } = await snoozing();
  expect([...disk.snoozes.keys()]).toEqual([key]);
  expect(reason()).toBe("snoozed");
  await clock.pass("58 min");
  expect(reason()).toBe("snoozed");
  await clock.pass("2 min");
  expect(reason()).toBe("due");
  expect(disk.snoozes.size).toBe(1);
});

test("a snooze whose time passed while weir was not running is due at the start", async () => {
  const { disk, clock } = await snoozing();
  const until = clock.now() / 1000 - 60;
  const later = await startSmall();
  expect(inboxRowOf(later.store.getState().view, key)?.reason).not.toBe("due");
  for (const [at, row] of disk.snoozes) later.client.disk.snoozes.set(at, { ...row, until });
  await later.clock.pass("31 s");
  expect(inboxRowOf(later.store.getState().view, key)?.reason).toBe("due");
});

test("windows follow each other's snoozes on disk, but keep unsaved ones", async () => {
  const { disk, clock, reason, snooze, store } = await snoozing();
  disk.snoozes.delete(key);
  await clock.pass("31 s");
  expect(store.getState().journal.snoozes.size).toBe(0);
  disk.fail(full);
  snooze();
  await clock.pass("2 min");
  expect(reason()).toBe("snoozed");
  disk.fail(undefined);
  await clock.pass("1 min");
  expect(disk.snoozes.size).toBe(1);
});

test("a mention ends the snooze, an ordinary message does not", async () => {
  const { bo, clock, reason, disk } = await snoozing();
  await bo.say(inDeploy, "nothing urgent");
  await clock.pass("5 s");
  expect(reason()).toBe("snoozed");
  await bo.say(inDeploy, "@**Ana Ruiz** now please");
  await clock.pass("5 s");
  expect(reason()).toBe("mention");
  expect(disk.snoozes.size).toBe(0);
});

test("opening a due conversation and leaving it with nothing unread ends the snooze", async () => {
  const { store, client, clock, disk, ana } = await snoozing(1);
  const messages = unreadIdsOf(store.getState().view, key);
  await ana.post("/messages/flags", { op: "add", flag: "read", messages });
  const leave = () =>
    changeScreen(store, (screen) => ({
      ...screen,
      place: { kind: "inbox" },
      reading: { ...screen.reading, visit: undefined },
    }));
  client.open(deploy);
  await clock.pass("2 min");
  leave();
  expect(disk.snoozes.size).toBe(1);
  changeScreen(store, (screen) => ({
    ...screen,
    reading: { ...screen.reading, visit: { conversation: key, seen: [] } },
  }));
  leave();
  await clock.pass("1 s");
  expect(disk.snoozes.size).toBe(0);
});
