/** U marks as unread; A marks a topic, a stream or everything as read on the server after a confirmation. */

import { expect, test } from "vitest";
import { readStreamQuestion, readTopicQuestion } from "#commands/conversation/questions.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { openMenu } from "#commands/screen.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { totals } from "#model/select/inbox.ts";
import { openList } from "#store/lists.ts";
import { addIntents } from "#store/store.ts";
import { acme, backend, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { openRows } from "../../support/over-rows.ts";
import { streams } from "../../support/small-blueprint.ts";
import { formKeys, startSmall } from "../../support/small-client.ts";

const key = conversationKey({ kind: "topic", streamId: backend, topic: "deploy window" });
const ids = idsOf(acme(), deployWindow);

function reading(at: number, level = 278) {
  const known = acme();
  const replica = { ...known, realm: { ...known.realm, featureLevel: level } };
  const store = storeOf(replica, readingScreen(deployWindow, ids[at]));
  const unread = () => unreadIdsOf(store.getState().view, key);
  return {
    store,
    unread,
    press: keyPresser(store),
    toast: () => store.getState().screen.toast?.text,
  };
}

test("U marks as unread from the selected message on and stays in the conversation, and u restores the previous state", () => {
  const { store, unread, press, toast } = reading(1);
  const before = unread();
  const { place } = store.getState().screen;
  press("U");
  expect(unread()).toEqual(ids.slice(1));
  expect(toast()).toBe("Marked #backend › deploy window unread (2)");
  expect(store.getState().screen.place).toBe(place);
  press("u");
  expect(unread()).toEqual(before);
});

test("U on a message that is already unread shows a toast and adds no undo step", () => {
  const { press, toast, store } = reading(ids.length - 1);
  press("U");
  expect(toast()).toBe("This is already unread.");
  expect(store.getState().journal.undo).toEqual([]);
});

test("U requests nothing below level 121", () => {
  const { press, toast, unread } = reading(1, 120);
  const before = unread();
  press("U");
  expect(toast()).toMatch(/needs 121/);
  expect(unread()).toEqual(before);
});

test("U in a list marks the newest message of a read row as unread and removes its tick", () => {
  const store = storeOf(acme());
  refreshList(store);
  const press = keyPresser(store);
  const unread = (row: ConversationKey) => unreadIdsOf(store.getState().view, row);
  press("j");
  const row = openList(store.getState().screen)?.cursor?.key as ConversationKey;
  const before = unread(row);
  addIntents(store, { clock: fakeClock(), newId: () => "read" }, [
    { kind: "read", op: "add", ids: before },
  ]);
  expect(openRows(store.getState()).over).toEqual([row]);
  press("U");
  expect(unread(row)).toEqual(before.slice(-1));
  expect(openRows(store.getState()).over).toEqual([]);
  expect(openList(store.getState().screen)?.cursor?.key).toBe(row);
  press("u");
  expect(unread(row)).toEqual([]);
});

async function asking(...keys: readonly string[]) {
  const world = await startSmall();
  const { confirms } = formKeys(world);
  await world.bo.say({ streamId: streams.dev, topic: "lunch" }, "where?");
  await world.settles();
  world.press("g", "i", "^L", "G", ...keys, "A");
  const unread = async () => {
    const { unread_msgs: unreads } = await world.ana.register();
    return { streams: unreads.streams.length, count: unreads.count };
  };
  return { ...world, confirms, menu: () => menuIn(world.store), unread };
}

test("A marks the selected topic as read after a confirmation that declines by default", async () => {
  const { store, press, confirms, menu, settles, sent, dialog, unread } = await asking();
  expect(menu()).toMatchObject({
    title: "Mark all of #dev › lunch as read?",
    items: ["k Keep them unread", "m Mark all as read"],
  });
  press("Enter");
  expect(dialog()).toBeUndefined();
  expect(sent(/mark_topic/)).toBe(0);
  const before = await unread();
  press("A");
  confirms();
  await settles();
  expect(sent(/^POST .*\/mark_topic_as_read$/)).toBe(1);
  expect((await unread()).streams).toBe(before.streams - 1);
  press("A");
  expect(dialog()).toBeUndefined();
  expect(store.getState().screen.toast?.text).toBe("This is already read.");
});

test("A in the list of streams marks the selected stream as read", async () => {
  const { press, confirms, menu, settles, sent, goes, unread } = await asking();
  press("Esc", "g", "b");
  goes("browse:2");
  press("A");
  expect(menu()?.title).toContain("#dev");
  confirms();
  await settles();
  expect(sent(/^POST .*\/mark_stream_as_read$/)).toBe(1);
  expect((await unread()).streams).toBe(0);
});

test("A with all rows selected marks everything as read", async () => {
  const { confirms, settles, sent, unread } = await asking("^A");
  confirms();
  await settles();
  expect(sent(/^POST .*\/mark_all_as_read$/)).toBe(1);
  expect(await unread()).toMatchObject({ count: 0 });
});

test("A says how many of all messages the header does not count", async () => {
  const { press, settles, menu, store } = await asking();
  press("Esc", "Esc", "G", "m");
  await settles();
  openMenu(store, { kind: "read-everything" });
  const { unread } = totals(store.getState().view);
  expect(menu()?.lines.slice(0, 2)).toEqual([
    `${unread + 1} unread messages.`,
    "1 of them is muted or archived.",
  ]);
});

test("A says that the server marks more than is known here only where that may be", () => {
  const { view } = reading(0).store.getState();
  const lines = (older: boolean) =>
    readTopicQuestion(
      { ...view, unreads: { ...view.unreads, older } },
      { streamId: backend, topic: "deploy window" },
    )?.lines[0];
  expect(lines(false)).toMatch(/^\d+ unread messages\.$/);
  expect(lines(true)).toMatch(
    /^\d+ unread messages are known here\. The server marks older ones, too\.$/,
  );
});

test("A says how many of the conversations that it marks need the user", async () => {
  const world = await startSmall();
  const { view } = world.store.getState();
  expect(
    readTopicQuestion(view, { streamId: streams.dev as never, topic: "deploy" })?.lines,
  ).toEqual(["1 unread message.", "It needs you.", "This cannot be undone."]);
  expect(readStreamQuestion(view, { streamId: streams.dev as never })?.lines[1]).toBe(
    "1 conversation among them needs you.",
  );
  expect(
    readTopicQuestion(view, { streamId: streams.dev as never, topic: "noise" })?.lines,
  ).toEqual(["1 unread message.", "This cannot be undone."]);
});
