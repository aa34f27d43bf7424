import { expect, test } from "vitest";
import { tableOf, values } from "#base/table.ts";
import { paletteChoices, paletteFacts } from "#commands/keys/palette.ts";
import { withDraft } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import type { Screen } from "#store/screen.ts";
import { changeScreen } from "#store/store.ts";
import { roles } from "#wire/user.ts";
import {
  acme,
  backend,
  bo,
  deployWindow,
  design,
  readingScreen,
  storeOf,
  you,
} from "../../support/acme.ts";
import { emptyScreen } from "../../support/empty-screen.ts";
import { keyPresser, ownKeys } from "../../support/key-presser.ts";
import { accountsOf } from "../../support/live-accounts.ts";
import { showScreen } from "../../support/screen.tsx";
import { startSmall } from "../../support/small-client.ts";

function opened(replica = acme(), screen: Partial<Screen> = {}) {
  const store = storeOf(replica, screen);
  const press = keyPresser(store);
  const choices = (text: string) =>
    paletteChoices(paletteFacts(store.getState(), ownKeys), ownKeys, text).map(
      ({ kind, title, detail }) => `${kind} ${title}${detail === "" ? "" : ` | ${detail}`}`,
    );
  const place = () => store.getState().screen.place;
  return { store, press, choices, place };
}

test.each([
  ["sched", { kind: "scheduled" }],
  ["recent", { kind: "recent" }],
  ["everyth", { kind: "narrow", narrow: { kind: "all" } }],
  ["mentio", { kind: "narrow", narrow: { kind: "mentions" } }],
])("%s in the palette opens the place of that name", (typed, expected) => {
  const { press, place } = opened();
  press("^K", ...typed, "Enter");
  expect(place()).toMatchObject(expected);
});

test("the palette lists recently opened conversations first, without the open one", () => {
  const { store, choices } = opened();
  const flaky = { kind: "topic", streamId: backend, topic: "flaky tests" } as const;
  const icons = { kind: "topic", streamId: design, topic: "icons" } as const;
  changeScreen(store, (screen) => ({
    ...screen,
    trail: {
      back: [flaky, icons, deployWindow].map((narrow) => ({ kind: "narrow", narrow }) as const),
      forward: [],
    },
    place: { kind: "narrow", narrow: deployWindow },
  }));
  expect(choices("").slice(0, 2)).toEqual(["topic icons | design", "topic flaky tests | backend"]);
  expect(choices("").filter((each) => each.includes("flaky"))).toHaveLength(1);
});

test("after > the palette lists commands with their keys, and Enter runs the selected one", () => {
  const { press, choices, place, store } = opened();
  expect(choices(">")[0]).toBe("command Mark as done, and go to the next | e");
  expect(choices(">profile fields")).toEqual(["command Go to profile fields | g f"]);
  press("^K", ..."> go to starred", "Enter");
  expect(place()).toMatchObject({ narrow: { kind: "starred" } });
  expect(store.getState().screen.dialog).toBeUndefined();
});

test.each([
  [">upload", "^G u in the composer"],
  [">new group", "in the lists of streams, groups and fields"],
])("%s is listed with where it works: %s", (typed, where) => {
  const [first = ""] = opened().choices(typed);
  expect(first.endsWith(` | ${where}`)).toBe(true);
});

test.each(["#backend > flaky", "#backend › flaky", "backend>flaky", "#backend"])(
  "%s is understood as weir writes it",
  (typed) => {
    const [first] = opened().choices(typed);
    expect(first).toMatch(typed.includes("flaky") ? /^topic flaky tests/ : /^stream backend/);
  },
);

test("letters scattered over names find nothing, and the palette tells of commands", async () => {
  const { store, press } = opened();
  const screen = await showScreen(store);
  press("^K");
  await screen.settles();
  expect(screen.whole.shows("> lists commands")).toBe(true);
  press(..."dwk");
  await screen.settles();
  expect(screen.whole.shows("nothing found; > lists commands")).toBe(true);
  expect(screen.whole.shows("└ Esc close")).toBe(true);
  screen.ends();
});

