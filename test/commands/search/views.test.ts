/** Views on the screen: saving a search, opening, renaming, pinning, ordering and deleting views, and their numbers. */
import { expect, test } from "vitest";
import { refreshOpenList } from "#commands/lists/lists.ts";
import { searchAll } from "#commands/search/search.ts";
import { sidebarRows } from "#commands/sidebar/sidebar-rows.ts";
import type { SearchTerm } from "#model/narrow.ts";
import { savedViews } from "#model/views.ts";
import { since } from "#wire/levels.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { noDesktop, noViewport } from "../../support/no-ports.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";
import { people } from "../../support/small-blueprint.ts";
import { inDeploy, startSmall } from "../../support/small-client.ts";

const mine = "narrow/is/followed";

async function start(level: number = since.navigationViews) {
  const small = await startSmall({
    level,
    first: async (as) => {
      const view = { fragment: mine, is_pinned: false, name: "Mine" };
      if (level >= since.navigationViews) await as(people.ana).post("/navigation_views", view);
    },
  });
  const { store, press, control } = small;
  const search = (...terms: readonly SearchTerm[]) =>
    searchAll(small, { kind: "search", text: "typed", terms });
  const names = () =>
    savedViews(store.getState().view).map(({ name, isPinned }) => `${isPinned ? "*" : ""}${name}`);
  const stored = () =>
    control.server.state.personal
      .get(people.ana)
      ?.views.map(({ name, fragment }) => [name, fragment]);
  const save = (name: string) => press("+", ...name, "Enter");
  return { ...small, search, names, stored, save };
}

const inDev: SearchTerm = { operator: "stream", operand: 1 };

test("+ in a search saves it as a view of the server, which u deletes", async () => {
  const { search, save, names, stored, toast, press, settles, store } = await start();
  search({ operator: "is", operand: "mentioned" });
  save("Mentions of me");
  expect(toast()).toBe("Saved the view “Mentions of me”");
  expect(names()).toEqual(["*Mentions of me", "Mine"]);
  await settles();
  expect(stored()).toEqual([
    ["Mine", mine],
    ["Mentions of me", "narrow/is/mentioned"],
  ]);
  const rows = sidebarRows(store.getState());
  expect(rows.filter(({ kind }) => kind === "view")).toHaveLength(2);
  press("u");
  await settles();
  expect(stored()).toEqual([["Mine", mine]]);
});

test("a view that is opened again by its number is asked for again only if something may have changed", async () => {
  const { search, save, press, settles, sent, ana, rowKeys } = await start();
  search({ operator: "is", operand: "starred" });
  save("Stars");
  await settles();
  press("g", "i", "g", "1");
  await settles();
  const pages = () => sent(/^GET \/messages$/);
  const before = pages();
  press("g", "i", "g", "1");
  await settles();
  expect([rowKeys(), pages() - before]).toEqual([["101"], 0]);
  press("g", "i");
  await ana.post("/messages/flags", { messages: [104], flag: "starred", op: "add" });
  await settles();
  press("g", "1");
  await settles();
  expect([rowKeys(), pages() - before]).toEqual([["104", "101"], 1]);
});

test("in a view of what is unread, e ticks the rows and goes on to the next, and u brings them back", async () => {
  const { search, press, settles, row, toast, store } = await start();
  search({ operator: "is", operand: "unread" });
  press("g", "g");
  await settles();
  expect(openRows(store.getState())).toEqual({ over: [], left: ["113", "110", "109", "108"] });
  press("e");
  expect(toast()).toBe("Done Bo Lindt, Cleo Vane (1)");
  expect(openRows(store.getState())).toEqual({ over: ["113"], left: ["110", "109", "108"] });
  expect(row()).toBe("110");
  press("u");
  expect(openRows(store.getState()).over).toEqual([]);
});

test("the heading of views in the sidebar has a sign only while some can be folded", async () => {
  const { search, save, store, press } = await start(since.navigationViews - 1);
  const screen = await showScreen(store, { columns: 140 });
  const heading = async () => {
    await screen.settles();
    return screen.sidebar
      .lines()
      .find((line) => line.includes("VIEWS"))
      ?.trimEnd();
  };
  search({ operator: "is", operand: "mentioned" });
  save("Mentions of me");
  expect(await heading()).toMatch(/^ +VIEWS/);
  press("g", "v", "f");
  expect(await heading()).toMatch(/^ *▾ VIEWS/);
  screen.ends();
});

