/** Keys on marked rows of several accounts, of which some only ask what is to be done. */
import { expect, test } from "vitest";
import { everyAccount } from "#commands/lists/list.ts";
import { conversationOf } from "#model/narrow.ts";
import { foreignRow } from "#store/row-keys.ts";
import { acme, deployWindow } from "../../support/acme.ts";
import { accountsOf } from "../../support/live-accounts.ts";

const key = conversationOf(deployWindow)!;
const names = ["acme", "libre", "work"];

async function inboxOfAll() {
  const program = accountsOf({ acme: acme(), libre: acme(), work: acme() });
  await program.press();
  expect(program.inbox().filter).toBe(everyAccount);
  return program;
}

type Program = Awaited<ReturnType<typeof inboxOfAll>>;

const accountOf = (program: Program, row: string) =>
  foreignRow(row)?.account ?? program.shown().name;

/** Marks each account's row for the topic. */
async function marksOneOfEach(program: Program) {
  for (const account of names) {
    const at = program
      .inbox()
      .rows.findIndex(
        (row) =>
          accountOf(program, row.key) === account && (foreignRow(row.key)?.key ?? row.key) === key,
      );
    await program.press("g", "g", ...Array.from({ length: at }, () => "j"), "Space");
  }
}

test("what asks about marked rows asks in one account at a time, and the others' stay marked", async () => {
  const program = await inboxOfAll();
  await marksOneOfEach(program);
  const asking = () =>
    names.filter((name) => program.store(name).getState().screen.dialog !== undefined);
  await program.press("b", "b");
  expect(asking()).toEqual(["acme"]);
  expect(program.shown().name).toBe("acme");
  expect(program.state().screen.toast?.text).toBe(
    "This is about acme alone; the rows of libre and work stay selected.",
  );
  await program.press("Enter");
  expect([...program.inbox().marks.keys].map((row) => accountOf(program, row))).toEqual([
    "libre",
    "work",
  ]);
  await program.press("b", "b");
  expect(asking()).toEqual(["libre"]);
  expect(program.shown().name).toBe("libre");
  expect(program.state().screen.toast?.text).toContain("the rows of work stay selected");
  await program.press("Enter", "b", "b");
  expect(asking()).toEqual(["work"]);
});

test("all rows of all accounts are not everything, which A says", async () => {
  const program = await inboxOfAll();
  await program.press("^A", "A");
  expect(program.state().screen.dialog).toBeUndefined();
  expect(program.state().screen.toast?.text).toMatch(/: select a topic or a stream(,|$)/);
  expect(program.state().screen.toast?.text).not.toContain("all rows");
});
