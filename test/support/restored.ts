/** Checks that a program that ended has restored the terminal. */
import { expect } from "vitest";
import type { TerminalUser } from "./terminal.ts";

type End = { readonly code: number; readonly signal: number | undefined };

const esc = "\u001b";
const switches = new RegExp(`${esc}\\[\\?(\\d+)([hl])`, "g");

/** The last value of each mode. */
export function modes({ written }: TerminalUser): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [, mode = "", set = ""] of written().matchAll(switches)) found[mode] = set;
  return found;
}

/** Expects the program to end like this, with the terminal restored. */
export async function expectRestored(person: TerminalUser, end: End): Promise<void> {
  expect(await person.ended).toEqual(end);
  const restored = { "25": "h", "1002": "l", "1004": "l", "1006": "l", "1049": "l", "2004": "l" };
  expect(modes(person)).toMatchObject(restored);
  expect(modes(person)["2026"] ?? "l").toBe("l");
  // The alternate screen is left last, so that nothing remains in the shell.
  expect(person.terminal.buffer.active.type).toBe("normal");
  expect(person.text()).not.toContain("Inbox");
}
