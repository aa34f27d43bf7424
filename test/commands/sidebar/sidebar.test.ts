import { expect, test } from "vitest";
import { refreshList } from "#commands/lists/lists.ts";
import { openNarrow } from "#commands/places/navigation.ts";
import { sidebarRows, streamKey } from "#commands/sidebar/sidebar-rows.ts";
import type { Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { changeDraft, changeReplica } from "#store/store.ts";
import {
  acme,
  ana,
  bo,
  design,
  general,
  mei,
  storeOf,
  withMessages,
  you,
} from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";

test("Esc in the filter restores the screen", () => {
  const store = storeOf(acme());
  refreshList(store);
  const press = keyPresser(store);
  press("Tab");
  const before = store.getState().screen;
  press("/", "l", "u");
  expect(store.getState().screen.sidebar.selected).not.toBe(before.sidebar.selected);
  press("Esc");
  expect(store.getState().screen).toEqual(before);
});

test("a filter without matches leaves no rows, not even headings", () => {
  const store = storeOf(acme());
  keyPresser(store)("Tab", "/", ..."qzqz");
  expect(sidebarRows(store.getState())).toEqual([]);
});

test("Enter in the filter opens the selected row and clears the filter", () => {
  const store = storeOf(acme());
  const press = keyPresser(store);
  press("Tab", "/", "l", "u", "n", "Enter");
  const { place, sidebar } = store.getState().screen;
  expect(place).toMatchObject({ narrow: { kind: "topic", topic: "lunch" } });
  expect(sidebar.filter).toBeUndefined();
});

test("opening a conversation recreates only the row of its stream", () => {
  const store = storeOf(acme());
  const before = sidebarRows(store.getState());
  openNarrow(store, { kind: "topic", streamId: general, topic: "lunch" });
  const after = sidebarRows(store.getState());
  expect(after.some((row) => row.kind === "topic" && row.row.streamId === general)).toBe(true);
  const remade = after.filter((row) => row.kind === "stream" && !before.includes(row));
  expect(remade.map(({ key }) => key)).toEqual([streamKey(general)]);
});

test("going from list to list recreates no row of a stream or a person, and no heading", () => {
  const store = storeOf(acme());
  const press = keyPresser(store);
  const below = () => sidebarRows(store.getState()).filter(({ kind }) => !/place|view/.test(kind));
  press("g", "s");
  const before = below();
  press("g", "i");
  expect(store.getState().screen.place).toEqual({ kind: "inbox" });
  expect(new Set(before.map(({ kind }) => kind))).toEqual(
    new Set(["section", "direct", "stream", "topic"]),
  );
  expect(below().filter((row) => !before.includes(row))).toEqual([]);
});

test("an unread direct message recreates only the row of its conversation", () => {
  const store = storeOf(acme());
  const before = sidebarRows(store.getState());
  const text = { by: mei, to: [mei], at: "11:41", text: "Tea?" } as const;
  changeReplica(store, (now) => withMessages(now, [text], 2001));
  const after = sidebarRows(store.getState()).filter(({ kind }) => kind === "direct");
  expect(after.length).toBeGreaterThan(1);
  const remade = after.filter((row) => !before.includes(row));
  expect(remade.map(({ key }) => key)).toEqual([
    conversationKey({ kind: "direct", userIds: [you, mei] as never }),
  ]);
});

test("conversations with a draft are listed, even topics that do not exist yet", () => {
  const store = storeOf(acme());
  const keys = () => sidebarRows(store.getState()).map(({ key }) => key);
  const addresses = [
    { kind: "topic", streamId: general, topic: "soup" },
    { kind: "topic", streamId: design, topic: "icons" },
    { kind: "direct", userIds: [you, ana, bo, mei] },
  ] as const;
  const drafted = addresses.map((address) => conversationKey(address as never));
  const before = keys();
  expect(before).not.toEqual(expect.arrayContaining([drafted[0]]));
  for (const [at, address] of addresses.entries())
    changeDraft(store, drafted[at] ?? "", {
      address,
      text: "leek",
      updatedAt: 1,
    } as never as Draft);
  expect(keys()).toEqual(expect.arrayContaining(drafted));
  const rows = sidebarRows(store.getState());
  changeDraft(store, drafted[0] ?? "", {
    address: addresses[0],
    text: "leek or potato",
    updatedAt: 2,
  });
  expect(sidebarRows(store.getState())).toBe(rows);
  for (const key of drafted) changeDraft(store, key, undefined);
  expect(keys()).toEqual(before);
});
