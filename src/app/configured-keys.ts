/** Every command with its keys, as the configuration has them. */
import type { Keys } from "#commands/command.ts";
import { customCommands, hiddenKeys } from "#commands/custom/commands.ts";
import { readOverrides } from "#commands/keys/overrides.ts";
import { commands } from "#commands/tables/commands.ts";
import { type Config, placeIn, tableName } from "#config/file.ts";
import { lineFinder } from "#config/toml-text.ts";

/** About what has that name in the file. */
export type Complaint = { readonly name: string; readonly sentence: string };

/** What is said of it to the user, with its line in the file. */
export function warningFor({ path, text }: { readonly path: string; readonly text: string }) {
  const lineOf = lineFinder(text);
  return ({ name, sentence }: Complaint) => {
    return `${placeIn(path, lineOf(name))}: ${sentence}`;
  };
}

/** The user's own commands come last, so that they have a key that another command has by default. */
export function keysIn({ commands: configured, keys, options }: Config): {
  readonly keys: Keys;
  readonly complaints: readonly Complaint[];
} {
  const custom = customCommands(configured);
  const all = [...commands, ...custom.commands];
  const { overrides, complaints } = readOverrides(keys, all, options.preset);
  return {
    keys: { commands: all, overrides },
    complaints: [
      ...[...custom.complaints, ...hiddenKeys(all, overrides)].map(({ sentence, ...about }) => ({
        name: tableName("command", about),
        sentence,
      })),
      ...complaints.map(({ command, sentence }) => ({ name: `keys.${command}`, sentence })),
    ],
  };
}
