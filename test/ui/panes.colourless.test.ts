/** Nothing is told by colour alone: what differs in colour differs in its words, its signs or its weight, too. */
import { expect, test } from "vitest";
import { partOf } from "#base/safe-text.ts";
import { watchLists } from "#commands/lists/lists.ts";
import { goTo } from "#commands/places/navigation.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { TextStyle } from "#theme/themes.ts";
import { mono, themeOf } from "#theme/themes.ts";
import type { Token } from "#theme/tokens.ts";
import { createPanes, type Panes } from "#ui/panes.ts";
import { createMessageBodies } from "#ui/reader/message-bodies.ts";
import type { Style } from "#ui/style.ts";
import { acme, deployWindow, idsOf, readingScreen, storeOf } from "../support/acme.ts";
import { fakeClock } from "../support/clock.ts";
import { dialogCases, startAsking } from "../support/dialog-cases.ts";
import { startPair } from "../support/happenings.ts";
import { keyPresser, ownKeys } from "../support/key-presser.ts";
import { listPlaces } from "../support/list-places.ts";
import { styleOf } from "../support/screen.tsx";

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

function panesOn(store: Store, style: Style, clock: { readonly now: () => number }): Panes {
  const size = { columns: 120, rows: 40 };
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

function tellsWithoutColour(store: Store, clock: { readonly now: () => number }): void {
  const pieces = piecesOf(panesOn(store, named, clock), store.getState());
  expect(pieces.flat().length).toBeGreaterThan(0);
  expect(pieces.flatMap(toldByColour)).toEqual([]);
  const panes = panesOn(store, styleOf({ depth: "none" }), clock);
  const lines = parts.flatMap((part) => panes[part](store.getState()));
  expect(lines.filter((line) => coloured.test(line))).toEqual([]);
}

test("a text that only its colour tells apart is found", () => {
  const piece = (token: Token): Piece => ({ text: partOf("Ana"), tokens: [token] });
  expect(toldByColour([piece("good"), piece("string"), piece("mention")])).toEqual([]);
  expect(toldByColour([piece("warning"), piece("bad")])).toHaveLength(1);
});

test.each(listPlaces)("in the list %s", async (_, place) => {
  const { store, clock } = await startPair();
  watchLists(store);
  goTo(store, place);
  await clock.pass("2 s");
  keyPresser(store)("g", "g");
  tellsWithoutColour(store, clock);
});

test.each(dialogCases)("in the dialog %s", async (_, each) => {
  const asking = await startAsking(each);
  await each.opens(asking);
  await asking.clock.pass("2 s");
  tellsWithoutColour(asking.store, asking.clock);
});

test("among messages", () => {
  const replica = acme();
  const ids = idsOf(replica, deployWindow);
  for (const selected of ids)
    tellsWithoutColour(storeOf(replica, readingScreen(deployWindow, selected)), fakeClock());
});
