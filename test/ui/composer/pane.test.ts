/** Keys in the composer, and what the screen shows for them. */
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { editorOf } from "#editor/editor.ts";
import type { Draft } from "#journal/intent.ts";
import { conversationKey } from "#model/conversation.ts";
import { restoreTexts, textOf } from "#store/composer.ts";
import { changeDraft, changeReplica, changeScreen } from "#store/store.ts";
import { roles } from "#wire/user.ts";
import { acme, bo, deployWindow, now, readingScreen, storeOf, you } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { menuIn } from "../../support/menu.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";

const key = conversationKey(deployWindow as never);

async function writing(size: { columns?: number; rows?: number } = {}, text = "") {
  const store = storeOf(acme(), { ...readingScreen(deployWindow), focus: "composer" });
  const screen = await showScreen(store, { ...size, clock: fakeClock(now * 1000) });
  const copied: string[] = [];
  const copy = async (what: string) => {
    copied.push(what);
    return ["test"];
  };
  changeScreen(store, (before) => ({
    ...before,
    composing: { kind: "new", address: deployWindow as never },
    focus: "composer",
    composers: new Map([[key, { editor: editorOf(text) }]]),
  }));
  const press = keyPresser(store, screen.ui.viewport, { ...noDesktop, copy });
  return {
    store,
    screen,
    copied,
    text: () => textOf(store.getState(), key),
    presses: async (...strokes: string[]) => {
      press(...strokes);
      await screen.settles();
    },
  };
}

test("Tab with nothing to complete shows a toast and keeps the focus in the composer", async () => {
  const { screen, presses, text, store } = await writing();
  await presses("h", "i", " ", "Tab");
  expect(screen.whole.shows("Nothing to complete here; Esc closes the composer.")).toBe(true);
  expect(store.getState().screen.focus).toBe("composer");
  await presses("e", "u");
  expect(text()).toBe("hi eu");
  await presses("Shift+Tab");
  expect(store.getState().screen.focus).toBe("pane");
  screen.ends();
});

test("^C clears the composer and leaves it; ^Y in it restores the text", async () => {
  const { screen, presses, text } = await writing({}, "almost done");
  await presses("^C");
  expect(text()).toBe("");
  expect(screen.whole.shows("Cleared: ^Y in the composer restores the text, ^C again")).toBe(true);
  expect(screen.store.getState().screen.focus).toBe("pane");
  await presses("r", "^Y");
  expect(text()).toBe("almost done");
  screen.ends();
});

test("a second ^C restores the text that the first one cleared", async () => {
  const { screen, presses, text } = await writing({}, "almost done");
  await presses("^C", "^C");
  expect(text()).toBe("almost done");
  screen.ends();
});

test("^C after typing clears again instead of quitting", async () => {
  const { presses, text, screen } = await writing({}, "almost done");
  await presses("^C", "r", "x", "^C");
  expect(text()).toBe("");
  await presses("r", "^_");
  expect(text()).toBe("x");
  screen.ends();
});

test("the composer labels a restored draft with its time until the first key", async () => {
  const { screen, store, presses } = await writing();
  const draft: Draft = {
    address: deployWindow as never,
    text: "begun",
    updatedAt: now * 1000 - 60_000,
  };
  changeDraft(store, key, draft);
  restoreTexts(store, new Map([[key, draft]]));
  await screen.settles();
  expect(screen.composer.shows("✎ draft from 11:41")).toBe(true);
  await presses("a");
  expect(screen.composer.shows("draft")).toBe(false);
  screen.ends();
});

test("at 20x5 the composer still shows the recipient", async () => {
  const { screen, presses } = await writing({ columns: 20, rows: 5 });
  await presses("h", "i");
  expect(screen.composer.lines()).toEqual([expect.stringContaining("To #bac"), " › hi"]);
  screen.ends();
});

test.each([
  [9_500, "500 left"],
  [19_891, "9891 too long"],
])("for %i characters and a trailing newline, the composer shows %s", async (length, words) => {
  const { screen, presses, store } = await writing({}, `${"a".repeat(length)}\n`);
  await screen.settles();
  expect(screen.composer.shows(words)).toBe(true);
  await presses("Enter");
  if (length > 10_000)
    expect(menuIn(store)?.lines).toContain(
      "The message is 9891 characters too long; the limit is 10000. Shorten it, or send it in parts.",
    );
  screen.ends();
});

test("text typed without a recipient moves to the recipient chosen later", async () => {
  const { screen, store, presses } = await writing();
  changeScreen(store, (before) => ({
    ...before,
    composing: { kind: "new", address: undefined },
    focus: "composer",
    composers: new Map([["", { editor: editorOf("for whom") }]]),
  }));
  await presses("Enter", "b", "a", "c", "Enter", "x", "y", "Enter");
  const { address } = store.getState().screen.composing;
  expect(address).toMatchObject({ kind: "topic", topic: "xy" });
  expect(textOf(store.getState(), conversationKey(address!))).toBe("for whom");
  expect(textOf(store.getState(), "")).toBe("");
  screen.ends();
});

