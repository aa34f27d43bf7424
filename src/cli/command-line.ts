/** Parses arguments to a verb with options, and turns mistakes into error messages. */

import { Command, CommanderError, Help, Option } from "commander";
import { nearest } from "#base/nearest.ts";
import { wordList } from "#base/word-list.ts";
import { Exit, referringToHelp } from "./exit-codes.ts";
import type { VerbOption } from "./form-options.ts";
import type { Invocation } from "./invocation.ts";
import { isCommon, listOptions, longNames, type Verb } from "./verb.ts";
import { verbs } from "./verbs.ts";

/** Text to print before a successful exit: help and version. */
export type Printed = { readonly text: string };

type ParsedOptions = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

function commandFor(verb: Verb, found: (invocation: Invocation) => void, command: Command): void {
  command.description(verb.description);
  if (verb.argument !== undefined) command.arguments(verb.argument);
  if (verb.alias !== undefined) command.alias(lastWord(verb.alias));
  for (const option of verb.options) command.addOption(declared(option, verb));
  if (verb.fields !== undefined) command.addOption(new Option("--fields <names>").hideHelp());
  command.addHelpText("after", () => furtherHelp(verb, command.createHelp()));
  command.action(() => {
    const [argument, second] = command.args;
    const options = { ...parentOptions(command), ...command.opts() };
    found({ verb: verb.name, argument, second, args: command.args, options });
  });
}

/** The options that most verbs have are described once, in the help of weir. */
function declared(option: VerbOption, { name }: Verb): Option {
  const {
    flags,
    description,
    repeats = false,
    isHidden = name !== "" && isCommon(option),
  } = option;
  const made = new Option(flags, description).hideHelp(isHidden);
  return repeats
    ? made.argParser((value: string, all: readonly string[] = []) => [...all, value])
    : made;
}

function furtherHelp(verb: Verb, layout: Help): string {
  const { name, options, fields, examples = [], isFinal } = verb;
  const wrapped = (text: string) => layout.boxWrap(text, layout.helpWidth ?? 80);
  const common = options.filter(isCommon);
  return [
    ...(name === "" ? ["", "Options of most commands:", ...elsewhere(options, layout)] : []),
    ...(name === "" || common.length === 0
      ? []
      : ["", wrapped(`Common options (see weir --help): ${longNames(common)}`)]),
    ...(isFinal ? ["", "This cannot be undone."] : []),
    ...(fields === undefined ? [] : ["", wrapped(`Fields of --json: ${fields.join(", ")}`)]),
    ...(examples.length === 0 ? [] : ["", "Examples:", ...examples.map((line) => `  ${line}`)]),
  ].join("\n");
}

/** The common options that `options` lack, with their descriptions. */
function elsewhere(options: readonly VerbOption[], layout: Help): readonly string[] {
  return listOptions
    .filter((option) => !options.includes(option))
    .map(({ flags, description }) => layout.formatItem(flags, 20, description, layout));
}

/** Beside the longest names of sub-commands, 80 columns leave 39. */
const leastBeside = 30;

/** Help in lines of `columns`: where too few are left beside an option, what it does is below it. */
function layoutFor(columns: number) {
  return {
    helpWidth: columns,
    minWidthToWrap: 20,
    formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help) {
      const indent = 2;
      if (columns - termWidth - 2 * indent >= leastBeside)
        return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
      const block = (text: string, at: number) =>
        this.boxWrap(text, columns - at).replace(/^/gm, " ".repeat(at));
      return `${block(term, indent)}\n${block(description, 3 * indent)}`;
    },
    commandUsage(this: Help, command: Command) {
      const usage = Help.prototype.commandUsage.call(this, command);
      const start = "Usage: ".length;
      return this.boxWrap(usage, columns - start).replaceAll("\n", `\n${" ".repeat(start)}`);
    },
  };
}

/** Flags before a verb mean the same as after it. Throws an Exit for one that the verb does not accept. */
function parentOptions(command: Command): ParsedOptions {
  const { parent } = command;
  if (parent === null) return {};
  const options = { ...parentOptions(parent), ...parent.opts<ParsedOptions>() };
  const taken = new Set(command.options.map((option) => option.attributeName()));
  const strange = Object.keys(options).find((name) => !taken.has(name));
  if (strange === undefined) return options;
  const misuse = new Exit("misuse", `weir ${nameOf(command)} takes no --${strange}.`);
  throw referringToHelp(misuse, nameOf(command));
}

/** The words after `weir`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent === null ? "" : `${nameOf(parent)} ${command.name()}`.trim();
}

/** `help read` is `read --help`. */
function withHelp(argv: readonly string[]): readonly string[] {
  return argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
}

/** `--json=a,b` lists fields; `--json a` is the flag and an argument. */
function withFields(argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.map((word, at) =>
    (end === -1 || at < end) && word.startsWith("--json=")
      ? `--fields=${word.slice("--json=".length)}`
      : word,
  );
}

/** Whether a verb is mentioned whose options are known only with its form. */
export function fillsForm(argv: readonly string[]): boolean {
  return verbs.some(
    ({ form, name, alias = name }) =>
      form !== undefined &&
      [name, alias].some((words) => words.split(" ").every((word) => argv.includes(word))),
  );
}

