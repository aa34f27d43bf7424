/** Lists of every account while accounts come and go. */
import { expect, test } from "vitest";
import { leaveEveryAccount } from "#commands/lists/lists.ts";
import type { GroupedRow } from "#journal/journal.ts";
import { openList } from "#store/lists.ts";
import { foreignRow } from "#store/row-keys.ts";
import { newSession } from "#store/session.ts";
import { changeScreen } from "#store/store.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { fakeClock } from "../../support/clock.ts";
import { accountsOf, openAccount, programOf } from "../../support/live-accounts.ts";
import { showScreen } from "../../support/screen.tsx";

const names = ["acme", "libre", "work"];
const storeNamed = (name: string) =>
  storeOf(acme(), {}, { session: { ...newSession, account: openAccount(name, names) } });

const accountOf = (row: GroupedRow | undefined) => foreignRow(row?.key ?? "")?.account ?? "work";

test("a list of all has the rows of accounts that are loaded one after the other, and opens on the first of all", async () => {
  const work = storeNamed("work");
  const program = programOf({ work }, fakeClock());
  program.live.add({ name: "libre", store: storeNamed("libre") });
  await program.press();
  const { rows, cursor } = program.inbox();
  expect([cursor?.at, accountOf(rows[0])]).toEqual([0, "libre"]);
  await program.press("j", "j", "k", "k");
  program.live.add({ name: "acme", store: storeNamed("acme") });
  await program.press();
  const after = program.inbox();
  expect([...new Set(after.rows.map(accountOf))]).toEqual(names);
  expect(after.cursor?.at).toBe(0);
});

test("a list of all leaves the cursor where the user moved it while accounts are loaded", async () => {
  const program = programOf({ work: storeNamed("work") }, fakeClock());
  program.live.add({ name: "libre", store: storeNamed("libre") });
  await program.press("j");
  const selected = program.inbox().cursor?.key;
  program.live.add({ name: "acme", store: storeNamed("acme") });
  await program.press();
  const { rows, cursor } = program.inbox();
  expect(cursor?.key).toBe(selected);
  expect([...new Set(rows.map(accountOf))]).toEqual(names);
});

test("rows of an account that is removed say so until the list is refreshed, and keys pass them", async () => {
  for (const names of [
    ["acme", "libre", "work"],
    ["acme", "libre"],
  ]) {
    const program = accountsOf(Object.fromEntries(names.map((name) => [name, acme()])));
    await program.press();
    changeScreen(program.store("acme"), (now) => ({ ...now, preferences: { preview: "off" } }));
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
    expect([...program.inbox().marks.keys].some((key) => isLibre({ key }))).toBe(false);
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
