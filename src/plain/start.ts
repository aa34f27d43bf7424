/**
 * The chat as lines for screen readers: announces what the screen would show, and executes typed lines.
 *
 * A pane is still laid out, on an invisible screen: it determines how many messages are announced at once, which ones
 * count as seen, and how far the commands for paging and moving go.
 */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { safeLine } from "#base/safe-text.ts";
import type { CommandContext, Context, Keys } from "#commands/command.ts";
import { keymapOf } from "#commands/keymap.ts";
import { takesText } from "#commands/keys/inputs.ts";
import { definitionOf } from "#commands/lists/definitions.ts";
import { overIn } from "#commands/lists/staying.ts";
import { runRuledCommands } from "#commands/rules/running.ts";
import { contextOf, dropFirstPress, noteUnreads } from "#commands/screen.ts";
import { readTimesBy } from "#commands/writing/completion.ts";
import { hourStyleOf } from "#model/settings.ts";
import { composerEditor } from "#store/composer.ts";
import { indexOfRow as indexOfKey, toRow } from "#store/list.ts";
import { changeList, isList, listOf } from "#store/lists.ts";
import type { RowId, Screen, Spoken } from "#store/screen.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { createRouter } from "#ui/input/router.ts";
import { createMessageBodies } from "#ui/message-bodies.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { createPanes, type Panes } from "#ui/panes.ts";
import { indexOfRow, rowAt } from "#ui/reader/rows.ts";
import { reporter } from "#ui/reports.ts";
import type { Style } from "#ui/style.ts";
import { createViewport, moveReader } from "#ui/viewport-port.ts";
import { type AnswerPorts, answer, typedName } from "./answers.ts";
import { completionsIn, helpSpeaker } from "./help.ts";
import type { Completions } from "./keyboard.ts";
import { createNarrator, jobSpeaker, type Narrator } from "./narrator.ts";

/** The invisible screen: too narrow for a sidebar. */
export const unseen = { columns: 79, rows: 30 } as const;

/** Wide enough that no dialog cuts or wraps anything. */
const spokenColumns = 2_000;

/** Nothing is cut, and what comes is said. */
const unseenParts = { dialogColumns: spokenColumns, isUnseen: true } as const;

/** Lines press keys and write texts, and nothing else reads them. */
const onlyKeys = { isElsewhere: () => false, pass: () => {}, onMouse: () => {} } as const;

type PlainOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly style: Style;
  readonly keys: Keys;
  readonly log: Log;
  /** Everything except what this file provides itself. */
  readonly context: Omit<
    CommandContext,
    "count" | "viewport" | "keys" | "repaint" | "store" | "clock"
  >;
  readonly write: (text: string) => void;
  /** False: no prompts, because the lines come from a pipe. */
  readonly asks: boolean;
  /** Whether a line has been begun: until it is entered or taken back, nothing is written. If absent, nobody knows. */
  readonly isTyping?: () => boolean;
  readonly signIn: (key: string) => void;
  /** Opens the browser to sign in. */
  readonly browse: () => void;
};

export type Plain = {
  /** Called when a line was typed, which may be before it can be answered: its end has ended that of the prompt. */
  readonly lineEntered: () => void;
  /** Executes a line. Changes are not announced before `flush` is called. */
  readonly answer: (line: string) => void;
  /** Announces pending changes and prompts; from then on, changes are announced automatically. */
  readonly flush: () => void;
  /** The line that was begun is empty again: what came meanwhile is announced. */
  readonly lineEmptied: () => void;
  /** What was written before the line. */
  readonly prompt: () => string;
  readonly isWriting: () => boolean;
  readonly complete: (line: string, cursor: number) => Completions | undefined;
};

/** Sentences name what is typed for a command. */
export function spokenKeys({ commands, overrides }: Keys): Keys {
  return { commands, overrides, typed: (id) => typedName(commands, id) };
}

/** Changes within this time are announced together. */
const settledMs = 60;

