/** Messages and names that try to control the reader's terminal, and what it is told of them. */
import { expect, test } from "vitest";
import { configuredHome } from "../support/account-home.ts";
import { serveRealm } from "../support/realm-server.ts";
import { expectRestored } from "../support/restored.ts";
import { startInTerminal } from "../support/terminal.ts";

const attacks = [
  "\x1b]0;owned\x07title",
  "\x1b[2J\x1b[Hcleared",
  "\x9b2Jcleared by C1",
  "\x1b[?1049lback to the shell",
  "\x1b]52;c;b3duZWQ=\x07clipboard",
  "\x1b]8;;https://evil.example\x07link\x1b]8;;\x07",
  '\x1bP$q"p\x1b\\device',
  "over\rwritten, and \bback",
  "\u202egnisrever\u202c and \u2066isolated\u2069",
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞",
  "👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇩🇪 ❤️ 한국어 日本語",
  "```js\n\x1b[31mconst x = '\x1b]0;owned\x07'\n```",
  "[click](javascript:alert(1)) [\x1b[31mred](https://example.com/\x1b[0m)",
];

const number = "\\d*";
/** The allowed sequences; any other control character is a successful attack. */
const allowed = [
  // Styles, cursor movement, erasing.
  `\\[[\\d;:]*m`,
  `\\[${number}[A-GJKX]`,
  `\\[${number}(?:;${number})?H`,
  // Modes: cursor, alternate screen, mouse, focus, paste, synchronized output; and queries of modes.
  `\\[\\?(?:25|1000|1002|1004|1006|1049|2004|2026)[hl]`,
  // Who orders text from right to left.
  `\\[8[hl]`,
  `\\[\\?\\d+\\$p`,
  // The end of a query whose beginning is matched below.
  `\\\\`,
  // Queries: device attributes, cursor position, keyboard, background; the keyboard's own modes.
  `\\[[>=]?0?c`,
  `\\[6n`,
  `\\[[?>=<][\\d;]*u`,
  `\\]11;\\?(?:\\x07|\\x1b\\\\)`,
  // Queries about pictures: kitty's protocol with one pixel, the size of a cell, the terminal's name.
  `_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\\x1b\\\\`,
  `\\[16t`,
  `\\[>q`,
  // What the terminal can do with notifications.
  `\\]99;i=weir-asks:p=\\?;\\x1b\\\\`,
  // Saving, setting and restoring the window's title.
  `\\[2[23];0t`,
  `\\]2;[^\\x00-\\x1f\\x7f-\\x9f]*\\x1b\\\\`,
  // Hyperlinks to http(s) and mailto, and their end.
  `\\]8;;(?:(?:https?|mailto):[\\x21-\\x7e]+)?\\x1b\\\\`,
  // Saving and restoring the cursor.
  `[78]`,
].join("|");

const strange = new RegExp(
  `\\x1b(?!${allowed})[\\s\\S]{0,20}|[\\x80-\\x9f]|[\\x00-\\x06\\x0b\\x0c\\x0e-\\x1a]`,
);

/**
 * For any messages, topics and names, only allowed sequences reach the terminal; a direct message notifies while it is
 * unfocused, and SIGHUP restores it and its title.
 */
test("only allowed sequences reach the terminal, and SIGHUP restores it", async () => {
  const realm = await serveRealm();
  const [robin, ana] = [realm.as("Robin"), realm.as("Ana")];
  for (const attack of attacks) await ana.says("general > lunch", attack);
  await ana.says(`general > ${"\u202e"}evil \u200bTopic`, "hello");
  await ana.says([robin.id], attacks.join("\n"));
  const { home } = configuredHome('notifications = "osc9"');
  const { environment } = robin;
  const person = await startInTerminal({ environment, home, columns: 100, rows: 40 });
  await person.sees(/live/);
  await person.does("go.all");
  await person.sees("cleared");
  for (const size of [60, 30, 100]) await person.resizes(size, 40);
  await person.does("move.first", "move.last", "go.inbox");
  expect(strange.exec(person.written())?.[0]).toBeUndefined();
  expect(person.written()).not.toContain("\u202e");
  // Header and footer have not moved.
  expect(person.lines()[0]).toMatch(/^ Empty · live/);
  expect(person.lines().at(-1)).toMatch(/\? keys$/);

  await robin.post("/mark_all_as_read", {});
  await person.sees("all read");
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
