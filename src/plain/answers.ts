/** Executes a typed line: a command by its name, a row by its number, or text for a field. */

import { cut } from "#base/cells.ts";
import { type Command, type CommandContext, type Context, worksIn } from "#commands/command.ts";
import { type Field, isWritten } from "#commands/forms/form.ts";
import { formRows, type ShownForm, shownForm, stepInForm } from "#commands/forms/open-form.ts";
import { matching } from "#commands/fuzzy.ts";
import { boundIn, keysOf } from "#commands/keymap.ts";
import { choicesIn, chooseAt, takesText } from "#commands/keys/inputs.ts";
import { takeByKey } from "#commands/menus/open-menu.ts";
import { commandsHere, runCommand } from "#commands/repeat.ts";
import { contextOf } from "#commands/screen.ts";
import { edit } from "#commands/writing/text.ts";
import { unselected } from "#editor/history.ts";
import { composerEditor, isWaiting } from "#store/composer.ts";
import { isList } from "#store/lists.ts";
import type { Spoken } from "#store/screen.ts";
import { changeSession } from "#store/store.ts";
import { escaped } from "./keyboard.ts";

export type AnswerPorts = {
  readonly context: CommandContext;
  /** Handles a key, as if it were pressed in a terminal. */
  readonly press: (stroke: string) => void;
  /** Types a text into the focused field. */
  readonly write: (text: string) => void;
  /**
   * Selects the first of the rows or messages with these numbers, to which commands apply, and returns their count; 0 if they
   * are not there as they were said.
   */
  readonly choose: (from: number, to: number) => number;
  /** What identifies the choices of the open dialog that were said, in their order; undefined: none of them were yet. */
  readonly choicesSaid: () => readonly string[] | undefined;
  readonly say: (line: string) => void;
  /** Says where the user is, and what can be typed there. */
  readonly repeat: () => void;
  /** Takes what is shown now as said. */
  readonly passOver: () => void;
  /** The command that a hint of the open dialog names with these words. */
  readonly hinted: (words: string) => string | undefined;
  /** From now on, what is said without being asked for. */
  readonly setLevel: (level: Spoken) => void;
  readonly signIn: (key: string) => void;
  /** Opens the browser to sign in. */
  readonly browse: () => void;
};

/** Where text is written, `:` begins a command, and a backslash a text that would be something else. */
export function answer(ports: AnswerPorts, line: string): void {
  const { context, repeat } = ports;
  const state = context.store.getState();
  const { dialog } = state.screen;
  const typed = line.trim();
  const where = contextOf(state.screen);
  if (typed === ":quit") context.quit();
  else if (line === escaped) leave(ports);
  else if (dialog?.kind === "sign-in") answerSignIn(ports, typed);
  else if (typed === "?" || typed === "help") repeat();
  else if (typed.startsWith(":")) order(ports, where, typed.slice(1).trim());
  else if (dialog !== undefined) answerDialog(ports, where, typed);
  else if (fields.has(where)) answerField(ports, where, line);
  else if (/^\d+$/.test(typed)) row(ports, Number(typed));
  else if (typed !== "") order(ports, where, typed);
}

/** The dialog closes when the server has accepted the key. */
function answerSignIn({ press, browse, signIn }: AnswerPorts, typed: string): void {
  if (typed === ":close") press("Esc");
  else if (typed === ":open it") browse();
  else signIn(typed);
}

/** The notice, which the key would hide first, was said. */
function leave({ context: { store }, press }: AnswerPorts): void {
  changeSession(store, (session) => ({ ...session, notice: undefined }));
  press("Esc");
}

const fields: ReadonlySet<Context> = new Set(["composer", "find", "filter", "bar", "search"]);

/** Commands behind words of plain mode. */
const named = { again: "program.repaint", clear: "program.interrupt" } as const;

/** What plain mode understands besides the commands. */
const words: Readonly<Record<string, (ports: AnswerPorts, where: Context) => void>> = {
  quit: ({ context }) => context.quit(),
  commands: (ports, where) => list(ports, where, ""),
  help: ({ repeat }) => repeat(),
  again: ({ context }) => runNamed(context, named.again),
  all: ({ setLevel }) => setLevel("all"),
  mine: ({ setLevel }) => setLevel("mine"),
  quiet: ({ setLevel }) => setLevel("quiet"),
  /** What is typed next is added to the draft that waits. */
  keep: ({ context: { store } }) => edit(store, unselected),
  /** Of the message that is being written. */
  clear: ({ context, say }, where) =>
    where === "composer" ? runNamed(context, named.clear) : say("Nothing is being written."),
  /** Numbers name rows; what stands above them is named by one of them. */
  heading: ({ context }) => runNamed(context, "list.out"),
};

