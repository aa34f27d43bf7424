/** The footer keeps one order of keys in all lists and contexts, and none of them is without effect. */
import { expect, onTestFinished, test } from "vitest";
import { helpRows } from "#commands/keys/help.ts";
import { paletteFacts } from "#commands/keys/palette.ts";
import { showToast } from "#commands/screen.ts";
import { listTable } from "#commands/tables/lists.ts";
import { emptyJournal } from "#journal/journal.ts";
import { scheduledById } from "#model/drafts.ts";
import { type ListKind, listNames } from "#store/list-places.ts";
import { openList } from "#store/lists.ts";
import { foreignRow } from "#store/row-keys.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import {
  acme,
  deployWindow,
  general,
  journalOf,
  now,
  readingScreen,
  sending,
  storeOf,
} from "../../support/acme.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { accountsOf } from "../../support/live-accounts.ts";
import { showScreen, type TestScreen } from "../../support/screen.tsx";

/** A client in which no list is empty, and with a step to undo. */
function filled(): Store {
  const scheduled = scheduledById([
    {
      scheduled_message_id: 1 as never,
      type: "stream",
      to: general,
      topic: "lunch",
      content: "soup",
      scheduled_delivery_timestamp: now + 90_000,
      failed: false,
    },
  ]);
  const address = { kind: "topic", streamId: general, topic: "soup" } as const;
  const drafts = new Map([["t:13:soup", { address, text: "leek", updatedAt: now * 1000 }]]);
  const journal = {
    ...emptyJournal,
    ...journalOf(sending(deployWindow, "waits", { phase: "waiting" })),
    drafts,
    undo: [{ id: "step", sentence: "Starred", done: [], inverse: [], intents: [], at: 0 }],
  };
  return storeOf({ ...acme(), scheduled }, readingScreen(deployWindow), { journal });
}

type Place = readonly [name: string, keys: readonly string[]];

const kinds = (Object.keys(listNames) as ListKind[]).filter(
  (kind) => kind !== "topics" && kind !== "search",
);
const places: readonly Place[] = [
  ...kinds.map((kind): Place => [kind, listTable[kind].keys.split(" ")]),
  ["topics", ["g", "T"]],
  ["sidebar", ["Shift+Tab", "g", "g"]],
  ["reader", ["Esc"]],
  ["everything", ["g", "a", "g", "g"]],
];

/** What opens the row, what is done with it, then what is done elsewhere, as words of the footer. */
const order = [
  /^(?:Enter open|Space page)$/,
  /^(?:[emrSET+oiz!]|b b|[:s]) /,
  /^Space select$/,
  /^D /,
  /^u undo$/,
  /^N needs you$/,
  /^n next$/,
  /^\] next filter$/,
  /^\/ (?:find(?: a place)?|filter)$/,
  /^h fold$/,
  /^c compose$/,
  /^\^K go to$/,
  /^\? keys$/,
];

const shown = (line: string) => line.trim().split(/ {2,}/);

const footerOf = ({ footer }: TestScreen) => shown(footer.lines()[0] ?? "");
const keyOf = (hint: string) => hint.replace(/ .*/, "");
const isEmpty = (store: Store) => openList(store.getState().screen)?.rows.length === 0;

async function open(keys: readonly string[], columns: number) {
  const store = filled();
  const screen = await showScreen(store, { columns, rows: 24 });
  onTestFinished(screen.ends);
  const press = keyPresser(store, screen.ui.viewport);
  press(...keys);
  await screen.settles();
  return { store, screen, press, hints: footerOf(screen) };
}

test.each(places)(
  "the footer of %s names its keys in the one order, whatever fits, and undo only if there is a step",
  async (_, place) => {
    const { store, screen } = await open(place, 40);
    for (const columns of [40, 80, 120, 200]) {
      await screen.resizes(columns, 24);
      const hints = footerOf(screen);
      const ranks = hints.map((hint) => order.findIndex((each) => each.test(hint)));
      expect([hints, ranks]).toEqual([hints, [...ranks].sort((a, b) => a - b)]);
      // Without a row, there is nothing to open.
      if (!isEmpty(store)) expect(ranks[0], hints.join()).toBe(0);
      expect(hints).toContain("u undo");
      expect(hints.at(-1)).toBe("? keys");
    }
    store.setState(({ journal }) => ({ journal: { ...journal, undo: [] } }));
    await screen.settles();
    expect(footerOf(screen)).not.toContain("u undo");
  },
);

test("on a row of another account the footer names undo if either has a step", async () => {
  for (const isTakenHere of [true, false]) {
    const program = accountsOf({ acme: acme(), libre: acme() });
    await program.press();
    const screen = await showScreen(program.store("acme"), { columns: 120 });
    onTestFinished(screen.ends);
    const goTo = async (isHere: boolean) => {
      const { rows } = program.inbox();
      const at = rows.findIndex(({ key }) => (foreignRow(key) === undefined) === isHere);
      await program.press("g", "g", ...Array.from({ length: at }, () => "j"));
      await screen.settles();
    };
    await goTo(false);
    expect(footerOf(screen)).not.toContain("u undo");
    await goTo(isTakenHere);
    await program.press("e");
    await goTo(false);
    expect(footerOf(screen)).toContain("u undo");
  }
});

