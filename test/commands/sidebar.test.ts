import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { sidebarRows } from "#commands/sidebar-rows.ts";
import { acme, storeOf } from "../support/acme.ts";
import { pressing } from "../support/pressing.ts";

test("Esc leaves the filter as if nothing had been looked for", () => {
  const store = storeOf(acme());
  refreshList(store);
  const press = pressing(store);
  const before = store.getState().screen;
  press("/", "l", "u");
  expect(store.getState().screen.sidebar.selected).not.toBe(before.sidebar.selected);
  press("Esc");
  expect(store.getState().screen).toEqual(before);
});

test("a filter that nothing matches leaves no row, not even a heading", () => {
  const store = storeOf(acme());
  pressing(store)("/", ..."qzqz");
  expect(sidebarRows(store.getState())).toEqual([]);
});

test("a filter that was taken stays where it led", () => {
  const store = storeOf(acme());
  const press = pressing(store);
  press("/", "l", "u", "n", "Enter");
  const { place, sidebar } = store.getState().screen;
  expect(place).toMatchObject({ narrow: { kind: "topic", topic: "lunch" } });
  expect(sidebar.filter).toBeUndefined();
});
