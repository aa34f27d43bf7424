import { expect, onTestFinished, test } from "vitest";
import { botsKey, inboxDefinition } from "#commands/conversation/inbox.ts";
import { arrivalsIn, countOf } from "#commands/lists/list.ts";
import { refreshList, watchLists } from "#commands/lists/lists.ts";
import { selectSidebarRow } from "#commands/sidebar/sidebar-rows.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { topicKey } from "#model/conversation.ts";
import { unreadIdsOf } from "#model/select/conversations.ts";
import { totals } from "#model/select/inbox.ts";
import { following } from "#store/following.ts";
import { listOf, openList, withList } from "#store/lists.ts";
import { withoutKey } from "#store/row-keys.ts";
import { addIntents, changeReplica, changeScreen } from "#store/store.ts";
import { acme, backend, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";
import { inDeploy, startSmall } from "../../support/small-client.ts";

function inboxOf() {
  const store = storeOf(acme());
  refreshList(store);
  const unread = () => totals(store.getState().view).unread;
  const toast = () => store.getState().screen.toast?.text;
  return { store, unread, toast, press: keyPresser(store) };
}

test("^A e marks everything listed as done, and u undoes it", () => {
  const { unread, toast, press } = inboxOf();
  const before = unread();
  press("^A", "e");
  expect(unread()).toBe(0);
  expect(toast()).toBe(`Done 8 conversations (${before})`);
  press("u");
  expect(unread()).toBe(before);
});

test("^A e and u leave the rows in their order", () => {
  const { store, press } = inboxOf();
  onTestFinished(watchLists(store));
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key);
  const before = rows();
  press("^A", "e", "j", "u");
  expect(rows()).toEqual(before);
});

/** Ways to deal with the rows from the second on; `back` keys undo them. */
const ways: readonly (readonly [way: string, keys: readonly string[], back: readonly string[]])[] =
  [
    ["e", ["j", "e"], ["u"]],
    ["several e", ["j", "e", "e", "e"], ["u", "u", "u"]],
    ["a count", ["j", "3", "e"], ["u"]],
    ["^A e", ["^A", "e"], ["u"]],
    ["a mute", ["j", "j", "m"], ["u"]],
    ["a snooze", ["j", "b", "t"], ["u"]],
    ["e in the reader", ["j", "Enter", "e", "e", "h"], ["u", "u", "g", "i"]],
    ["an e in the sidebar", ["Tab", "Tab", "e"], ["u"]],
  ];

test.each(ways)(
  "rows dealt with by %s stay where they are, and stand there after u",
  (_, keys, back) => {
    const { store, press } = inboxOf();
    onTestFinished(watchLists(store));
    const before = openRows(store.getState());
    const order = () => openList(store.getState().screen)?.rows.map(({ key }) => key);
    press(...keys);
    expect(openRows(store.getState()).over.length).toBeGreaterThan(0);
    expect(order()).toEqual(before.left);
    press(...back);
    expect(openRows(store.getState())).toEqual(before);
  },
);

test.each(ways)(
  "rows dealt with by %s are where they were after another filter, and after words, until ^L",
  (_, keys) => {
    const { store, press } = inboxOf();
    onTestFinished(watchLists(store));
    press(...keys, "g", "g");
    const before = openRows(store.getState());
    const order = () => openList(store.getState().screen)?.rows.map(({ key }) => key);
    const dealt = order();
    press("]", "[");
    expect([openRows(store.getState()), order()]).toEqual([before, dealt]);
    press("/", ..."deploy", "Esc");
    expect([openRows(store.getState()), order()]).toEqual([before, dealt]);
    press("]", "^L", "[", "^L", "]", "[");
    expect(openRows(store.getState()).over).toEqual([]);
  },
);

test("a row that is renamed meanwhile is not where it was under its old name", () => {
  const { store, press } = inboxOf();
  onTestFinished(watchLists(store));
  press("j", "e", "]");
  const gone = topicKey(backend, "deploy window");
  const to = { streamId: backend, topic: "release" };
  const from = { streamId: backend, topic: "deploy window" };
  changeScreen(store, (screen) => following(screen, { from, to }));
  press("[");
  expect(openList(store.getState().screen)?.rows.map(({ key }) => key)).not.toContain(gone);
});

