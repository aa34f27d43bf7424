/** Going on from a conversation along the list that it was opened from. */
import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { conversationOf } from "#model/narrow.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import { acme, backend, storeOf } from "../support/acme.ts";
import { keyPresser } from "../support/key-presser.ts";

function listing(place: ListPlace, ...keys: string[]) {
  const store = storeOf(acme());
  refreshList(store);
  const press = keyPresser(store);
  press(...keys);
  const rows = listOf(store.getState().screen, place).rows.map(({ key }) => key as string);
  const open = () => {
    const { place: now } = store.getState().screen;
    return isList(now) ? undefined : (conversationOf(now.narrow) as string | undefined);
  };
  const cursor = () => listOf(store.getState().screen, place).cursor?.key;
  const isUnread = (key: string) => unreadCountOf(store.getState().view, key as never) > 0;
  return { press, rows, open, cursor, isUnread };
}

test("] and [ go along recent conversations when one of them was opened there", () => {
  const { press, rows, open, cursor } = listing({ kind: "recent" }, "g", "r");
  expect(rows.length).toBeGreaterThan(4);
  press("j", "Enter", "]");
  expect(open()).toBe(rows[2]);
  press("]", "[", "[");
  expect(open()).toBe(rows[1]);
  press("]", "]");
  expect(cursor()).toBe(rows[3]);
});

test("n goes on to what is unread further down the same list, and from its end to the inbox", () => {
  const place = { kind: "topics", streamId: backend } as const;
  const { press, rows, open, isUnread } = listing(place, "j", "g", "T");
  const unread = rows.filter(isUnread);
  expect(unread.length).toBeGreaterThan(1);
  press("Enter");
  const seen = [open()];
  while (seen.length < unread.length) {
    press("n");
    seen.push(open());
  }
  expect(seen).toEqual(unread);
});

test("a conversation that the last list does not have goes on in the list before it", () => {
  const { press, rows, open } = listing({ kind: "recent" }, "g", "r");
  press("Enter", "g", "d", "Alt+Left", "]");
  expect(open()).toBe(rows[1]);
});
