/** The Linux console: few characters, eight colours, no emoji, one screen. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

const places = [
  ...["go.inbox", "go.recent", "go.drafts", "go.outbox", "go.scheduled", "go.people"],
  ...["go.streams", "go.settings", "go.mentions", "go.all"],
];
const dialogs = ["?", "^K", "i", "T", "c"];

test("every list, a conversation and dialogs are drawn with what the console has", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  for (const topic of ["lunch", "dinner"])
    await ana.says(`general > ${topic}`, "1. one\n\n> quoted\n\n* **two** 🎉\n\n---\n\n`three`");
  const environment = {
    ...realm.as("Robin").environment,
    TERM: "linux",
    COLORTERM: "",
    NO_COLOR: "",
  };
  const person = await startInTerminal({ environment });
  await person.sees(/live/);
  const strange = new Map<string, string>();
  const look = (what: string) => {
    for (const line of person.lines())
      if (/[^ -~│─┌┐└┘├┼•·↑↓]/.test(line)) strange.set(what, line.trim());
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

  await person.does("go.inbox");
  await person.presses("n");
  await person.sees("two :tada:");
  await person.quits();
  const written = person.written();
  const shown = written.slice(written.indexOf("connecting"));
  const codes = [...shown.matchAll(/\[([\d;]+)m/g)].flatMap(([, all = ""]) => all.split(";"));
  // It draws faint text hardly legibly, and goes on in bold after a bright colour.
  expect(codes.filter((code) => code === "2" || Number(code) > 49)).toEqual([]);
  expect(codes).toContain("44");
  expect(shown).toContain("\x1b[?25h\x1b[H\x1b[2J\x1b[?1049l");
});
