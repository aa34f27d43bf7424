import { expect, test } from "vitest";
import { draftsDefinition } from "#commands/draft/list.ts";
import { arrivalsIn } from "#commands/lists/list.ts";
import type { Draft } from "#journal/intent.ts";
import { composerKeyOf, conflictKey, emptyJournal } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { restoreTexts, textOf } from "#store/composer.ts";
import { openList } from "#store/lists.ts";
import { changeDraft, changeReplica } from "#store/store.ts";
import { acme, ana, general, now, storeOf, you } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { openRows } from "../../support/over-rows.ts";
import { showScreen } from "../../support/screen.tsx";

const draft = (text: string, age: number, address?: Draft["address"]): Draft => ({
  address,
  text,
  updatedAt: (now - age) * 1000,
});

const soup = { kind: "topic", streamId: general, topic: "soup" } as const;
const toAna = { kind: "direct", userIds: [you, ana] } as const;
const soupKey = conversationKey(soup);
const drafts = new Map([
  [soupKey, draft("leek\nor potato", 120, soup)],
  ["", draft("for whom?", 10)],
  [conversationKey(toAna), draft("yes: the rain", 7200, toAna)],
  ["d:1,3", draft("", 5)],
]);

function withDrafts(replica = acme()) {
  const store = storeOf(replica, {}, { journal: { ...emptyJournal, drafts } });
  restoreTexts(store, drafts);
  const press = keyPresser(store);
  const rows = () => openList(store.getState().screen)?.rows.map(({ key }) => key);
  press("g", "d");
  return { store, press, rows };
}

test("drafts are listed newest first, including those without a recipient or in new topics, without empty ones", () => {
  const { store, rows } = withDrafts();
  expect(rows()).toEqual(["unaddressed", soupKey, conversationKey(toAna)]);
  const [filter] = draftsDefinition.filters;
  expect(draftsDefinition.isEmpty(storeOf(acme()).getState(), filter!)).toBe(true);
  expect(arrivalsIn(draftsDefinition, store.getState(), openList(store.getState().screen)!)).toBe(
    0,
  );
});

test("Enter in the drafts resumes the draft, even in a topic that does not exist yet", () => {
  const { store, press } = withDrafts();
  press("j", "Enter");
  const { screen } = store.getState();
  expect(screen.place).toEqual({ kind: "narrow", narrow: soup });
  expect(screen).toMatchObject({ focus: "composer", composing: { address: soup } });
});

test("an unfinished edit is listed as such with its conversation", async () => {
  const unfinished = new Map([["edit:7", draft("leek", 5, soup)]]);
  const store = storeOf(acme(), {}, { journal: { ...emptyJournal, drafts: unfinished } });
  const screen = await showScreen(store, { columns: 120 });
  keyPresser(store)("g", "d");
  await screen.settles();
  expect(screen.pane.shows("#general › soup (edit of your message) leek")).toBe(true);
  screen.ends();
});

test("Enter on a draft without a recipient asks for one", () => {
  const { store, press } = withDrafts();
  press("Enter");
  expect(store.getState().screen.dialog).toMatchObject({ kind: "recipient" });
});

test("i shows the whole draft with its recipient and time", async () => {
  const { store, press } = withDrafts();
  const screen = await showScreen(store, { columns: 100, rows: 24 });
  press("j", "i");
  await screen.settles();
  expect(screen.whole.shows("Draft to #general › soup")).toBe(true);
  expect(screen.whole.shows("│ or potato")).toBe(true);
  press("Esc");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(store.getState().screen.place).toEqual({ kind: "drafts" });
  screen.ends();
});

test("D deletes a draft and selects the next, u restores it with the cursor on it, ^R deletes it again", () => {
  const { store, press } = withDrafts();
  press("j", "D");
  expect(openRows(store.getState())).toEqual({
    over: [soupKey],
    left: ["unaddressed", conversationKey(toAna)],
  });
  expect(openList(store.getState().screen)?.cursor?.key).toBe(conversationKey(toAna));
  expect(store.getState().screen.toast?.text).toBe("Deleted the draft to #general › soup");
  expect([store.getState().journal.drafts.has(soupKey), textOf(store.getState(), soupKey)]).toEqual(
    [false, ""],
  );
  press("u");
  expect(openList(store.getState().screen)?.cursor?.key).toBe(soupKey);
  expect(store.getState().journal.drafts.get(soupKey)).toEqual(drafts.get(soupKey));
  expect(textOf(store.getState(), soupKey)).toBe("leek\nor potato");
  press("^R");
  expect(textOf(store.getState(), soupKey)).toBe("");
});

