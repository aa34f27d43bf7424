/** A terminal that stops reading: after ^S, over a line that stalls, in an emulator that was stopped. */
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** More keys with frames of their own than any terminal takes while it does not read. */
const manyKeys = "Ggg".repeat(80);

/** Resolves when the program says that it holds so much: nothing can be seen of it meanwhile. */
async function holds(
  person: TerminalUser,
  name: "messages" | "inputs",
  wanted: number,
): Promise<void> {
  const held = async () => (await person.counts())[name] ?? 0;
  await expect.poll(held, { timeout: 30_000 }).toBeGreaterThanOrEqual(wanted);
}

/** The terminal reads nothing more, and the program has more to write than it takes. */
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

test("polling goes on, a terminal that reads again shows what is newest, and SIGHUP ends the program while it does not", async () => {
  const { ana, person } = await stalled();
  const { messages = 0 } = await person.counts();
  for (let at = 0; at < 20; at += 1) await ana.says("general > dinner", `dinner ${at}`);
  await holds(person, "messages", messages + 20);
  person.sends("G", 1);
  person.reads();
  await person.sees("dinner 19");
  // Whether the oldest were shown before the terminal stalled depends on how much it took.
  await person.sees(/all read|12 unread/);
  await person.rests();
  const shown = person.text();
  await person.does("program.repaint");
  await person.sees(shown);

  await stalls(person);
  person.kill("SIGHUP");
  expect((await person.ended).code).toBe(129);
});

test("SIGTERM ends it within a second with the draft saved, and so does SIGINT", async () => {
  const { person, seat } = await stalled();
  const { inputs = 0 } = await person.counts();
  person.sends("r", 1);
  person.sends("It began on a Tuesday.", 22);
  await holds(person, "inputs", inputs + 23);
  const began = performance.now();
  person.kill("SIGTERM");
  expect((await person.ended).code).toBe(143);
  // What the session saves has two seconds beside that.
  expect(performance.now() - began).toBeLessThan(5_000);

  const next = await startInTerminal(seat);
  await next.sees(/live/);
  await next.does("palette.open");
  await next.types("lunch");
  await next.presses("Enter");
  await next.sees("It began on a Tuesday.");

  await next.presses("Esc");
  await stalls(next);
  next.kill("SIGINT");
  expect((await next.ended).code).toBe(130);
});
