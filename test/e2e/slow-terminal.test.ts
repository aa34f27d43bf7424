/** A terminal at the end of a slow line: few bytes for each key, and no frames that nobody would see. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { expectRestored } from "../support/restored.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Robin's inbox at 100x30 and 256 colours, with conversations to move through. */
async function seated(rate: number, options = "") {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const words = "The build of last night has failed on the second machine, once more. ";
  for (let at = 0; at < 60; at += 1)
    await ana.says(`general > topic ${at % 20}`, `${words.repeat(1 + (at % 3))}${at}`);
  const environment = {
    ...realm.as("Robin").environment,
    WEIR_CLOCK_RATE: String(rate),
    COLORTERM: "",
  };
  const config = join(folder(), "config.toml");
  writeFileSync(config, options);
  const argv = ["--config", config];
  const person = await startInTerminal({ environment, argv, columns: 100, rows: 30 });
  await person.sees(/live/);
  await person.untilIdle();
  return person;
}

/** The median of what each of these keys costs, in bytes. */
async function bytesOf(person: TerminalUser, ...keys: readonly string[]): Promise<number> {
  const costs: number[] = [];
  for (const key of keys) {
    const before = Buffer.byteLength(person.written());
    await person.presses(key);
    costs.push(Buffer.byteLength(person.written()) - before);
  }
  return costs.toSorted((a, b) => a - b)[Math.floor(costs.length / 2)] ?? 0;
}

const text = "What I write appears in the order in which I write it.";

test("a key costs few bytes, and ^C twice restores the terminal", async () => {
  const person = await seated(8);
  expect(await bytesOf(person, "j", "j", "j", "k", "j")).toBeLessThanOrEqual(350);
  expect(await bytesOf(person, "e", "e", "e")).toBeLessThanOrEqual(1_500);
  expect(await bytesOf(person, "^K", "Esc", "^K")).toBeLessThanOrEqual(3_000);
  await person.presses("Esc");
  await person.does("go.all");
  await person.sees("topic 19");
  await person.presses("G");
  expect(await bytesOf(person, "PageUp", "PageUp", "PageUp")).toBeLessThanOrEqual(5_000);
  await person.presses("r");
  expect(await bytesOf(person, ..."whatever-it")).toBeLessThanOrEqual(90);
  // Two at once: the question for the second one may have expired meanwhile.
  person.sends("\x03\x03", 2);
  await expectRestored(person, { code: 0, signal: 0 });
});

/** How fast the clock of the program and the line are. */
const rate = 4;
/** 9,600 baud, and 800 ms there and back, by that clock. */
const modem = { bytesPerSecond: 960 * rate, delayMs: 400 / rate };

test("at 9,600 baud what is typed appears in order, keys do not pile up frames, and ^C leaves", async () => {
  const person = await seated(rate, "lean = true\n");
  expect(person.lines()[0]).toContain("live · lean");
  await person.does("go.all");
  await person.sees("topic 19");
  await person.presses("r");
  person.slows(modem);
  const unordered: string[] = [];
  const seen = person.sees((lines) => {
    const written = lines.map((line) => /│ +› (What.*)$/.exec(line)?.[1] ?? "").join("");
    if (!text.startsWith(written)) unordered.push(written);
    return written === text;
  });
  for (const letter of text) person.sends(letter, 1);
  await seen;
  expect(unordered).toEqual([]);
  await person.presses("^U", "Esc");

  const before = person.written().length;
  for (let at = 0; at < 30; at += 1)
    for (const page of ["\x1b[5~", "\x1b[6~"]) person.sends(page, 1);
  await person.untilIdle();
  // Sixty pages would be 100,000.
  expect(person.written().length - before).toBeLessThan(60_000);

  person.sends("\x03\x03", 2);
  expect((await person.ended).code).toBe(0);
});
