/** Into the background and back, under a shell with job control. */
import { expect, test } from "vitest";
import { startRealm } from "../support/realm-process.ts";
import { sitDown, weir } from "../support/terminal.ts";

test("^Z gives the shell its terminal, and fg brings the screen back", async () => {
  const realm = await startRealm({ seed: "empty" });
  await realm.as("Ana").says("general > lunch", "who is hungry");
  const person = await sitDown({
    program: ["bash", "--norc", "--noprofile", "-i"],
    environment: { ...realm.as("Robin").environment, PS1: "shell$ " },
  });
  await person.sees("shell$");
  person.sends(`${weir.map((word) => `'${word}'`).join(" ")}\r`, 0);
  await person.sees(/Empty · live/);
  await person.sees("#general › lunch");

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
