/** Every way out gives the terminal back as it was found. */
import { expect, test } from "vitest";
import { serveRealm } from "../support/realm-server.ts";
import { type Person, sitDown } from "../support/terminal.ts";

type End = { readonly code: number; readonly signal: number | undefined };

const esc = "\u001b";
const switches = new RegExp(`${esc}\\[\\?(\\d+)([hl])`, "g");

/** What each mode was set to last. */
function modes({ written }: Person): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [, mode = "", set = ""] of written().matchAll(switches)) found[mode] = set;
  return found;
}

async function expectRestored(person: Person, end: End): Promise<void> {
  expect(await person.ended).toEqual(end);
  const restored = { "25": "h", "1002": "l", "1004": "l", "1006": "l", "1049": "l", "2004": "l" };
  expect(modes(person)).toMatchObject(restored);
  expect(modes(person)["2026"] ?? "l").toBe("l");
  // The alternate screen is left last, so nothing of ours stands in the shell.
  expect(person.terminal.buffer.active.type).toBe("normal");
  expect(person.text()).not.toContain("Inbox");
}

async function live(environment: Readonly<Record<string, string>> = {}): Promise<Person> {
  const realm = await serveRealm();
  const person = await sitDown({
    environment: { ...realm.as("Robin").environment, ...environment },
  });
  await person.sees(/live/);
  return person;
}

test("q in the inbox ends the program", async () => {
  const person = await live();
  person.sends("q", 1);
  await expectRestored(person, { code: 0, signal: 0 });
});

test("^C asks, and a second one ends the program", async () => {
  // It asks for a while only, which is over too soon on a busy machine when time passes faster.
  const person = await live({ WEIR_CLOCK_RATE: "1" });
  await person.presses("^C");
  await person.sees("Press ^C again to quit.");
  person.sends("\x03", 1);
  await expectRestored(person, { code: 0, signal: 0 });
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s ends the program in order", async (signal, code) => {
  const person = await live();
  person.kill(signal);
  await expectRestored(person, { code, signal: 0 });
});

test("an error that nobody caught is told after the terminal was given back", async () => {
  const person = await live();
  person.breaks();
  await expectRestored(person, { code: 1, signal: 0 });
  const told = person.written().slice(person.written().lastIndexOf("\x1b[?1049l"));
  expect(told).toContain("weir failed: ");
  expect(told).toMatch(/More is in .*weir.*log/);
});

test("a signal before the program is loaded gives the terminal back too", async () => {
  const person = await sitDown();
  await person.sees("starting");
  person.kill("SIGTERM");
  const { code } = await person.ended;
  expect(code).toBe(143);
  expect(modes(person)).toMatchObject({ "25": "h", "1049": "l" });
});
