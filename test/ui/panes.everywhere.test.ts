/**
 * What holds for every list, every dialog and messages, whatever the terminal can show. Where symbols are ASCII, texts have no
 * others either, whoever wrote them. Nothing is told by colour alone: what differs in colour differs in its words, its signs or
 * its weight, too. And the terminal's cursor, which braille displays and magnifiers follow, is in the text where one types,
 * else on the row.
 */
import { expect, test } from "vitest";
import { cellsFor, standardRules } from "#base/cells.ts";
import type { Clock } from "#base/clock.ts";
import { partOf } from "#base/safe-text.ts";
import { openText } from "#commands/keys/inputs.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import { openComposer, showToast } from "#commands/screen.ts";
import { openList } from "#store/lists.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { asciiGlyphs, consoleGlyphs, substitutesOf } from "#theme/glyphs.ts";
import { mono, type TextStyle, themeOf } from "#theme/themes.ts";
import type { Token } from "#theme/tokens.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { createPanes, type Panes } from "#ui/panes.ts";
import type { Style } from "#ui/style.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { startAsking } from "../support/asking.ts";
import { fakeClock } from "../support/clock.ts";
import { dialogCases } from "../support/dialog-cases.ts";
import { sentAndScheduled } from "../support/happenings.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";
import { listPlaces } from "../support/list-places.ts";
import { noDesktop, noViewport } from "../support/no-ports.ts";
import { showScreen, styleOf, type TestScreen } from "../support/screen.tsx";
import { deploy, inDeploy, startSmall } from "../support/small-client.ts";

const size = { columns: 120, rows: 40 };

/** Signs, arrows and typographic punctuation, and what each set has of them. */
const strange = {
  ascii: /[\u00b7\u00d7\u2010-\u2bff]/,
  console: /(?![│─┌┐└┘├┼┤•·↑↓])[\u00d7\u2010-\u2bff]/,
} as const;
const glyphsOf = { ascii: asciiGlyphs, console: consoleGlyphs } as const;

async function screensOn(store: Store, clock: Clock) {
  const sets = ["ascii", "console"] as const;
  const screens = await Promise.all(
    sets.map((set) => {
      const rules = { ...standardRules, ellipsis: "~", emojiName: () => "emoji" };
      const cells = cellsFor({ ...rules, instead: substitutesOf[set] });
      return showScreen(store, { ...size, clock, cells, glyphs: glyphsOf[set] });
    }),
  );
  return {
    found: async () => {
      for (const screen of screens) await screen.settles();
      return screens.flatMap((screen, at) =>
        screen.whole.lines().filter((line) => strange[sets[at] ?? "ascii"].test(line)),
      );
    },
    ends: () => {
      for (const screen of screens) screen.ends();
    },
  };
}

/** A piece of a screen, and by which tokens it is drawn; none for a stream's colour, which stands beside its name. */
type Piece = { readonly text: string; readonly tokens: readonly Token[] };

