/** Reading and triage with literal keys: where the cursor goes, what stays, and how each step is taken back. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { type Person, sitDown } from "../support/terminal.ts";

/** Three topics of one stream with two unread messages each; the newest stands first. */
async function triaging() {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  for (const topic of ["lunch", "dinner", "breakfast"]) {
    for (const word of ["one", "two"]) await ana.says(`general > ${topic}`, `${topic} ${word}`);
  }
  const robin = realm.as("Robin");
  const person = await sitDown({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/6 unread/);
  // Until the start has fetched everything, the list takes in what arrives.
  await person.rests();
  return { ana, robin, person };
}

const cursor = (person: Person) => person.lines().find((line) => /│▌|^▌.*│ *$/.test(line)) ?? "";
/** The row under the cursor, cut at its preview. */
const row = (person: Person) => /│▌ +(.*?) {2,}/.exec(cursor(person))?.[1];

test("Enter in a mixed narrow opens the conversation there, and Space alone reads everything from the inbox on", async () => {
  const { robin, person } = await triaging();
  await person.does("go.all");
  await person.sees("lunch one");
  await person.presses("g", "g", "j", "Enter");
  await person.sees(/│ #general › lunch/);
  expect(person.text()).not.toContain("dinner one");
  const lines = person.lines();
  const at = lines.findIndex((line) => line.includes("lunch two"));
  expect(lines[at]).toContain("│▌");

  await person.presses("g", "i", "g", "g", "Enter");
  for (let press = 0; press < 12 && !person.text().includes("Inbox zero"); press += 1)
    await person.presses("Space");
  expect(person.text()).toContain("Inbox zero.");
  expect(await robin.unread()).toEqual([]);
});

test("a row that was read stays ticked until the cursor leaves it; Tab goes to the sidebar and back, and r writes there", async () => {
  const { person } = await triaging();
  await person.presses("j");
  const name = row(person);
  for (const back of [["h"], ["q"], ["g", "i"]]) {
    await person.presses("Enter");
    await person.sees(/ of 2$/m);
    await person.presses(...back);
    expect(cursor(person)).toContain(name);
  }
  await person.sees(() => cursor(person).includes("✓"));
  await person.presses("j");
  expect(row(person)).not.toBe(name);
  expect(person.lines().filter((line) => line.includes("✓"))).toEqual([]);

  // A list has no composer.
  await person.presses("Tab");
  await person.types("k");
  await person.presses("Tab");
  expect(cursor(person)).toContain("›");
  expect(person.text()).not.toContain("To #general");
  const open = row(person)?.replace("› ", "");
  await person.presses("r");
  await person.types("yes");
  await person.sees(`To #general › ${open}`);
  await person.sees("yes");
});

test("e and n in a conversation go on from its row, and u comes back to it with what was unread before the visit", async () => {
  const { robin, person } = await triaging();
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
  await person.sees(`Done #general › ${second} (2)`);
  await person.sees("2 unread");
  await person.presses("n");
  await person.sees(`#general › ${first}`);
  await person.sees("all read");
  await person.presses("g", "i");
  await person.sees("all read");
  await person.presses("u");
  await person.sees(`Undid: Done #general › ${second} (2)`);
  await person.sees(() => row(person) === `› ${second}`);
  expect(await robin.unread()).toEqual(before.slice(2, 4));
});

test("filters count what is listed, and what arrives waits until it is asked for", async () => {
  const { ana, person } = await triaging();
  await person.sees("All 3   Streams 3");
  await ana.says("general > supper", "late");
  await person.sees("↑ 1 new");
  expect(person.text()).toContain("All 3   Streams 3");
  await person.sees(() => row(person) === "› breakfast");
  await person.presses("g", "g");
  await person.sees("All 4   Streams 4");
  await person.sees(() => row(person) === "› supper");
});
