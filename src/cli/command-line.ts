/** Parses arguments to a verb with options, and turns mistakes into error messages. */
import { Command, CommanderError } from "commander";
import { nearest } from "#base/nearest.ts";
import { Exit } from "./exit-codes.ts";
import { type Verb, verbs } from "./verbs.ts";

export type Invocation = {
  /** Empty: the chat screen. */
  readonly verb: string;
  readonly argument: string | undefined;
  /** The second argument. */
  readonly second?: string | undefined;
  /** By camel-cased long name. Flags without a value are booleans; repeatable ones are lists. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
};

/** Text to print before a successful exit: help and version. */
export type Printed = { readonly text: string };

function commandFor(verb: Verb, found: (invocation: Invocation) => void, command: Command): void {
  command.description(verb.description);
  if (verb.argument !== undefined) command.arguments(verb.argument);
  for (const { flags, description: says, repeats = false } of verb.options) {
    if (repeats) command.option(flags, says, (value, all: string[]) => [...all, value], []);
    else command.option(flags, says);
  }
  command.action(() => {
    const [argument, second] = command.args;
    const options = { ...saidBefore(command), ...command.opts() };
    found({ verb: verb.name, argument, second, options });
  });
}

/** Flags before a verb mean the same as after it. Throws an Exit for one that the verb does not accept. */
function saidBefore(command: Command): Readonly<Record<string, string>> {
  const said = command.parent?.opts<Readonly<Record<string, string>>>() ?? {};
  const taken = new Set(command.options.map((option) => option.attributeName()));
  const strange = Object.keys(said).find((name) => !taken.has(name));
  if (strange === undefined) return said;
  throw new Exit("usage", `weir ${command.name()} takes no --${strange}. See weir --help.`);
}

/** Throws an Exit for a usage error. */
export function readCommandLine(argv: readonly string[], version: string): Invocation | Printed {
  let invocation: Invocation | undefined;
  let printed = "";
  const found = (taken: Invocation) => {
    invocation = taken;
  };
  const root = new Command("weir");
  const output = {
    writeOut: (text: string) => {
      printed += text;
    },
    writeErr: () => {},
  };
  // Options after a verb belong to the verb.
  root
    .exitOverride()
    .configureOutput(output)
    .version(version)
    .enablePositionalOptions()
    .allowExcessArguments(false);
  for (const verb of verbs) {
    if (verb.name === "") commandFor(verb, found, root);
    else
      commandFor(
        verb,
        found,
        root.command(verb.name).exitOverride().configureOutput(output).allowExcessArguments(false),
      );
  }
  try {
    root.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { text: printed };
    requireCommand(root);
    throw new Exit("usage", `${sentence(error.message)} See weir --help.`);
  }
  return invocation ?? { text: printed };
}

/** Commander reports an unknown command as an excess argument. */
function requireCommand(root: Command): void {
  const [given] = root.args;
  const names = verbs.map(({ name }) => name).filter((name) => name !== "");
  if (given === undefined || given.startsWith("-") || names.includes(given)) return;
  const close = nearest(given, names);
  const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
  throw new Exit("usage", `Unknown command "${given}".${hint} See weir --help.`);
}

/** Reformats Commander's messages: "error: unknown option '--x'" becomes "Unknown option '--x'." */
function sentence(message: string): string {
  const words = message
    .replace(/^error: /, "")
    .replace(/\n.*$/s, "")
    .trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;
}

/** An option's integer value; undefined if absent. Throws an Exit if it is not an integer. */
export function wholeNumber(
  invocation: Invocation,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  const text = invocation.options[name];
  if (typeof text !== "string") return undefined;
  const number = Number(text);
  if (text.trim() !== "" && Number.isInteger(number) && number >= 0 && number <= most)
    return number;
  throw new Exit(
    "usage",
    `--${name} takes a whole number${most < Number.MAX_SAFE_INTEGER ? ` up to ${most}` : ""}, not "${text}".`,
  );
}

/** An option's text; undefined if absent. */
export function text(invocation: Invocation, name: string): string | undefined {
  const value = invocation.options[name];
  return typeof value === "string" ? value : undefined;
}

/** A word of lower-case letters and digits; undefined if absent. Throws an Exit for any other text. */
export function lowerWord(invocation: Invocation, name: string): string | undefined {
  const given = text(invocation, name);
  if (given === undefined || /^[a-z][a-z0-9]{0,29}$/.test(given)) return given;
  throw new Exit(
    "usage",
    `--${name} takes a word of up to 30 lower-case letters and digits, not "${given}".`,
  );
}

/** All values of a repeatable option, in order. */
export function texts(invocation: Invocation, name: string): readonly string[] {
  const values = invocation.options[name];
  return typeof values === "object" ? values : [];
}

/** One of the given words; the first by default. Throws an Exit for another word. */
export function oneOf<const Word extends string>(
  invocation: Invocation,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const given = text(invocation, name);
  if (given === undefined) return words[0];
  const word = words.find((each) => each === given);
  if (word !== undefined) return word;
  throw new Exit("usage", `--${name} takes ${words.join(" or ")}, not "${given}".`);
}
