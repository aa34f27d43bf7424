/** Links that are pasted into the palette or followed in a message, with several accounts. */
import { expect, test } from "vitest";
import { linkProblem, paletteChoices, paletteFacts } from "#commands/places/palette.ts";
import { narrowKey } from "#model/narrow.ts";
import { placeOf } from "#store/lists.ts";
import { changeSession } from "#store/store.ts";
import { acme, deployWindow, idsOf } from "../../support/acme.ts";
import { ownKeys } from "../../support/key-presser.ts";
import { accountsOf } from "../../support/live-accounts.ts";

const path = "#narrow/stream/11-backend/topic/deploy.20window";
const there = "#backend deploy window";

async function program() {
  const own = acme();
  const labs = { ...own, realm: { ...own.realm, url: "https://labs.example/chat" } };
  const accounts = accountsOf({ acme: own, labs });
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
