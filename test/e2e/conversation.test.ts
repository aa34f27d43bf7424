/** Reading and writing while others write, a queue that expires on the server, and writing in an external editor. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Correspondent } from "../support/correspondent.ts";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

/** Whether the cursor is right before `text`; to be polled, since drawing a frame moves it. */
function isBefore({ terminal }: TerminalUser, text: string): boolean {
  const { active } = terminal.buffer;
  const line = active.getLine(active.cursorY);
  return line?.translateToString(true, active.cursorX).startsWith(text) === true;
}

function becomes(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/**
 * New messages push a short conversation up by their own lines, a reply is sent once, and an expired queue is replaced silently; a failing
 * editor loses no text, and a working one gets the terminal; the composer has a preview, and other drafts are found by
 * name.
 */
test("a short conversation makes room, sends once, and loses no text to an editor", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  for (const text of ["one", "two", "three"]) await ana.says("general > lunch", text);
  const path = join(folder(), "editor");
  const environment = { ...robin.environment, VISUAL: path };
  const person = await startInTerminal({ environment });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("three");
  await person.untilIdle();
  const placeOf = (text: string) => person.lines().findIndex((line) => line.trim().endsWith(text));
  const before = ["one", "two", "three"].map(placeOf);
  await ana.says("general > lunch", "four, and it is getting cold");
  await person.sees("four, and it is getting cold");
  // Shorter than its pane, it stands on the composer: they make room, and nothing else moves.
  expect(["one", "two", "three"].map(placeOf)).toEqual(before.map((line) => line - 1));
  expect(placeOf("four, and it is getting cold")).toBe(before.at(-1));

  await person.does("message.reply");
  await person.types("Eat, and I will bring **all** of it.");
  await person.does("composer.send");
  await person.sees(
    (lines) => lines.filter((line) => line.includes("Eat, and I will")).length === 1,
  );
  await person.sees((lines) => !lines.some((line) => /sending|queued/.test(line)));
  const texts = await ana.reads("general > lunch");
  expect(texts.filter((text) => text.includes("Eat, and I"))).toHaveLength(1);
  expect(texts.at(-1)).toBe("Eat, and I will bring **all** of it.");

  await person.does("message.reply");
  await person.types("me, in five minutes");
  await person.does("edit.word-left");
  await person.sees(() => isBefore(person, "minutes"));
  await realm.expireQueues();
  await ana.says("general > lunch", "then I wait for you");
  await person.sees("then I wait for you");
  await person.sees(/live/);
  expect(person.text()).toContain("me, in five minutes");
  await person.untilIdle();
  await person.sees(() => isBefore(person, "minutes"));
  await person.types("about ");
  expect(person.text()).toContain("me, in five about minutes");

  await person.presses("Esc");
  await ana.says("general > notes", "write it down");
  await person.sees(/notes +1/);
  await editsElsewhere(person, ana, path);
  await previews(person);
  await findsDraft(person);
});

test("a conversation that is longer than its pane stands still while others write below", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  for (let at = 1; at <= 40; at += 1) await ana.says("general > parade", `float ${at} is ready`);
  const person = await startInTerminal({ environment: robin.environment });
  await person.sees(/live/);
  await person.does("triage.next");
  await person.sees("float 1 is ready");
  await person.untilIdle();
  const floats = () => person.lines().map((line) => /float \d+ is ready/.exec(line)?.[0]);
  const before = floats();
  expect(before.filter((line) => line !== undefined).length).toBeGreaterThan(10);
  const unread = () => Number(/(\d+) new/.exec(person.text())?.[1]);
  await person.sees(() => unread() < 40);
  await person.untilIdle();
  const left = unread();
  await ana.says("general > parade", "float 41 is late");
  await person.sees(() => unread() === left + 1);
  await person.untilIdle();
  expect(floats()).toEqual(before);
});

async function editsElsewhere(
  person: TerminalUser,
  ana: Correspondent,
  path: string,
): Promise<void> {
  await person.does("triage.next", "message.reply");
  await person.types("begun here");
  const fails = async (problem: string, text: string) => {
    person.sends("\x0f", 1);
    await person.sees(problem);
    await person.sees(`› ${text}`);
    await person.untilIdle();
  };
  await fails("could not be started", "begun here");
  becomes(path, 'rm "$1"');
  await fails("could not be read", "begun here");
  becomes(path, 'printf ", saved" >> "$1"; exit 3');
  await fails("exited with an error", "begun here, saved");

  becomes(
    path,
    'printf "press a key"; stty -icanon; head -c 1 > /dev/null; printf ", ended there\\n" >> "$1"',
  );
  person.sends("\x0f", 1);
  await person.sees("press a key");
  expect(person.terminal.buffer.active.type).toBe("normal");
  person.sends("q", 0);
  await person.sees("begun here, saved, ended there");
  expect(person.terminal.buffer.active.type).toBe("alternate");
  expect(person.terminal.modes.bracketedPasteMode).toBe(true);
  await person.types(" and here");
  await person.sees("ended there and here");
  await person.does("composer.send");
  await person.sees((lines) => !lines.some((line) => /sending/.test(line)));
  expect((await ana.reads("general > notes")).at(-1)).toBe(
    "begun here, saved, ended there and here",
  );
}

/** The preview shows the rendered text. */
async function previews(person: TerminalUser): Promise<void> {
  await person.presses("r");
  await person.types("<time:tomorrow 9:00");
  await person.sees(/tomorrow 9:00 .*, 0?9:00/);
  await person.presses("Tab");
  await person.types("at the latest");
  await person.presses("Ctrl+Shift+Left", "^G", "b", "Alt+p");
  await person.sees(/Preview.*, 0?9:00 at the latest.*To #general.*00Z> at the \*\*latest\*\*/s);
  await person.presses("Enter");
  await person.sees("r writes here");
  await person.presses("r");
  // Where nothing is written, the messages are not covered.
  await person.sees((lines) => !lines.some((line) => line.includes("─ Preview ─")));
  await person.presses("Esc");
}

/** A draft in a new topic is found by name. */
async function findsDraft(person: TerminalUser): Promise<void> {
  await person.presses("g", "i", "c");
  await person.types("general > spring rota");
  await person.presses("Enter");
  await person.types("I take the first week");
  await person.presses("Esc", "g", "i", "^K");
  await person.types("spring");
  await person.sees(/› spring rota +#general +✎ draft/);
  await person.presses("Enter");
  await person.sees(/✎ draft from \d+:\d\d/);
  await person.sees("I take the first week");
}
