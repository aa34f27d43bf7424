/** Running a command of the user's own: what it needs, what is asked before, and what becomes of what it prints. */
import { safeLine, withoutControls } from "#base/safe-text.ts";
import type { CommandContext, Keys, Program, ProgramEnd } from "#commands/command.ts";
import { type MenuRow, ownKey } from "#commands/menus/menu.ts";
import { lastLine, problemOf } from "#commands/printed.ts";
import { closeDialog, openDialog, openMenu, showToast } from "#commands/screen.ts";
import { edit } from "#commands/writing/text.ts";
import { type CustomCommand, inShell, type Prompt } from "#config/custom-commands.ts";
import { insert as put } from "#editor/edit.ts";
import { inputOf } from "#editor/input.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { titleOf } from "#model/select/conversations.ts";
import {
  composerAt,
  composerKey,
  continuing,
  holdComposer,
  releaseComposer,
  withEditor,
} from "#store/composer.ts";
import type { CustomRun, DialogOf } from "#store/dialog.ts";
import { keepAsDraft } from "#store/following.ts";
import type { State } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { openUnasked } from "#store/unasked.ts";
import {
  filled,
  namesIn,
  shellLine,
  tooLongIn,
  type Values,
  valuesLikeOptions,
  variablesOf,
  type Written,
} from "./template.ts";
import { offers, type Subject, subjectOf, subjectOfMessage, type ValueName } from "./values.ts";

/** Nobody needs to be there. */
export type RuledContext = Pick<CommandContext, "store"> & {
  readonly viewport: Pick<CommandContext["viewport"], "codes">;
  readonly desktop: Pick<CommandContext["desktop"], "run">;
  readonly keys: Pick<Keys, "commands">;
};

/** Whoever waits for a program longer than this has forgotten it. */
const longestMs = 60_000;
const longestListMs = 10_000;

/** What is written in a command and may have values. */
export function textsOf({ run, input = "", prompts }: CustomCommand): readonly string[] {
  const line = run.kind === "words" ? run.words : [run.line];
  return [...line, input, ...prompts.flatMap(({ kind, words }) => (kind === "lines" ? words : []))];
}

/** Begins with the values of this moment: what changes while it asks does not change them. */
export function begin(context: CommandContext, id: string, command: CustomCommand): void {
  const run = runAbout(context, subjectOf(context), id, command);
  if (run !== undefined) goOn(context, run);
}

/** Runs the user's own command about a message that came, because a rule says so: it is quiet, unless it has to say something. */
export function runByRule(
  context: RuledContext,
  title: string,
  message: Message,
  rule: string,
): void {
  const command = context.keys.commands.find(({ custom }) => custom?.title === title);
  if (command?.custom === undefined) return;
  const subject = subjectOfMessage(context, message);
  const run = runAbout(context, subject, command.id, command.custom);
  if (run !== undefined) void startByRule(context, run, command.custom, rule);
}

async function startByRule(
  { store, desktop }: RuledContext,
  run: CustomRun,
  command: CustomCommand,
  rule: string,
): Promise<void> {
  const { output, title } = command;
  const tooLong = lengthProblem(command, run.values);
  const likeOption = optionProblem(command, run.values);
  if (tooLong !== undefined) {
    showToast(store, `Rule ${rule}: ${title} ${tooLong}.`, "error");
    return;
  }
  if (likeOption !== undefined) {
    showToast(store, `Rule ${rule}: ${title} was not run: ${likeOption}`, "error");
    return;
  }
  const end = await desktop.run(programIn(command, run.values), limitOf(command));
  const problem = problemOf(end);
  const printed = end.kind === "ended" ? withoutControls(end.output).trim() : "";
  if (problem !== undefined) showToast(store, `Rule ${rule}: ${title} ${problem}`, "error");
  else if (output === "notice" && printed !== "") showToast(store, doneWords(command, printed));
}

/** Undefined if a value is missing, which is said. */
function runAbout(
  { store }: Pick<CommandContext, "store">,
  subject: Subject,
  id: string,
  command: CustomCommand,
): CustomRun | undefined {
  const named = new Set(textsOf(command).flatMap(namesIn));
  const values: Record<string, string> = {};
  for (const name of Object.keys(offers) as ValueName[]) {
    const offer = offers[name];
    const isMade = named.has(name) || !("isLong" in offer);
    const value = isMade ? offer.of(subject) : undefined;
    if (value !== undefined) values[name] = withoutControls(value);
    else if (named.has(name)) {
      showToast(store, `${command.title}: there is no ${name} here.`, "error");
      return undefined;
    }
  }
  const { conversation } = subject;
  const about = values["conversation.name"] ?? values["stream"];
  const title = about === undefined ? command.title : `${command.title}, ${about}`;
  return { command: id, title, values, ...(conversation && { conversation }) };
}

