/** From decoded input to commands: which context handles a key, where text goes, and which toasts end with it. */

import type { Clock } from "#base/clock.ts";
import { type LayoutName, otherKeys, titleOf } from "#base/keyboard-layouts.ts";
import { memoizeTexts } from "#base/memoize.ts";
import type { CommandContext, Context } from "#commands/command.ts";
import { boundElsewhere, type Keymap, type KeyResult, press } from "#commands/keymap.ts";
import { takesText, typeText } from "#commands/keys/inputs.ts";
import { takeByKey } from "#commands/menus/open-menu.ts";
import { runCommand } from "#commands/repeat.ts";
import {
  contextBelow,
  contextOf,
  dropFirstPress,
  noteUnreads,
  showToast,
} from "#commands/screen.ts";
import { pasteOutsideInputs } from "#commands/writing/text.ts";
import { offerPasted } from "#commands/writing/uploading.ts";
import { follow } from "#store/follow.ts";
import type { FirstPress, Screen, Toast } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen, changeSession } from "#store/store.ts";
import { openFind } from "#store/typed-into.ts";
import { keepContinuations } from "#ui/drawers.ts";
import { hasRoomForNotice } from "#ui/geometry.ts";
import {
  burstInputs,
  createTextRuns,
  type Key,
  type TerminalInput,
  type TextRun,
} from "./text-run.ts";

export type Mouse = Extract<TerminalInput, { kind: "mouse" }>;

export type RouterPorts = {
  readonly keymap: Keymap;
  /** The keyboard layouts of other scripts to try, the most probable first. */
  readonly layouts?: readonly LayoutName[];
  /** The router replaces the count by the digits that are typed. */
  readonly context: CommandContext;
  /** True while a dialog is open that reads keys itself: they go to `pass` instead. */
  readonly isElsewhere: () => boolean;
  readonly pass: (input: TerminalInput) => void;
  /** `press` presses a key. */
  readonly onMouse: (mouse: Mouse, press: (stroke: string) => void) => void;
  /** An input threw; the user has been told. */
  readonly onFault: (error: unknown) => void;
};

/**
 * Handles the input at that index of a burst, together with the following ones that are one text with it. Returns how
 * many it consumed.
 */
export type Route = (inputs: readonly TerminalInput[], at: number) => number;

/** Text that follows a paste without a pause this long belongs to it: the user has not seen the paste yet. */
const pasteGapMs = 100;

export function createRouter(ports: RouterPorts): Route {
  const { clock } = ports.context;
  const textRun = createTextRuns();
  const toasts = keepToasts(ports.context.store, clock);
  keepContinuations(ports.context.store, clock);
  let isContinued = false;
  let endLater = () => {};
  const awaitRest = () => {
    isContinued = true;
    endLater();
    endLater = clock.after(pasteGapMs, () => {
      isContinued = false;
    });
  };

  return (inputs, at) => {
    const input = inputs[at];
    if (input === undefined) return 1;
    const writes = writtenNow(ports);
    const run = writes && textRun(inputs, at, writes, isContinued);
    if (run?.isPasted || (run !== undefined && isCutOff(run, inputs, at))) awaitRest();
    const { store } = ports.context;
    const { toast, pressed } = store.getState().screen;
    attempt(ports, () => {
      if (run === undefined) acceptOne(ports, input);
      else if (run.isPasted || ports.isElsewhere())
        acceptOne(ports, { kind: "paste", text: run.text });
      else typeText(ports.context, run.text);
      if (input.kind === "key" || input.kind === "paste") toasts.keyPressed(toast);
      if (input.kind !== "reply") noteInput(ports, input, pressed.firstPress);
    });
    return run?.taken ?? 1;
  };
}

/** What the user did ends the wait for a second press, and what is unread by now was there before the next key. */
function noteInput(
  { context }: RouterPorts,
  { kind }: TerminalInput,
  before: FirstPress | undefined,
): void {
  if (kind !== "focus") dropFirstPress(context.store, before);
  noteUnreads(context);
}

/** Whether the burst ends within a line that is too long to have been typed. */
function isCutOff({ taken }: TextRun, inputs: readonly TerminalInput[], at: number): boolean {
  return taken >= burstInputs && at + taken === inputs.length;
}

const faultToast = "That failed because of an internal error. Details are in the log.";

