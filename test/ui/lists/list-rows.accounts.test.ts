/** Rows of several accounts say whose they are, and whether their account is away. */
import { expect, onTestFinished, test } from "vitest";
import { everyAccount } from "#commands/lists/list.ts";
import { setFilter } from "#commands/lists/lists.ts";
import { newSession, type Session } from "#store/session.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { showScreen } from "../../support/screen.tsx";

const names = ["acme", "work", "club"];
const all = names.map((name) => ({ name, title: name }));

function stateOf(name: string, connection: Session["connection"]) {
  const account = { name, all, keyPlace: "memory" };
  return storeOf(acme(), {}, { session: { ...newSession, connection, account } });
}

async function rows(columns: number) {
  const store = stateOf("acme", { kind: "live" });
  const other = (name: string, connection: Session["connection"]) => {
    return { name, state: stateOf(name, connection).getState(), isBefore: false };
  };
  const away = other("work", { kind: "signed-out", sentence: "Wrong key." });
  store.setState({ others: [away, other("club", { kind: "live" })] });
  setFilter(store, { kind: "inbox" }, everyAccount);
  const screen = await showScreen(store, { columns, rows: 40 });
  onTestFinished(screen.ends);
  return (words: string) => screen.whole.shows(words);
}

test("where there is room rows have the account's name, else two letters, with a mark if it is away", async () => {
  const wide = await rows(140);
  expect(wide("@ acme #backend")).toBe(true);
  expect(wide("@ work!#backend")).toBe(true);
  expect(wide("@ club #backend")).toBe(true);
  const narrow = await rows(90);
  expect(narrow("@ ac #b")).toBe(true);
  expect(narrow("@ wo!#b")).toBe(true);
  expect(narrow("@ cl #b")).toBe(true);
});