export function startPlain(options: PlainOptions): Plain {
  const { store, clock, log } = options;
  const keys = spokenKeys(options.keys);
  const style: Style = {
    ...options.style,
    // Read for each line: the user's choice is not known before the archive or the server has answered.
    get hours() {
      return hourStyleOf(store.getState().view, options.style.hours);
    },
  };
  const bodies = createMessageBodies(style, () => {}, log);
  const parts: PaneParts = { ...unseenParts, style, bodies, clock, keys };
  const panes = createPanes(parts);
  const viewport = createViewport(store, () => panes);
  const narrator = createNarrator(parts, panes);
  readTimesBy(store, clock);

  let isLent = false;
  const isTyping = () => isLent || (options.isTyping?.() ?? false);
  const reporting = startReporting({ ...options, isTyping }, parts, panes, narrator);

  const context: CommandContext = {
    ...options.context,
    // What comes while the editor has the terminal is said after it.
    editExternally: (text, done, saved) => {
      isLent = true;
      const ended: typeof done = (...result) => {
        isLent = false;
        done(...result);
        if (!isTyping()) reporting.lineEmptied();
      };
      options.context.editExternally(text, ended, saved);
    },
    ...{ store, clock, viewport, keys, count: 1, isLine: true },
    repaint: narrator.forget,
  };
  runRuledCommands(context);
  const route = createRouter({
    // Only lines press keys here: whatever the user's are.
    keymap: keymapOf(keys.commands),
    context,
    ...onlyKeys,
    onFault: (error) => log.warn("A typed line failed.", { reason: String(error) }),
  });
  const ports: AnswerPorts = {
    context,
    press: (stroke) => void route([{ kind: "key", stroke, text: undefined }], 0),
    write: (text) => void route([{ kind: "paste", text }], 0),
    choose: (...numbers) => choose(store, panes, narrator, numbers),
    choicesSaid: () => narrator.choices(store.getState()),
    say: reporting.say,
    repeat: reporting.repeat,
    passOver: () => narrator.passOver(store.getState()),
    hinted: (words) => hintedBy(panes, store.getState(), words),
    setLevel: reporting.setLevel,
    signIn: options.signIn,
    browse: options.browse,
  };
  return {
    flush: reporting.flush,
    lineEntered: reporting.lineEntered,
    lineEmptied: reporting.lineEmptied,
    prompt: reporting.prompt,
    isWriting: () => contextOf(store.getState().screen) === "composer",
    complete: (line, cursor) => completionsIn(context, line, cursor),
    answer: (line) => {
      const { firstPress } = store.getState().screen.pressed;
      reporting.holdBack(line);
      answer(ports, line);
      dropFirstPress(store, firstPress);
      noteUnreads(context);
      leaveSidebar(store);
    },
  };
}

/** The command whose hint the open dialog shows. */
function hintedBy({ dialog }: Panes, state: State, words: string): string | undefined {
  return dialog(state)?.content.hints.find((hint) => hint.words === words)?.id;
}

function withSpoken(screen: Screen, spoken: Spoken): Screen {
  return { ...screen, reading: { ...screen.reading, spoken } };
}

/** Announces changes, followed by a prompt. */
function startReporting(
  { store, clock, isTyping, ...output }: PlainOptions & { readonly isTyping: () => boolean },
  parts: PaneParts,
  panes: Panes,
  narrator: Narrator,
) {
  const report = reporter(store, store.getState, () => panes);
  const jobs = jobSpeaker();
  const help = helpSpeaker(parts);
  const level = () => store.getState().screen.reading.spoken ?? "all";
  // One that was chosen in an earlier run.
  let isLevelSaid = level() === "all";
  const lines = promptedLines(output);
  // Nothing is announced until the first responses have arrived, or those to a typed line.
  let isHeldBack = true;
  // A line that somebody typed gets an answer, even if nothing came of it.
  let unanswered: Typed | undefined;
  // What came while a line was being typed: news, or the answer to the line before.
  let late: Spoken | undefined;
  const say = (line: string) => {
    unanswered = undefined;
    lines.write(parts.style.cells.show(safeLine(line)));
  };
  const sayAll = (all: Iterable<string>) => {
    for (const line of all) say(line);
  };
  const ask = (state: State) => {
    if (!lines.lacksPrompt() || isStarting(state)) return;
    sayAll(help.tell(state));
    lines.ask(promptOf(state));
  };
  const tell = (among: Spoken) => {
    if (isTyping()) setFocused(store, false);
    report();
    late = isTyping() ? wider(late, among) : undefined;
    if (late !== undefined) return;
    const state = store.getState();
    const now = clock.elapsed();
    sayAll([...narrator.tell(state, among), ...jobs.tell(state, now)]);
    if (unanswered !== undefined) sayAll(unchangedLines(narrator, state, unanswered));
    setFocused(store, narrator.isUpToDate());
    whenDue(jobs.dueAt(), now);
    ask(state);
  };
  const whenDue = timer(clock, () => tell(level()));
  setFocused(store, false);
  whenSettled(store, clock, () => (isHeldBack ? report() : tell(level())));
  return {
    say,
    flush: () => {
      isHeldBack = false;
      if (!isLevelSaid) say(levelWords[level()]);
      isLevelSaid = true;
      tell("all");
    },
    lineEntered: lines.entered,
    prompt: lines.prompt,
    lineEmptied: () => late !== undefined && tell(late),
    repeat: () => {
      const state = store.getState();
      sayAll([...narrator.trouble(state), ...narrator.where(state), ...help.all(state)]);
    },
    setLevel: (next: Spoken) => {
      changeScreen(store, (screen) => withSpoken(screen, next));
      say(levelWords[next]);
    },
    holdBack: (line: string) => {
      const { screen } = store.getState();
      unanswered = { line, where: contextOf(screen), written: composerEditor(screen).text };
      isHeldBack = true;
      setFocused(store, false);
    },
  };
}

