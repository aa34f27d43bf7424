/** `weir --plain` on a terminal and in a pipe, without escape sequences. */
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pngOf } from "#pictures/protocols.ts";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { stripes } from "../support/pictures.ts";
import { teletype } from "../support/plain-client.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { startInTerminal } from "../support/terminal.ts";

test("reply, a new key and quit work on a terminal without escape sequences, and the key is not echoed", async () => {
  const realm = await serveRealm();
  await realm.as("Ana").says("general > notes", "is anybody there?");
  const home = folder();
  mkdirSync(`${home}/.config/weir`, { recursive: true });
  writeFileSync(`${home}/.config/weir/config.toml`, "screen_reader = true\n");
  const { environment } = realm.as("Robin");
  const person = await startInTerminal({ home, environment: { ...environment, TERM: "dumb" } });
  await person.sees(/such as open, done/);
  person.sends("1\r", 0);
  await person.sees("Ana Ruiz, new: is anybody there?");
  person.sends("reply\r", 0);
  await person.sees("Writing to general > notes.");
  person.sends("I am\r", 0);
  await person.sees("you: I am");
  const { api_key: key } = await realm.as("Robin").post("/users/me/api_key/regenerate");
  // The open poll continues with the old key; the next one is rejected.
  await realm.as("Ana").says("general > notes", "are you still there?");
  await person.sees('Nothing is sent until you sign in: "Sign in again".');
  // What is typed for what was said before it is no key.
  person.sends("and now\r", 0);
  await person.sees('There is no command "and now" here.');
  person.sends("sign in again\r", 0);
  await person.sees(/:quit leaves weir\n(?:.*\n)*.*not shown\.\nAPI key >/);
  person.sends(`${key}\r`, 0);
  await person.sees(/API key > *\n(?:.*\n)*Connected\./);
  // The terminal's first process cannot be stopped.
  person.sends("\u001a".repeat(12), 0);
  person.sends("\rquit\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(person.written()).not.toContain("Warning");
  expect(person.written()).not.toContain(key);
  // Other input is echoed again.
  expect(person.written()).toContain("quit\r\n");
  expect(person.written()).not.toContain("\x1b");
  expect(await realm.as("Ana").reads("general > notes")).toContain("I am");
});

/**
 * A variable for screen readers turns plain mode on, which says so first; a picture is told by its text, name, kind and
 * sizes, and nothing is said into a line that is typed.
 */
test("plain mode turns itself on for screen readers, and says what a picture is", async () => {
  const realm = await serveRealm();
  const ana = realm.as("Ana");
  const url = await ana.uploads("flag.png", pngOf(stripes(200, 120)));
  await ana.says("general > notes", `our flag: [two stripes](${url})`);
  // The thread has ten seconds for a picture, which on a busy machine may not pass faster.
  const more = { INK_SCREEN_READER: "true", WEIR_CLOCK_RATE: "1" };
  const person = await startInTerminal({
    environment: { ...realm.as("Robin").environment, ...more },
  });
  await person.sees("Plain mode, turned on by INK_SCREEN_READER.");
  await person.sees(/^> ?$/m);
  // Begun in the middle; then another line instead of that one, completed.
  person.sends("ommands xyz\x1b[Hc\r", 0);
  await person.sees('There is no command "commands xyz" here.');
  person.sends("\x1b[A\x15qui\t", 0);
  await person.sees(/quit, quiet, Quit .*\n> qui$/m);
  person.sends("\x151\r", 0);
  await person.sees("Ana Ruiz, new: our flag: two stripes, flag.png (link 1) (image)");
  const { length: edited } = person.written();
  person.sends("view\r", 0);
  await person.sees(/two stripes, PNG, 200 × 120, \d+ bytes/);
  person.sends(":close\rreply\r", 0);
  await person.sees("message >");
  person.sends("half a mes", 0);
  await person.sees("half a mes");
  await ana.says("general > notes", "and now?");
  await ana.says("general > other", "@**Robin Hale** elsewhere");
  person.sends("sage\u007f\u007fge\r", 0);
  await person.sees("you: half a message.");
  await person.sees("and now?");
  await person.sees(/Elsewhere: Ana Ruiz, mentions you, general > other: .*elsewhere/);
  const said = teletype(person.written().slice(edited).replaceAll("\b \b", ""));
  expect(said).toContain("message > half a messagege\n");
  person.sends("quit\r", 0);
  expect((await person.ended).code).toBe(0);
  expect(person.written()).toMatch(/^Plain mode/);
  expect(person.written()).not.toContain("\x1b");
});

test("lines from a pipe are processed in order, without prompts", async () => {
  const realm = await serveRealm();
  await realm.as("Ana").says("general > notes", "is anybody there?");
  const environment = { HOME: folder(), ...realm.as("Robin").environment };
  const program = weir.map((word) => `'${word}'`).join(" ");
  const line = `printf 'g i\\ndone\\nundo\\nquit\\n' | ${program} --plain`;
  const { code, out, err } = await run(["-c", line], environment, ["/bin/sh"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^\[Inbox, /m);
  expect(out).toMatch(/^Done .*\n(?:.*\n)*Undid: Done /m);
  expect(out).not.toMatch(/^> $/m);
  expect(out).not.toContain("\u001b");
});
