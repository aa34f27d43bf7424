/** What the screen says while keys are pressed: what is not bound, what covers nothing, what cannot be undone. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { type Person, sitDown } from "../support/terminal.ts";

/** Robin before an inbox with one conversation, whose last message is `content`. */
async function before(content: string, level?: number, environment = {}) {
  const realm = await serveRealm("empty", level);
  const ana = realm.as("Ana");
  await ana.says("general > lunch", "soup?");
  await ana.says("general > lunch", content);
  const robin = realm.as("Robin");
  const person = await sitDown({ environment: { ...robin.environment, ...environment } });
  await person.sees(/2 unread/);
  return { ana, robin, person };
}

const footer = (person: Person) => person.lines().at(-1) ?? "";

test("a paste into the list is kept, and goes where the person says", async () => {
  const { ana, robin, person } = await before("no");
  await person.pastes("two lines\rof it");
  await person.sees("Choose a recipient for the pasted text.");
  await person.types("general");
  await person.presses("Enter");
  await person.types("lunch");
  await person.presses("Enter");
  await person.sees("To #general › lunch");
  await person.sees("of it");
  await person.presses("Enter");
  await person.sees(() => !person.text().includes("sending"));
  expect((await ana.reads("general > lunch")).at(-1)).toBe("two lines\nof it");
  expect(await robin.unread()).not.toHaveLength(2);
});

test("a key that is not bound is named, and the footer keeps its keys until and after the toast goes", async () => {
  const { person } = await before("no", undefined, { WEIR_CLOCK_RATE: "20" });
  // The toast stands for half a second of this clock: it is looked for while the key is pressed.
  const shown = person.sees(() => /^ Z is not bound here .*e done.*\? keys$/.test(footer(person)));
  await person.presses("Z");
  await shown;
  await person.sees(() => !footer(person).includes("not bound"), 10_000);
  expect(footer(person)).toMatch(/^ Enter open.*\? keys$/);
});

test("a spoiler is shut until z, and the footer shows the keys of the message", async () => {
  const { person } = await before("```spoiler Who\nthe heron\n```\nhttps://heron.example");
  await person.presses("Enter");
  await person.sees("Who");
  await person.presses("G");
  expect(person.text()).not.toContain("the heron");
  for (const hint of ["Space", "r reply", "o link", "z "]) expect(footer(person)).toContain(hint);
  await person.presses("z");
  await person.sees("the heron");
  await person.presses("z");
  await person.sees(() => !person.text().includes("the heron"));
});

test("without Unicode, selection, rule, online and followed are four different signs, and names stand apart", async () => {
  const { ana, robin, person } = await before("no", undefined, { LANG: "C" });
  await robin.post("/users/me/presence", { status: "active" });
  await ana.post("/users/me/presence", { status: "active" });
  await ana.says([robin.id], "and bread");
  await person.sees(/and bread|1 new/);
  await person.presses("f", "^L");
  await person.sees("FOLLOWED");
  await person.sees(/^: {2}Inbox +3 \|/m);
  await person.sees(/^ o Ana Ruiz +1 \|/m);
  await person.sees(/\|>! #general \/ lunch/);
  await person.sees(/^ {3}! lunch +2 \|/m);
});

test("a filter and a search without a match say so, and Esc goes back; ^D moves the cursor at the end", async () => {
  const { person } = await before("no");
  await person.sees("soup?");
  const rows = () => person.lines().slice(1, -1);
  const inbox = rows();
  await person.presses("/");
  await person.types("qzqz");
  await person.sees("nothing matches");
  await person.presses("Esc");
  expect(rows()).toEqual(inbox);
  await person.presses("Enter");
  await person.sees("r writes here");
  await person.presses("g", "g", "/");
  await person.types("qzqz");
  await person.sees("not found");
  await person.presses("Esc", "^D");
  expect(person.lines().findLast((line) => line.includes("▌"))).toContain("no");
});

test("a server that cannot mark unread: a warning before the first e, which then waits and can be cancelled", async () => {
  const { robin, person } = await before("no", 120, { WEIR_CLOCK_RATE: "1" });
  await person.presses("e");
  await person.sees("This server cannot undo done.");
  expect(await robin.unread()).toHaveLength(2);
  await person.presses("e");
  await person.sees("final in 5 s");
  await person.presses("u");
  await person.sees(/2 unread/);
  expect(await robin.unread()).toHaveLength(2);
});