test.each([
  [80, 24],
  [40, 12],
])(
  "at %sx%s each command that is found first is told whole, with where it works",
  async (columns, rows) => {
    const { store, press } = opened();
    const screen = await showScreen(store, { columns, rows });
    for (const typed of ["vote", "quote", "upload", "mark unread", "spoiler", "new group"]) {
      press("^K", ...`>${typed}`);
      await screen.settles();
      const [found] = paletteChoices(paletteFacts(store.getState(), ownKeys), ownKeys, `>${typed}`);
      const shown = screen.whole.lines().flatMap((line) => line.match(/│▌ (.*?)│/)?.[1] ?? []);
      expect(shown.join(" ").trim().split(/ +/).slice(1).join(" ")).toBe(
        [found?.title, ...(found?.detail ? [found.detail] : [])].join(" "),
      );
      press("Esc");
    }
    screen.ends();
  },
);

function withRole(role: (typeof roles)[keyof typeof roles]): Replica {
  const people = [...values(acme().people)].map((one) => (one.id === you ? { ...one, role } : one));
  return { ...acme(), people: tableOf(people, ({ id }) => id) };
}

const administrators = withRole(roles.administrator);
const deleting = "command Delete the topic (asks first)";
const direct = { kind: "direct", userIds: [you, bo] } as const;
const deployRow = { ...emptyScreen.sidebar, selected: narrowKey(deployWindow) };

test.each([
  ["that is read", administrators, readingScreen(deployWindow), true],
  ["under the sidebar's cursor", administrators, { focus: "sidebar", sidebar: deployRow }, true],
  ["that the user may not delete", withRole(roles.member), readingScreen(deployWindow), false],
  ["that is a direct conversation", administrators, readingScreen(direct), false],
] as const)("the palette offers to delete a topic %s only if that is possible", (...row) => {
  const [, replica, screen, isOffered] = row;
  expect(opened(replica, screen).choices(">delete topic").includes(deleting)).toBe(isOffered);
});

test("the palette offers to delete a topic of a list, and asks before it does", () => {
  const { press, choices, store } = opened(administrators, readingScreen(deployWindow));
  press("g", "T");
  expect(choices(">delete")).toContain(deleting);
  press("^K", ...">delete the topic", "Enter");
  expect(store.getState().screen.dialog).toMatchObject({
    about: { kind: "delete-topic", streamId: backend },
  });
});

test("the palette finds a topic of another account with only a draft", async () => {
  const accounts = accountsOf({ acme: acme(), labs: acme() });
  const address = { kind: "topic", streamId: backend, topic: "rota for spring" } as const;
  const draft = { address, text: "begun", updatedAt: 0 };
  accounts.store("labs").setState((labs) => ({
    journal: withDraft(labs.journal, conversationKey(address), draft),
  }));
  await accounts.press("j");
  const found = paletteChoices(paletteFacts(accounts.state(), ownKeys), ownKeys, "rota");
  expect(found[0]).toMatchObject({ title: "rota for spring", account: "labs", hasDraft: true });
});

test("views are found by their names, and Enter searches for what they name", async () => {
  const { press, type, settles, store } = await startSmall();
  press("g", "/");
  type("is:starred");
  press("Enter");
  await settles();
  press("+");
  type("Kept for later");
  press("Enter", "g", "i", "^K");
  type("kept for");
  const [found] = paletteChoices(paletteFacts(store.getState(), ownKeys), ownKeys, "kept for");
  expect([found?.kind, found?.title, found?.detail]).toEqual(["view", "Kept for later", "view"]);
  press("Enter");
  await settles();
  expect(store.getState().screen.place).toMatchObject({ kind: "search", text: "is:starred" });
});
