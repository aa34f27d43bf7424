/** The rules of the configuration that can be applied, and a warning with its line for each other one. */
import type { Clock } from "#base/clock.ts";
import type { Configuration } from "#cli/configuration.ts";
import type { Command } from "#commands/command.ts";
import { customCommands } from "#commands/custom/commands.ts";
import { rulesOf } from "#commands/rules/rules.ts";
import { tableName } from "#config/file.ts";
import type { Rule } from "#model/rules/rule.ts";
import { warningFor } from "./configured-keys.ts";

/** `running`: the commands of a program that runs, in place of those of the file. */
export function configuredRules(
  configuration: Configuration,
  clock: Pick<Clock, "now">,
  running?: readonly Pick<Command, "custom">[],
): {
  readonly all: readonly Rule[];
  readonly warnings: readonly string[];
} {
  const { commands, rules } = configuration.config;
  const now = Math.floor(clock.now() / 1000);
  const read = rulesOf(rules, running ?? customCommands(commands).commands, now);
  const complaints = read.complaints.map(({ sentence, ...about }) => {
    return { name: tableName("rule", about), sentence };
  });
  return { all: read.rules, warnings: complaints.map(warningFor(configuration)) };
}
