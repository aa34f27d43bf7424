/** Rules of a running program, read again when the configuration file has others: a new one waits for its test as at a start. */
import type { Clock } from "#base/clock.ts";
import type { Configuration } from "#cli/configuration.ts";
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
 * Commands have keys, and stay as they were at the start. A rule that is not tested with the command of the start is left out
 * if the file has another one: no test would be of what it does here.
 */
export function rulesAgain(
  start: Configuration,
  clock: Pick<Clock, "now">,
  commands: readonly Command[],
): RulesAgain {
  let last: Read | undefined;
  const written = JSON.stringify(start.config.commands);
  return {
    read: (configuration, stores) => {
      const { all, warnings } = configuredRules(configuration, clock, commands);
      const inFile = configuredRules(configuration, clock).all.map(({ digest }) => digest);
      last = { all, inFile: new Set(inFile) };
      const waiting = new Set<Rule>();
      for (const store of stores) for (const rule of setIn(store, last)) waiting.add(rule);
      const isSame = JSON.stringify(configuration.config.commands) === written;
      return [
        ...newWarnings(start, configuration),
        ...warnings,
        ...[...waiting].map(waitingSentence),
        ...(isSame ? [] : [commandsStay]),
      ];
    },
    setIn: (store) => {
      if (last !== undefined) setIn(store, last);
    },
  };
}

/** The rules with the commands of this program, and the digests that a test of the file's rules would store. */
type Read = { readonly all: readonly Rule[]; readonly inFile: ReadonlySet<string> };

/** Leaves out, and returns, those that no test could let run here. */
function setIn(store: Store, { all, inFile }: Read): readonly Rule[] {
  const { tested } = store.getState().session.rules;
  const isUsable = ({ digest }: Rule) => inFile.has(digest) || tested.has(digest);
  setRules(store, all.filter(isUsable));
  return all.filter((rule) => !isUsable(rule));
}

function waitingSentence({ title }: Rule): string {
  return `The rule ${title} waits for the next start of weir: the command that it runs has changed.`;
}

const commandsStay =
  "Your commands in the configuration have changed: weir reads those at its next start, also for the rules that run them.";