/** The command, as long as the configuration has it. */
function commandOf(keys: Keys, { command: id }: CustomRun): CustomCommand | undefined {
  return keys.commands.find((command) => command.id === id)?.custom;
}

function answerName({ name }: Pick<Prompt, "name">): string {
  return `prompt.${name}`;
}

/** Asks for the next value, or for a confirmation, or runs it. */
function goOn(context: CommandContext, run: CustomRun): void {
  const { store, keys } = context;
  const command = commandOf(keys, run);
  if (command === undefined) return;
  const prompt = command.prompts.find((each) => run.values[answerName(each)] === undefined);
  if (prompt !== undefined) void ask(context, run, command, prompt);
  else if (command.confirm || optionProblem(command, run.values) !== undefined)
    openMenu(store, { kind: "custom", run, words: wordsOf(command, run.values) });
  else void start(context, run, command);
}

async function ask(
  context: CommandContext,
  run: CustomRun,
  { title: whose, input: read, prompts }: CustomCommand,
  { name, title, kind, words }: Prompt,
): Promise<void> {
  const { store, desktop } = context;
  const asked = { kind: "prompt", of: run, name, title, input: inputOf(), chosen: 0 } as const;
  if (kind !== "lines") {
    const text = inputOf(run.answers?.[name]);
    openDialog(store, kind === "text" ? { ...asked, input: text } : { ...asked, choices: words });
    return;
  }
  const likeOption = optionProblem({ run: { kind: "words", words }, prompts }, run.values);
  if (likeOption !== undefined) {
    showToast(store, `${whose} was not run: ${likeOption}`, "error");
    return;
  }
  const end = await desktop.run(programOf(words, run.values, read), longestListMs);
  const choices = linesOf(end);
  if (typeof choices === "string") showToast(store, `${whose}: ${choices}`, "error");
  else if (!openUnasked(store, { ...asked, choices }))
    showToast(store, `${whose} was not run: something else was opened.`, "error");
}

/** The lines that are no blanks; a sentence if there are none. */
function linesOf(end: ProgramEnd): readonly string[] | string {
  if (end.kind === "failed") return `the list ${end.because}.`;
  const lines = withoutControls(end.output)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.length > 0
    ? lines
    : `there is nothing to choose from. ${lastLine(end.errors)}`.trim();
}

/** Those that contain what was typed. */
export function promptChoices({ choices = [], input }: DialogOf<"prompt">): readonly string[] {
  const typed = input.text.trim().toLowerCase();
  return choices.filter((each) => each.toLowerCase().includes(typed));
}

export function acceptPrompt(context: CommandContext, dialog: DialogOf<"prompt">): void {
  const { of: run, name, choices, input, chosen } = dialog;
  const answer = choices === undefined ? input.text : promptChoices(dialog)[chosen];
  if (answer === undefined || answer.trim() === "") return;
  closeDialog(context.store);
  const values = { ...run.values, [answerName({ name })]: answer };
  goOn(context, { ...run, values, answers: { ...run.answers, [name]: answer } });
}

/** Shows what will run, with its values. */
export const customMenu: MenuRow<"custom"> = (facts, { run, words }) => {
  const command = commandOf(facts.keys, run);
  const likeOption = command && optionProblem(command, run.values);
  return {
    title: `Run ${run.title}?`,
    lines: [
      ...words.map((text) => ({ text, tone: "quote" as const })),
      ...(likeOption === undefined ? [] : [{ text: likeOption, tone: "warning" as const }]),
    ],
    items: [
      { key: "k", title: "Do not run it" },
      {
        key: ownKey(facts, run.command, "y"),
        title: "Run it",
        run: (context) => {
          if (command !== undefined) void start(context, run, command);
        },
      },
    ],
  };
};

/** Each argument on a line of its own: what separates them cannot be forged. */
function wordsOf({ run }: CustomCommand, values: Values): readonly string[] {
  if (run.kind === "shell") return [run.line];
  return run.words.map((word) => filled(word, values));
}

function programOf(words: readonly string[], values: Values, input: string | undefined): Program {
  const [name = "", ...rest] = words.map((word) => filled(word, values));
  return {
    words: [name, ...rest],
    variables: variablesOf(values),
    ...(input !== undefined && { input: filled(input, values) }),
  };
}

function programIn({ run, input }: CustomCommand, values: Values): Program {
  if (run.kind === "words") return programOf(run.words, values, input);
  const shell = shellLine(run.line);
  const line = typeof shell === "string" ? "" : shell.line;
  // The line has its values in variables by now.
  return { ...programOf([], values, input), words: inShell(line) };
}

