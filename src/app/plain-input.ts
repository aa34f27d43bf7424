/** The lines that plain mode is given: from a pipe, or typed on a terminal. */

import { createInterface } from "node:readline";
import { systemClock } from "#base/clock.ts";
import { echoesInput } from "#host/terminal.ts";
import { createKeyboard } from "#plain/keyboard.ts";

type Listeners = {
  readonly line: (line: string) => void;
  /** The line that was begun was taken back. */
  readonly emptied: () => void;
  /** There will be no more lines. */
  readonly ended: () => void;
};

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

/** By then it has been stopped, and goes on here once it is resumed. */
const unstoppedMs = 200;

export function plainInput(): PlainInput {
  return process.stdin.isTTY ? terminalInput() : pipeInput();
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

function terminalInput(): PlainInput {
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
  let listeners: Listeners | undefined;
  const keyboard = createKeyboard({
    write: (text) => void stdout.write(text),
    line: (line) => listeners?.line(line),
    emptied: () => listeners?.emptied(),
    ended: () => listeners?.ended(),
    interrupted: () => void process.kill(process.pid, "SIGINT"),
    suspended: suspend,
  });
  keyboard.show(isShown);
  stdin.setEncoding("utf8");
  return {
    listen: (all) => {
      listeners = all;
      stdin.on("data", (text: string) => keyboard.takes(text));
      stdin.once("close", all.ended);
      resume();
    },
    isTyping: keyboard.isTyping,
    show: (shown) => keyboard.show(shown && isShown),
    suspend,
    pause,
    resume,
    close: () => {
      stopWaiting();
      pause();
    },
  };
}