/**
 * An error in one input must not end the program: it is logged and reported, and the next input is handled as usual.
 */
function attempt({ context, onFault }: RouterPorts, work: () => void): void {
  try {
    work();
    return;
  } catch (error) {
    onFault(error);
  }
  try {
    showToast(context.store, faultToast, "error");
  } catch (error) {
    // A store listener threw again; the toast is in the state all the same.
    onFault(error);
  }
}

/** Which keys type text now; undefined if none does. */
function writtenNow(ports: RouterPorts): ((key: Key) => boolean) | undefined {
  const state = ports.context.store.getState();
  if (ports.isElsewhere()) return ({ text }) => text !== undefined;
  const where = contextOf(state.screen);
  if (state.screen.pressed.pending !== "" || !takesText(state)) return undefined;
  const isBound = memoizeTexts(
    512,
    (stroke) => press(ports.keymap, where, "", stroke).kind !== "none",
  );
  return ({ stroke, text }) => text !== undefined && !isBound(stroke);
}

function acceptOne(ports: RouterPorts, input: TerminalInput): void {
  const { store } = ports.context;
  switch (input.kind) {
    case "reply":
      return;
    case "focus":
      setFocused(store, input.focused);
      return;
    case "mouse":
      ports.onMouse(input, (stroke) =>
        pressKey(ports, stroke, stroke.length === 1 ? stroke : undefined),
      );
      return;
    case "paste":
      if (ports.isElsewhere()) ports.pass(input);
      else pasteText(ports, input.text);
      return;
    case "key":
      if (ports.isElsewhere() && !isKept(ports, input.stroke)) ports.pass(input);
      else pressKey(ports, input.stroke, input.text);
  }
}

/**
 * What works while a dialog reads keys itself, and in the middle of a sequence: what the program does, and no account
 * holds back the others, or what is stored of it.
 */
const kept: ReadonlySet<string> = new Set([
  "program.interrupt",
  "program.repaint",
  "program.suspend",
  "account.show",
  "dialog.leave",
]);

function isKept({ keymap }: RouterPorts, stroke: string): boolean {
  const pressed = press(keymap, "dialog", "", stroke);
  return pressed.kind === "run" && kept.has(pressed.command.id);
}

function setFocused(store: Store, focused: boolean): void {
  changeScreen(store, (screen) =>
    screen.terminal.focused === focused
      ? screen
      : { ...screen, terminal: { ...screen.terminal, focused } },
  );
}

/** Contexts in which a key answers a question, and pasted text does nothing. */
const asks: ReadonlySet<Context> = new Set(["dialog", "menu"]);

/** A paste never triggers key bindings. */
function pasteText(ports: RouterPorts, text: string): void {
  const { context } = ports;
  const { store, clock } = context;
  const state = store.getState();
  if (takesText(state)) typeText(context, text);
  else if (!asks.has(contextOf(state.screen))) pasteOutsideInputs(store, text, clock);
  offerPasted(context, text);
}

/**
 * The notice stays until this key: its line goes, and all rows move, only when the user asks for it. True if it is gone
 * now.
 */
function hidesNotice({ store }: CommandContext, stroke: string): boolean {
  const { screen, session } = store.getState();
  const isPane = ["list", "reader", "sidebar"].includes(contextOf(screen));
  const isShown = session.notice !== undefined && hasRoomForNotice(screen.terminal);
  if (stroke !== "Esc" || !isPane || !isShown) return false;
  changeSession(store, (now) => ({ ...now, notice: undefined }));
  return true;
}

function pressKey(ports: RouterPorts, stroke: string, text: string | undefined): void {
  const { context, keymap } = ports;
  if (hidesNotice(context, stroke)) return;
  const { store } = context;
  const { screen } = store.getState();
  const where = contextOf(screen);
  if (where === "menu" && takeByKey(context, stroke)) return;
  const pressed = pressedIn(keymap, screen, where, stroke);
  setPending(store, pressed.kind === "pending" ? pressed.pending : "");
  if (pressed.kind === "run") {
    runCommand({ ...context, count: pressed.count, stroke }, pressed.command);
    return;
  }
  // Esc cancels a pending sequence silently.
  if (pressed.kind !== "none" || (stroke === "Esc" && screen.pressed.pending !== "")) return;
  const isSequence = screen.pressed.pending !== "";
  if (text !== undefined && takesText(store.getState())) typeText(context, text);
  else if (isSequence && isKept(ports, stroke)) pressKey(ports, stroke, text);
  else if (!pressApart(ports, stroke) && !pressByPlace(ports, screen, stroke))
    showUnbound(ports, where, `${screen.pressed.pending} ${stroke}`.trim());
}