test("keys have the same order in all places", async () => {
  const all = await Promise.all(places.map(async ([, place]) => (await open(place, 200)).hints));
  const keys = all.map((hints) => hints.filter((hint) => hint !== "Space page").map(keyOf));
  for (const one of keys)
    for (const other of keys) {
      const common = one.filter((key) => other.includes(key));
      expect(other.filter((key) => one.includes(key))).toEqual(common);
    }
});

test.each([
  ["drafts", "g d", "#general › soup sent or deleted"],
  ["outbox", "g o", "#backend › deploy window sent or cancelled"],
  ["scheduled", "g t", "#general › lunch sent or deleted"],
])("a row of %s whose subject is gone keeps its name and offers nothing", async (_, keys, row) => {
  const { screen, press, store } = await open([...keys.split(" "), "D"], 120);
  expect(screen.pane.shows(`✓ ${row}`)).toBe(true);
  const offered = footerOf(screen).map(keyOf);
  for (const key of ["Enter", "E", "D", "T", "!", "Space"]) expect(offered).not.toContain(key);
  expect(offered).toContain("u");
  press("Enter");
  expect(store.getState().screen.toast?.text).toBe("Open: it is not there any more");
  if (keys === "g t") press("T");
  if (keys === "g t")
    expect(store.getState().screen.toast?.text).toBe("Change the time: it is not there any more");
});

/** What can be without effect anywhere: at an edge, without history, on a full screen, outside a terminal or until it answers. */
const always = /^(?:move|scroll|program|copy)\.|^triage\.(?:undo|redo)$|^go\.(?:back|forward)$/;

test.each(places)(
  "each key that help lists for %s does something there or says why not, and those that the footer names do something",
  async (_, place) => {
    const { store, hints } = await open(place, 200);
    const rows = helpRows(paletteFacts(store.getState(), ownKeys), ownKeys, "").filter(
      ({ reason }) => reason === undefined,
    );
    const named = hints.map((hint) => /^b b|^g ./.exec(hint)?.[0] ?? keyOf(hint));
    expect(rows.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(named));
    for (const { command, keys } of rows.filter(({ command: { id } }) => !always.test(id))) {
      // Without a screen, there is nothing to page through.
      if (command.id === "reader.page") continue;
      const fresh = filled();
      const press = keyPresser(fresh);
      press(...place);
      const before = fresh.getState();
      press(...(keys[0] ?? "").split(" "));
      const { screen, journal } = fresh.getState();
      const { pressed: _, toast, ...rest } = screen;
      const { toast: toastBefore, ...restBefore } = before.screen;
      const isDone =
        journal !== before.journal ||
        Object.entries(rest).some(
          ([key, now]) => now !== Object.entries(restBefore).find(([other]) => other === key)?.[1],
        );
      const isNamed = keys.some((key) => named.includes(key));
      expect([command.id, isDone || (!isNamed && toast !== toastBefore)]).toEqual([
        command.id,
        true,
      ]);
    }
  },
);

/** The columns for a notice beside the sidebar, at 80 columns. */
const noticeColumns = 55;

test.each(places)(
  "each key that does nothing in %s says why, and the reason is not cut",
  (_, place) => {
    const store = filled();
    keyPresser(store)(...place);
    const lacking = helpRows(paletteFacts(store.getState(), ownKeys), ownKeys, "").filter(
      ({ reason }) => reason !== undefined,
    );
    for (const { keys, reason = "" } of lacking) {
      const fresh = filled();
      keyPresser(fresh)(...place, ...(keys[0] ?? "").split(" "));
      const said = fresh.getState().screen.toast?.text ?? "";
      expect(said).toContain(reason);
      expect([said, said.length <= noticeColumns]).toEqual([said, true]);
    }
  },
);

test.each(places)(
  "a notice displaces no key of %s, and covers no selected row",
  async (_, place) => {
    const { store, screen, press } = await open(place, 80);
    const cursor = () => screen.whole.lines().find((line) => line.includes("▌"));
    for (const keys of [[], ["G"]]) {
      press(...keys);
      for (const columns of [80, 120, 200]) {
        changeScreen(store, (state) => ({ ...state, toast: undefined }));
        await screen.resizes(columns, 24);
        const [before, selected] = [screen.footer.lines(), cursor()];
        showToast(store, "Done everything", "done", true);
        await screen.settles();
        expect(screen.whole.shows("Done everything · u undo")).toBe(true);
        expect(screen.footer.lines()).toEqual(before);
        expect(cursor()).toBe(selected);
      }
    }
  },
);