/** `all`: the verbs with their options; those of forms may be absent unless `fillsForm`. Throws an Exit for a usage error. */
export function readCommandLine(
  typed: readonly string[],
  version: string,
  all: readonly Verb[] = verbs,
  columns = 80,
): Invocation | Printed {
  const argv = withHelp(typed);
  let invocation: Invocation | undefined;
  let printed = "";
  const found = (taken: Invocation) => {
    invocation = taken;
  };
  const output = {
    writeOut: (text: string) => {
      printed += text;
    },
    writeErr: () => {},
    getOutHelpWidth: () => columns,
  };
  const root = new Command("weir");
  // Options after a verb belong to the verb.
  root
    .exitOverride()
    .configureOutput(output)
    .configureHelp(layoutFor(columns))
    .version(version)
    .enablePositionalOptions()
    .allowExcessArguments(false);
  for (const verb of mentioned(argv, all)) {
    if (verb.name === "") commandFor(verb, found, root);
    else commandFor(verb, found, commandAt(root, verb).configureOutput(output));
  }
  try {
    root.parse(withFields(argv), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    requireCommand(root.args);
    if (error.exitCode === 0) return { text: printed };
    const words = `${sentence(error.message)}${elsewhereText(error.message, all)}`;
    throw referringToHelp(new Exit("misuse", words), verbIn(root));
  }
  return invocation ?? { text: printed };
}

/** The words of the verb that was being parsed. */
function verbIn(command: Command): string {
  const [word] = command.args;
  const below = command.commands.find((one) => [one.name(), ...one.aliases()].includes(word ?? ""));
  return below === undefined ? nameOf(command) : verbIn(below);
}

const helpWords = ["-h", "--help"];

/**
 * The verbs that the words may refer to, or whose help lists them: declaring all of them would take milliseconds at every
 * start.
 */
function mentioned(argv: readonly string[], all: readonly Verb[]): readonly Verb[] {
  const isForHelp = helpWords.some((word) => argv.includes(word));
  const words = new Set(argv);
  const typed = new Set(
    all.flatMap(({ name, alias = name }) =>
      [name, alias].some((one) => words.has(lastWord(one))) ? [name] : [],
    ),
  );
  const isTyped = (name: string): boolean =>
    name === "" || (typed.has(name) && isTyped(parentOf(name)));
  return all.filter(({ name }) => isTyped(isForHelp ? parentOf(name) : name));
}

const lastWord = (name: string) => name.slice(name.lastIndexOf(" ") + 1);
const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf(" ")));

/** A new command below its parent, which is declared before it. */
function commandAt(root: Command, { name, isHidden = false }: Verb): Command {
  const words = name.split(" ");
  const typed = words.pop() ?? "";
  const parent = words.reduce(
    (above, word) => above.commands.find((command) => command.name() === word) ?? above,
    root,
  );
  if (parent !== root) parent.enablePositionalOptions();
  return parent
    .command(typed, { hidden: isHidden })
    .exitOverride()
    .allowExcessArguments(false)
    .helpCommand(false);
}

/** Commander reports an unknown command as an excess argument. */
function requireCommand([first, second]: readonly string[]): void {
  const known = verbs.flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias]));
  if (first === undefined || first.startsWith("-")) return;
  if (!known.includes(first))
    throw unknownCommand(
      first,
      known.filter((name) => /^\S+$/.test(name)),
    );
  const verb = verbs.find(({ name, alias }) => name === first || alias === first);
  const below = known
    .filter((name) => name.startsWith(`${verb?.name} `))
    .map((name) => name.slice(name.indexOf(" ") + 1));
  const isArgument = second === undefined || second.startsWith("-") || below.includes(second);
  if (below.length > 0 && verb?.argument === undefined && !isArgument)
    throw unknownCommand(second, below, `${first} `);
}

/** The command that other programs call so. */
function calledElsewhere(typed: string): string | undefined {
  if (typed === "version") return "--version";
  return verbs.find(({ alsoCalled = "" }) => alsoCalled.split(",").includes(typed))?.name;
}

function unknownCommand(typed: string, known: readonly string[], above = ""): unknown {
  const close = (above === "" ? calledElsewhere(typed) : undefined) ?? nearest(typed, known);
  const hint = close === undefined ? "" : ` Did you mean "${above}${close}"?`;
  const misuse = new Exit("misuse", `No such command: "${above}${typed}".${hint}`);
  return referringToHelp(misuse, above.trim());
}

/** Which commands have the unknown option of the message; nothing if these are many, or none. */
function elsewhereText(message: string, all: readonly Verb[]): string {
  const [, option = ""] = /unknown option '(--[\w-]+)/.exec(message) ?? [];
  const having = all.filter(({ options }) =>
    options.some(({ flags }) => flags.split(/[ ,]+/).includes(option)),
  );
  const names = having.map(({ name }) => `weir ${name}`);
  if (names.length === 0 || names.length > 4) return "";
  return ` ${wordList(names, "and")} ${names.length === 1 ? "has" : "have"} it.`;
}

/** Reformats Commander's messages: "error: unknown option '--x'" becomes "Unknown option '--x'." */
function sentence(message: string): string {
  const words = message
    .replace(/^error: /, "")
    .replace(/'--fields=.*'/, "'--json=…'")
    .replace(/\n.*$/s, "")
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;
}
