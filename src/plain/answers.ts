/** Executes a typed line: a command by its name, a row by its number, or text for a field. */

import type { Command, CommandContext, Context } from "#commands/command.ts";
import { choicesShown, chooseAt } from "#commands/dialogs.ts";
import { takesText } from "#commands/inputs.ts";
import { takeByKey } from "#commands/menus/open-menu.ts";
import { runCommand } from "#commands/repeat.ts";
import { contextOf } from "#commands/screen.ts";
import { isList } from "#store/lists.ts";
import { availableCommands, commandLine, commandNamed } from "./commands.ts";

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
