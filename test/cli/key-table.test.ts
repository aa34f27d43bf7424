import { expect, test } from "vitest";
import { bindingsOf, keyGroups, keysAsMarkdown, keysAsText } from "#cli/key-table.ts";
import type { Command } from "#commands/command.ts";
import { commands } from "#commands/table.ts";

const command = (id: string, keys: readonly string[], where: Command["where"]): Command => ({
  id,
  title: `Do ${id}`,
  keys,
  where,
  run: () => undefined,
});

const some = [
  command("a", ["`", "|"], ["composer"]),
  command("b", ["g g", "Home"], ["sidebar", "list", "reader"]),
  command("c", [], ["list"]),
  command("d", ["x"], ["list", "reader"]),
];

test("each command stands once, in the first place that it works in, with the keys of the configuration", () => {
  const bindings = bindingsOf({ commands: some, overrides: { c: ["^G"], d: [] } });
  expect(
    keyGroups(bindings).map(({ place, bindings: here }) => [place, here.map((one) => one.command)]),
  ).toEqual([
    ["Everywhere but in the composer", ["b"]],
    ["In a list", ["c"]],
    ["In the composer", ["a"]],
  ]);
});

test("no command that has a key is left out", () => {
  const bindings = bindingsOf({ commands, overrides: {} });
  const grouped = keyGroups(bindings).flatMap(({ bindings: here }) => here);
  expect(new Set(grouped)).toEqual(new Set(bindings));
  expect(grouped).toHaveLength(bindings.length);
});

test("text is aligned, and Markdown holds whatever characters keys have", () => {
  const groups = keyGroups(bindingsOf({ commands: some, overrides: {} }));
  expect(keysAsText(groups)).toBe(
    "Everywhere but in the composer\n  g g  Home  Do b\n\nIn a list\n  x          Do d\n\nIn the composer\n  `  |       Do a\n",
  );
  expect(keysAsMarkdown(groups)).toContain("| `` ` `` `\\|` | Do a |");
});
