import { expect, test } from "vitest";
import { helpSections } from "#commands/keys/help.ts";
import { paletteFacts } from "#commands/keys/palette.ts";
import type { Screen } from "#store/screen.ts";
import { changeSession } from "#store/store.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../../support/acme.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { showScreen, type TestScreen } from "../../support/screen.tsx";

const replica = acme();
const ids = idsOf(replica, deployWindow);

/** A screen of this size with a keyboard. */
async function startKeyboard(columns: number, rows: number, place?: Partial<Screen>) {
  const store = storeOf(replica, place ?? readingScreen(deployWindow, ids[3]));
  const screen = await showScreen(store, { columns, rows });
  const keyboard = keyPresser(store, screen.ui.viewport);
  const press = async (...strokes: string[]) => {
    keyboard(...strokes);
    await screen.settles();
  };
  const sections = (typed = "") =>
    helpSections(paletteFacts(store.getState(), ownKeys), ownKeys, typed);
  return { screen, store, press, sections };
}

const hasMore = (screen: TestScreen, sign: string) =>
  screen.whole.lines().some((line) => new RegExp(`${sign} \\d+ more`).test(line));

test.each([
  [80, 24, "PageDown"],
  [40, 10, "Down"],
] as const)(
  "at %ix%i stepping through the help with %s shows every key of the context, with its whole description",
  async (columns, rows, key) => {
    const { screen, press, sections } = await startKeyboard(columns, rows);
    const titles = sections().flatMap((section) =>
      section.rows.map(({ command }) => command.title),
    );
    await press("?");
    const words = new Set<string>();
    const look = () => {
      for (const line of screen.whole.lines())
        for (const word of line.split(/[\s│:]+/)) words.add(word);
    };
    look();
    expect(hasMore(screen, "↓")).toBe(true);
    for (let count = 0; count < titles.length && hasMore(screen, "↓"); count += 1) {
      await press(key);
      look();
    }
    const missing = titles
      .flatMap((title) => title.split(/[ :]+/))
      .filter((word) => !words.has(word));
    expect(missing).toEqual([]);
    expect(hasMore(screen, "↓")).toBe(false);
    screen.ends();
  },
);

test.each(["list", "reader"] as const)(
  "in a %s, 40 lines show what the signs mean and the keys that are used most",
  async (where) => {
    const place = where === "list" ? { place: { kind: "inbox" } as const } : undefined;
    const { screen, press, sections } = await startKeyboard(80, 40, place);
    await press("?");
    const [most] = sections();
    expect(most?.title).toBe("Most used");
    const lines = screen.whole.lines();
    expect(lines.findIndex((line) => /@ needs you/.test(line))).toBeLessThan(
      lines.findIndex((line) => /MOST USED/.test(line)),
    );
    for (const sign of "@◆✎◷#◈◎›✔∅●◐○") expect(lines.join("\n")).toContain(`${sign} `);
    for (const { command } of most?.rows ?? [])
      expect(screen.whole.shows(command.title.slice(0, 40))).toBe(true);
    const ids = most?.rows.map(({ command: { id } }) => id) ?? [];
    expect(ids.indexOf("triage.done")).toBeLessThan(ids.indexOf("palette.open"));
    screen.ends();
  },
);

test("a notice is repeated above the help only if it needs more than one line", async () => {
  for (const [length, isLong] of [
    [67, false],
    [68, true],
  ] as const) {
    const { screen, store, press } = await startKeyboard(80, 24);
    const notice = "x".repeat(length);
    changeSession(store, (session) => ({ ...session, notice }));
    await screen.settles();
    expect(screen.notice.lines()).toHaveLength(isLong ? 2 : 1);
    await press("?");
    expect(screen.whole.lines().slice(2).join("").includes("xxx")).toBe(isLong);
    screen.ends();
  }
});

test("the keys of the context come first, and those that do nothing there last, with the reason", async () => {
  const { screen, press, sections } = await startKeyboard(80, 24, { place: { kind: "people" } });
  const titles = sections().map(({ title }) => title);
  expect([titles[0], titles[1], titles.at(-1)]).toEqual(["Most used", "in a list", "Not here"]);
  for (const { title, rows } of sections())
    for (const { reason } of rows)
      expect([title, reason !== undefined]).toEqual([title, title === "Not here"]);
  await press("?", ..."reminded in an");
  expect(screen.whole.shows("NOT HERE")).toBe(true);
  expect(screen.whole.shows("Snooze or be reminded in an hour: not in this list")).toBe(true);
  screen.ends();
});

test("letters narrow the help, and Enter runs the selected command", async () => {
  const { screen, store, press } = await startKeyboard(80, 24);
  await press("?", ..."inbox");
  expect(screen.whole.shows("Go to the inbox")).toBe(true);
  expect(screen.whole.shows("Go to mentions")).toBe(false);
  await press("Enter");
  expect(store.getState().screen.dialog).toBeUndefined();
  expect(store.getState().screen.place.kind).toBe("inbox");
  await press("?", ..."zzzz");
  expect(screen.whole.shows("nothing found")).toBe(true);
  await press("Esc");
  expect(store.getState().screen.dialog).toBeUndefined();
  screen.ends();
});
