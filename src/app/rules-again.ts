/** Rules of a running program, read again when the configuration file has others: a new one waits for its test as at a start. */
import type { Clock } from "#base/clock.ts";
import type { Configuration } from "#cli/accounts.ts";
import type { Command } from "#commands/command.ts";
import type { Rule } from "#model/rules/rule.ts";
import type { Store } from "#store/state.ts";
import { configuredRules } from "./configured-rules.ts";
import { newWarnings, setRules } from "./set-rules.ts";

export type RulesAgain = {
  /** Sets those of the file in all stores; what is to be said about it, as sentences. */
  readonly read: (configuration: Configuration, stores: Iterable<Store>) => readonly string[];
  /** Sets those read last, if they were read again, in the store of an account that was opened since. */
  readonly setIn: (store: Store) => void;
};

/**
 * Commands have keys, and stay as they were at the start: a rule that runs another command now counts as one that was not tested,
 * until weir is started again.
 */
export function rulesAgain(
  start: Configuration,
  clock: Pick<Clock, "now">,
  commands: readonly Command[],
): RulesAgain {
  let last: readonly Rule[] | undefined;
  const written = JSON.stringify(start.config.commands);
  return {
    read: (configuration, stores) => {
      const { all, warnings } = configuredRules(configuration, clock, commands);
      last = all;
      for (const store of stores) setRules(store, all);
      const isSame = JSON.stringify(configuration.config.commands) === written;
      return [...newWarnings(start, configuration), ...warnings, ...(isSame ? [] : [commandsStay])];
    },
    setIn: (store) => {
      if (last !== undefined) setRules(store, last);
    },
  };
}

const commandsStay =
  "Your commands in the configuration have changed: weir reads those at its next start, also for the rules that run them.";
