/** Lists of every account, of which one is removed. */
import { expect, test } from "vitest";
import { leaveEveryAccount } from "#commands/lists/lists.ts";
import { openList } from "#store/lists.ts";
import { foreignRow } from "#store/row-keys.ts";
import { acme } from "../../support/acme.ts";
import { accountsOf } from "../../support/live-accounts.ts";
import { showScreen } from "../../support/screen.tsx";

test("rows of an account that is removed say so until the list is refreshed, and keys pass them", async () => {
  for (const names of [
    ["acme", "libre", "work"],
    ["acme", "libre"],
  ]) {
    const program = accountsOf(Object.fromEntries(names.map((name) => [name, acme()])));
    await program.press();
    const screen = await showScreen(program.store("acme"), { columns: 120, rows: 60 });
    const { length } = program.inbox().rows;
    const isLibre = ({ key }: { readonly key: string }) => foreignRow(key)?.account === "libre";
    const first = program.inbox().rows.findIndex(isLibre);
    const gone = program.inbox().rows.filter(isLibre).length;
    program.live.remove("libre");
    await program.press();
    await screen.settles();
    const said = screen.pane.lines().filter((line) => /libre +account removed/.test(line));
    expect(said).toHaveLength(gone);
    await program.press("^A");
    expect([...program.inbox().marked].some((key) => isLibre({ key }))).toBe(false);
    await program.press("Esc", "g", "g", ...Array.from({ length: first }, () => "j"), "Enter");
    expect(program.shown().name).toBe("acme");
    expect(program.state().screen.place.kind).toBe("inbox");
    const journals = () => names.map((name) => program.store(name).getState().journal);
    const before = journals();
    await program.press("e");
    expect(journals()).toEqual(before);
    expect(program.state().screen.toast?.text).toBe("This account is not open any more.");
    expect(program.shown().name).toBe("acme");
    await program.press("^L");
    await screen.settles();
    expect(screen.pane.shows("libre")).toBe(false);
    expect(program.inbox().rows).toHaveLength(length - gone);
    screen.ends();
  }
});

test("once only one account is left, its lists are as if there had never been others", async () => {
  const program = accountsOf({ acme: acme(), libre: acme() });
  await program.press();
  const screen = await showScreen(program.store("acme"), { columns: 120 });
  await program.press("j", "Space", "g", "d", "g", "i");
  const { length } = program.inbox().rows;
  program.live.remove("libre");
  leaveEveryAccount(program.store("acme"));
  await program.press();
  await screen.settles();
  expect(program.inbox().rows.length).toBe(length / 2);
  expect(screen.whole.lines().join("")).not.toMatch(/every account|libre|\b0 of/i);
  expect(openList(program.state().screen)?.filter).toBe("");
  screen.ends();
});
