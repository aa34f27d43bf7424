/** Suspending, resuming and quitting restore the terminal. Signals and errors are tested with other features. */
import { expect, test } from "vitest";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";
import { modes } from "../support/restored.ts";
import { startInTerminal } from "../support/terminal.ts";

const quoted = weir.map((word) => `'${word}'`).join(" ");

test("^Z suspends to the shell, fg restores the screen, and q quits", async () => {
  const realm = await serveRealm();
  await realm.as("Ana").says("general > lunch", "who is hungry");
  const person = await startInTerminal({
    program: ["bash", "--norc", "--noprofile", "-i"],
    environment: { ...realm.as("Robin").environment, PS1: "shell$ " },
  });
  await person.sees("shell$");
  person.sends(`${quoted}\r`, 0);
  await person.sees(/Empty · live/);
  await person.sees("who is hungry");

  person.sends("\x1a", 0);
  await person.sees("Stopped");
  await person.sees(/shell\$ *$/m);
  expect(person.terminal.buffer.active.type).toBe("normal");
  person.sends("echo still $((40 + 2))\r", 0);
  await person.sees("still 42");

  // The shell is told of it.
  const isResized = person.resizes(100, 30);
  person.sends("fg\r", 0);
  await isResized;
  await person.sees(/Empty · live/);
  expect(person.terminal.buffer.active.type).toBe("alternate");
  await realm.as("Ana").says("general > lunch", "still hungry");
  await person.sees(/lunch .* 2 /);

  person.sends("q", 0);
  await person.sees(/ fg\n[\s\S]*shell\$\s*$/);
  expect(person.terminal.buffer.active.type).toBe("normal");
  person.sends("echo code $?\r", 0);
  await person.sees("code 0");
  // The shell enables bracketed paste itself.
  expect(modes(person)).toMatchObject({ "25": "h", "1002": "l", "1004": "l", "1049": "l" });
});

test("a signal while the program is loading restores the terminal", async () => {
  const person = await startInTerminal();
  await person.sees("starting");
  person.kill("SIGTERM");
  const { code } = await person.ended;
  expect(code).toBe(143);
  expect(modes(person)).toMatchObject({ "25": "h", "1049": "l" });
});