/** Lines, and a prompt after the last of them, where somebody types. */
function promptedLines({ write, asks }: Pick<PlainOptions, "write" | "asks">) {
  // The prompt that the cursor is after, so that the next line starts below it; empty if there is none.
  let prompt = "";
  return {
    write: (line: string) => {
      write(`${prompt === "" ? "" : "\n"}${line}\n`);
      prompt = "";
    },
    lacksPrompt: () => asks && prompt === "",
    ask: (next: string) => {
      prompt = next;
      write(prompt);
    },
    prompt: () => prompt,
    /** The cursor is on the next line. */
    entered: () => {
      prompt = "";
    },
  };
}

/** Runs the task after changes. */
function whenSettled(store: Store, clock: Clock, task: () => void): void {
  let cancel = () => {};
  store.subscribe(() => {
    cancel();
    cancel = clock.after(settledMs, task);
  });
}

function wider(one: Spoken | undefined, other: Spoken): Spoken {
  return one === "all" ? one : other;
}

type Typed = { readonly line: string; readonly where: Context; readonly written: string };

/** Instead of an answer: that nothing came of the line, or where it led back to. */
function unchangedLines(narrator: Narrator, state: State, typed: Typed) {
  if (contextOf(state.screen) !== typed.where) return narrator.where(state);
  if (composerEditor(state.screen).text !== typed.written) return [];
  if (typed.line.trim() === "") return [];
  // What a dialog without choices is given is nowhere to be heard.
  const kind = state.screen.dialog?.kind ?? "form";
  const isText = kind !== "form" && takesText(state);
  return [isText ? "Written; an empty line takes it, :close leaves." : "Nothing changed."];
}

function isStarting({ view, session }: State): boolean {
  return view.epoch === 0 && session.connection.kind === "connecting";
}

/** Runs the task at the time that was given last; `now` and that in milliseconds of the same clock. */
function timer(clock: Clock, task: () => void) {
  let stop = () => {};
  return (dueAt: number | undefined, now: number) => {
    stop();
    if (dueAt !== undefined) stop = clock.after(Math.max(1, dueAt - now), task);
  };
}

const levelWords: Readonly<Record<Spoken, string>> = {
  all: "Says every message that comes to what is open, and what needs you elsewhere.",
  mine: "Says only messages that need you, until you type a line.",
  quiet: "Says nothing that comes, until you type a line.",
};

/** Plain mode has no sidebar, but leaving the first pane leads to it. */
function leaveSidebar(store: Store): void {
  changeScreen(store, (screen) =>
    contextOf(screen) === "sidebar"
      ? { ...screen, focus: "pane", sidebar: { ...screen.sidebar, isShown: false } }
      : screen,
  );
}

/** Messages that were not announced yet count as unseen, as on a terminal without focus. */
function setFocused(store: Store, focused: boolean): void {
  changeScreen(store, (screen) =>
    screen.terminal.focused === focused
      ? screen
      : { ...screen, terminal: { ...screen.terminal, focused } },
  );
}

/**
 * Selects the first of the rows with these numbers, and returns the count for a command on all of them; 0 if they are not
 * there as they were announced. In a list they are the rows' numbers; in a reader, the newest announced message is 1.
 */
function choose(
  store: Store,
  panes: Panes,
  narrator: Narrator,
  [from, to]: readonly [number, number],
): number {
  const state = store.getState();
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const { place } = state.screen;
  const announced = narrator.announced(state);
  if (isList(place)) {
    const list = listOf(state.screen, place);
    const keys = (announced?.listed ?? list.rows).slice(low - 1, high).map(({ key }) => key);
    const at = indexOfKey(list, keys[0] ?? "", low - 1);
    const isThere = areThere(keys, low, high, (index) => list.rows[at + index]?.key);
    if (!isThere) return 0;
    changeList(store, (now) => toRow(now, at));
    // A count passes over what was dealt with.
    const isOver = overIn(definitionOf(place), state, list);
    return keys.filter((key, index) => index === 0 || !isOver(key)).length;
  }
  const reading = panes.reading(state);
  if (reading === undefined) return 0;
  const { rows } = reading.sheet;
  const shown = reading.window.parts.map(({ index }) => rowAt(rows, index));
  const all = (announced?.shown ?? shown) as readonly RowId[];
  const chosen = all.slice(Math.max(0, all.length - high), all.length - low + 1);
  const [first] = chosen;
  const at = first === undefined ? -1 : indexOfRow(rows, first);
  if (first === undefined || !areThere(chosen, low, high, (index) => rowAt(rows, at + index)))
    return 0;
  moveReader(store, reading, reading.window, first);
  return chosen.length;
}

/** Whether rows with all of these numbers were announced, and follow each other as they did. */
function areThere<Key>(
  said: readonly Key[],
  low: number,
  high: number,
  now: (index: number) => Key | undefined,
): boolean {
  return low > 0 && said.length === high - low + 1 && said.every((key, at) => now(at) === key);
}

/** What it asks for was said before it; only what would be sent to others is asked for each time. */
function promptOf({ screen }: State): string {
  if (screen.dialog?.kind === "sign-in") return "API key > ";
  return contextOf(screen) === "composer" ? "message > " : "> ";
}
