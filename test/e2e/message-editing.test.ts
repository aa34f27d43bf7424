/** Editing and deleting with literal keys, judged by what the realm holds. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

async function talking() {
  const realm = await serveRealm();
  const [ana, robin] = [realm.as("Ana"), realm.as("Robin")];
  await robin.says("general > lunch", "at noon?");
  await robin.says("general > lunch", "or at on");
  await ana.says("general > lunch", "noon is fine");
  const person = await sitDown({ environment: robin.environment, columns: 80, rows: 24 });
  await person.sees(/3 unread/);
  await person.presses("Enter");
  await person.sees("noon is fine");
  return { person, texts: () => robin.reads("general > lunch") };
}

test("E edits in place, u takes it back, Up in an empty composer edits the last own message, and D asks", async () => {
  const { person, texts } = await talking();
  await person.presses("j", "E");
  await person.sees("Editing your message in #general › lunch");
  await person.presses("^W");
  await person.types("one");
  await person.presses("Enter");
  await person.sees("Edited in #general › lunch");
  expect(await texts()).toEqual(["at noon?", "or at one", "noon is fine"]);
  await person.presses("u");
  await person.sees("Undid: Edited in #general › lunch");
  expect(await texts()).toEqual(["at noon?", "or at on", "noon is fine"]);
  await person.presses("r", "Up");
  await person.types("e");
  await person.presses("Enter");
  await person.sees("Edited in #general › lunch");
  expect(await texts()).toEqual(["at noon?", "or at one", "noon is fine"]);

  // An edit that was left is there for the next E.
  await person.presses("Esc", "E");
  await person.types(" o'clock");
  await person.presses("Esc");
  await person.sees("Your edit is kept");
  await person.presses("E");
  await person.sees("› or at one o'clock");
  await person.presses("Esc");

  await person.presses("D");
  await person.sees("Delete your message?");
  await person.presses("Esc");
  expect(await texts()).toHaveLength(3);
  await person.presses("D", "d");
  await person.sees("Deleted the message.");
  expect(await texts()).toEqual(["at noon?", "noon is fine"]);
});
