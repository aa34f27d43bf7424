/** Open ends on the screen: who is waited for, and what `i` says of it. */
import { expect, onTestFinished, test } from "vitest";
import { storeOf } from "../../support/acme.ts";
import { replicaAfter } from "../../support/conversations.ts";
import { keyPresser } from "../../support/key-presser.ts";
import { showScreen } from "../../support/screen.tsx";

/** The text of the list, and of what `i` says about its first row, without line breaks. */
async function shownAfter(columns: number, ...told: readonly string[]) {
  const { replica } = replicaAfter(told);
  const store = storeOf(replica, {
    triage: { knowsDoneIsFinal: false, waitedAt: 1_800_000_000 },
  });
  const screen = await showScreen(store, { columns, rows: 24 });
  onTestFinished(screen.ends);
  const { lines } = screen.whole;
  const press = keyPresser(store, screen.ui.viewport);
  press("g", "w");
  await screen.settles();
  const list = lines().join(" ");
  press("i");
  await screen.settles();
  const inDialog = lines().flatMap((each) => /│([^│]*)│[^│]*$/.exec(each)?.[1] ?? []);
  return { list, why: inDialog.join(" ").replace(/\s+/g, " ") };
}

test("a row names those of several whose answer is missing, and i who has answered", async () => {
  const { list, why } = await shownAfter(140, "Ana: @Bo @Cleo please confirm", "Bo: confirmed");
  expect(list).toContain("for Cleo Park: @Bo Lind @Cleo Park please confirm");
  expect(why).toContain("Rule: you mention somebody. It has found “@Bo Lind”.");
  expect(why).toContain("It asks 2 people, of whom each owes an answer.");
  expect(why).toContain(
    "Cleo Park has not written or reacted there since, nor written to you directly. Bo Lind has.",
  );
});

test("i says by which word one answer is enough", async () => {
  const { list, why } = await shownAfter(140, "Ana: @design can somebody look?");
  expect(list).toContain("for Bo Lind and Cleo Park: @design can somebody look?");
  expect(why).toContain("It asks 2 people: the answer of one is enough, as “somebody” says.");
  expect(why).toContain("Bo Lind and Cleo Park have not written or reacted there since");
});

test("i says of what waits for the user who else was asked, and has answered", async () => {
  const { why } = await shownAfter(140, "Bo: @Ana @Cleo please confirm", "Cleo: confirmed");
  expect(why).toContain("Rule: they mention you. You have not written or reacted there since");
  expect(why).toContain("It asks 2 people, of whom each owes an answer. Cleo Park has answered.");
});

test("nobody in particular is waited for by what is asked of all", async () => {
  const { list, why } = await shownAfter(140, "Ana: who has the key?");
  expect(list).not.toContain("for ");
  expect(why).toContain("Nobody has written or reacted there since.");
});

test("of a group not all are named, and no bots nor those who have left are counted", async () => {
  const joined = ["Ana", "Moss", "Dora"].map((name) => `join ${name} design`);
  const { list } = await shownAfter(140, ...joined, "Ana: @design please confirm");
  expect(list).toContain("for Bo Lind, Cleo Park and 2 more: @design please");
});

test("where there is little room, first names are enough", async () => {
  const { list } = await shownAfter(80, "Ana: @Bo @Cleo please confirm", "Bo: confirmed");
  expect(list).toContain("for Cleo: @Bo");
});
