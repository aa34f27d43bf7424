/** Marking unread by keys, and taking it back. */
import { expect, test } from "vitest";
import { refreshList, tickRows } from "#commands/lists/lists.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { openList } from "#store/lists.ts";
import { addIntents } from "#store/store.ts";
import { acme, backend, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { keyPresser } from "../support/key-presser.ts";

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