/**
 * Esc and a key with Ctrl that a busy machine or a slow line delivers together look like the key with Alt as well, which
 * nothing is bound to. Not ^J: with Alt it may be a terminal's Alt+Enter.
 */
function pressApart(ports: RouterPorts, stroke: string): boolean {
  const [, after] = /^Alt\+(\^[A-IK-Z])$/.exec(stroke) ?? [];
  if (after === undefined) return false;
  for (const each of ["Esc", after]) pressKey(ports, each, undefined);
  return true;
}

/** A letter of another script stands for the Latin one on its key. True if it is on one of the layouts. */
function pressByPlace(ports: RouterPorts, { pressed }: Screen, stroke: string): boolean {
  const { layouts = [], context } = ports;
  const { store } = context;
  const tried = pressed.layout === undefined ? layouts : [pressed.layout, ...layouts];
  const keys = otherKeys(stroke, tried);
  if (keys === undefined) return false;
  const { strokes, layout } = keys;
  setPending(store, pressed.pending);
  for (const each of strokes) pressKey(ports, each, undefined);
  if (layout !== undefined && layout !== pressed.layout) noteLayout(store, layout, stroke, strokes);
  return true;
}

/** Says once which layout is understood; what the key itself said stays, and the next key tells. */
function noteLayout(
  store: Store,
  layout: LayoutName,
  stroke: string,
  strokes: readonly string[],
): void {
  const { screen } = store.getState();
  if (screen.toast !== undefined) return;
  changeScreen(store, (now) => ({ ...now, pressed: { ...now.pressed, layout } }));
  showToast(store, `${titleOf(layout)} keyboard: ${stroke} is the key ${strokes.join(" ")}.`);
}

/** While stepping through hits, their keys take precedence over the reader's. */
function pressedIn(keymap: Keymap, screen: Screen, where: Context, stroke: string): KeyResult {
  if (where === "reader" && openFind(screen) !== undefined) {
    const pressed = press(keymap, "hits", screen.pressed.pending, stroke);
    if (pressed.kind !== "none") return pressed;
  }
  return press(keymap, where, screen.pressed.pending, stroke);
}

/** Names what the key does in another context, if anything. */
function showUnbound(
  { context: { store }, keymap }: RouterPorts,
  where: Context,
  keys: string,
): void {
  const { screen } = store.getState();
  const below =
    where === "composer" ? contextOf({ ...screen, focus: "pane" }) : contextBelow(screen);
  const elsewhere = boundElsewhere(keymap, { where, below }, keys);
  if (elsewhere === undefined) showToast(store, `${keys} is not bound here`);
  else showToast(store, `${keys} works ${elsewhere.place}: ${elsewhere.command.title}`);
}

function setPending(store: Store, pending: string): void {
  changeScreen(store, (screen) => {
    if (screen.pressed.pending === pending) return screen;
    const { pausedAt: _, ...rest } = screen.pressed;
    return { ...screen, pressed: { ...rest, pending } };
  });
}

// How long toasts stay: long enough to be read.

/** A key pressed earlier than this was not a reaction to the toast. */
const readingMs = 1_500;
const longestMs = 10_000;

type Toasts = {
  /** To be called after a key, with the toast from before it: a toast that the key caused stays. */
  readonly keyPressed: (before: Toast | undefined) => void;
};

function keepToasts(store: Store, clock: Clock): Toasts {
  let shown = store.getState().screen.toast;
  let since = clock.elapsed();
  let cancel = () => {};

  const clear = (toast: Toast) =>
    changeScreen(store, (screen) =>
      screen.toast === toast ? { ...screen, toast: undefined } : screen,
    );
  follow(store, [({ screen }) => screen.toast], ({ screen: { toast } }) => {
    shown = toast;
    since = clock.elapsed();
    cancel();
    if (toast !== undefined) cancel = clock.after(longestMs, () => clear(toast));
  });
  return {
    keyPressed: (before) => {
      const now = clock.elapsed();
      if (before !== undefined && before === shown && now - since >= readingMs) clear(before);
    },
  };
}