test("Home, End, Up and Down move by wrapped rows", async () => {
  const { screen, presses, text } = await writing({}, "word ".repeat(25).trimEnd());
  await presses("Up", "Home", "1", "End", "2", "Down", "3");
  const rows = screen.composer.lines().filter((line) => line.includes("word"));
  expect(rows.map((row) => row.match(/\d/g) ?? [])).toEqual([[], ["1", "2"], ["3"]]);
  expect(text()).toMatch(/^(word )+1(word )+word2 (word )*word3$/);
  screen.ends();
});

test("the selection is highlighted, and ^X cuts it to the clipboard and for ^Y", async () => {
  const { screen, presses, text, copied } = await writing({}, "one two\nthree");
  await presses("^A", "Shift+Up", "Shift+Right");
  const row = screen.cursor()?.y ?? 0;
  const column = (screen.cursor()?.x ?? 0) - 1;
  const marked = [0, 1, 6, 7, 8].map(
    (at) => screen.cell(column + at, row).background !== undefined,
  );
  expect(marked).toEqual([false, true, true, true, false]);
  expect(screen.cell(column, row + 1).background).toBeUndefined();
  await presses("^X");
  expect([text(), copied]).toEqual(["othree", ["ne two\n"]]);
  await presses("^E", "^Y");
  expect(text()).toBe("othreene two\n");
  screen.ends();
});

test("Esc clears the selection; without one it leaves the composer", async () => {
  const { screen, presses, store } = await writing({}, "one two");
  await presses("^Space", "Home", "Esc");
  expect(store.getState().screen.focus).toBe("composer");
  await presses("x", "Esc");
  expect(store.getState().screen.focus).toBe("pane");
  screen.ends();
});

test("Alt+p toggles a rendered preview, which follows further typing", async () => {
  const { screen, presses } = await writing({}, "some **bold** words");
  await presses("Alt+p");
  expect(screen.pane.lines().slice(-2).join()).toMatch(/ Preview .*some bold words/);
  await presses("!");
  expect(screen.pane.shows("some bold words!")).toBe(true);
  await presses("Alt+p");
  expect(screen.pane.shows("Preview")).toBe(false);
  screen.ends();
});

test("the preview of a text that was emptied is gone, and comes with the next one", async () => {
  const { screen, presses } = await writing({}, "words");
  await presses("Alt+p");
  expect(screen.pane.shows("Preview")).toBe(true);
  await presses("^U");
  expect(screen.whole.shows("review")).toBe(false);
  await presses("x");
  expect(screen.pane.shows("Preview")).toBe(true);
  screen.ends();
});

test("the preview of a long text scrolls to the position of the cursor", async () => {
  const text = Array.from({ length: 40 }, (_, at) => `- item ${at}`).join("\n");
  const { screen, presses } = await writing({}, text);
  await presses("Alt+p");
  expect([screen.pane.shows("item 39"), screen.pane.shows("item 0")]).toEqual([true, false]);
  await presses("Ctrl+Home");
  expect([screen.pane.shows("item 39"), screen.pane.shows("item 0")]).toEqual([false, true]);
  screen.ends();
});

test("the composer marks a recipient other than the open conversation", async () => {
  const { store, screen } = await writing();
  expect(screen.composer.shows("(not here)")).toBe(false);
  changeScreen(store, (now) => ({
    ...now,
    composing: { kind: "new", address: { kind: "direct", userIds: [you, bo] } },
  }));
  await screen.settles();
  expect(screen.composer.shows("To Bo Lindqvist (not here)")).toBe(true);
  screen.ends();
});

test("the composer says that a recipient is a guest, if the organization wants that", async () => {
  const { store, screen } = await writing();
  changeScreen(store, (now) => ({
    ...now,
    composing: { kind: "new", address: { kind: "direct", userIds: [you, bo] } },
  }));
  const setting = { enable_guest_user_dm_warning: true };
  changeReplica(store, ({ organization, ...replica }) => ({
    ...replica,
    organization: { ...organization, settings: { ...organization.settings, ...setting } },
  }));
  await screen.settles();
  expect(screen.composer.shows("(guest)")).toBe(false);
  changeReplica(store, (replica) => {
    const person = { ...get(replica.people, bo)!, role: roles.guest };
    return { ...replica, people: put(replica.people, bo, person, newBatch("test")) };
  });
  await screen.settles();
  expect(screen.composer.shows("To Bo Lindqvist (guest) (not here)")).toBe(true);
  screen.ends();
});

test("while a poll is written, the composer counts its options and names the key for another one", async () => {
  const { screen, presses } = await writing();
  await presses("/", "p", "o", "Tab");
  expect(screen.composer.shows("Alt+Enter: an option")).toBe(true);
  await presses(..."Soup?", "Alt+Enter", ..."leek", "Alt+Enter", ..."pea");
  expect(screen.composer.shows("2 options  Alt+Enter: another")).toBe(true);
  screen.ends();
});
