/** From decoded input to commands: which context hears a key, and where letters are written. */
import type { CommandContext, Context } from "#commands/command.ts";
import { insert } from "#commands/composer.ts";
import { typeInDialog } from "#commands/dialogs.ts";
import { type Keymap, press } from "#commands/keymap.ts";
import { contextOf } from "#commands/screen.ts";
import { typeInFilter } from "#commands/sidebar.ts";
import type { Store } from "#store/state.ts";
import { changeScreen } from "#store/store.ts";
import type { Input } from "./input.ts";

export type Mouse = Extract<Input, { kind: "mouse" }>;

export type RouterPorts = {
  readonly keymap: Keymap;
  /** Without its count: the router fills it in. */
  readonly context: Omit<CommandContext, "count">;
  /** True while a dialog is open that reads keys by itself: they go to `pass` instead. */
  readonly isElsewhere: () => boolean;
  readonly pass: (input: Input) => void;
  readonly onMouse: (mouse: Mouse) => void;
};

/** Contexts in which a letter that no command hears is written. */
const writes: Readonly<Partial<Record<Context, (context: CommandContext, text: string) => void>>> =
  {
    composer: ({ store }, text) => insert(store, text),
    dialog: typeInDialog,
    bar: ({ store }, text) => typeInFilter(store, text),
  };

/** A function that takes each input where it belongs. */
export function createRouter(ports: RouterPorts): (input: Input) => void {
  const { store } = ports.context;
  return (input) => {
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
  };
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
  const where = contextOf(store.getState().screen);
  const write = writes[where];
  if (write === undefined) {
    changeScreen(store, (screen) => ({ ...screen, focus: "composer", sidebarShown: false }));
    insert(store, text);
  } else write({ ...ports.context, count: 1 }, text);
}

function pressKey(
  { context, keymap }: RouterPorts,
  stroke: string,
  text: string | undefined,
): void {
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
  if (pressed.kind === "none" && text !== undefined)
    writes[where]?.({ ...context, count: 1 }, text);
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
