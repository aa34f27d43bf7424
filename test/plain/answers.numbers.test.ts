/** A number means what was said with it, whatever came while the line was typed. */
import { expect, test } from "vitest";
import { goTo } from "#commands/places/navigation.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { selectedRow } from "#store/list.ts";
import { openList } from "#store/lists.ts";
import { speakWith } from "../support/plain-client.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { startSmall } from "../support/small-client.ts";

test("in a dialog", async () => {
  const small = await startSmall({
    first: async (as) => {
      for (const topic of ["depot", "depth", "depend"])
        await as(people.bo).say({ streamId: streams.dev, topic }, "x");
    },
  });
  const { store, clock, bo, dialog } = small;
  let isTyping = false;
  const { types, output } = speakWith(store, clock, { isTyping: () => isTyping });
  const said = await types("c", "dev > dep");
  const [, number = ""] = [...said.matchAll(/^(\d+)\. depth/gm)].at(-1) ?? [];
  isTyping = true;
  await bo.say({ streamId: streams.dev, topic: "deploy" }, "new");
  await bo.say({ streamId: streams.dev, topic: "depend" }, "new");
  await bo.say({ streamId: streams.dev, topic: "dep" }, "new");
  await clock.pass("5 s");
  output();
  isTyping = false;
  await types(number);
  expect([dialog(), store.getState().screen.composing]).toMatchObject([
    undefined,
    { address: { topic: "depth" } },
  ]);
});

test("in a list that follows what is there, of which other numbers are said again", async () => {
  const { store, clock, ana } = await startSmall();
  const snippet = (title: string) => ana.post("/saved_snippets", { title, content: "x" });
  await snippet("bread");
  await snippet("salad");
  await clock.pass("5 s");
  let isTyping = false;
  const { types, output } = speakWith(store, clock, { isTyping: () => isTyping });
  goTo(store, { kind: "snippets" });
  const row = () => {
    const list = openList(store.getState().screen);
    return list && selectedRow(list);
  };
  const keys = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  await types("again");
  const [, second] = keys();
  isTyping = true;
  await snippet("apples");
  await clock.pass("5 s");
  expect(keys().indexOf(second ?? "")).toBe(2);
  output();
  isTyping = false;
  await types("delete 2");
  expect(row()).toBe(second);
  await types(":close");
  expect(await types("again")).toContain("3. salad");
});

test("a range means the rows with these numbers, of which some were dealt with", async () => {
  const { store, clock, rowKeys } = await startSmall({
    first: async (as) => {
      for (const topic of ["one", "two", "three", "four"])
        await as(people.bo).say({ streamId: streams.dev, topic }, "x");
    },
  });
  const { types } = speakWith(store, clock);
  goTo(store, { kind: "inbox" });
  await types("again");
  const keys = rowKeys();
  const left = () =>
    keys.map((key) => unreadCountOf(store.getState().view, key as ConversationKey) > 0);
  const before = left();
  expect(before.slice(1, 5)).toEqual([true, true, true, true]);
  await types("done 3");
  await types("done 2-4");
  expect(left()).toEqual(before.map((isLeft, at) => isLeft && (at < 1 || at > 3)));
});

test("a range into which a row came meanwhile is refused", async () => {
  const { store, clock, ana, dialog } = await startSmall();
  const snippet = (title: string) => ana.post("/saved_snippets", { title, content: "x" });
  for (const title of ["bread", "salad", "soup"]) await snippet(title);
  await clock.pass("5 s");
  let isTyping = false;
  const { types, output } = speakWith(store, clock, { isTyping: () => isTyping });
  goTo(store, { kind: "snippets" });
  await types("again");
  isTyping = true;
  await snippet("fish");
  await clock.pass("5 s");
  output();
  isTyping = false;
  expect(await types("delete 1-2")).toContain("not as they were said");
  expect(dialog()).toBeUndefined();
});
