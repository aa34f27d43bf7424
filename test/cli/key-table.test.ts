import { expect, test } from "vitest";
import { styleOf } from "#app/style.ts";
import { readCommandLine } from "#cli/command-line.ts";
import { bindingsOf, keyGroups, keysAsMarkdown, printKeys } from "#cli/key-table.ts";
import { outputFor } from "#cli/output.ts";
import { verbs } from "#cli/verbs.ts";
import type { Command } from "#commands/command.ts";
import { commands } from "#commands/tables/commands.ts";
import { defaults } from "#config/options.ts";

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

test("each command is listed once, in its first place, with the configured keys", () => {
  const inAll = command("e", ["^K"], ["sidebar", "list", "reader", "composer"]);
  const overrides = { c: ["^G"], d: [] };
  const bindings = bindingsOf({ commands: [...some, inAll], overrides });
  expect(
    keyGroups(bindings).map(({ place, bindings: group }) => [
      place,
      group.map((one) => one.command),
    ]),
  ).toEqual([
    ["Everywhere except the composer", ["b"]],
    ["Everywhere, the composer included", ["e"]],
    ["In a list", ["c"]],
    ["In the composer", ["a"]],
  ]);
});

test("every command with a key is listed", () => {
  const bindings = bindingsOf({ commands, overrides: {} });
  const grouped = keyGroups(bindings).flatMap(({ bindings: group }) => group);
  expect(new Set(grouped)).toEqual(new Set(bindings));
  expect(grouped).toHaveLength(bindings.length);
});

/** Prints some keys, on a terminal or in a pipe. */
function printedKeys(isTerminal: boolean, ...options: readonly string[]): string {
  const invocation = readCommandLine(["keys", ...options], "0");
  if ("text" in invocation) throw new Error(invocation.text);
  let out = "";
  const write = (text: string) => {
    out += text;
  };
  const style = styleOf(defaults, {}, {});
  const known = verbs.find(({ name }) => name === "keys")?.fields ?? [];
  const output = outputFor({ isTerminal, columns: 72, write, style }, invocation, known, () => {});
  printKeys(output, bindingsOf({ commands: some, overrides: {} }));
  return out;
}

test("a terminal gets groups, a pipe one line per binding, and JSON the requested fields", () => {
  expect(printedKeys(true)).toBe(
    "Everywhere except the composer\n  g g  Home  Do b\n\nIn a list\n  x          Do d\n\nIn the composer\n  `  |       Do a\n",
  );
  expect(printedKeys(false)).toBe(
    "g g  Home\tDo b\tEverywhere except the composer\nx\tDo d\tIn a list\n`  |\tDo a\tIn the composer\n",
  );
  expect(printedKeys(true, "--json").split("\n")[1]).toBe(
    '{"command":"d","keys":["x"],"title":"Do d","where":["list","reader"]}',
  );
  expect(printedKeys(false, "--json=keys").split("\n")[0]).toBe('{"keys":["g g","Home"]}');
});

test("special characters of keys are escaped in Markdown", () => {
  const groups = keyGroups(bindingsOf({ commands: some, overrides: {} }));
  expect(keysAsMarkdown(groups)).toContain("| `` ` `` `\\|` | Do a |");
});
