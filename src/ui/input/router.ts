/** From decoded input to commands: which context hears a key, and where text is written. */
import { remembered } from "#base/remembered.ts";
import type { CommandContext, Context } from "#commands/command.ts";
import { insert } from "#commands/composer.ts";
import { takesText, typeInDialog } from "#commands/dialogs.ts";
import { type Keymap, press } from "#commands/keymap.ts";
import { contextOf, say } from "#commands/screen.ts";
import { typeInFilter } from "#commands/sidebar.ts";
import type { Screen } from "#store/screen.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { Input } from "./input.ts";
import { createTextRuns, type Key } from "./text-run.ts";

export type Mouse = Extract<Input, { kind: "mouse" }>;

export type RouterPorts = {
  readonly keymap: Keymap;
  /** Without its count: the router fills it in. */
  readonly context: Omit<CommandContext, "count">;
  /** True while a dialog is open that reads keys by itself: they go to `pass` instead. */
  readonly isElsewhere: () => boolean;
  readonly pass: (input: Input) => void;
  readonly onMouse: (mouse: Mouse) => void;
  /** An input threw; the person has been told. */
  readonly onFault: (error: unknown) => void;
};

/** Contexts in which a letter that no command hears is written. */
const writes: Readonly<Partial<Record<Context, (context: CommandContext, text: string) => void>>> =
  {
    composer: ({ store }, text) => insert(store, text),
    dialog: typeInDialog,
    bar: ({ store }, text) => typeInFilter(store, text),
  };

/**
 * Takes the input at that place of a burst where it belongs, with those behind it that are one text with it. Gives how
 * many it took.
 */
export type Route = (inputs: readonly Input[], at: number) => number;

/** Line breaks that come so soon after a paste are the rest of it: nobody has seen the paste yet. */
const pasteGapMs = 100;

export function createRouter(ports: RouterPorts): Route {
  const { clock } = ports.context;
  const textRun = createTextRuns();
  let pastedAt = Number.NEGATIVE_INFINITY;

  return (inputs, at) => {
    const input = inputs[at];
    if (input === undefined) return 1;
    const writes = writtenNow(ports);
    const isContinued = clock.elapsed() - pastedAt <= pasteGapMs;
    const run = writes && textRun(inputs, at, writes, isContinued);
    if (run?.isPasted) pastedAt = clock.elapsed();
    attempt(ports, () => {
      if (run === undefined) takeOne(ports, input);
      else if (run.isPasted || ports.isElsewhere())
        takeOne(ports, { kind: "paste", text: run.text });
      else typeText(ports, run.text);
    });
    return run?.taken ?? 1;
  };
}

const faultToast = "That failed because of an internal error. Details are in the log.";

/** An error in one input must not end the program: it is logged and said, and the next input is as good as ever. */
function attempt({ context, onFault }: RouterPorts, work: () => void): void {
  try {
    work();
    return;
  } catch (error) {
    onFault(error);
  }
  try {
    say(context.store, faultToast, "error");
  } catch (error) {
    // Whoever listens to the store threw once more; what is said stands there all the same.
    onFault(error);
  }
}

/** Which keys write text now; undefined where none does. */
function writtenNow(ports: RouterPorts): ((key: Key) => boolean) | undefined {
  const { screen } = ports.context.store.getState();
  if (ports.isElsewhere()) return ({ text }) => text !== undefined;
  const where = contextOf(screen);
  if (screen.pending !== "" || !collectsText(screen)) return undefined;
  const isBound = remembered(
    512,
    (stroke) => press(ports.keymap, where, "", stroke).kind !== "none",
  );
  return ({ stroke, text }) => text !== undefined && !isBound(stroke);
}

/** Whether a text that is written now ends up in a field, and not as an answer to a dialog's question. */
function collectsText(screen: Screen): boolean {
  const where = contextOf(screen);
  return where === "dialog" ? takesText(screen.dialog) : writes[where] !== undefined;
}

function takeOne(ports: RouterPorts, input: Input): void {
  const { store } = ports.context;
  switch (input.kind) {
    case "reply":
      return;
    case "focus":
      setFocused(store, input.focused);
      return;
    case "mouse":
      ports.onMouse(input);
      return;
    case "paste":
      if (ports.isElsewhere()) ports.pass(input);
      else pasteText(ports, input.text);
      return;
    case "key":
      if (ports.isElsewhere() && !isInterrupt(ports, input.stroke)) ports.pass(input);
      else pressKey(ports, input.stroke, input.text);
  }
}

/** The one command that is heard while a dialog reads keys by itself. */
function isInterrupt({ keymap }: RouterPorts, stroke: string): boolean {
  const pressed = press(keymap, "dialog", "", stroke);
  return pressed.kind === "run" && pressed.command.id === "program.interrupt";
}

function setFocused(store: Store, focused: boolean): void {
  changeScreen(store, (screen) => (screen.focused === focused ? screen : { ...screen, focused }));
}

/** A paste never presses keys: where nothing can be written, it goes into the composer. */
function pasteText(ports: RouterPorts, text: string): void {
  const { store } = ports.context;
  const { screen } = store.getState();
  if (collectsText(screen)) typeText(ports, text);
  else if (contextOf(screen) !== "dialog") {
    changeScreen(store, (now) => ({ ...now, focus: "composer", sidebarShown: false }));
    insert(store, text);
  }
}

function typeText({ context }: RouterPorts, text: string): void {
  writes[contextOf(context.store.getState().screen)]?.({ ...context, count: 1 }, text);
}

function pressKey(ports: RouterPorts, stroke: string, text: string | undefined): void {
  const { context, keymap } = ports;
  const { store } = context;
  const { screen } = store.getState();
  const where = contextOf(screen);
  const pressed = press(keymap, where, screen.pending, stroke);
  setPending(store, pressed.kind === "pending" ? pressed.pending : "");
  if (pressed.kind === "run") {
    clearError(store);
    const full = { ...context, count: pressed.count };
    if (pressed.command.enabled?.(full) !== false) pressed.command.run(full);
    return;
  }
  if (pressed.kind === "none" && text !== undefined) typeText(ports, text);
}

/** Errors stand until a key is pressed. */
function clearError(store: Store): void {
  changeScreen(store, (screen) =>
    screen.toast?.tone === "error" ? { ...screen, toast: undefined } : screen,
  );
}

function setPending(store: Store, pending: string): void {
  changeScreen(store, (screen) => (screen.pending === pending ? screen : { ...screen, pending }));
}
