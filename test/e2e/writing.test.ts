/** Writing in an external editor, with a preview, and in a new topic. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal, type TerminalUser } from "../support/terminal.ts";

function becomes(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

test("a failing editor loses no text, and a working one gets the terminal; the composer has a preview, and other drafts are found by name", async () => {
  const path = join(folder(), "editor");
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  await ana.says("general > notes", "write it down");
  const { environment } = realm.as("Robin");
  const person = await startInTerminal({ environment: { ...environment, VISUAL: path } });
  await person.sees(/live/);
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

  await previews(person);
  await findsDraft(person);
});

/** The preview shows the rendered text. */
async function previews(person: TerminalUser): Promise<void> {
  await person.types("<time:tomorrow 9:00");
  await person.sees(/tomorrow 9:00 .*, 0?9:00/);
  await person.presses("Tab");
  await person.types("at the latest");
  await person.presses("Ctrl+Shift+Left", "^G", "b", "Alt+p");
  await person.sees(/Preview.*, 0?9:00 at the latest.*To #general.*00Z> at the \*\*latest\*\*/s);
  await person.presses("Enter");
  await person.sees("Nothing to preview yet.");
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
