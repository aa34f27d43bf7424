/** Finds commands by their hint, title, ID or keys. */

import { type Command, type CommandContext, type Context, worksIn } from "#commands/command.ts";
import { matching } from "#commands/fuzzy.ts";
import { boundIn, keysOf } from "#commands/keymap.ts";

export type CommandMatch =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "several"; readonly commands: readonly Command[] }
  /** It cannot be given here; the words say where it can. */
  | { readonly kind: "elsewhere"; readonly words: string }
  | { readonly kind: "none" };

/** The commands that are available in the current context. */
export function availableCommands(context: CommandContext, where: Context): readonly Command[] {
  return context.keys.commands.filter(
    (command) =>
      worksIn(command, where) &&
      command.screenOnly !== true &&
      command.disabled?.(context.store.getState()) === undefined,
  );
}

/**
 * The text names a command if it is its hint, title, ID or key, or the beginning of only its title. Commands that
 * merely contain it in their title, or are similar, are suggested but not executed.
 */
export function commandNamed(context: CommandContext, where: Context, typed: string): CommandMatch {
  const words = typed.toLowerCase();
  const available = availableCommands(context, where);
  const isNamed = ({ hint, title, id }: Command) =>
    [hint, title, id].some((name) => name?.toLowerCase() === words);
  const named = available.find(isNamed) ?? boundTo(context, where, typed);
  if (named !== undefined) return { kind: "command", command: named };
  const begun = available.filter(({ title }) => title.toLowerCase().startsWith(words));
  const [only, ...more] = begun;
  if (only !== undefined && more.length === 0) return { kind: "command", command: only };
  const alike = available.filter(({ title }) => hasWord(title.toLowerCase(), words));
  const elsewhere =
    alike.length === 0 && begun.length === 0 ? elsewhereWords(context, words) : undefined;
  if (elsewhere !== undefined) return { kind: "elsewhere", words: elsewhere };
  const found = [begun, alike, fuzzy(available, typed)].find(({ length }) => length > 0);
  return found === undefined ? { kind: "none" } : { kind: "several", commands: found };
}

const places: readonly (readonly [Context, string])[] = [
  ["reader", "in a conversation"],
  ["list", "in a list"],
  ["composer", "while writing"],
];

/** Where a command can be given whose hint this is, or whose title begins so. */
function elsewhereWords({ keys }: CommandContext, words: string): string | undefined {
  const found = keys.commands.find(
    ({ screenOnly, hint, title }) =>
      screenOnly !== true &&
      (hint?.toLowerCase() === words || `${title.toLowerCase()} `.startsWith(`${words} `)),
  );
  return places.find(([where]) => found?.where.includes(where))?.[1];
}

function hasWord(title: string, words: string): boolean {
  return ` ${title.replace(/[,;.:]/g, "")} `.includes(` ${words} `);
}

/** Keys are case-sensitive. */
function boundTo(context: CommandContext, where: Context, typed: string): Command | undefined {
  const { commands, overrides } = context.keys;
  const found = boundIn(commands, overrides, where).findLast(({ keys }) => keys === typed);
  return availableCommands(context, where).find((command) => command === found?.command);
}

const maxFound = 9;

function fuzzy(available: readonly Command[], typed: string): readonly Command[] {
  const found = matching(
    available.map(({ title }) => title),
    typed,
  );
  return found.slice(0, maxFound).flatMap((at) => available[at] ?? []);
}

/** `done: Mark as done and go on (e)` */
export function commandLine({ keys }: CommandContext, where: Context, command: Command): string {
  const { hint, title } = command;
  const [key] = keysOf(command, keys.overrides, where);
  const name = hint === undefined ? title : `${hint}: ${title}`;
  return key === undefined ? name : `${name} (${key})`;
}
