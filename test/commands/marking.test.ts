/** U marks as unread; A marks a topic, a stream or everything as read on the server, once that was asked. */

import { expect, test } from "vitest";
import { refreshList, tickRows } from "#commands/lists/lists.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { openList } from "#store/lists.ts";
import { addIntents } from "#store/store.ts";
import { acme, backend, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";
import { formKeys, startKeyboardClient } from "../support/keyboard-client.ts";
import { streams } from "../support/small-blueprint.ts";

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
    told: () => store.getState().screen.toast?.text,
  };
}

test("U marks from the selected message on, stays there, and u undoes exactly that", () => {
  const { store, unread, press, told } = reading(1);
  const before = unread();
  const { place } = store.getState().screen;
  press("U");
  expect(unread()).toEqual(ids.slice(1));
  expect(told()).toBe("Marked #backend › deploy window unread (2)");
  expect(store.getState().screen.place).toBe(place);
  press("u");
  expect(unread()).toEqual(before);
});

test("where all from there on is unread, nothing is to be taken back", () => {
  const { press, told, store } = reading(ids.length - 1);
  press("U");
  expect(told()).toBe("This is already unread.");
  expect(store.getState().journal.undo).toEqual([]);
});

test("nothing is requested below level 121", () => {
  const { press, told, unread } = reading(1, 120);
  const before = unread();
  press("U");
  expect(told()).toMatch(/needs 121/);
  expect(unread()).toEqual(before);
});

test("in a list U marks the newest message of a row that was read, which is not ticked any more", () => {
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
  tickRows(store, [row]);
  press("U");
  expect(unread(row)).toEqual(before.slice(-1));
  expect(openList(store.getState().screen)).toMatchObject({
    ticked: new Set(),
    cursor: { key: row },
  });
  press("u");
  expect(unread(row)).toEqual([]);
});

async function asking(...keys: readonly string[]) {
  const world = await startKeyboardClient();
  const form = formKeys(world);
  await world.bo.say({ streamId: streams.dev, topic: "lunch" }, "where?");
  await world.settles();
  world.press("g", "i", "^L", "G", ...keys, "A");
  expect(form.shown()).toBeDefined();
  const unread = async () => {
    const { unread_msgs: told } = await world.ana.register();
    return { streams: told.streams.length, count: told.count };
  };
  return { ...world, form, unread };
}

test("the topic under the cursor, after a question that Enter alone declines", async () => {
  const { press, form, settles, sent, dialog, unread } = await asking();
  expect(form.shown()?.now.title).toContain("lunch");
  expect(form.shown()?.answer).toBe("keep");
  press("Enter");
  expect(dialog()).toBeUndefined();
  expect(sent(/mark_topic/)).toBe(0);
  const before = await unread();
  press("A");
  form.confirms();
  await settles();
  expect(sent(/^POST .*\/mark_topic_as_read$/)).toBe(1);
  expect((await unread()).streams).toBe(before.streams - 1);
});

test("a stream of the list of streams", async () => {
  const { press, form, settles, sent, goes, unread } = await asking();
  press("Esc", "g", "b");
  goes("browse:2");
  press("A");
  expect(form.shown()?.now.title).toContain("#dev");
  form.confirms();
  await settles();
  expect(sent(/^POST .*\/mark_stream_as_read$/)).toBe(1);
  expect((await unread()).streams).toBe(0);
});

test("everything after ^A", async () => {
  const { form, settles, sent, unread } = await asking("^A");
  form.confirms();
  await settles();
  expect(sent(/^POST .*\/mark_all_as_read$/)).toBe(1);
  expect(await unread()).toMatchObject({ count: 0 });
});