test("selected drafts are deleted in one step", () => {
  const { store, press } = withDrafts();
  press("^A", "D");
  expect(store.getState().screen.toast?.text).toBe("Deleted 3 drafts");
  press("u");
  expect(store.getState().journal.drafts.size).toBe(4);
});

test("deleting a draft also deletes the server's copy, and undo restores it above the text written since", () => {
  const { store, press } = withDrafts();
  const shared = { id: 9, text: "leek", realm: 1 } as never;
  store.setState(({ journal }) => ({
    journal: {
      ...journal,
      drafts: new Map(journal.drafts).set(soupKey, { ...drafts.get(soupKey)!, shared }),
    },
  }));
  press("j", "D");
  expect(store.getState().journal.drafts.get(soupKey)).toMatchObject({ text: "", shared });
  restoreTexts(store, new Map([[soupKey, draft("and now?", 0, soup)]]));
  press("u");
  expect(textOf(store.getState(), soupKey)).toBe("leek\nor potato\n\nand now?");
});

test("e in the drafts says that it does nothing in this list", () => {
  const { store, press } = withDrafts();
  press("^A", "e");
  expect(store.getState().screen.toast?.text).toBe("Mark as done: not in this list");
  expect(store.getState().journal.intents.size).toBe(0);
});

test("in little room the row of a draft shows its text, not its number of lines", async () => {
  const { store, press } = withDrafts();
  const screen = await showScreen(store, { columns: 80 });
  expect(screen.pane.shows("✎ #general › soup leek")).toBe(true);
  expect(screen.pane.shows("2 lines")).toBe(false);
  press("g", "i", "^L");
  await screen.settles();
  expect(screen.pane.lines().filter((line) => /your draft: .{0,3}\u2026/.test(line))).toEqual([]);
  screen.ends();
});

test("the row of a draft shows recipient, first line and time; sidebar and inbox mark its conversation", async () => {
  const { store, press } = withDrafts();
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  expect(screen.title.shows("Drafts All 3")).toBe(true);
  expect(screen.pane.shows("✎ #general › soup leek")).toBe(true);
  expect(screen.pane.shows("· 2 lines 11:40")).toBe(true);
  expect(screen.footer.shows("D delete")).toBe(true);
  expect(screen.footer.shows("e done")).toBe(false);
  expect(screen.sidebar.shows("Drafts 3")).toBe(true);
  expect(screen.sidebar.shows("Ana Ruiz ✎")).toBe(true);
  press("g", "i", "^L");
  await screen.settles();
  expect(screen.pane.shows("@ Ana Ruiz ✎ can")).toBe(true);
  screen.ends();
});

test("if the server does not store drafts or sharing is off, the list notes that they are local", async () => {
  const { store } = withDrafts();
  const screen = await showScreen(store, { columns: 120 });
  expect(screen.pane.shows("On this machine only")).toBe(false);
  changeReplica(store, (replica) => ({
    ...replica,
    epoch: 1,
    realm: { ...replica.realm, featureLevel: 86 },
  }));
  await screen.settles();
  expect(screen.pane.shows("On this machine only: this server does not store drafts")).toBe(true);
  changeReplica(store, (replica) => ({
    ...replica,
    realm: { ...replica.realm, featureLevel: 278 },
    settings: { ...replica.settings, enable_drafts_synchronization: false },
  }));
  await screen.settles();
  expect(screen.pane.shows("On this machine only: your setting “Share drafts” is off")).toBe(true);
  screen.ends();
});

test("a conflicting version of a draft is listed, marks its conversation, and Enter swaps it with the draft", async () => {
  const { store, press } = withDrafts();
  const other = draft("the other words", 0, toAna);
  changeDraft(store, conflictKey("1"), other);
  const home = composerKeyOf(conflictKey("1"), other);
  press("^L", "g", "g");
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  expect(screen.pane.shows("(other text) the other words")).toBe(true);
  press("Enter");
  await screen.settles();
  expect(textOf(store.getState(), home)).toBe("the other words");
  expect(screen.composer.shows("another version from")).toBe(true);
  press("^C");
  changeDraft(store, home, undefined);
  await screen.settles();
  expect(screen.sidebar.shows("Ana Ruiz ✎")).toBe(true);
  screen.ends();
});
