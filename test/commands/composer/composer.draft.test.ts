/** A draft that waits in a composer: nothing is added to it before it was seen, and what replaces it loses nothing. */
import { expect, test } from "vitest";
import { isConflictKey } from "#journal/journal.ts";
import { composerEditor, writtenDrafts } from "#store/composer.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { noDesktop } from "../../support/no-ports.ts";
import type { Body } from "../../support/realm.ts";
import { showScreen } from "../../support/screen.tsx";
import { before, startSmall } from "../../support/small-client.ts";

const draft = "half a ";

/** `deploy` with a draft of an earlier run. */
async function waiting(columns = 120) {
  const { store, clock, client, rows, settles, ana } = await startSmall();
  const screen = await showScreen(store, { clock, columns });
  const press = keyPresser(store, screen.ui.viewport, noDesktop, clock);
  const presses = async (...strokes: string[]) => {
    press(...strokes);
    await screen.settles();
  };
  const text = () => composerEditor(store.getState().screen).text;
  /** The drafts here, after a restart, and on the server; the newest first. */
  const drafts = async () => {
    await clock.pass("10 s");
    const written = () =>
      [...writtenDrafts(store.getState().journal)].map(([key, { text: each }]) =>
        isConflictKey(key) ? `other: ${each}` : each,
      );
    const disk = [...client.disk.drafts.values()].map((each) => each.text);
    const server: readonly Body[] = (await ana.get("/drafts")).body["drafts"];
    return { here: written(), disk: disk.sort(), server: server.map((each) => each["content"]) };
  };
  return { store, client, screen, presses, text, rows, settles, clock, drafts };
}

test.each([120, 80])(
  "r shows a waiting draft as what it is, with its age and keys, at %i columns",
  async (columns) => {
    const { screen, presses, text } = await waiting(columns);
    expect(screen.footer.shows("r your draft")).toBe(true);
    await presses("r");
    expect(text().trim()).toBe(draft.trim());
    expect(screen.composer.shows("✎ draft from")).toBe(true);
    expect(screen.composer.shows("typing replaces it")).toBe(true);
    expect(screen.footer.shows("Right continue the draft")).toBe(true);
    screen.ends();
  },
);

test("typing replaces a waiting draft, says so, and sends nothing of it; ^_ and ^Y bring it back", async () => {
  const { screen, presses, text, rows, settles } = await waiting();
  await presses("r");
  const waited = text();
  await presses(..."yes");
  expect(text()).toBe("yes");
  expect(screen.composer.shows("draft kept ^_ restores it")).toBe(true);
  await presses("Esc");
  expect(screen.composer.shows("draft kept")).toBe(true);
  expect(screen.composer.shows("^_")).toBe(false);
  await presses("r", "^_");
  expect(text()).toBe(waited);
  await presses("^R", "Enter");
  await settles();
  expect(rows()).toEqual([...before, "yes"]);
  await presses("r", "^Y");
  expect(text()).toBe(waited);
  screen.ends();
});

test("at 40 columns a note beside the recipient is short, not cut before its key", async () => {
  const { screen, presses } = await waiting(40);
  await presses("r", ..."yes");
  expect(screen.composer.lines()[1]).toMatch(/draft kept {2}\^_ *$/);
  screen.ends();
});

test.each(["Right", "End"])(
  "%s goes on with a waiting draft, also after Esc and r",
  async (key) => {
    const { screen, presses, text } = await waiting();
    await presses("r");
    const waited = text();
    await presses(key, "x", "Esc", "r", "y");
    expect(text()).toBe(`${waited}xy`);
    expect(screen.composer.shows("To #dev › deploy")).toBe(true);
    screen.ends();
  },
);

test("Esc leaves a waiting draft as it was, and a quote replaces it, which undo takes back", async () => {
  const { screen, presses, text, store } = await waiting();
  await presses("r");
  const waited = text();
  await presses("Esc");
  expect([text(), store.getState().screen.focus]).toEqual([waited, "pane"]);
  await presses(">");
  expect(text()).not.toContain(waited);
  await presses("^_");
  expect(text()).toBe(waited);
  screen.ends();
});

test.each([
  ["sent at once", 0, "Enter"],
  ["sent later", 5_000, "Enter"],
  ["left", 0, "Esc"],
  ["left later", 5_000, "Esc"],
])("a draft that was typed over by a text that is %s is a draft of its own", async (_, ms, key) => {
  const { screen, presses, text, clock, drafts, client } = await waiting();
  await presses("r");
  const waited = text();
  const requests = client.network.sent.length;
  await presses(..."yes");
  await clock.pass(ms);
  await presses(key);
  const { here, disk, server } = await drafts();
  const others = key === "Esc" ? ["yes"] : [];
  expect(here.toSorted()).toEqual([`other: ${waited}`, ...others]);
  expect(disk).toEqual([waited, ...others]);
  expect(server.toSorted()).toEqual([waited.trim(), ...others]);
  // The copy on the server stays that of the text that it has.
  const sent = client.network.sent.slice(requests);
  expect(sent.filter((line) => line.startsWith("PATCH") && line.includes("/drafts"))).toEqual([]);
  await presses("Esc", "r", "Alt+o");
  expect(text()).toBe(waited);
  screen.ends();
});

test.each([0, 1_000, 10_000])(
  "^_ brings back what was typed over %i ms before, and leaves no second draft",
  async (ms) => {
    const { screen, presses, text, clock, drafts } = await waiting();
    await presses("r");
    const waited = text();
    await presses(..."yes");
    await clock.pass(ms);
    await presses("^_");
    expect(text()).toBe(waited);
    const { here, disk, server } = await drafts();
    expect([here, disk, server]).toEqual([[waited], [waited], [waited.trim()]]);
    screen.ends();
  },
);

test("a waiting draft that is deleted leaves no other version", async () => {
  const { screen, presses, drafts } = await waiting();
  await presses("r", "Backspace", ..."yes", "Enter");
  const { here, disk, server } = await drafts();
  expect([here, disk, server]).toEqual([[], [], []]);
  screen.ends();
});
