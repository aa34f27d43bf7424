/** Sends without an answer. The program's clock runs ten times as fast: a deadline of 15 s is 1.5 s here. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

async function says(person: TerminalUser, text: string): Promise<void> {
  await person.does("message.reply");
  await person.types(text);
  person.sends("\r", 1);
}

const times = (person: TerminalUser, text: string) =>
  person.lines().filter((line) => line.includes(text)).length;

test("a send that the server processes after the deadline is sent once; one that may have arrived but did not requires a decision", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  await ana.says("general > lunch", "tell me when");
  const { environment } = realm.as("Robin");
  const person = await startInTerminal({ environment: { ...environment, WEIR_CLOCK_RATE: "10" } });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("tell me when");
  await realm.fault({ kind: "hang", method: "POST", path: "/messages", delayMs: 2_500 });
  await says(person, "at noon");
  await person.sees("◌ sending");
  await person.sees(() => times(person, "at noon") === 1 && times(person, "sending") === 0);
  expect(times(person, "may have")).toBe(0);
  expect(await ana.reads("general > lunch")).toEqual(["tell me when", "at noon"]);

  await person.presses("Esc");
  await realm.fault({ kind: "drop before", method: "POST", path: "/messages" });
  await says(person, "at one");
  await person.sees(/\? .*may have.* Enter decide/, 30_000);
  expect(await ana.reads("general > lunch")).toEqual(["tell me when", "at noon"]);

  await person.presses("Esc", "Enter");
  await person.sees("Send again");
  await person.presses("s");
  await person.sees(() => times(person, "may have") + times(person, "sending") === 0);
  expect(times(person, "at one")).toBe(1);
  expect(await ana.reads("general > lunch")).toEqual(["tell me when", "at noon", "at one"]);
});