test.each(ways)("rows dealt with by %s go on ^L, and come back in their order", (_, keys, back) => {
  const { store, press } = inboxOf();
  onTestFinished(watchLists(store));
  const before = openRows(store.getState());
  press(...keys);
  const { left } = openRows(store.getState());
  press("^L");
  expect(openRows(store.getState())).toEqual({ over: [], left });
  press(...back);
  expect(openRows(store.getState())).toEqual(before);
});

test("a row that was read elsewhere stays while its conversations are opened, until another list is", () => {
  const { store, press } = inboxOf();
  const row = openRows(store.getState()).left[1] as ConversationKey;
  const ids = unreadIdsOf(store.getState().view, row);
  const read = { kind: "read", op: "add", ids } as const;
  addIntents(store, { clock: fakeClock(), newId: () => "read" }, [read]);
  press("j", "Enter", "n", "h");
  expect(openRows(store.getState()).over).toEqual([row]);
  press("g", "r", "g", "i");
  expect(openRows(store.getState()).over).toEqual([]);
});

const outs = ["h", "Esc", "Left"].flatMap((out) =>
  ["n", "e", "Space", "]"].map((on) => [out, on] as const),
);

test.each(outs)(
  "%s leaves the reader for the list, however many %s later, and Alt+Right returns",
  async (out, on) => {
    const store = storeOf(acme());
    const atEnd = { ...noViewport, atEnd: () => true };
    const clock = fakeClock();
    const press = keyPresser(store, atEnd, noDesktop, clock);
    const place = () => store.getState().screen.place;
    press("g", "r", "Enter");
    const first = place();
    press(on);
    await clock.pass("1 s");
    press(on);
    expect(place()).not.toEqual(first);
    press(out);
    expect(place()).toEqual({ kind: "recent" });
    press("Alt+Right");
    expect(place()).toEqual(first);
  },
);

test("e on what is read goes on, and says nothing unless there is nowhere to go", () => {
  const { store, press, toast } = inboxOf();
  press("g", "r", "G", "Enter");
  const { place } = store.getState().screen;
  press("e", "u", "g", "r", "G", "Enter");
  expect(store.getState().screen.place).toEqual(place);
  press("h", "^A", "e", "Enter", "e");
  expect([store.getState().screen.place, toast()]).toEqual([place, "Everything is read."]);
});

test("u stays in the list, or goes to where the step was made, says so, and Alt+Left returns", () => {
  const { store, press, toast } = inboxOf();
  const at = () => {
    const { screen } = store.getState();
    return [screen.place.kind, openList(screen)?.filter];
  };
  press("e", "j", "u");
  expect([at(), toast()]).toEqual([["inbox", ""], expect.stringMatching(/^Undid: Done [^·]*$/)]);
  press("]", "e", "[", "u");
  expect([at(), toast()]).toEqual([
    ["inbox", "needs-you"],
    expect.stringMatching(/ · in the inbox, Needs you$/),
  ]);
  press("e", "g", "d", "u");
  expect([at(), toast()]).toEqual([
    ["inbox", "needs-you"],
    expect.stringMatching(/ · in the inbox$/),
  ]);
  press("Alt+Left");
  expect(at()[0]).toBe("drafts");
});

test("u in the reader returns to the conversation that was done, not to the list, and names it once", () => {
  const { store, press, unread, toast } = inboxOf();
  const before = unread();
  press("Enter");
  const { place } = store.getState().screen;
  press("e");
  expect(store.getState().screen.place).not.toEqual(place);
  press("u");
  expect([store.getState().screen.place, unread()]).toEqual([place, before]);
  expect(toast()).toMatch(/^Undid: Done [^·]*$/);
});

test("new messages that are not listed yet stay unread", () => {
  const { store, unread, press } = inboxOf();
  const before = unread();
  changeScreen(store, (screen) =>
    withList(screen, { kind: "inbox" }, (list) => ({ ...list, rows: list.rows.slice(1) })),
  );
  press("^A", "e");
  expect(unread()).toBeGreaterThan(0);
  expect(unread()).toBeLessThan(before);
});

