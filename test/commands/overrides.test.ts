import { expect, test } from "vitest";
import { readOverrides } from "#commands/overrides.ts";
import { commands } from "#commands/table.ts";

const read = (written: Readonly<Record<string, readonly string[]>>) =>
  readOverrides(new Map(Object.entries(written)), commands);

test("keys that exist take the place of a command's own, and none takes them away", () => {
  const written = { "triage.done": ["e", "g d", "^Space"], "triage.next": [] };
  expect(read(written)).toEqual({ overrides: written, complaints: [] });
});

test.each([
  ["triage.don", ["e"], 'Unknown command "triage.don". Did you mean "triage.done"?'],
  ["nonsense", ["e"], 'Unknown command "nonsense".'],
  ["triage.done", ["Ctrl+K"], 'triage.done has "Ctrl+K", which is not a key. Did you mean "^K"?'],
  ["triage.done", ["g  d"], 'triage.done has "", which is not a key.'],
])("%s = %j is told, and the command keeps its own keys", (command, keys, sentence) => {
  expect(read({ [command]: keys })).toEqual({ overrides: {}, complaints: [{ command, sentence }] });
});

test("of several keys, those that exist count", () => {
  const { overrides, complaints } = read({ "triage.done": ["Entr", "d"] });
  expect(overrides).toEqual({ "triage.done": ["d"] });
  expect(complaints).toHaveLength(1);
});
