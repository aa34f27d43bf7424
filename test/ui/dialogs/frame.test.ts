/** The edges of a dialog: what of it is beyond them, however long its title is, and keys that do something. */
import { expect, onTestFinished, test } from "vitest";
import { openForm } from "#commands/forms/open-form.ts";
import { refreshList } from "#commands/lists/lists.ts";
import { openMenu } from "#commands/screen.ts";
import { operators } from "#commands/search/operators.ts";
import { acme, storeOf } from "../../support/acme.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

async function confirming(count: number) {
  const store = storeOf(acme());
  const words = Array.from({ length: count }, (_, at) => `argument ${at + 1}`);
  const title = "Send the numbers of the week to everybody, #backend › deploy window";
  openMenu(store, { kind: "custom", run: { command: "custom.a", title, values: {} }, words });
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  return screen.whole;
}

test("at 80x24 a program with many arguments is seen whole before it is confirmed", async () => {
  const { lines, shows } = await confirming(17);
  expect(shows("argument 1 ")).toBe(true);
  expect(shows("argument 17")).toBe(true);
  expect(shows("Run it")).toBe(true);
  expect(lines().join("\n")).not.toContain("more");
});

test("with more of them, how many lines are above is said beside a long title", async () => {
  const { shows } = await confirming(30);
  expect(shows("argument 30")).toBe(true);
  expect(shows("↑ 12 more")).toBe(true);
});

test("what is typed and no time offers no key that takes it", async () => {
  const store = storeOf(acme());
  refreshList(store);
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const press = keyPresser(store);
  press("b", "b", ..."in 2h");
  await screen.settles();
  expect(screen.whole.shows("Enter snooze")).toBe(true);
  press(..."ours of");
  await screen.settles();
  expect(screen.whole.shows("Not a time")).toBe(true);
  expect(screen.whole.shows("Enter snooze")).toBe(false);
});

test("beside a long key that closes, how many lines are below is said without its words", async () => {
  const store = storeOf(acme());
  openForm(store, { name: "settings", id: 0 });
  keyPresser(store)(..."!");
  const screen = await showScreen(store, { columns: 40, rows: 12 });
  onTestFinished(screen.ends);
  expect(screen.whole.lines().find((line) => line.includes("└"))).toMatch(
    /└ Esc close, keep the chan… {2}↓ \d+ ─┘/,
  );
});

test("at 80x24 each operator of a search says what it selects", async () => {
  const store = storeOf(acme());
  keyPresser(store)("g", "/");
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const drawn = screen.whole.lines();
  for (const { name, title } of operators) {
    const row = drawn.find((line) => line.includes(` ${name}: `));
    expect(row, name).toMatch(new RegExp(`${title} *│`));
  }
});

test("help never ends a line between a sign and its meaning", async () => {
  const store = storeOf(acme());
  keyPresser(store)("?");
  for (const columns of [40, 60, 80, 120]) {
    const screen = await showScreen(store, { columns, rows: 40 });
    onTestFinished(screen.ends);
    for (const line of screen.whole.lines()) expect(line).not.toMatch(/│.* [@◆✎◷›✔∅○] +│/);
  }
});

test("what a status consists of stands in one column", async () => {
  const store = storeOf(acme());
  keyPresser(store)("g", "y");
  const screen = await showScreen(store, { columns: 80, rows: 24 });
  onTestFinished(screen.ends);
  const drawn = screen.whole.lines().join("\n");
  const columns = ["Set +", "Emoji +", "Cleared +"].map((label) => {
    const [before = ""] = new RegExp(`.*${label}`).exec(drawn) ?? [];
    return before.length;
  });
  expect(new Set(columns)).toEqual(new Set([columns[0]]));
});
