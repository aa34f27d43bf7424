/** Updates the derived parts of the README. */
import { exitCodes } from "#cli/exit-codes.ts";
import { bindingsOf, code, keyGroups, keysAsMarkdown, table } from "#cli/key-table.ts";
import { verbs } from "#cli/verbs.ts";
import { commands } from "#commands/table.ts";
import { options } from "#config/options.ts";

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

// Generates the parts of a page that are derived from code; each is delimited by two markers.

/** `page` with `content` between the markers `<!-- name:begin -->` and `<!-- name:end -->`. Throws if they are missing. */
export function withPart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no markers ${begin} … ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${content.trim()}\n${page.slice(to)}`;
}

type CommandHelp = {
  /** Empty: the default command. The name of a subcommand begins with a blank. */
  readonly name: string;
  readonly argument?: string;
  readonly description: string;
};

/** The table of verbs, with the names of their subcommands. */
export function verbTable(verbs: readonly CommandHelp[]): string {
  const rows = verbs
    .filter(({ name }) => !name.includes(" "))
    .map(({ name, argument, description }) => {
      const words = ["weir", name, argument].filter((word) => word !== undefined && word !== "");
      const below = verbs
        .filter((verb) => verb.name.startsWith(`${name} `))
        .map((verb) => code(verb.name.slice(name.length + 1)));
      return [code(words.join(" ")), description, below.join(" ")];
    });
  return table(["Command", "What it does", "Sub-commands"], rows);
}

/** Exit codes in the order of their numbers. */
export function exitTable(
  exits: readonly { readonly code: number; readonly description: string }[],
): string {
  const rows = exits.toSorted((a, b) => a.code - b.code);
  return table(
    ["Code", "Meaning"],
    rows.map((exit) => [String(exit.code), exit.description]),
  );
}

type OptionHelp = {
  readonly name: string;
  readonly description: string;
  readonly default: string | boolean | number;
  /** Absent: a number, or a boolean. */
  readonly choices?: readonly string[];
};

/** The options of the configuration file. */
export function optionTable(options: readonly OptionHelp[]): string {
  const rows = options.map(({ name, description, default: fallback, choices }) => [
    code(name),
    typeof fallback === "number" ? "a number" : (choices ?? ["true", "false"]).map(code).join(" "),
    code(String(fallback)),
    description,
  ]);
  return table(["Option", "Values", "Default", "What it does"], rows);
}
