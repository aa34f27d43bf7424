/** Links that are pasted into the palette or followed in a message, with several accounts. */
import { expect, onTestFinished, test } from "vitest";
import type { Desktop } from "#commands/command.ts";
import { linkProblem, paletteChoices, paletteFacts } from "#commands/keys/palette.ts";
import { narrowKey } from "#model/narrow.ts";
import { placeOf } from "#store/lists.ts";
import { newSession } from "#store/session.ts";
import { changeSession } from "#store/store.ts";
import {
  acme,
  ana,
  backend,
  deployWindow,
  idsOf,
  readingScreen,
  storeOf,
  withHistory,
  withMessages,
} from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { ownKeys } from "../../support/key-presser.ts";
import { accountsOf, openAccount, programOf } from "../../support/live-accounts.ts";
import { noDesktop } from "../../support/no-ports.ts";
import { showScreen } from "../../support/screen.tsx";

const path = "#narrow/stream/11-backend/topic/deploy.20window";
const there = "#backend deploy window";

const labs = { ...acme(), realm: { ...acme().realm, url: "https://labs.example/chat" } };

function program() {
  return knowingSites(accountsOf({ acme: acme(), labs }));
}

async function knowingSites(accounts: ReturnType<typeof accountsOf>) {
  const { store } = accounts.shown();
  changeSession(store, ({ account, ...session }) => ({
    ...session,
    account: account && {
      ...account,
      all: [
        { name: "acme", title: "", site: "https://alias.acme.example" },
        ...account.all.slice(1),
        { name: "attic", title: "", site: "https://attic.example" },
      ],
    },
  }));
  // The others are told to the shown one later.
  await accounts.press("j");
  return accounts;
}

test.each([
  [path, `acme ${there}`],
  [`https://acme.example/${path}`, `acme ${there}`],
  [`HTTP://ACME.example:80/${path}`, `acme ${there}`],
  [`https://alias.acme.example/${path}`, `acme ${there}`],
  [`https://labs.example/chat/${path}`, `labs ${there}`],
  [`http://Labs.example:80/chat/${path}`, `labs ${there}`],
  [`https://attic.example/${path}`, "open attic"],
  [`https://labs.example/${path}`, "That link is of labs.example; no account is saved for it."],
  [`https://other.example/${path}`, "That link is of other.example; no account is saved for it."],
  ["https://acme.example/#narrow/stream/99-x", "This link does not lead to a known place."],
])("%s in the palette leads to %s", async (link, expected) => {
  const accounts = await program();
  const state = accounts.state();
  const facts = paletteFacts(state, ownKeys);
  const [found] = paletteChoices(facts, ownKeys, link);
  const problem = linkProblem(facts, link);
  await accounts.press("^K", ...link, "Enter");
  const { name, store } = accounts.shown();
  const { place } = store.getState().screen;
  const isThere = JSON.stringify(place) === JSON.stringify(placeOf(deployWindow));
  if (accounts.opened.length > 0) expect(`open ${accounts.opened[0]}`).toBe(expected);
  else expect(problem ?? `${name} ${isThere ? there : "elsewhere"}`).toBe(expected);
  expect(found === undefined).toBe(problem !== undefined);
  if (problem !== undefined) expect(place).toEqual(state.screen.place);
});

const notes = { kind: "topic", streamId: backend, topic: "notes" } as const;

/** Accounts with a message of this text on the screen. */
async function reading(text: string) {
  const own = withMessages(acme(), [{ by: ana, text, to: notes, at: "11:41" }], 2001);
  const ids = idsOf(own, notes);
  const accountAs = (name: string) => ({
    ...newSession,
    account: openAccount(name, ["acme", "labs"]),
  });
  const store = storeOf(withHistory(own, notes, ids), readingScreen(notes, ids[0]), {
    session: accountAs("acme"),
  });
  const screen = await showScreen(store, { columns: 120, rows: 34 });
  onTestFinished(screen.ends);
  const outside: string[] = [];
  const desktop: Desktop = {
    ...noDesktop,
    open: async (url) => {
      outside.push(url);
      return true;
    },
  };
  const { viewport } = screen.ui;
  const other = storeOf(labs, {}, { session: accountAs("labs") });
  const stores = { acme: store, labs: other };
  return {
    screen,
    accounts: await knowingSites(programOf(stores, fakeClock(), { viewport, desktop })),
    outside,
  };
}

