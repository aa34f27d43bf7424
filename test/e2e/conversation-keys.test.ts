/** Finding in a conversation, and what is known of a message beside its text. */
import { test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("n, / and a word show the hit and how many there are; i shows reactions, an edit and who read it", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  for (const text of ["a zebra", "a horse"]) await ana.says("general > notes", text);
  const id = await ana.says("general > notes", "two zebras, rolling forward");
  await ana.patch(`/messages/${id}`, { content: "two zebras, rolling back" });
  await ana.post(`/messages/${id}/reactions`, { emoji_name: "+1" });
  const person = await sitDown({ environment: realm.as("Robin").environment });
  await person.sees(/live/);
  await person.presses("n", "/");
  await person.types("zebra");
  await person.sees("1 of 2");
  await person.presses("Enter", "n");
  await person.sees("2 of 2");
  await person.presses("Esc");
  await person.sees((lines) => !lines.some((line) => line.includes("2 of 2")));

  await person.presses("i");
  await person.sees("- two zebras, rolling forward");
  await person.sees("+ two zebras, rolling back");
  await person.sees(/👍 +Ana/);
  await person.sees("Read by");
});