test("a name that is taken is refused with a sentence, and the dialog stays", async () => {
  const { search, save, store, names, press } = await start();
  search({ operator: "is", operand: "mentioned" });
  save("mine");
  expect(store.getState().screen.dialog).toMatchObject({
    kind: "view-name",
    problem: "There is a view “mine” already.",
  });
  expect(names()).toEqual(["Mine"]);
  press("s");
  expect(store.getState().screen.dialog).toMatchObject({ problem: undefined });
});

test("the footer offers to save a search only where it can be a view", async () => {
  const { search, save, store, settles } = await start();
  const screen = await showScreen(store, { columns: 140 });
  const offers = async () => {
    await screen.settles();
    await settles();
    refreshOpenList(store);
    await screen.settles();
    return screen.footer.shows("+ save as view");
  };
  search({ operator: "stream", operand: 1 });
  expect(await offers()).toBe(true);
  save("Dev");
  expect(await offers()).toBe(false);
  search({ operator: "since", operand: 1_000 });
  expect(await offers()).toBe(false);
  screen.ends();
});

test.each([
  [
    since.navigationViews - 1,
    { operator: "is", operand: "mentioned" },
    "this server does not store views",
  ],
  [
    since.navigationViews,
    { operator: "pattern", operand: "ro.+" },
    "servers cannot search for this",
  ],
])("at level %s, %o is kept on this machine", async (level, term, why) => {
  const { search, save, toast, settles, client, sent, press, names } = await start(level);
  search(term);
  save("Here");
  expect(toast()).toBe(`Saved the view “Here” on this machine: ${why}`);
  await settles();
  expect([...client.disk.places.keys()].filter((key) => key.startsWith("view:"))).toHaveLength(1);
  expect(sent(/navigation_views/)).toBe(0);
  press("u");
  expect(names()).not.toContain("*Here");
  press("^R");
  expect(names()).toContain("*Here");
});

test("offline a view waits in the outbox, and is saved once", async () => {
  const { search, save, client, clock, names, open, stored } = await start();
  client.network.plug(false);
  await clock.pass("1 s");
  search({ operator: "is", operand: "dm" });
  save("Direct");
  expect(names()).toEqual(["*Direct", "Mine"]);
  expect(open()).toBe(1);
  client.network.plug(true);
  await clock.pass("2 min");
  expect(open()).toBe(0);
  expect(stored()).toEqual([
    ["Mine", mine],
    ["Direct", "narrow/is/dm"],
  ]);
});

test("g and a digit opens the view of that number, and a number without a view says so", async () => {
  const { press, store, toast } = await start();
  press("g", "1");
  expect(store.getState().screen.place).toEqual({
    kind: "search",
    text: "is:followed",
    terms: [{ operator: "is", operand: "followed" }],
  });
  press("g", "7");
  expect(toast()).toBe("There is 1 view.");
});

test("in the list views are renamed, pinned, ordered and deleted, each undone by u", async () => {
  const { search, save, press, names, settles, stored, toast } = await start();
  search({ operator: "is", operand: "dm" });
  save("Direct");
  search(inDev, { operator: "is", operand: "unread" });
  save("Dev");
  press("g", "v");
  await settles();
  expect(names()).toEqual(["*Direct", "*Dev", "Mine"]);
  press("j", ">");
  expect(toast()).toBe("It is the last pinned one.");
  press("<");
  expect(names()).toEqual(["*Dev", "*Direct", "Mine"]);
  press("u");
  expect(names()).toEqual(["*Direct", "*Dev", "Mine"]);
  press("f");
  expect(names()).toEqual(["*Direct", "Mine", "Dev"]);
  press("u");
  press("E", "^U", ..."Backend", "Enter");
  await settles();
  expect(names()).toEqual(["*Direct", "*Backend", "Mine"]);
  expect(stored()?.map(([name]) => name)).toContain("Backend");
  press("u");
  await settles();
  press("D");
  expect(toast()).toBe("Deleted the view “Dev”");
  await settles();
  expect(stored()?.map(([name]) => name)).toEqual(["Mine", "Direct"]);
  press("u");
  await settles();
  expect(names()).toEqual(["*Direct", "*Dev", "Mine"]);
});

