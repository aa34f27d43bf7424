/** The lines that plain mode is given: from a pipe, or typed on a terminal. */

import { createInterface } from "node:readline";
import { systemClock } from "#base/clock.ts";
import type { Keymap } from "#commands/keys/keymap.ts";
import { echoesInput } from "#host/terminal.ts";
import { createKeyboard, type Keyboard, type KeyboardPorts } from "#plain/keyboard.ts";
import type { TerminalInput } from "#ui/input/input.ts";
import type { Route } from "#ui/input/router.ts";
import { readInput } from "#ui/input/source.ts";
import { createTextRuns } from "#ui/input/text-run.ts";

type Listeners = Pick<
  KeyboardPorts,
  "line" | "emptied" | "ended" | "prompt" | "isWriting" | "complete"
>;

export type PlainInput = {
  readonly listen: (listeners: Listeners) => void;
  readonly isTyping: () => boolean;
  /** Whether what is typed is shown. */
  readonly show: (isShown: boolean) => void;
  /** Stops the program until the shell resumes it. */
  readonly suspend: () => void;
  /** Leaves the terminal to another program. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
};

/** Text that follows a paste without a pause this long belongs to it. */
const pasteGapMs = 100;
/** By then it has been stopped, and goes on here once it is resumed. */
const unstoppedMs = 200;

/** `canMove`: whether the terminal moves its cursor back. */
export function plainInput(keymap: Keymap, canMove: boolean): PlainInput {
  return process.stdin.isTTY ? terminalInput(keymap, canMove) : pipeInput();
}

function pipeInput(): PlainInput {
  const input = createInterface({ input: process.stdin, terminal: false });
  return {
    listen: ({ line, ended }) => {
      input.on("line", line);
      input.once("close", ended);
    },
    isTyping: () => false,
    show: () => {},
    suspend: () => void process.kill(process.pid, "SIGTSTP"),
    pause: () => void input.pause(),
    resume: () => void input.resume(),
    close: () => input.close(),
  };
}

const deaf: Listeners = {
  line: () => {},
  emptied: () => {},
  ended: () => {},
  prompt: () => "",
  isWriting: () => false,
  complete: () => undefined,
};

/** Takes what arrives at once as one text. */
function routeTo(keyboard: Keyboard): Route {
  const textRun = createTextRuns();
  let pastedUntil = 0;
  return (inputs, at) => {
    const isContinued = systemClock.elapsed() < pastedUntil;
    const run = textRun(inputs, at, (key) => key.text !== undefined, isContinued);
    if (run?.isPasted && keyboard.takesLines()) {
      pastedUntil = systemClock.elapsed() + pasteGapMs;
      keyboard.takes({ kind: "paste", text: run.text });
      return run.taken;
    }
    const end = inputs.findIndex((input, place) => place >= at && textOf(input) === "");
    const text = inputs.slice(at, end < 0 ? inputs.length : end).map(textOf);
    const next = inputs[at];
    if (text.length > 1) keyboard.takes({ kind: "paste", text: text.join("") });
    else if (next !== undefined) keyboard.takes(next);
    return Math.max(1, text.length);
  };
}

/** What a key types; empty: nothing. */
function textOf(input: TerminalInput): string {
  return input.kind === "key" ? (input.text ?? "") : "";
}

function terminalInput(keymap: Keymap, canMove: boolean): PlainInput {
  const { stdin, stdout } = process;
  // Some programs that run others in a terminal show the line themselves.
  const isShown = echoesInput();
  const pause = () => {
    stdin.setRawMode(false);
    stdin.pause();
  };
  const resume = () => {
    stdin.setRawMode(true);
    stdin.resume();
  };
  let stopWaiting = () => {};
  let stopReading = () => {};
  const suspend = () => {
    stopWaiting();
    pause();
    const goOn = () => {
      stopWaiting();
      resume();
    };
    process.once("SIGCONT", goOn);
    // Without a shell that could resume it, the program is not stopped.
    const cancel = systemClock.after(unstoppedMs, goOn);
    stopWaiting = () => {
      process.off("SIGCONT", goOn);
      cancel();
    };
    process.kill(process.pid, "SIGTSTP");
  };
  let listeners = deaf;
  const keyboard = createKeyboard(keymap, () => ({
    ...listeners,
    write: (text) => void stdout.write(text),
    interrupted: () => void process.kill(process.pid, "SIGINT"),
    suspended: suspend,
    columns: canMove ? stdout.columns || undefined : undefined,
  }));
  keyboard.show(isShown);
  return {
    listen: (all) => {
      listeners = all;
      stdin.setRawMode(true);
      const reader = readInput(stdin, systemClock, () => {});
      reader.handTo(routeTo(keyboard));
      stopReading = reader.stop;
      stdin.once("close", all.ended);
    },
    isTyping: keyboard.isTyping,
    show: (shown) => keyboard.show(shown && isShown),
    suspend,
    pause,
    resume,
    close: () => {
      stopWaiting();
      stopReading();
      pause();
    },
  };
}
