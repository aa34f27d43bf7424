import { expect, test } from "vitest";
import { refreshInbox } from "#commands/inbox.ts";
import { totals } from "#model/select/totals.ts";
import { changeScreen } from "#store/store.ts";
import { acme, storeOf } from "../support/acme.ts";
import { pressing } from "../support/pressing.ts";

function inboxOf() {
  const store = storeOf(acme());
  refreshInbox(store);
  const unread = () => totals(store.getState().view).unread;
  const toast = () => store.getState().screen.toast?.text;
  return { store, unread, toast, press: pressing(store) };
}

test("all that is listed is done with two keys, and taken back with one", () => {
  const { unread, toast, press } = inboxOf();
  const before = unread();
  press("^A", "e");
  expect(unread()).toBe(0);
  expect(toast()).toBe(`Done 8 conversations (${before})`);
  press("u");
  expect(unread()).toBe(before);
});

test("what arrived and is not listed yet stays unread", () => {
  const { store, unread, press } = inboxOf();
  const before = unread();
  changeScreen(store, (screen) => ({
    ...screen,
    inbox: { ...screen.inbox, order: screen.inbox.order.slice(1) },
  }));
  press("^A", "e");
  expect(unread()).toBeGreaterThan(0);
  expect(unread()).toBeLessThan(before);
});

test("where nothing is unread, nothing is done and nothing is to be taken back", () => {
  const { store, toast, press } = inboxOf();
  press("^A", "e", "^A", "e");
  expect(toast()).toBe("Everything is read.");
  expect(store.getState().journal.undo).toHaveLength(1);
});
