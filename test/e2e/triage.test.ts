/** Reading and triage by literal keys: the cursor, remaining rows, and undo. */
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Two messages in each topic, the newest topic first. */
async function writes(ana: Correspondent, ...topics: readonly string[]): Promise<void> {
  for (const topic of topics)
    for (const word of ["one", "two"]) await ana.says(`general > ${topic}`, `${topic} ${word}`);
}

const cursor = (person: TerminalUser) =>
  person.lines().find((line) => /│▌|^▌.*│ *$/.test(line)) ?? "";
/** The row under the cursor, without its preview. */
const row = (person: TerminalUser) => /│▌ +(.*?) {2,}/.exec(cursor(person))?.[1];

/**
 * Filters have counts, i shows why a row is listed, and Space pages and says where e goes on; e and n in a conversation
 * continue from its row, and u returns to it; a read row stays until ^L, and a snoozed one is found again.
 */
test("the inbox is triaged by keys, and rows stay where they are", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  await robin.says("general > menu", "mine");
  await ana.says("general > menu", "hers");
  await writes(ana, "lunch", "dinner", "breakfast");
  const { environment } = robin;
  const person = await startInTerminal({ environment, columns: 80, rows: 24 });
  await filtersAndReads(person, ana, robin);
  await writes(ana, "rice", "bread", "tea");
  await goesOn(person, ana, robin);
});

type Looks = (person: TerminalUser, ana: Correspondent, robin: Correspondent) => Promise<void>;

const filtersAndReads: Looks = async (person, ana, robin) => {
  await person.sees("Unread 4   Followed 1   Streams 3");
  // Until everything is fetched, arrivals are added to the list.
  await person.untilIdle();
  await person.presses("g", "g", "i");
  await person.sees("You wrote in this topic.");
  await person.presses("Esc", "j", "i");
  await person.sees("You are subscribed to the stream, and something in the topic is unread.");
  await person.presses("Esc");
  await ana.says("general > supper", "late");
  await person.sees("↑ 1 new");
  expect(person.text()).toContain("Unread 4   Followed 1   Streams 3");
  expect(row(person)).toBe("› breakfast");
  await person.presses("g", "g");
  await person.sees("Unread 5   Followed 1   Streams 4");

  await person.does("go.all");
  await person.sees("lunch one");
  await person.presses("g", "g", "j", "j", "j", "Enter");
  await person.sees(/│ #general › lunch/);
  expect(person.text()).not.toContain("dinner one");
  const lines = person.lines();
  const at = lines.findIndex((line) => line.includes("lunch two"));
  expect(lines[at]).toContain("│▌");

  await person.presses("g", "i", "g", "g", "Enter");
  for (let press = 0; press < 8 && !person.text().includes("Inbox zero"); press += 1)
    await person.presses("Space", "e");
  expect(person.text()).toContain("Inbox zero.");
  expect(await robin.unread()).toEqual([]);
};

const goesOn: Looks = async (person, ana, robin) => {
  await person.sees(/6 unread/);
  await person.presses("g", "i", "^L", "g", "g");
  await person.sees(() => row(person) === "› tea");
  await person.untilIdle();
  const before = await robin.unread();
  await person.presses("j");
  const names = person.lines().flatMap((line) => /│.? +› (\w+)/.exec(line)?.[1] ?? []);
  const [first, second = "", third = ""] = names;
  await person.sees(() => row(person) === `› ${second}`);
  await person.presses("Enter");
  await person.sees(`#general › ${second}`);
  await person.sees("4 unread");
  await person.presses("e");
  await person.sees(`#general › ${third}`);
  await person.saw(`Done #general › ${second} (2)`);
  await person.sees("2 unread");
  await person.presses("n");
  await person.sees(`#general › ${first}`);
  await person.sees("all read");
  await person.presses("g", "i");
  await person.sees("all read");
  await person.presses("u");
  await person.saw(`Undid: Done #general › ${second} (2)`);
  await person.sees(() => row(person) === `› ${second}`);
  expect(await robin.unread()).toEqual(before.slice(2, 4));

  await ana.says("general > snack", "late");
  await person.sees("↑ 1 new");
  await person.presses("g", "g");
  await person.sees(() => row(person) === "› snack");
  // The row that was read first is between them.
  await person.presses("j", "j");
  for (const back of [["h"], ["q"], ["g", "i"]]) {
    await person.presses("Enter");
    await person.sees("r writes here");
    await person.presses(...back);
    expect(cursor(person)).toContain(second);
  }
  await person.sees(() => cursor(person).includes("✓"));
  await person.presses("k", "k");
  expect(row(person)).toBe("› snack");
  await person.sees(new RegExp(`✓ › ${second} +done`));
  await person.presses("^L");
  expect(person.lines().filter((line) => line.includes("✓"))).toEqual([]);

  // A list has no composer.
  await person.presses("Tab");
  await person.types("k");
  await person.presses("Tab");
  expect(cursor(person)).toContain("› snack");
  expect(person.text()).not.toContain("To #general");
  await person.presses("r");
  await person.types("yes");
  await person.sees("To #general › snack");
  await person.sees("yes");
  await person.presses("Esc", "g", "i", "g", "g", "b", "b");
  await person.types("in 3 days");
  await person.sees(/in 3 days/);
  await person.presses("Enter");
  await person.saw(/Snoozed until .*: #general/);
  await person.presses("u");
  await person.sees(/▌.*› snack/);
  await person.presses("b", "t", "[");
  await person.sees("SNOOZED");
  await person.sees(/▌.*snack/);
  await person.presses("b", "n");
  await person.saw("Unsnoozed");
};
