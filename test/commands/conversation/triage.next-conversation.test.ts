/** Moving from a conversation to the next one of the list it was opened from. */
import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { conversationOf } from "#model/narrow.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import type { ListPlace } from "#store/list-places.ts";
import { isList, listOf } from "#store/lists.ts";
import { acme, backend, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";

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

test("] and [ open the neighbours in the list of recent conversations, and move its cursor", () => {
  const { press, rows, open, cursor } = listing({ kind: "recent" }, "g", "r");
  expect(rows.length).toBeGreaterThan(4);
  press("j", "Enter", "]");
  expect(open()).toBe(rows[2]);
  press("]", "[", "[");
  expect(open()).toBe(rows[1]);
  press("]", "]");
  expect(cursor()).toBe(rows[3]);
});

test("n opens the unread conversations of the list in order", () => {
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

test("] uses the list that the conversation was opened from, not one visited later", () => {
  const { press, rows, open } = listing({ kind: "recent" }, "g", "r");
  press("Enter", "g", "d", "Alt+Left", "]");
  expect(open()).toBe(rows[1]);
});
