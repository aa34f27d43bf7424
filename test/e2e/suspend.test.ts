/** Into the background and back, under a shell with job control. */
import { expect, test } from "vitest";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { sitDown } from "../support/terminal.ts";

test("^Z gives the shell its terminal, and fg brings the screen back", async () => {
  const realm = await serveRealm();
  await realm.as("Ana").says("general > lunch", "who is hungry");
  const person = await sitDown({
    program: ["bash", "--norc", "--noprofile", "-i"],
    environment: { ...realm.as("Robin").environment, PS1: "shell$ " },
  });
  await person.sees("shell$");
  person.sends(`${weir.map((word) => `'${word}'`).join(" ")}\r`, 0);
  await person.sees(/Empty · live/);
  await person.sees("who is hungry");

  person.sends("\x1a", 0);
  await person.sees("Stopped");
  await person.sees(/shell\$ *$/m);
  expect(person.terminal.buffer.active.type).toBe("normal");
  person.sends("echo still $((40 + 2))\r", 0);
  await person.sees("still 42");

  person.sends("fg\r", 0);
  await person.sees(/Empty · live/);
  expect(person.terminal.buffer.active.type).toBe("alternate");
  await realm.as("Ana").says("general > lunch", "still hungry");
  await person.sees(/lunch .* 2 /);
});

const quoted = weir.map((word) => `'${word}'`).join(" ");

test.each([
  ["a terminal's first process", weir],
  ["the child of a script", ["sh", "-c", `${quoted}; exit $?`]],
])("^Z does not stop %s, which no shell would continue", async (_, program) => {
  const realm = await serveRealm();
  const { environment } = realm.as("Robin");
  const person = await sitDown({ program, environment });
  await person.sees(/live/);
  const { modes } = person.terminal;
  expect(modes.bracketedPasteMode).toBe(true);
  await person.presses("^Z");
  await person.sees("Cannot suspend: no shell to return to.");
  await person.does("palette.open");
  await person.sees("Go to");
  await person.presses("Esc");
  person.sends("q", 1);
  expect((await person.ended).code).toBe(0);
});

test("a stop signal from outside is ignored where no shell would continue the program", async () => {
  const realm = await serveRealm();
  const { environment } = realm.as("Robin");
  const alone = await sitDown({ environment });
  await alone.sees(/live/);
  alone.kill("SIGTSTP");
  await alone.does("palette.open");
  await alone.sees("Go to");
});
