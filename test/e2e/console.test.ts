/** A console whose font has few characters: what weir itself draws is ASCII. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const places = [
  ...["go.inbox", "go.recent", "go.drafts", "go.outbox", "go.scheduled", "go.people"],
  ...["go.streams", "go.settings", "go.mentions", "go.all"],
];
const dialogs = ["?", "^K", "i", "T", "c"];

test("every list, a conversation and dialogs are drawn with ASCII alone", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  for (const topic of ["lunch", "dinner"])
    await ana.says(`general > ${topic}`, "1. one\n\n> quoted\n\n* **two**\n\n---\n\n`three`");
  const environment = { ...realm.as("Robin").environment, TERM: "linux", COLORTERM: "" };
  const person = await startInTerminal({ environment });
  await person.sees(/live/);
  const strange = new Map<string, string>();
  const look = (what: string) => {
    for (const line of person.lines()) if (/[^ -~]/.test(line)) strange.set(what, line.trim());
  };
  for (const place of places) {
    await person.does(place);
    look(place);
  }
  for (const key of dialogs) {
    await person.presses(key);
    look(key);
    await person.presses("Esc");
  }
  expect(Object.fromEntries(strange)).toEqual({});
});