test("of the selected views, only those that change are said to be unpinned", async () => {
  const { search, save, press, names, toast } = await start();
  search({ operator: "is", operand: "dm" });
  save("Direct");
  press("g", "v", "Space", "Space", "f");
  expect(names()).toEqual(["Mine", "Direct"]);
  expect(toast()).toBe("Unpinned the view “Direct”");
});

test("a view that weir cannot read says why, and is left as it is", async () => {
  const { ana, settles, press, toast, store, stored } = await start();
  const odd = { fragment: "narrow/orbit/near-moon", is_pinned: true, name: "Odd" };
  await ana.post("/navigation_views", odd);
  await settles();
  const { place } = store.getState().screen;
  press("g", "1");
  expect(toast()).toBe(
    "The view “Odd” cannot be opened: weir cannot read orbit:near-moon. It is kept.",
  );
  expect(store.getState().screen.place).toEqual(place);
  expect(stored()).toHaveLength(2);
});

test("the sidebar counts what arrives and what is read", async () => {
  const { search, save, bo, settles, store } = await start();
  search(
    { operator: "stream", operand: inDeploy.streamId },
    { operator: "topic", operand: "deploy" },
  );
  save("Deploy");
  const count = () =>
    sidebarRows(store.getState()).flatMap((row) =>
      row.kind === "view" && row.saved.name === "Deploy" ? [row.count] : [],
    );
  expect(count()).toEqual([{ certain: 1, unknown: 0 }]);
  await bo.say(inDeploy, "one more");
  await settles();
  expect(count()).toEqual([{ certain: 2, unknown: 0 }]);
});

test("in the list the footer names what the keys do with the selected view", async () => {
  const { search, save, store, press } = await start();
  search({ operator: "is", operand: "mentioned" });
  save("Asked");
  search(inDev);
  save("Dev");
  press("g", "v");
  const screen = await showScreen(store, { columns: 140 });
  const offered = () =>
    ["f pin", "f unpin", "< up", "> down"].filter((each) => screen.footer.shows(each));
  expect(offered()).toEqual(["f unpin", "> down"]);
  press("j");
  await screen.settles();
  expect(offered()).toEqual(["f unpin", "< up"]);
  press("j");
  await screen.settles();
  expect(offered()).toEqual(["f pin"]);
  screen.ends();
});

test("a deleted view keeps its name in the list, and what may match more says so beside its number", async () => {
  const { search, save, store, press, bo, settles } = await start();
  search({ operator: "search", operand: "swans" });
  save("Swans");
  search(inDev);
  save("Dev");
  await bo.say(inDeploy, "The swans are back");
  await settles();
  press("g", "v");
  const screen = await showScreen(store, { columns: 100 });
  const line = (words: string) => screen.whole.lines().find((each) => each.includes(words));
  expect(line("1 Swans")).toMatch(/1 Swans +swans +1\+$/);
  press("j", "D");
  await screen.settles();
  expect(line("✓ Dev")).toMatch(/✓ Dev +deleted$/);
  screen.ends();
});

test("times cannot be in a view", async () => {
  const { search, press, toast } = await start();
  search({ operator: "since", operand: 1_000 });
  press("+");
  expect(toast()).toBe("A view lasts: before:, after: and on: cannot be in it.");
});

test("the list of views says with which key a search is saved, also if that is another one", async () => {
  const { store, press, toast, clock } = await start();
  press("g", "v", "+");
  expect(toast()).toBe("Search first: + there saves it as a view.");
  press("Esc");
  const keys = { ...ownKeys, overrides: { "list.add": ["a"] } };
  keyPresser(store, noViewport, noDesktop, clock, keys)("g", "v", "a");
  expect(toast()).toBe("Search first: a there saves it as a view.");
});
