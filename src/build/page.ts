/** Updates the derived parts of the README. */
import { exitCodes } from "#cli/exit-codes.ts";
import { bindingsOf, keyGroups, keysAsMarkdown } from "#cli/key-table.ts";
import type { Verb } from "#cli/verb.ts";
import { listOptions } from "#cli/verb-options.ts";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/table.ts";
import { options } from "#config/options.ts";
import { exitTable, optionTable, verbTable, withPart } from "./parts.ts";

/** Well known or rare: `weir keys` and `?` list these as well. */
const leftOut = new RegExp(
  `^(?:${[
    "move\\.(?!down|up|first$|last)",
    "scroll|filter|search\\.(?!open)|find\\.(?!open)|info\\.(?!open)|dialog|card|form|help\\.(?!open)",
    "edit|composer\\.leave|pane|sidebar|place|list\\.(?:out|leave|previous|next|range|all|reply)",
    "message\\.(?:join|spoiler|enter|page|mention|right|left)|copy\\.(?:code|permalink)",
    "snooze\\.(?!ask|tomorrow)|triage\\.(?:repeat|next-direct)|stream|topic\\.resolve",
    "go\\.(?:groups|fields|topics|back|forward|all|starred)",
    "program\\.(?:suspend|repaint)",
    "triage\\.read-all",
  ].join("|")})`,
);

const bindings = bindingsOf({ commands, overrides: {} }).filter(
  ({ command }) => !leftOut.test(command),
);

/** The options of verbs for scripts are in their help; those that all of them have stand in a row of their own. */
function withoutOptions(verb: Verb): Verb {
  return verb.load === undefined ? verb : { ...verb, options: [] };
}

/** By marker name. */
const parts: Readonly<Record<string, string>> = {
  keys: keysAsMarkdown(keyGroups(bindings)),
  verbs: verbTable([
    ...verbs.map(withoutOptions),
    {
      name: "COMMAND",
      description:
        "what all commands for scripts take; weir COMMAND --help shows the others, and examples",
      options: listOptions,
    },
  ]),
  exits: exitTable(Object.values(exitCodes)),
  options: optionTable(Object.values(options)),
};

/** `page` with each part between markers replaced. Throws if markers are missing. */
export function derivedPage(page: string): string {
  return Object.entries(parts).reduce(
    (text, [name, content]) => withPart(text, name, content),
    page,
  );
}
