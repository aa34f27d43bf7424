/** Searching on the server, and going to a day, with the literal keys. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("g / and words find on the server; Enter opens the conversation there; a refusal is told", async () => {
  const realm = await serveRealm();
  for (const text of ["a zebra", "a horse", "two zebra here"])
    await realm.as("Ana").says("general > notes", text);
  await realm.as("Ana").says("general > other", "no such animal");
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.presses("g", "/");
  await person.types("zebra sen");
  await person.presses("Tab");
  await person.types("ana");
  await person.presses("Tab", "Enter");
  await person.sees("2 of 2");
  expect(person.text()).not.toContain("a horse");
  await person.presses("Enter");
  await person.sees("a horse");
  await person.presses("g", "/", "^U");
  await person.types("id:99999999999");
  await person.sees("needs a message");
  await person.presses("Esc", "g", "D");
  await person.types("1 january 2020");
  await person.sees("to Wed 1 Jan 2020");
  await person.presses("Enter");
  await person.sees(/▌.*a zebra/);
});
