/** All terminal sizes. */
import { test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

const sizes: readonly (readonly [columns: number, rows: number])[] = [
  [300, 100],
  [200, 60],
  [120, 34],
  [100, 30],
  [99, 24],
  [80, 24],
  [79, 19],
  [60, 15],
  [40, 10],
  [20, 5],
  [2, 2],
  [1, 1],
];

/** Lines that the terminal wrapped because they were wider than the screen. */
function wrappedLines({ terminal }: TerminalUser): number {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, y) => active.getLine(active.baseY + y)).filter(
    (line) => line?.isWrapped,
  ).length;
}

/** A large frame arrives in parts, so the screen needs time to be complete. */
async function expectSound(person: TerminalUser, columns: number, rows: number): Promise<void> {
  const { terminal } = person;
  const hasHeader = columns >= 40 && rows >= 3;
  await person.sees(
    ([header = "", second = ""]) =>
      wrappedLines(person) === 0 &&
      terminal.buffer.active.baseY === 0 &&
      (!hasHeader || (/^ Acme · live.*unread$/.test(header) && !second.includes("unread"))),
  );
}

test("at every size, in the inbox and in a conversation, no line wraps and the header has one line", async () => {
  const realm = await serveRealm("demo");
  const { environment } = realm.as("Robin");
  const person = await startInTerminal({ environment, columns: 120, rows: 34 });
  await person.sees("NEEDS YOU");
  for (const open of [async () => {}, () => person.does("triage.next", "message.reply")]) {
    await open();
    for (const [columns, rows] of sizes) {
      await person.resizes(columns, rows);
      await expectSound(person, columns, rows);
    }
    await person.resizes(120, 34);
    await person.sees("Acme · live");
  }
  await person.types("still here");
  await person.sees("still here");
});
