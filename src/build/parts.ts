/** Generates the parts of a page that are derived from code; each is delimited by two markers. */
import { code, table } from "#cli/key-table.ts";

/** `page` with `content` between the markers `<!-- name:begin -->` and `<!-- name:end -->`. Throws if they are missing. */
export function withPart(page: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The page has no markers ${begin} … ${end}.`);
  return `${page.slice(0, from + begin.length)}\n${content.trim()}\n${page.slice(to)}`;
}

export type CommandHelp = {
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

export type OptionHelp = {
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
