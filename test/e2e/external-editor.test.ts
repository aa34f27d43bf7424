/** Writing in one's own editor. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

function becomes(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** Somebody whose editor is a script, and does not exist where there is none. */
async function writingWith(script?: string) {
  const path = join(folder(), "editor");
  if (script !== undefined) becomes(path, script);
  const realm = await serveRealm();
  await realm.as("Ana").says("general > notes", "write it down");
  const { environment } = realm.as("Robin");
  const person = await sitDown({ environment: { ...environment, VISUAL: path } });
  await person.sees(/live/);
  await person.does("triage.next", "message.reply");
  await person.types("begun here");
  return { person, path, notes: () => realm.as("Ana").reads("general > notes") };
}

test("the editor has the terminal, its text comes back, and undo brings back the earlier one", async () => {
  const { person, notes } = await writingWith(
    'printf "press a key"; stty -icanon; head -c 1 > /dev/null; printf ", ended there\\n" >> "$1"',
  );
  person.sends("\x0f", 1);
  await person.sees("press a key");
  expect(person.terminal.buffer.active.type).toBe("normal");
  person.sends("q", 0);
  await person.sees("begun here, ended there");
  expect(person.terminal.buffer.active.type).toBe("alternate");
  expect(person.terminal.modes.bracketedPasteMode).toBe(true);
  await person.types(" and here");
  await person.sees("ended there and here");
  await person.does("composer.send");
  await person.sees((lines) => !lines.some((line) => /sending/.test(line)));
  expect((await notes()).at(-1)).toBe("begun here, ended there and here");
});

test("no text is lost with an editor that does not exist, deletes the file or fails after saving", async () => {
  const { person, path } = await writingWith();
  const fails = async (problem: string, text: string) => {
    person.sends("\x0f", 1);
    await person.sees(problem);
    await person.sees(`› ${text}`);
    await person.rests();
  };
  await fails("could not be started", "begun here");
  becomes(path, 'rm "$1"');
  await fails("could not be read", "begun here");
  becomes(path, 'printf ", saved" >> "$1"; exit 3');
  await fails("ended with an error", "begun here, saved");
});