test.each([
  [`https://acme.example/${path}`, `acme ${there}`],
  [`http://ACME.example:80/${path}`, `acme ${there}`],
  [`https://alias.acme.example/${path}`, `acme ${there}`],
  [`https://labs.example/chat/${path}`, `labs ${there}`],
  [`http://Labs.example:80/chat/${path}`, `labs ${there}`],
  [`[acme](https://labs.example/chat/${path})`, `labs ${there}`],
  [`https://labs.example/${path}`, `outside https://labs.example/${path}`],
  [`https://other.example/${path}`, `outside https://other.example/${path}`],
  [`https://attic.example/${path}`, `outside https://attic.example/${path}`],
  [`[acme.example](https://other.example/${path})`, "asks about other.example"],
])("%s in a message leads to %s", async (text, expected) => {
  const { accounts, outside } = await reading(`see ${text}`);
  await accounts.press("o");
  const { name, store } = accounts.shown();
  const { place, dialog } = store.getState().screen;
  const isThere = JSON.stringify(place) === JSON.stringify(placeOf(deployWindow));
  const asked =
    dialog?.kind === "menu" && dialog.about.kind === "disguised-link"
      ? dialog.about.host
      : undefined;
  const [url] = outside;
  if (asked !== undefined) expect(`asks about ${asked}`).toBe(expected);
  else
    expect(url === undefined ? `${name} ${isThere ? there : "elsewhere"}` : `outside ${url}`).toBe(
      expected,
    );
  // Where it leads outside, weir stays where it was.
  if (!isThere) expect({ name, place }).toEqual({ name: "acme", place: placeOf(notes) });
});

test.each([
  [["c"], `https://alias.acme.example/${path}`, "deploy window"],
  [
    ["c"],
    `https://other.example/${path}`,
    "That link is of other.example; no account is saved for ",
  ],
  [["x"], "https://other.example/#narrow/dm/2-x", "That link is of other.example; no account"],
  [["c"], `https://labs.example/chat/${path}`, "That link is of the account labs."],
  [["c"], `https://attic.example/${path}`, "That link is of the account attic."],
  [["c"], "https://acme.example/#narrow/stream/11-backend", "That link leads to no conversation."],
  [["T", "^W"], `https://acme.example/${path}`, "deploy window"],
  [["T", "^W"], `https://other.example/${path}`, "That link is of other.example; no account"],
  [["T", "^W"], "https://acme.example/#narrow/dm/2-x", "That link leads to no topic."],
])("where %s asks for a conversation, %s is answered with %s", async (keys, link, answer) => {
  const { accounts, screen } = await reading("a note");
  await accounts.press(...keys);
  const asking = accounts.state().screen.dialog?.kind;
  await accounts.press(...link);
  await screen.settles();
  expect(screen.whole.shows(answer)).toBe(true);
  expect(screen.whole.shows("too long")).toBe(false);
  await accounts.press("Enter");
  const after = accounts.state().screen.dialog?.kind;
  if (answer.startsWith("That link")) expect(after).toBe(asking);
  else expect(after).not.toBe(asking);
  expect(accounts.shown().name).toBe("acme");
});

test("a link with a message opens the place at that message", async () => {
  const accounts = await program();
  const [id] = idsOf(acme(), deployWindow);
  await accounts.press("^K", ...`https://acme.example/${path}/near/${id}`, "Enter");
  expect(accounts.state().screen.place).toEqual(placeOf(deployWindow));
  const { readers } = accounts.state().screen;
  expect(readers.get(narrowKey(deployWindow))?.selected).toBe(id);
});

test("a query in which a link stands is no link", async () => {
  const { state } = await program();
  const facts = paletteFacts(state(), ownKeys);
  expect(linkProblem(facts, `see https://other.example/${path}`)).toBeUndefined();
});
