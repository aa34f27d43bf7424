/**
 * The chat as lines for screen readers: announces what the screen would show, and executes typed lines.
 *
 * A pane is still laid out, on an invisible screen: it determines how many messages are announced at once, which ones
 * count as seen, and how far the commands for paging and moving go.
 */
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import { safeLine } from "#base/safe-text.ts";
import type { CommandContext, Keys } from "#commands/command.ts";
import { takesText } from "#commands/keys/inputs.ts";
import { keymapOf, type Overrides } from "#commands/keys/keymap.ts";
import { contextOf, dropFirstPress } from "#commands/screen.ts";
import { commands } from "#commands/table.ts";
import { hourStyleOf } from "#model/settings.ts";
import { toRow } from "#store/list.ts";
import { changeList, openList } from "#store/lists.ts";
import type { State, Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import { footerHints, occasionsIn } from "#ui/bars/footer-keys.ts";
import { createRouter } from "#ui/input/router.ts";
import type { PaneParts } from "#ui/pane-parts.ts";
import { createPanes, type Panes } from "#ui/panes.ts";
import { createMessageBodies } from "#ui/reader/message-bodies.ts";
import { rowAt } from "#ui/reader/rows.ts";
import { reporter } from "#ui/reports.ts";
import type { Style } from "#ui/style.ts";
import { keepTimeReading } from "#ui/time-reading.ts";
import { createViewport, moveReader } from "#ui/viewport-port.ts";
import { type AnswerPorts, answer } from "./answers.ts";
import { createNarrator, type Narrator } from "./narrator.ts";

/** The invisible screen: too narrow for a sidebar. */
export const unseen = { columns: 79, rows: 30 } as const;

type PlainOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly style: Style;
  readonly overrides: Overrides;
  readonly log: Log;
  /** Everything except what this file provides itself. */
  readonly context: Omit<
    CommandContext,
    "count" | "viewport" | "keys" | "repaint" | "store" | "clock"
  >;
  readonly write: (text: string) => void;
  /** False: no prompts, because the lines come from a pipe. */
  readonly asks: boolean;
  readonly signIn: (key: string) => void;
};

export type Plain = {
  /** Executes a line. Changes are not announced before `flush` is called. */
  readonly answer: (line: string) => void;
  /** Announces pending changes and prompts; from then on, changes are announced automatically. */
  readonly flush: () => void;
};

/** Changes within this time are announced together. */
const settledMs = 60;

export function startPlain(options: PlainOptions): Plain {
  const { store, clock, overrides, log } = options;
  const keys = { commands, overrides };
  const style = {
    ...options.style,
    hours: hourStyleOf(store.getState().view, options.style.hours),
  };
  const fault = (error: unknown) => log.warn("A typed line failed.", { reason: String(error) });
  const bodies = createMessageBodies(style, () => {}, log);
  const parts: PaneParts = { style, bodies, clock, keys };
  const panes = createPanes(parts);
  const viewport = createViewport(store, () => panes);
  const narrator = createNarrator(parts, panes);
  keepTimeReading(store, clock, () => style.hours, fault);

  const reporting = startReporting(options, parts, panes, narrator);
  const { say } = reporting;

  const context: CommandContext = {
    ...options.context,
    store,
    clock,
    viewport,
    keys,
    count: 1,
    repaint: narrator.forget,
  };
  const route = createRouter({
    keymap: keymapOf(commands, overrides),
    context,
    isElsewhere: () => false,
    pass: () => {},
    onMouse: () => {},
    onFault: fault,
  });
  const ports: AnswerPorts = {
    context,
    press: (stroke) => void route([{ kind: "key", stroke, text: undefined }], 0),
    write: (text) => void route([{ kind: "paste", text }], 0),
    choose: (number) => choose(store, panes, number),
    say,
    signIn: options.signIn,
  };
  return {
    flush: reporting.flush,
    answer: (line) => {
      const { firstPress } = store.getState().screen.pressed;
      reporting.holdBack(line);
      answer(ports, line);
      dropFirstPress(store, firstPress);
      leaveSidebar(store);
    },
  };
}

/** Announces changes, followed by a prompt. */
function startReporting(
  { store, clock, write, asks }: PlainOptions,
  parts: PaneParts,
  panes: Panes,
  narrator: Narrator,
) {
  const report = reporter(store, store.getState, () => panes);
  // The cursor is after a prompt, so announcements start on the next line.
  let isAsked = false;
  // Nothing is announced until the first responses have arrived, or those to a typed line.
  let isHeldBack = true;
  // A line that somebody typed gets an answer, even if nothing came of it.
  let isAnswered = true;
  const say = (line: string) => {
    isAnswered = true;
    write(`${isAsked ? "\n" : ""}${safeLine(line)}\n`);
    isAsked = false;
  };
  const flush = () => {
    isHeldBack = false;
    report();
    const state = store.getState();
    for (const line of narrator.tell(state)) say(line);
    if (!isAnswered) say("Nothing changed.");
    setFocused(store, true);
    const isStarting = state.view.epoch === 0 && state.session.connection.kind === "connecting";
    if (isAsked || isStarting || !asks) return;
    write(promptOf(parts, state));
    isAsked = true;
  };
  setFocused(store, false);
  let cancel = () => {};
  store.subscribe(() => {
    cancel();
    cancel = clock.after(settledMs, () => (isHeldBack ? report() : flush()));
  });
  return {
    say,
    flush,
    holdBack: (line: string) => {
      isAnswered = line.trim() === "";
      // The newline that the user typed has ended the prompt's line.
      isAsked = false;
      isHeldBack = true;
      setFocused(store, false);
    },
  };
}

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

/** In a list by the row's number; in a reader, the newest announced message is 1. */
function choose(store: Store, panes: Panes, number: number): boolean {
  const state = store.getState();
  const list = openList(state.screen);
  if (list !== undefined) {
    if (number < 1 || number > list.rows.length) return false;
    changeList(store, (now) => toRow(now, number - 1));
    return true;
  }
  const reading = panes.reading(state);
  const part = reading?.window.parts.at(-number);
  if (reading === undefined || part === undefined || number < 1) return false;
  moveReader(store, reading, reading.window, rowAt(reading.sheet.rows, part.index));
  return true;
}

// The prompt: the most likely commands here, or what the focused field expects.

const maxNamed = 3;

function promptOf({ bodies, keys }: PaneParts, state: State): string {
  const { screen } = state;
  const { dialog } = screen;
  if (dialog?.kind === "sign-in") return "API key > ";
  if (dialog?.kind === "form") return "a number, :save or :close; else text for the field > ";
  if (dialog !== undefined && takesText(state)) return "text, a number, or :close > ";
  if (dialog?.kind === "menu") return "a number or a key, or close > ";
  if (dialog !== undefined) return "a number, or close > ";
  switch (contextOf(screen)) {
    case "composer":
      return "message, or :close > ";
    case "find":
    case "filter":
    case "bar":
    case "search":
      return "text, or :close > ";
    default: {
      const words = named(keys, state, bodies).slice(0, maxNamed);
      return `${[...words, "or ?"].join(", ")} > `;
    }
  }
}

function named(keys: Keys, state: State, bodies: PaneParts["bodies"]): readonly string[] {
  const hints = footerHints(keys, contextOf(state.screen), occasionsIn(state, bodies));
  return [...new Set(hints.map(({ words }) => words))];
}
