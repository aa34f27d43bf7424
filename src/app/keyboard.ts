/** What the program reads from the terminal: inputs for the screen, replies for probes, and signs of the user. */
import { Readable } from "node:stream";
import type { Clock } from "#base/clock.ts";
import type { ProbePort } from "#host/probe.ts";
import type { Route } from "#ui/input/router.ts";
import { readInput } from "#ui/input/source.ts";

/** The stdin that Ink gets: only keys meant for one of Ink's own components are pushed into it. */
export type InkInput = Readable & {
  readonly isTTY: true;
  readonly setRawMode: (on: boolean) => InkInput;
  readonly ref: () => InkInput;
  readonly unref: () => InkInput;
};

export function createInkInput(): InkInput {
  const stream = new Readable({ read: () => undefined });
  const same = () => input;
  const input: InkInput = Object.assign(stream, {
    isTTY: true as const,
    setRawMode: same,
    ref: same,
    unref: same,
  });
  return input;
}

export type Keyboard = {
  /** Sends inputs to `route` from now on, including those that were buffered. */
  readonly handTo: (route: Route) => void;
  /** The terminal's replies, for probes. */
  readonly line: ProbePort;
  /** How many inputs were processed. */
  readonly inputs: () => number;
  /** UNIX milliseconds of the last key; 0 before the first. */
  readonly lastKeyAt: () => number;
  readonly reportsFocus: () => boolean;
  /** UNIX milliseconds at which another window got the focus; Infinity while this one has it, or if nobody knows. */
  readonly leftAt: () => number;
  /** While another program reads the terminal, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export function createKeyboard(
  stdin: NodeJS.ReadStream,
  write: ProbePort["write"],
  clock: Clock,
): Keyboard {
  const listeners = new Set<(sequence: string) => void>();
  let lastKeyAt = 0;
  let reportsFocus = false;
  let leftAt = Number.POSITIVE_INFINITY;
  const reader = readInput(stdin, clock, (input) => {
    if (input.kind === "reply") for (const hear of listeners) hear(input.sequence);
    else if (input.kind === "focus") {
      reportsFocus = true;
      leftAt = input.focused ? Number.POSITIVE_INFINITY : clock.now();
    } else lastKeyAt = clock.now();
  });
  return {
    handTo: reader.handTo,
    inputs: reader.taken,
    pause: () => void stdin.pause(),
    resume: () => void stdin.resume(),
    stop: reader.stop,
    line: {
      write,
      listen: (hear) => {
        listeners.add(hear);
        return () => void listeners.delete(hear);
      },
    },
    lastKeyAt: () => lastKeyAt,
    reportsFocus: () => reportsFocus,
    leftAt: () => leftAt,
  };
}
