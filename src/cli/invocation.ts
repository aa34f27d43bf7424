/** A parsed command line: a verb with arguments and options, and functions that read their values. */
import { wholeNumberIn } from "#base/whole-number.ts";
import { wordList } from "#base/word-list.ts";
import { Exit } from "./exit-codes.ts";

export type Invocation = {
  /** It is empty for the chat screen. */
  readonly verb: string;
  readonly argument: string | undefined;
  /** The second argument. */
  readonly second?: string | undefined;
  /** All arguments. */
  readonly args?: readonly string[];
  /** By camel-cased long name. Flags without a value are booleans; repeatable ones are lists. */
  readonly options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
};

/** That of a command line without words. */
export const bareInvocation: Invocation = {
  verb: "",
  argument: undefined,
  second: undefined,
  args: [],
  options: {},
};

/** An option's integer value; undefined if absent. Throws an Exit if it is not an integer, or not in the range. */
export function wholeNumber(
  invocation: Invocation,
  name: string,
  most = Number.MAX_SAFE_INTEGER,
  least = 0,
): number | undefined {
  const text = invocation.options[name];
  if (typeof text !== "string") return undefined;
  const number = wholeNumberIn(text);
  if (number !== undefined && number >= least && number <= most) return number;
  const end = most < Number.MAX_SAFE_INTEGER ? ` ${least > 0 ? "" : "up "}to ${most}` : "";
  const range = `${least > 0 ? ` from ${least}` : ""}${end}`;
  throw new Exit("misuse", `--${name} takes a whole number${range}, not "${text}".`);
}

/** Seconds that the user gives the verb. Throws an Exit if it is no number of them. */
export function timeoutIn(invocation: Invocation): number | undefined {
  return wholeNumber(invocation, "timeout", 1_000_000);
}

/** An option's text; undefined if absent. */
export function text(invocation: Invocation, name: string): string | undefined {
  const value = invocation.options[name];
  return typeof value === "string" ? value : undefined;
}

/** A word of lower-case letters and digits; undefined if absent. Throws an Exit for any other text. */
export function lowerWord(invocation: Invocation, name: string): string | undefined {
  const typed = text(invocation, name);
  if (typed === undefined || /^[a-z][a-z0-9]{0,29}$/.test(typed)) return typed;
  throw new Exit(
    "misuse",
    `--${name} takes a word of up to 30 lower-case letters and digits, not "${typed}".`,
  );
}

/** All values of a repeatable option, in order. */
export function texts(invocation: Invocation, name: string): readonly string[] {
  const values = invocation.options[name];
  return typeof values === "object" ? values : [];
}

/** One of the words; the first by default. Throws an Exit for another word. */
export function oneOf<const Word extends string>(
  invocation: Invocation,
  name: string,
  words: readonly [Word, ...Word[]],
): Word {
  const typed = text(invocation, name);
  if (typed === undefined) return words[0];
  const word = words.find((each) => each === typed);
  if (word !== undefined) return word;
  throw new Exit("misuse", `--${name} takes ${wordList(words, "or")}, not "${typed}".`);
}