/**
 * What is typed for a command: its hint unless another command beside it has that, else its title; where text is
 * written, after a colon. Undefined if it only works on a screen.
 */
export function typedName(commands: readonly Command[], id: string): string | undefined {
  const command = commands.find((each) => each.id === id);
  if (command === undefined || command.screenOnly === true) return undefined;
  if (id === named.again) return "again";
  if (id === named.clear) return "quit";
  const { hint, title, where } = command;
  const isShared = commands.some(
    (other) =>
      other !== command && other.hint === hint && where.some((each) => worksIn(other, each)),
  );
  const name = hint === undefined || isShared ? title : hint;
  const isOrder = panes.some((each) => worksIn(command, each));
  return isOrder ? name : `:${name}`;
}

/** Where commands are typed without a colon. */
const panes = ["list", "reader"] as const;

/** What can be typed here, with the names of each, the shortest first: words of plain mode, and commands. */
export function namesHere(context: CommandContext): readonly (readonly string[])[] {
  const where = contextOf(context.store.getState().screen);
  const named = availableCommands(context, where);
  return [
    ...Object.keys(words).map((word) => [word]),
    ...named.map(({ hint, title }) => (hint === undefined ? [title] : [hint, title])),
  ];
}

/** A word of plain mode, or a command; a number after it says on which row, two on which rows. */
function order(ports: AnswerPorts, where: Context, typed: string): void {
  const word = Object.hasOwn(words, typed) ? words[typed] : undefined;
  const hinted = ports.hinted(typed);
  const asked = /^(?:\?|help)\s+(.+)$/.exec(typed);
  const numbered = /^(.*?\S)\s+(\d+)(?:\s*(?:-|to)\s*(\d+))?$/.exec(typed);
  if (hinted !== undefined) runNamed(ports.context, hinted);
  else if (word !== undefined) word(ports, where);
  else if (asked?.[1] !== undefined) list(ports, where, asked[1]);
  else if (withWords(ports, where, typed)) return;
  else if (where === "composer" && withText(ports, typed)) return;
  else if (numbered === null || commandNamed(ports.context, where, typed).kind === "command")
    command(ports, where, typed);
  else {
    const [, what = "", from, to = from] = numbered;
    onRows(ports, where, what, [Number(from), Number(to)]);
  }
}

/** `schedule See you`: what can be done with a text, and the text; false if it is no such command. */
function withText({ context, write }: AnswerPorts, typed: string): boolean {
  const [, what = "", text = ""] = /^(\S+)\s+(.+)$/.exec(typed) ?? [];
  const named = commandNamed(context, "composer", what);
  if (text === "" || named.kind !== "command" || !named.command.id.startsWith("composer."))
    return false;
  write(text);
  runCommand(context, named.command);
  return true;
}

/** Commands that ask for words, and do nothing to others with them. */
const asking: ReadonlySet<string> = new Set([
  "search.open",
  "find.open",
  "sidebar.filter",
  "palette.open",
]);

/** `search gentle laptop`: what asks for words, and these; false if it is no such command. */
function withWords(ports: AnswerPorts, where: Context, typed: string): boolean {
  const { context } = ports;
  const cuts = [...typed.matchAll(/\s+/g)].map(({ index }) => index);
  // A whole command may begin like one that asks.
  if (commandNamed(context, where, typed).kind === "command") return false;
  for (const at of cuts) {
    const match = commandNamed(context, where, typed.slice(0, at));
    if (match.kind !== "command" || !asking.has(match.command.id)) continue;
    runCommand(context, match.command);
    takeWords(ports, typed.slice(at).trim());
    return true;
  }
  return false;
}

/** The palette lists what it finds: it does not go anywhere by itself. */
function takeWords(ports: AnswerPorts, text: string): void {
  const { screen } = ports.context.store.getState();
  ports.press("^U");
  ports.write(text);
  if (screen.dialog?.kind !== "palette") ports.press("Enter");
}

function onRows(
  ports: AnswerPorts,
  where: Context,
  what: string,
  [from, to]: readonly [number, number],
): void {
  const { context, choose, say } = ports;
  const count = choose(from, to);
  if (count > 0) order({ ...ports, context: { ...context, count } }, where, what);
  else if (from === to) say(`Nothing here has the number ${from}.`);
  else say(`The numbers ${from} to ${to} are not all here, or not as they were said.`);
}

/** A number or a menu's key selects a choice, text goes into the field, and an empty line accepts the selected choice. */
function answerDialog(ports: AnswerPorts, where: Context, typed: string): void {
  const { context, press, write } = ports;
  const state = context.store.getState();
  const { dialog } = state.screen;
  if (dialog === undefined) return;
  if (typed === "") press("Enter");
  else if (dialog.kind === "form") answerForm(ports, where, typed);
  else if (/^\d{1,4}$/.test(typed) && takeNumber(ports, Number(typed))) return;
  else if (dialog.kind === "menu" && takeByKey(context, typed)) return;
  else if (takesText(state)) {
    press("^U");
    write(asText(typed));
  } else order(ports, where, typed);
}

