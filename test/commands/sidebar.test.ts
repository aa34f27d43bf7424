import { expect, test } from "vitest";
import { streamKey } from "#commands/folded-streams.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { openNarrow } from "#commands/navigation.ts";
import { sidebarRows } from "#commands/sidebar-rows.ts";
import { acme, general, storeOf } from "../support/acme.ts";
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

test("opening a conversation keeps the rows of all other streams", () => {
  const store = storeOf(acme());
  const before = sidebarRows(store.getState());
  openNarrow(store, { kind: "topic", streamId: general, topic: "lunch" });
  const after = sidebarRows(store.getState());
  expect(after.some((row) => row.kind === "topic" && row.row.streamId === general)).toBe(true);
  const remade = after.filter((row) => row.kind === "stream" && !before.includes(row));
  expect(remade.map(({ key }) => key)).toEqual([streamKey(general)]);
});
