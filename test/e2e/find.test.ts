/** Finding in a conversation. */
import { test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("n, / and a word show the hit and how many there are; Esc ends it", async () => {
  const realm = await serveRealm();
  for (const text of ["a zebra", "a horse", "two zebras"])
    await realm.as("Ana").says("general > notes", text);
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.presses("n", "/");
  await person.types("zebra");
  await person.sees("1 of 2");
  await person.presses("Enter", "n");
  await person.sees("2 of 2");
  await person.presses("Esc");
  await person.sees((lines) => !lines.some((line) => line.includes("2 of 2")));
});