test("rows restored by undo are no longer counted as done today", () => {
  const { store, press } = inboxOf();
  const filter = inboxDefinition.filters.find(({ key }) => key === "done")!;
  const done = () => {
    const state = store.getState();
    return countOf(inboxDefinition, state, listOf(state.screen, { kind: "inbox" }), filter);
  };
  press("^A", "e", "j");
  expect(done()).toBe(8);
  refreshList(store);
  expect(done()).toBe(8);
  press("u");
  expect(done()).toBe(0);
});

test("all bots together count as one arrival", () => {
  const { store } = inboxOf();
  const arrived = () => {
    const list = listOf(store.getState().screen, { kind: "inbox" });
    return arrivalsIn(inboxDefinition, store.getState(), list);
  };
  expect(arrived()).toBe(0);
  changeScreen(store, (screen) =>
    withList(screen, { kind: "inbox" }, (list) => ({
      ...list,
      rowKeys: withoutKey(list.rowKeys, botsKey),
    })),
  );
  expect(arrived()).toBe(1);
});

test("e without unread messages adds no undo step", () => {
  const { store, toast, press } = inboxOf();
  press("^A", "e", "^A", "e");
  expect(toast()).toBe("Nothing is unread there.");
  expect(store.getState().journal.undo).toHaveLength(1);
});

test("unlisted unread messages are searched for only in the targets", () => {
  const searched = (...keys: string[]) => {
    const { store, press } = inboxOf();
    changeReplica(store, (view) => ({ ...view, unreads: { ...view.unreads, older: true } }));
    press(...keys);
    return [...store.getState().journal.intents.values()].flatMap(({ action }) =>
      action.kind === "read-older" ? [action.scope.kind] : [],
    );
  };
  expect(searched("^A", "e")).toEqual(["all"]);
  expect(searched("e")).toEqual(["direct"]);
  expect(searched("]", "^A", "e")).not.toContain("all");
});

test("the inbox is sorted once more when participation becomes known, unless a key was pressed", () => {
  const sections = (...keys: string[]) => {
    const { store, press } = inboxOf();
    onTestFinished(watchLists(store));
    press(...keys);
    const lunch = listOf(store.getState().screen, { kind: "inbox" }).rows.find(({ key }) =>
      key.endsWith("lunch"),
    );
    changeReplica(store, (replica) => ({
      ...replica,
      participated: new Set([lunch?.key as ConversationKey]),
      participationKnown: true,
    }));
    const { rows } = listOf(store.getState().screen, { kind: "inbox" });
    return rows.find(({ key }) => key === lunch?.key)?.section;
  };
  expect(sections()).toBe("followed");
  expect(sections("j")).toBe("streams");
});

test("while the inbox is filled the cursor is on its first row, until a key moves it", () => {
  const keysOf = (...keys: string[]) => {
    const whole = { ...acme(), participationKnown: true };
    const none = { ...whole.unreads, directs: new Map(), streams: new Map() };
    const store = storeOf({ ...whole, participationKnown: false, unreads: none });
    onTestFinished(watchLists(store));
    const streams = new Map([...whole.unreads.streams].slice(-2));
    changeReplica(store, (replica) => ({ ...replica, unreads: { ...none, streams } }));
    keyPresser(store)(...keys);
    const before = openList(store.getState().screen)?.cursor?.key;
    changeReplica(store, () => whole);
    const { rows, cursor } = openList(store.getState().screen)!;
    return [before, cursor?.key, rows[0]?.key];
  };
  const [, after, top] = keysOf();
  expect(after).toBe(top);
  const [before, moved] = keysOf("j");
  expect(moved).toBe(before);
});

test.each([
  ["inbox", "the inbox"],
  ["all", "everything"],
])(
  "e on %s in the sidebar asks, marks all of it as read in one step, and shows the count",
  (row, title) => {
    const { store, unread, toast, press } = inboxOf();
    const before = unread();
    changeScreen(store, (screen) => ({ ...screen, focus: "sidebar" }));
    selectSidebarRow(store, row);
    press("e");
    const dialog = menuIn(store);
    expect(dialog?.title).toBe(`Mark ${title} as done?`);
    expect(dialog?.lines.join(" ")).toMatch(
      /\d+ conversations: \d+ messages are unread.*need you\./,
    );
    press("Enter");
    expect(unread()).toBe(before);
    press("e", "e");
    expect(toast()).toMatch(new RegExp(`^Done ${title} \\(\\d+\\)$`));
    expect(unread()).toBe(0);
    press("u");
    expect(unread()).toBe(before);
  },
);

