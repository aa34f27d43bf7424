/** A terminal that stops reading: after ^S, on a stalled connection, or in a suspended emulator. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Enough keys that redraw to fill the buffer of any terminal that does not read. */
const manyKeys = "Ggg".repeat(40);

/** Resolves when the program reports this count, since the screen cannot show it. */
async function holds(
  person: TerminalUser,
  name: "messages" | "inputs",
  wanted: number,
): Promise<void> {
  const held = async () => (await person.counts())[name] ?? 0;
  await expect.poll(held).toBeGreaterThanOrEqual(wanted);
}

/** Stops reading, and lets the program write more than the terminal's buffer holds. */
async function stalls(person: TerminalUser): Promise<void> {
  await person.does("go.all");
  await person.sees("24 24");
  const { inputs = 0 } = await person.counts();
  person.stalls();
  person.sends(manyKeys, manyKeys.length);
  await holds(person, "inputs", inputs + manyKeys.length);
}

async function stalled() {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  for (let at = 0; at < 25; at += 1) await ana.says("general > lunch", `${at} `.repeat(30));
  const { environment } = realm.as("Robin");
  const seat = { environment, home: folder(), columns: 120, rows: 50 };
  const person = await startInTerminal(seat);
  await person.sees(/live/);
  await stalls(person);
  return { ana, person, seat };
}

/**
 * On a stalled terminal polling continues, SIGTERM ends the program in time with the draft saved, and so does SIGHUP;
 * once it reads again, it shows the newest messages.
 */
test("a stalled terminal stops neither polling nor the end of the program", async () => {
  const { ana, person, seat } = await stalled();
  const { messages = 0 } = await person.counts();
  for (let at = 0; at < 20; at += 1) await ana.says("general > dinner", `dinner ${at}`);
  await holds(person, "messages", messages + 20);
  person.sends("G", 1);
  person.reads();
  await person.sees("dinner 19");
  // The terminal's buffer decides whether the oldest were shown before it stalled.
  await person.sees(/all read|\d+ unread/);
  await person.untilIdle();
  // Blanks that were erased count as no text, those that are written do.
  const trimmed = () => person.lines().map((line) => line.trimEnd());
  const shown = trimmed();
  await person.does("program.repaint");
  await expect.poll(trimmed).toEqual(shown);

  await stalls(person);
  const { inputs = 0 } = await person.counts();
  person.sends("r", 1);
  person.sends("It began on a Tuesday.", 22);
  await holds(person, "inputs", inputs + 23);
  person.kill("SIGTERM");
  expect((await person.ended).code).toBe(143);

  const next = await startInTerminal(seat);
  await next.sees(/live/);
  await next.does("palette.open");
  await next.types("lunch");
  await next.presses("Enter");
  await next.sees("It began on a Tuesday.");

  await next.presses("Esc");
  await stalls(next);
  next.kill("SIGHUP");
  expect((await next.ended).code).toBe(129);
});