/** Milliseconds. Without them it has as long as it likes, since nobody waits for what it prints. */
function limitOf({ output }: CustomCommand): number | undefined {
  return output === "none" ? undefined : longestMs;
}

/** A program that got nothing in its place would go on as if there was nothing. */
function lengthProblem({ run }: CustomCommand, values: Values): string | undefined {
  const name = tooLongIn(run.kind === "words" ? run.words : [run.line], values);
  return name && `was not run: {${name}} is too long for an argument. Write it in input`;
}

/** Whoever wrote the value may have meant an option of the program: what the user typed or chose is meant so. */
function optionProblem(
  { run, prompts }: Pick<CustomCommand, "prompts"> & { readonly run: Written },
  values: Values,
): string | undefined {
  const isTyped = (name: string) =>
    prompts.some((prompt) => prompt.kind !== "lines" && answerName(prompt) === name);
  const name = valuesLikeOptions(run, values).find((each) => !isTyped(each));
  return (
    name &&
    `{${name}} begins with a dash, and could be taken for an option: write -- before it, or write it in input.`
  );
}

async function start(
  context: CommandContext,
  run: CustomRun,
  command: CustomCommand,
): Promise<void> {
  const { store, desktop } = context;
  const tooLong = lengthProblem(command, run.values);
  if (tooLong !== undefined) {
    showToast(store, `${command.title} ${tooLong}.`, "error");
    return;
  }
  const program = programIn(command, run.values);
  const place = command.output === "composer" ? insertionFor(context, run) : undefined;
  if (command.output !== "terminal") showToast(store, `Running ${command.title}`);
  const end = await (command.output === "terminal"
    ? desktop.runInTerminal(program)
    : desktop.run(program, limitOf(command)));
  const problem = problemOf(end);
  if (problem !== undefined) showToast(store, `${command.title} ${problem}`, "error");
  if (end.kind === "failed") {
    place?.(undefined);
    return;
  }
  const text = withoutControls(end.output).replace(/\n+$/, "");
  if (place !== undefined) place(end.code === 0 ? text : undefined);
  else if (command.output === "reader") show(context, command, text);
  else if (problem === undefined) showToast(store, doneWords(command, text));
}

function doneWords({ title, output }: CustomCommand, text: string): string {
  const [first = ""] = text.split("\n");
  return output === "notice" && first !== "" ? safeLine(first) : `Ran ${title}`;
}

function show({ store }: CommandContext, { title }: CustomCommand, text: string): void {
  const about = { kind: "printed", title, text } as const;
  if (text === "") showToast(store, `${title} printed nothing.`);
  else if (openUnasked(store, { kind: "info", about, chosen: 0 }))
    changeScreen(store, (screen) => ({ ...screen, toast: undefined }));
  else
    showToast(store, `${title} has ended, but something else was opened: run it again.`, "error");
}

/**
 * What puts the text where it belongs: in the composer that was open, or else in that of the conversation. If the user has
 * gone on meanwhile, it is kept in that conversation's draft. Without a text it only lets go.
 */
function insertionFor(
  { store, clock }: CommandContext,
  { conversation }: CustomRun,
): (text: string | undefined) => void {
  const { screen } = store.getState();
  if (screen.focus === "composer") {
    const holder = holdComposer(store, composerKey(screen));
    return (text) => {
      const key = releaseComposer(store, holder);
      if (text === undefined) return;
      if (key === undefined) {
        keep(text);
        return;
      }
      changeScreen(store, (now) => ({
        ...withEditor(now, key, put(composerAt(now, key).editor, text)),
        toast: undefined,
      }));
    };
  }
  const isSame = isAt(store.getState());
  return (text) => {
    if (text === undefined) return;
    if (conversation === undefined || !isSame(store.getState())) {
      keep(text);
      return;
    }
    // A draft that waits there is not replaced by it.
    changeScreen(store, (now) => ({ ...continuing(now, conversation), toast: undefined }));
    edit(store, (editor) => put(editor, text));
  };

  function keep(text: string): void {
    const { view } = store.getState();
    const to = conversation === undefined ? "" : conversationKey(conversation);
    keepAsDraft(store, to, { address: conversation, text, updatedAt: clock.now() });
    const where =
      conversation === undefined ? "Drafts" : `the draft to ${titleOf(view, conversation)}`;
    showToast(store, `You went on meanwhile: its text is in ${where}.`);
  }
}

/** Whether a later state is at the same place, with nothing opened or begun there. */
function isAt({ screen: { place, focus } }: State): (later: State) => boolean {
  return ({ screen }) =>
    screen.place === place && screen.focus === focus && screen.dialog === undefined;
}
