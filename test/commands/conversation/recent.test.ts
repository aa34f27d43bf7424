import { expect, test } from "vitest";
import { recentDefinition } from "#commands/conversation/recent.ts";
import { conversationTitle } from "#model/select/conversations.ts";
import { openList } from "#store/lists.ts";
import { changeReplica } from "#store/store.ts";
import { acme, ana, morning, storeOf, withMessages } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

function recent() {
  const store = storeOf(acme());
  const press = keyPresser(store);
  press("g", "r");
  const { view } = store.getState();
  const titles = () =>
    openList(store.getState().screen)?.rows.map(({ key }) => conversationTitle(view, key as never));
  return { store, press, titles };
}

test.each([
  ["all", 10, "#backend › deploy window"],
  ["unread", 8, "#backend › deploy window"],
  ["direct", 3, "Ana Ruiz"],
])("the filter %s lists the newest activity first, without muted topics", (name, count, first) => {
  const { store } = recent();
  const filter = recentDefinition.filters.find(({ key }) => key === name);
  const { rows, counts } = recentDefinition.fresh(store.getState(), filter!);
  expect(counts[name]).toBe(count);
  const titles = rows.map(({ key }) => conversationTitle(store.getState().view, key as never));
  expect([titles.length, titles[0]]).toEqual([count, first]);
  expect(titles).not.toContain("#random › weekend");
});

test("rows do not move while messages arrive, and ^L sorts them", () => {
  const { store, press, titles } = recent();
  const before = titles();
  const [first] = morning;
  const message = { ...first!, to: [ana], at: "11:42", daysAgo: 0 };
  changeReplica(store, (replica) => withMessages(replica, [message], 7000));
  expect(titles()).toEqual(before);
  press("^L");
  expect(titles()?.[0]).toBe("Ana Ruiz");
});

test("Enter opens a conversation, q returns to its row, and e marks it as read without moving it", () => {
  const { store, press, titles } = recent();
  const before = titles();
  press("j", "Enter");
  expect(store.getState().screen.place.kind).toBe("narrow");
  press("q", "e");
  expect(titles()).toEqual(before);
  expect(store.getState().screen.toast?.text).toMatch(/^Done /);
});

test("rows show the first unread message and the number of unread ones", async () => {
  const screen = await showScreen(recent().store, { columns: 140, rows: 30 });
  expect(screen.title.shows("Recent All 10 Unread 8 Direct 3")).toBe(true);
  expect(screen.pane.shows("◆ #backend › deploy window Ana Ruiz: @you ok")).toBe(true);
  expect(screen.pane.shows("Ana Ruiz can you look at the deploy before noon? 2 11:03")).toBe(true);
  screen.ends();
});
