import { expect, test } from "vitest";
import { topicKey } from "#model/conversation.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import type { StreamId } from "#wire/ids.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

const dev = streams.dev as StreamId;
const newName = { topic: "rollout", propagate_mode: "change_all" };
const told = { send_notification_to_new_thread: true, send_notification_to_old_thread: false };

/** After somebody gave the topic another name, with a notice. */
async function moved(who: "ana" | "bo" | "cleo", others = 0) {
  const world = await startSmall();
  const { store, settles, control } = world;
  control.server.state.messages.newest += others;
  const before = unreadCountOf(store.getState().view, topicKey(dev, "deploy"));
  const { body } = await world[who].patch("/messages/104", { ...newName, ...told });
  await settles();
  const after = unreadCountOf(store.getState().view, topicKey(dev, "rollout"));
  const notice = Math.max(...control.server.state.messages.byId.keys());
  const isUnread = control.server.state.personal.get(people.ana)?.unread.has(notice);
  return { body, more: after - before, isUnread };
}

test("the server's notice of what the user did is read, here and on the server", async () => {
  expect(await moved("ana")).toMatchObject({
    body: { result: "success" },
    more: 0,
    isUnread: false,
  });
});

test("and also after a million messages of other organizations on that server", async () => {
  expect(await moved("ana", 1_000_000)).toMatchObject({ more: 0, isUnread: false });
});

test("its notice of what somebody else did stays unread", async () => {
  expect(await moved("cleo")).toMatchObject({
    body: { result: "success" },
    more: 1,
    isUnread: true,
  });
});
