/** Updates the derived parts of the README. */
import { exitCodes } from "#cli/exit-codes.ts";
import { bindingsOf, keyGroups, keysAsMarkdown } from "#cli/key-table.ts";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/table.ts";
import { options } from "#config/options.ts";
import { exitTable, optionTable, verbTable, withPart } from "./parts.ts";

/** Omitted from the README because they are obvious or rare: `weir keys` and `?` list them. */
const excluded = new RegExp(
  `^(?:${[
    "move\\.(?!down|up|first$|last)",
    "scroll|filter|search\\.(?!open)|find\\.(?!open)|info\\.(?!open)|dialog|menu|card|form|help\\.(?!open)",
    "edit|composer\\.leave|pane|sidebar|place|list\\.(?:out|leave|previous|next|range|all|reply)",
    "message\\.(?:join|spoiler|enter|page|mention|right|left)|copy\\.(?!text)",
    "snooze\\.(?!ask|tomorrow)|triage\\.(?:repeat|next-direct)|stream|topic\\.resolve",
    "go\\.(?:groups|fields|topics|back|forward|all|starred)",
    "account",
    "program\\.(?:suspend|repaint)",
    "triage\\.read-all",
  ].join("|")})`,
);

const bindings = bindingsOf({ commands, overrides: {} }).filter(
  ({ command }) => !excluded.test(command),
);

/** By marker name. */
const parts: Readonly<Record<string, string>> = {
  keys: keysAsMarkdown(keyGroups(bindings)),
  verbs: verbTable(verbs),
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
