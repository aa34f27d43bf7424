/** Notifications of an unfocused terminal, and its title. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../support/folder.ts";
import { serveRealm } from "../support/realm-server.ts";
import { expectRestored } from "../support/restored.ts";
import { startInTerminal } from "../support/terminal.ts";

test("a direct message notifies while the terminal is unfocused, and SIGHUP restores the terminal and its title", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  const config = join(folder(), "config.toml");
  writeFileSync(config, 'notifications = "osc9"\n');
  const { environment } = robin;
  const person = await startInTerminal({ environment, argv: ["--config", config] });
  await person.sees(/live/);
  person.sends("\x1b[O", 1);
  await person.untilIdle();
  await ana.says([robin.id], "lunch; \x1b]0;owned\x07 or later?");
  await person.sees("1 unread");
  await ana.says([robin.id], "hello?");
  await person.sees("2 unread");
  const [, ...notes] = person.written().split("\x1b]9;");
  expect(notes.map((note) => note.split("\x1b\\")[0])).toEqual([
    "Ana Ruiz: lunch, ␛]0,owned␇ or later?",
  ]);
  await person.sees(() => person.written().includes("\x1b]2;2 unread - Empty\x1b\\"));
  person.kill("SIGHUP");
  await expectRestored(person, { code: 129, signal: 0 });
  expect(person.written().split("\x1b[22;0t")).toHaveLength(2);
  expect(person.written().split("\x1b[23;0t")).toHaveLength(2);
});