test("e on a stream in the sidebar marks all of it as read in one step, and shows the count", () => {
  const { store, unread, toast, press } = inboxOf();
  const before = unread();
  changeScreen(store, (screen) => ({ ...screen, focus: "sidebar" }));
  selectSidebarRow(store, `stream:${backend}`);
  press("e");
  const [, count] = /^Done #backend \((\d+)\)$/.exec(toast() ?? "") ?? [];
  expect(Number(count)).toBeGreaterThan(1);
  expect(unread()).toBe(before - Number(count));
  expect(store.getState().view.unreads.streams.has(backend)).toBe(false);
  press("u");
  expect(unread()).toBe(before);
});

test("a filter of the inbox lists what was done today and is not unread again", () => {
  const { store, press } = inboxOf();
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  press("e", "[");
  expect(rows()).toEqual(["d:1,2"]);
  press("u", "[");
  expect(rows()).not.toEqual([]);
  expect(openList(store.getState().screen)?.filter).not.toBe("done");
});

test("what was done today says how much it was, how it began and when, and which key brings it back", async () => {
  const { store, press, unread } = inboxOf();
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const before = unread();
  press("e", "[");
  await screen.settles();
  const [row = ""] = screen.pane.lines().filter((line) => line.includes("message"));
  expect(row).toMatch(/✓ Ana Ruiz +2 messages: can .* \d\d:\d\d/);
  expect(screen.footer.shows("U unread again")).toBe(true);
  expect(screen.footer.shows("e done")).toBe(false);
  press("U");
  expect(unread()).toBe(before);
  await screen.settles();
  expect([screen.footer.shows("U unread again"), screen.footer.shows("e done")]).toEqual([
    false,
    true,
  ]);
});

test("of a narrowed inbox, all selected rows are those that are shown", () => {
  const { store, press } = inboxOf();
  const before = totals(store.getState().view).unread;
  press("/", ..."bàck ti", "Backspace", "Backspace", "Backspace", ..." fl", "Tab", "^A", "e");
  expect(store.getState().screen.toast?.text).toBe("Done #backend › flaky tests (2)");
  expect(totals(store.getState().view).unread).toBe(before - 2);
  const shown = () => openList(store.getState().screen)?.rows.length;
  press("Enter", "h");
  expect(shown()).toBe(1);
  press("g", "d", "g", "i");
  expect(shown()).toBeGreaterThan(4);
});

test("the heading of a stream counts its muted topics where nothing else is unread in it", async () => {
  const { store, press } = inboxOf();
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  press("]", "]", "]", "]", "]");
  await screen.settles();
  expect(screen.pane.shows("MUTED")).toBe(true);
  expect(screen.pane.lines().some((line) => /# random +1$/.test(line.trimEnd()))).toBe(true);
});

test("switching filters leaves out those without rows, but for the first", () => {
  const { store, press } = inboxOf();
  const filter = () => openList(store.getState().screen)?.filter;
  const turned = (key: string) => {
    press(key);
    return filter();
  };
  expect(["]", "]", "]"].map(turned)).toEqual(["needs-you", "followed", "streams"]);
  press("^A", "e");
  expect(["]", "]", "]", "]", "]"].map(turned)).toEqual([
    "bots",
    "muted",
    "done",
    "all",
    "needs-you",
  ]);
});

test("above muted topics a stream counts only what is unread in those", async () => {
  const { store, press, settles, bo } = await startSmall();
  await bo.say(inDeploy, "and now?");
  await settles();
  press("g", "i", "[");
  const screen = await showScreen(store, { columns: 100 });
  expect(openList(store.getState().screen)?.filter).toBe("muted");
  const lines = screen.pane.lines().join("\n");
  expect(lines).toMatch(/# dev +1\n.*noise +.* 1 /);
  screen.ends();
});

test("rows of several streams restored by undo get their sorted places in the inbox", () => {
  const { store, press } = inboxOf();
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key) ?? [];
  const before = rows();
  press("j", "V", "G", "e", "u");
  expect(rows()).toEqual(before);
});