/** A number goes to that field, or gives that answer; text fills in the selected field, and goes on to the next. */
function answerForm(ports: AnswerPorts, where: Context, typed: string): void {
  const shown = openFormNow(ports.context);
  if (shown === undefined) order(ports, where, typed);
  else answerShownForm(ports, where, typed, shown);
}

function answerShownForm(
  ports: AnswerPorts,
  where: Context,
  typed: string,
  { now, answers, form, field }: ShownForm,
): void {
  const { context, press, write, say } = ports;
  const rows = formRows({ now, answers });
  const said = /^\d{1,3}$/.test(typed)
    ? (ports.choicesSaid() ?? rows)[Number(typed) - 1]
    : undefined;
  const at = said === undefined ? -1 : rows.indexOf(said);
  if (said !== undefined && at < 0) say(`What had the number ${typed} is gone.`);
  else if (at >= 0) {
    stepInForm(context.store, at - form.at);
    if (at >= now.fields.length) press("Enter");
  } else if (field === undefined) order(ports, where, typed);
  else if (isWritten(field)) {
    // The second one also erases the lines above.
    for (const stroke of ["Ctrl+End", "^U", "^U"]) press(stroke);
    write(asText(typed));
    press("Enter");
  } else if (isOption(field, typed)) {
    write(typed);
    press("Tab");
  } else say(`"${typed}" is none of the choices.`);
}

function openFormNow({ store }: CommandContext): ShownForm | undefined {
  const { view, screen } = store.getState();
  return screen.dialog?.kind === "form" ? shownForm(view, screen.dialog) : undefined;
}

function isOption({ kind }: Field, typed: string): boolean {
  const begun = typed.toLowerCase();
  return (
    kind.type === "choice" &&
    kind.options.some(({ title }) => title.toLowerCase().startsWith(begun))
  );
}

/** What is meant as text, though it looks like a number or a command; a backslash alone is no text. */
function asText(typed: string): string {
  return typed.startsWith("\\") ? typed.slice(1) : typed;
}

/** Takes the choice that was said with that number, wherever it is listed by now; false if there was none. */
function takeNumber({ context, choicesSaid, press, say }: AnswerPorts, number: number): boolean {
  const now = choicesIn(context.store.getState(), context);
  const key = (choicesSaid() ?? now)[number - 1];
  if (key === undefined) return false;
  const at = now.indexOf(key);
  if (at < 0) say(`What had the number ${number} is gone.`);
  else {
    chooseAt(context, at);
    press("Enter");
  }
  return true;
}

/** Sends a message, or accepts any other text; an empty line cancels. */
function answerField(ports: AnswerPorts, where: Context, line: string): void {
  const { press, write } = ports;
  if (line.trim() === "") press("Esc");
  else if (where === "composer") answerComposer(ports, asText(line));
  else {
    press("^U");
    write(asText(line));
    press("Enter");
  }
}

/** A backslash at the end continues the message on the next line. */
function answerComposer({ write, context }: AnswerPorts, line: string): void {
  const { screen } = context.store.getState();
  const before = isWaiting(screen) ? "" : composerEditor(screen).text;
  // What is added to a draft is a sentence of its own, or at least a word.
  const added = /\S$/.test(before) && /^[\p{L}\p{N}]/u.test(line) ? ` ${line}` : line;
  if (added.endsWith("\\")) {
    write(`${added.slice(0, -1)}\n`);
    return;
  }
  write(added);
  runNamed(context, "composer.send");
}

function runNamed(context: CommandContext, name: string): void {
  const command = context.keys.commands.find(({ id }) => id === name);
  if (command !== undefined) runCommand(context, command);
}

/** Opens the row of a list; selects a message. */
function row({ context, choose, press, say }: AnswerPorts, number: number): void {
  if (choose(number, number) === 0) say(`Nothing here has the number ${number}.`);
  else if (isList(context.store.getState().screen.place)) press("Enter");
}

/** What they say tells where they lead; what is there was said before. */
const goesBack: ReadonlySet<string> = new Set(["triage.undo", "triage.redo"]);

/** Of a line that is no command, as one that was pasted. */
const maxShown = 60;

