/** Rules as a configuration file has them. */
import { customCommands } from "#commands/custom/commands.ts";
import { rulesOf } from "#commands/rules/rules.ts";
import { readConfig } from "#config/file.ts";
import type { Rule } from "#model/rules/rule.ts";
import { testedRow } from "#store/rules.ts";
import type { Disk } from "./storage.ts";

/** The rules of the file that can be applied, and all sentences about the others. */
export function rulesIn(
  text: string,
  now = 0,
): {
  readonly rules: readonly Rule[];
  readonly complaints: readonly string[];
} {
  const read = readConfig(text, "config.toml");
  if (read.kind === "broken") throw new Error(read.sentence);
  const { config, warnings } = read;
  const { commands, complaints: about } = customCommands(config.commands);
  const { rules, complaints } = rulesOf(config.rules, commands, now);
  const sentences = [...about, ...complaints].map(({ sentence }) => sentence);
  return { rules, complaints: [...warnings, ...sentences] };
}

/** One rule for each title, with the lines of its table. */
export function rulesFor(tables: Readonly<Record<string, string>>): readonly Rule[] {
  const { rules, complaints } = rulesIn(tablesFor(tables));
  if (complaints.length > 0) throw new Error(complaints.join("\n"));
  return rules;
}

/** On a disk on which these rules were tested. */
export function testedOn(disk: Disk, rules: readonly Rule[]): Disk {
  disk.places.set(
    testedRow,
    rules.map(({ digest }) => digest),
  );
  return disk;
}

export function tablesFor(tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables)
    .map(([title, lines]) => `[[rule]]\ntitle = ${JSON.stringify(title)}\n${lines}\n`)
    .join("");
}
