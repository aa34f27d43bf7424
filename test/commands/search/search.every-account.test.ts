/** A search of several accounts: each is asked once. */
import { expect, test } from "vitest";
import { askedSearch } from "#store/asks.ts";
import { acme } from "../../support/acme.ts";
import { accountsOf } from "../../support/live-accounts.ts";

test("a search is asked of the other accounts, and of the shown one by its place alone", async () => {
  const program = accountsOf({ acme: acme(), libre: acme(), work: acme() });
  await program.press("g", "/", ..."pool", "Enter");
  const asked = ["acme", "libre", "work"].map((name) =>
    askedSearch(program.store(name).getState()),
  );
  expect(program.state().screen.place).toMatchObject({ kind: "search", text: "pool" });
  expect(asked.map((search) => search?.text)).toEqual([undefined, "pool", "pool"]);
});
