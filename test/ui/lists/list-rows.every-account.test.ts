import { expect, test } from "vitest";
import { isList } from "#store/lists.ts";
import { listRows } from "#ui/lists/list-rows.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import { acme } from "../../support/acme.ts";
import { ownKeys } from "../../support/key-presser.ts";
import { accountsOf } from "../../support/live-accounts.ts";
import { styleOf } from "../../support/screen.tsx";

test("a change in one account leaves the drawn rows of a list of all as they are", async () => {
  const program = accountsOf({ acme: acme(), libre: acme(), work: acme() });
  await program.press();
  const style = styleOf({});
  const bodies = createMessageBodies(style, () => undefined);
  const rowsOf = listRows({ style, bodies, clock: program.clock, keys: ownKeys });
  const size = { columns: 120, rows: 40, gutter: 2 } as const;
  const drawn = () => {
    const state = program.store("acme").getState();
    const { place } = state.screen;
    if (!isList(place)) throw new Error("No list is open.");
    const { row } = rowsOf(place, state, size);
    // The row that stands for all bots is made from a count.
    const rows = program.inbox().rows.filter(({ section }) => section !== "bots");
    return rows.map((each) => row(each));
  };
  const before = drawn();
  expect(new Set(before.map((row) => row?.account?.name.text))).toEqual(
    new Set(["acme", "libre", "work"]),
  );
  const { journal } = program.store("libre").getState();
  program.store("libre").setState({ journal: { ...journal } });
  await program.press();
  const after = drawn();
  expect(after.every((row, at) => row === before[at])).toBe(true);
});
