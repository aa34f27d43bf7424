/** What was read and not answered stays among what needs the user. */
import { expect, test } from "vitest";
import { conversationKey } from "#model/conversation.ts";
import { inboxRowOf, nextUnread } from "#model/select/inbox.ts";
import { changeDraft } from "#store/store.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { asked } from "../support/asked.ts";
import { startClient } from "../support/client.ts";
import { showScreen } from "../support/screen.tsx";
import { people } from "../support/small-blueprint.ts";
import { inDeploy, withBo } from "../support/small-client.ts";

const key = conversationKey(withBo);
const stays = { section: "needs-you", reason: "answer", count: 0 };
const emoji = { emoji: { name: "tada", code: "1f389", type: "unicode_emoji" } };

async function read() {
  const world = await asked();
  await world.reads();
  const newest = () => world.store.getState().view.newestMessage;
  return { ...world, newest };
}

test("what asks the user stays when it was read and left, and e ends that, which u undoes", async () => {
  const { row, rowKeys, press } = await read();
  press("Esc", "g", "i", "^L");
  expect(row()).toMatchObject(stays);
  press("G", "k");
  expect(rowKeys()).toContain(key);
  press("g", "g", "^A", "e");
  expect(row()).toBeUndefined();
  press("u");
  expect(row()).toMatchObject(stays);
});

test("a topic that stays is listed with its stream", async () => {
  const { bo, reads, settles, press, store } = await asked();
  const plans = { kind: "topic", streamId: inDeploy.streamId as StreamId, topic: "plans" } as const;
  await bo.say(plans, "@**Ana Ruiz** do you have it?");
  await settles();
  await reads(plans);
  press("Esc", "g", "i", "^L");
  const screen = await showScreen(store, { columns: 110 });
  expect(screen.pane.shows("READ, NOT ANSWERED")).toBe(true);
  expect(screen.pane.shows("#dev › plans Bo Lindt: @you do you have it?")).toBe(true);
  screen.ends();
});

test("it is no next unread conversation, but one that needs the user", async () => {
  const { store } = await read();
  const { view } = store.getState();
  expect(nextUnread(view, undefined)).not.toEqual(withBo);
  const other = nextUnread(view, undefined, { direct: true })!;
  const options = { needsYou: true, direct: true };
  expect(nextUnread(view, conversationKey(other), options)).toEqual(withBo);
});

test.each<[string, (world: Awaited<ReturnType<typeof read>>) => unknown]>([
  ["an answer", ({ client }) => client.send(withBo, "here it is")],
  [
    "an answer that another client sends",
    ({ ana }) =>
      ana.post("/messages", {
        type: "private",
        to: [people.bo],
        content: "here",
        read_by_sender: true,
      }),
  ],
  [
    "a reaction",
    ({ addIntent, newest }) =>
      addIntent({ kind: "react", op: "add", messageId: newest() as MessageId, ...emoji }),
  ],
  [
    "a reaction that another client makes",
    ({ ana, newest }) => ana.post(`/messages/${newest()}/reactions`, { emoji_name: "tada" }),
  ],
])("%s ends it", async (_, answer) => {
  const world = await read();
  expect(world.row()).toMatchObject(stays);
  await answer(world);
  await world.settles();
  expect(world.row()).toBeUndefined();
});

test("what others say and do there does not end it", async () => {
  const { bo, row, newest, reads, settles } = await read();
  await bo.post(`/messages/${newest()}/reactions`, { emoji_name: "tada" });
  await bo.post("/messages", { type: "private", to: [people.ana], content: "so?" });
  await settles();
  expect(row()).toMatchObject({ reason: "direct", count: 1 });
  await reads();
  expect(row()).toMatchObject(stays);
});

test("a restart keeps it, and shows what was asked", async () => {
  const { client, clock, realm } = await read();
  client.disk.crash();
  const email = "ana@small.example";
  const next = startClient({ clock, realm, email, disk: client.disk, name: "next" });
  await clock.pass("5 s");
  expect(inboxRowOf(next.store.getState().view, key)).toMatchObject(stays);
});

test("a snooze puts it off, and it is there again when that was opened and left", async () => {
  const { row, reads, press, clock, settles } = await read();
  press("b", "c", "Enter");
  expect(row()?.reason).toBe("snoozed");
  await clock.pass("61 min");
  expect(row()?.reason).toBe("due");
  await reads();
  press("g", "i");
  await settles();
  expect(row()).toMatchObject(stays);
});

test("a draft that is begun there and deleted leaves it", async () => {
  const { client, store, row, settles } = await read();
  client.types(withBo, "half an answer");
  await settles();
  expect(row()?.reason).toBe("draft");
  client.types(withBo, "");
  changeDraft(store, key, undefined);
  await settles();
  expect(row()).toMatchObject(stays);
});

test("what was answered before it was read does not stay", async () => {
  const { ana, row, reads, settles } = await asked();
  await ana.post("/messages", {
    type: "private",
    to: [people.bo],
    content: "here",
    read_by_sender: false,
  });
  await settles();
  await reads();
  expect(row()).toBeUndefined();
});

test("with read_is_done, reading is enough", async () => {
  const { row, reads } = await asked({ readIsDone: true });
  await reads();
  expect(row()).toBeUndefined();
});