/** Writes the tokens instead of their styles. */
const [begin, end] = ["\u0001", "\u0002"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: they stand where the styles would
const painted = /\u0001([^:\u0001]*):([^\u0001\u0002]*)/g;
const named: Style = {
  ...styleOf({}),
  painter: {
    ...styleOf({}).painter,
    sgr: (tokens) => ({ open: `${begin}${tokens.join("+")}:`, close: end }),
    paint: (tokens, text) => `${begin}${[tokens].flat().join("+")}:${text}${end}`,
    behind: (_, line) => line,
    streamColour: () => ({ open: "", close: "" }),
  },
};

function panesOn(store: Store, style: Style, clock: Clock): Panes {
  changeScreen(store, (screen) => ({ ...screen, terminal: { ...screen.terminal, ...size } }));
  const bodies = createMessageBodies(style, () => undefined);
  return createPanes({ style, bodies, clock, keys: ownKeys });
}

const parts = ["header", "sidebar", "title", "pane", "composer", "footer"] as const;

/** By part: a number means something else in each of them. */
function piecesOf(panes: Panes, state: State): readonly (readonly Piece[])[] {
  const { rows = [], list = [] } = panes.dialog(state)?.content ?? {};
  const spans = [...rows, ...list].flatMap(({ left = [], right = [] }) => [...left, ...right]);
  const drawn = parts.map((part) =>
    [...panes[part](state).join("\n").matchAll(painted)].map(([, tokens = "", text = ""]) => ({
      text,
      tokens: tokens.split("+") as Token[],
    })),
  );
  return [
    ...drawn,
    spans.map(({ text, token }) => ({ text, tokens: [token ?? "text"].flat() as Token[] })),
  ];
}

/** How important a text is; not what it says. */
const grades: ReadonlySet<Token> = new Set(["dim", "faint", "quote", "comment", "muted", "text"]);

const lookOf = (styles: Readonly<Record<Token, TextStyle>>, tokens: readonly Token[]) =>
  JSON.stringify(Object.assign({}, ...tokens.map((token) => styles[token])));

/** Texts that are the same except for their colours. */
function toldByColour(pieces: readonly Piece[]): readonly string[] {
  const { styles } = themeOf("dark", "dark");
  const told = pieces.filter(
    ({ tokens, text }) => text.trim() !== "" && !tokens.every((token) => grades.has(token)),
  );
  const looks = new Map<string, Map<string, string>>();
  for (const { text, tokens } of told) {
    const key = `${text.trim()} as ${lookOf(mono.styles, tokens)}`;
    const all = looks.get(key) ?? new Map();
    looks.set(key, all.set(lookOf(styles, tokens), tokens.join("+")));
  }
  return [...looks].flatMap(([key, all]) => (all.size > 1 ? [`${key}: ${[...all.values()]}`] : []));
}

/** Colours, of text or behind it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
const coloured = /\u001b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9\d|10\d)[;m]/;

function tellsWithoutColour(store: Store, clock: Clock): void {
  const pieces = piecesOf(panesOn(store, named, clock), store.getState());
  expect(pieces.flat().length).toBeGreaterThan(0);
  expect(pieces.flatMap(toldByColour)).toEqual([]);
  const panes = panesOn(store, styleOf({ depth: "none" }), clock);
  const lines = parts.flatMap((part) => panes[part](store.getState()));
  expect(lines.filter((line) => coloured.test(line))).toEqual([]);
}

/** The bar of the selected row, and the background of the dark theme behind it. */
const isOnSelected = (screen: TestScreen) => {
  const { x, y } = screen.cursor() ?? { x: -1, y: -1 };
  return screen.cell(x, y).background === 0x22_2a_35 && screen.cell(x, y).text === "▌";
};

function expectInDialog(screen: TestScreen): void {
  const opened = screen.ui.panes().dialog(screen.store.getState());
  const { x: left = 0, y: top = 0, columns = 0, rows = 0 } = opened?.region ?? {};
  const { x, y } = screen.cursor() ?? { x: -1, y: -1 };
  expect(x).toBeGreaterThan(left);
  expect(x).toBeLessThan(left + columns - 1);
  expect(y).toBeGreaterThan(top);
  expect(y).toBeLessThan(top + rows - 1);
  const typed = openText(screen.store.getState());
  const isOnRow = (opened?.chosen ?? -1) >= 0 && opened?.content.scrolledTo === undefined;
  if (typed !== undefined) expect(screen.line(y).slice(left + 1, x)).toContain(typed.text);
  else if (isOnRow) expect(isOnSelected(screen)).toBe(true);
}

test.each(dialogCases)("the dialog %s", async (_, each) => {
  const asking = await startAsking(each);
  const { store, clock } = asking;
  watchLists(store);
  await each.opens(asking);
  await clock.pass("2 s");
  const { found, ends } = await screensOn(store, clock);
  expect(await found()).toEqual([]);
  ends();
  const screen = await showScreen(store, { ...size, clock });
  expectInDialog(screen);
  screen.ends();
  tellsWithoutColour(store, clock);
});

async function startScreen() {
  const pair = await startSmall({ first: sentAndScheduled });
  watchLists(pair.store);
  const screen = await showScreen(pair.store, { ...size, clock: pair.clock });
  const press = keyPresser(pair.store, noViewport, noDesktop, pair.clock);
  return { ...pair, screen, press };
}

test.each(listPlaces)("the list %s", async (_, place) => {
  const { store, clock, screen, press } = await startScreen();
  goTo(store, place);
  await clock.pass("2 s");
  press("G", "g", "g");
  await screen.settles();
  const { rows = [] } = openList(store.getState().screen) ?? {};
  expect(screen.cursor()).toBeDefined();
  expect(rows.length === 0 || isOnSelected(screen)).toBe(true);
  tellsWithoutColour(store, clock);
  const before = screen.cursor()?.y ?? 0;
  press("j");
  await screen.settles();
  expect(rows.length < 2 || (isOnSelected(screen) && (screen.cursor()?.y ?? 0) > before)).toBe(
    true,
  );
  screen.ends();
});

test("typographic texts in every list, a conversation, and toasts", async () => {
  const pair = await startSmall({ first: sentAndScheduled });
  const text = "“They’re open” — from 9–17, ≤ 3 × a day … → home • ‘so’ ✓";
  await pair.bo.say(inDeploy, text);
  watchLists(pair.store);
  const { found, ends } = await screensOn(pair.store, pair.clock);
  for (const [, place] of listPlaces) {
    goTo(pair.store, place);
    await pair.clock.pass("2 s");
    expect(await found()).toEqual([]);
  }
  pair.client.open({ kind: "topic", ...inDeploy } as never);
  showToast(pair.store, `Set status ${text}`);
  await pair.clock.pass("1 s");
  expect(await found()).toEqual([]);
  ends();
});

test("in messages, the sidebar and the composer the cursor follows what has the focus", async () => {
  const { store, screen, press } = await startScreen();
  press("g", "g");
  await screen.settles();
  expect(isOnSelected(screen)).toBe(true);
  const message = screen.cursor();
  for (let at = 0; at < 3 && store.getState().screen.focus !== "sidebar"; at += 1)
    press("Shift+Tab");
  press("g", "g");
  await screen.settles();
  expect(store.getState().screen.focus).toBe("sidebar");
  expect(isOnSelected(screen)).toBe(true);
  expect(screen.cursor()?.x).not.toBe(message?.x);
  openComposer(store, deploy);
  press(..."two");
  await screen.settles();
  const { x, y } = screen.cursor() ?? { x: 0, y: 0 };
  expect(screen.line(y).slice(0, x)).toMatch(/two$/);
  screen.ends();
});

test("a text that only its colour tells apart is found", () => {
  const piece = (token: Token): Piece => ({ text: partOf("Ana"), tokens: [token] });
  expect(toldByColour([piece("good"), piece("string"), piece("mention")])).toEqual([]);
  expect(toldByColour([piece("warning"), piece("bad")])).toHaveLength(1);
});

test("nothing is told by colour alone among messages", () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  for (const selected of ids)
    tellsWithoutColour(storeOf(replica, readingScreen(deployWindow, selected)), fakeClock());
});
