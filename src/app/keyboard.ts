/** The terminal's input, and what the rest of the program learns from it beside the keys. */
import type { Clock } from "#base/clock.ts";
import type { ProbePort } from "#host/probe.ts";
import type { Route } from "#ui/input/router.ts";
import { readInput } from "#ui/input/source.ts";

export type Keyboard = {
  /** From now on inputs go there; those that came before wait for it. */
  readonly handTo: (route: Route) => void;
  /** For probes: what the terminal answers. */
  readonly line: ProbePort;
  /** How many inputs were dealt with. */
  readonly inputs: () => number;
  /** UNIX milliseconds of the last key; 0 before the first. */
  readonly lastKeyAt: () => number;
  readonly reportsFocus: () => boolean;
  /** Another program reads the terminal, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly stop: () => void;
};

export function createKeyboard(
  stdin: NodeJS.ReadStream,
  write: (text: string) => void,
  clock: Clock,
): Keyboard {
  const listeners = new Set<(sequence: string) => void>();
  let lastKeyAt = 0;
  let reportsFocus = false;
  const reader = readInput(stdin, clock, (input) => {
    if (input.kind === "reply") for (const hear of listeners) hear(input.sequence);
    else if (input.kind === "focus") reportsFocus = true;
    else lastKeyAt = clock.now();
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
  };
}
