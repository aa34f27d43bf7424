/** Executes a typed line: a command by its name, a row by its number, or text for a field. */

import { type Command, type CommandContext, type Context, worksIn } from "#commands/command.ts";
import { commandsHere } from "#commands/keys/here.ts";
import { choicesShown, chooseAt, takesText } from "#commands/keys/inputs.ts";
import { boundIn, keysOf } from "#commands/keys/keymap.ts";
import { runCommand } from "#commands/keys/repeat.ts";
import { takeByKey } from "#commands/menus/open-menu.ts";
import { matching } from "#commands/places/fuzzy.ts";
import { contextOf } from "#commands/screen.ts";
import { isList } from "#store/lists.ts";

export type AnswerPorts = {
  readonly context: CommandContext;
  /** Handles a key, as if it were pressed in a terminal. */
  readonly press: (stroke: string) => void;
  /** Types a text into the focused field. */
  readonly write: (text: string) => void;
  /** Selects the row or message with that number, to which commands apply; false if there is none. */
  readonly choose: (number: number) => boolean;
  readonly say: (line: string) => void;
  readonly signIn: (key: string) => void;
};

export function answer(ports: AnswerPorts, line: string): void {
  const { context } = ports;
  const { screen } = context.store.getState();
  const typed = line.trim();
  const where = contextOf(screen);
  if (typed === ":quit" || (typed === "quit" && where !== "composer")) context.quit();
  else if (screen.dialog?.kind === "sign-in") answerSignIn(ports, typed);
  else if (typed.startsWith(":")) command(ports, where, typed.slice(1).trim());
  else if (typed === "?" || typed.startsWith("? ")) list(ports, where, typed.slice(1).trim());
  else if (screen.dialog !== undefined) answerDialog(ports, where, typed);
  else if (fields.has(where)) answerField(ports, where, line);
  else if (/^\d+$/.test(typed)) row(ports, Number(typed));
  else if (typed !== "") command(ports, where, typed);
}

const fields: ReadonlySet<Context> = new Set(["composer", "find", "filter", "bar", "search"]);

/** The dialog closes when the server has accepted the key. */
function answerSignIn({ signIn }: AnswerPorts, secret: string): void {
  if (secret !== "") signIn(secret);
}

/** A number or a menu's key selects a choice, text goes into the field, and an empty line accepts the selected choice. */
function answerDialog(ports: AnswerPorts, where: Context, typed: string): void {
  const { context, press, write } = ports;
  const { dialog } = context.store.getState().screen;
  if (dialog === undefined) return;
  if (typed === "") press("Enter");
  else if (chooseNumber(ports, typed)) {
    if (dialog.kind !== "form") press("Enter");
  } else if (dialog.kind === "menu" && takeByKey(context, typed)) return;
  else if (takesText(context.store.getState())) {
    press("^U");
    write(typed);
  } else command(ports, where, typed);
}

/** Selects the choice with that number; false if the text is not such a number. */
function chooseNumber({ context }: AnswerPorts, typed: string): boolean {
  const number = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  if (number < 1 || number > choicesShown(context)) return false;
  chooseAt(context, number - 1);
  return true;
}

/** Sends a message, or accepts any other text; an empty line cancels. */
function answerField(ports: AnswerPorts, where: Context, line: string): void {
  const { press, write } = ports;
  if (line.trim() === "") press("Esc");
  else if (where === "composer") answerComposer(ports, line);
  else {
    press("^U");
    write(line);
    press("Enter");
  }
}

/** A backslash at the end continues the message on the next line. */
function answerComposer({ write, context }: AnswerPorts, line: string): void {
  if (line.endsWith("\\")) {
    write(`${line.slice(0, -1)}\n`);
    return;
  }
  write(line);
  const send = context.keys.commands.find(({ id }) => id === "composer.send");
  if (send !== undefined) runCommand(context, send);
}

/** Opens the row of a list; selects a message. */
function row({ context, choose, press, say }: AnswerPorts, number: number): void {
  if (!choose(number)) say(`Nothing here has the number ${number}.`);
  else if (isList(context.store.getState().screen.place)) press("Enter");
}

function command(ports: AnswerPorts, where: Context, typed: string): void {
  const { context, say } = ports;
  const named = commandNamed(context, where, typed);
  const lineOf = (each: Command) => commandLine(context, where, each);
  if (named.kind === "command") runCommand(context, named.command);
  else if (named.kind === "elsewhere") say(`"${typed}" works only ${named.words}.`);
  else if (named.kind === "none") say(`There is no command "${typed}" here. Type ? for a list.`);
  else for (const line of ["Which one?", ...named.commands.map(lineOf)]) say(line);
}

/** Lists the available commands; with words, those whose line contains them. */
function list({ context, say }: AnswerPorts, where: Context, words: string): void {
  const lines = availableCommands(context, where).map((each) => commandLine(context, where, each));
  const found = lines.filter((line) => line.toLowerCase().includes(words.toLowerCase()));
  if (found.length === 0) say(`No command here contains "${words}".`);
  for (const line of found) say(line);
}

// Finds commands by their hint, title, ID or keys.

type CommandMatch =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "several"; readonly commands: readonly Command[] }
  /** It cannot be given here; the words say where it can. */
  | { readonly kind: "elsewhere"; readonly words: string }
  | { readonly kind: "none" };

/** The commands that are available in the current context. */
export function availableCommands(context: CommandContext, where: Context): readonly Command[] {
  const state = context.store.getState();
  return commandsIn(context, where).filter(({ disabled }) => disabled?.(state) === undefined);
}

/** Also those that do nothing now, and say why. */
function commandsIn({ store, keys }: CommandContext, where: Context): readonly Command[] {
  return commandsHere(store.getState().screen, keys.commands).filter(
    (command) => worksIn(command, where) && command.screenOnly !== true,
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
  const named =
    available.find(isNamed) ??
    boundTo(context, where, typed) ??
    commandsIn(context, where).find(isNamed);
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
  return commandsIn(context, where).find(({ id }) => id === found?.command.id);
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
function commandLine({ keys }: CommandContext, where: Context, command: Command): string {
  const { hint, title } = command;
  const [key] = keysOf(command, keys.overrides, where);
  const name = hint === undefined ? title : `${hint}: ${title}`;
  return key === undefined ? name : `${name} (${key})`;
}