function command(ports: AnswerPorts, where: Context, typed: string): void {
  const { context, say } = ports;
  const named = commandNamed(context, where, typed);
  const shown = cut(typed, maxShown);
  const lineOf = (each: Command) => commandLine(context, where, each);
  // Of several keys of a command, some say of what it is meant.
  if (named.kind === "command") {
    runCommand({ ...context, stroke: typed }, named.command);
    if (goesBack.has(named.command.id)) ports.passOver();
  } else if (named.kind === "elsewhere") say(`"${shown}" works only ${named.words}.`);
  else if (named.kind === "none")
    say(`There is no command "${shown}" here. Type "commands" for a list.`);
  else {
    say(named.commands.length === 1 ? "Did you mean this?" : "Which one?");
    for (const each of named.commands) say(lineOf(each));
  }
}

/** Lists the available commands; with words, those whose line contains them. */
function list({ context, say }: AnswerPorts, where: Context, words: string): void {
  const said = (text = "") => text.toLowerCase().includes(words.toLowerCase());
  const lines = availableCommands(context, where).flatMap((each) => {
    const line = commandLine(context, where, each);
    return said(line) || said(each.alsoCalled) ? [line] : [];
  });
  if (lines.length === 0) say(`No command here contains "${words}".`);
  for (const line of lines) say(line);
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
 * The text names a command if it is its hint, title, ID or key, the place where it goes, or the beginning of only its
 * title. Commands that other programs call so, that contain it in their title, or are similar, are suggested but not executed.
 */
export function commandNamed(context: CommandContext, where: Context, typed: string): CommandMatch {
  const words = typed.toLowerCase();
  const available = availableCommands(context, where);
  const isNamed = ({ hint, title, id }: Command) =>
    [hint, title, id].some((name) => name?.toLowerCase() === words);
  const named =
    available.find(isNamed) ??
    boundTo(context, where, typed) ??
    commandsIn(context, where).find(isNamed) ??
    available.find(({ title }) => placeIn(title) === words);
  if (named !== undefined) return { kind: "command", command: named };
  const begins = ({ title }: Command) => title.toLowerCase().startsWith(words);
  const begun = available.filter(begins);
  // It says why it does nothing now.
  const all = begun.length === 0 ? commandsIn(context, where).filter(begins) : begun;
  const [only, ...more] = all;
  if (only !== undefined && more.length === 0) return { kind: "command", command: only };
  const called = available.filter(({ alsoCalled = "" }) => alsoCalled.split(",").includes(words));
  const alike = available.filter(({ title }) => hasWord(title.toLowerCase(), words));
  const elsewhere =
    [...alike, ...called, ...begun].length === 0 ? elsewhereWords(context, words) : undefined;
  if (elsewhere !== undefined) return { kind: "elsewhere", words: elsewhere };
  const choices = [begun, called, alike, fuzzy(available, typed)].find(({ length }) => length > 0);
  return choices === undefined ? { kind: "none" } : { kind: "several", commands: choices };
}

/** `Go to the inbox`: `inbox`. */
function placeIn(title: string): string | undefined {
  return /^go to (?:(?:a|the|your) )?(.*)$/.exec(title.toLowerCase())?.[1];
}

const places: readonly (readonly [Context, string])[] = [
  ["reader", "in a conversation"],
  ["list", "in a list"],
  ["composer", "while writing"],
];

/** Where a command can be given whose hint this is, or whose title begins so. */
function elsewhereWords({ keys }: CommandContext, words: string): string | undefined {
  const command = keys.commands.find(
    ({ screenOnly, hint, title }) =>
      screenOnly !== true &&
      (hint?.toLowerCase() === words || `${title.toLowerCase()} `.startsWith(`${words} `)),
  );
  return places.find(([where]) => command?.where.includes(where))?.[1];
}

function hasWord(title: string, words: string): boolean {
  return ` ${title.replace(/[,;.:]/g, "")} `.includes(` ${words} `);
}

/** Keys are case-sensitive. */
function boundTo(context: CommandContext, where: Context, typed: string): Command | undefined {
  const { commands, overrides } = context.keys;
  const binding = boundIn(commands, overrides, where).findLast(({ keys }) => keys === typed);
  return commandsIn(context, where).find(({ id }) => id === binding?.command.id);
}

const maxFound = 9;

function fuzzy(available: readonly Command[], typed: string): readonly Command[] {
  const matches = matching(
    available.map(({ title }) => title),
    typed,
  );
  return matches.slice(0, maxFound).flatMap((at) => available[at] ?? []);
}

/** What a line can be, too: no key that only a keyboard has. */
const typable = /^\S(?: \S)*$/;

/** `done: Mark as done and go on (e)` */
function commandLine({ keys }: CommandContext, where: Context, command: Command): string {
  const { hint, title } = command;
  const [key] = keysOf(command, keys.overrides, where);
  const name = hint === undefined ? title : `${hint}: ${title}`;
  return key !== undefined && typable.test(key) ? `${name} (${key})` : name;
}
