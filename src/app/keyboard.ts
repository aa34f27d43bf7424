/** The terminal's input, handed to whoever it is for, and counted for those who wait until it was dealt with. */
import type { Clock } from "#base/clock.ts";
import type { Line } from "#host/probe.ts";
import type { Input } from "#ui/input/input.ts";
import { readInput } from "#ui/input/source.ts";

export type Keyboard = {
  /** From now on inputs go there; those that came before are handed over first. */
  readonly handTo: (take: (input: Input) => void) => void;
  /** For probes: what the terminal answers. */
  readonly line: Line;
  readonly inputs: () => number;
  /** UNIX milliseconds of the last key; 0 before the first. */
  readonly lastKeyAt: () => number;
  readonly reportsFocus: () => boolean;
  readonly stop: () => void;
};

export function createKeyboard(
  stdin: NodeJS.ReadStream,
  write: (text: string) => void,
  clock: Clock,
): Keyboard {
  const waiting: Input[] = [];
  const listeners = new Set<(sequence: string) => void>();
  let take: (input: Input) => void = (input) => waiting.push(input);
  let inputs = 0;
  let lastKeyAt = 0;
  let reportsFocus = false;
  const stop = readInput(stdin, clock, (input) => {
    if (input.kind === "reply") for (const hear of listeners) hear(input.sequence);
    else if (input.kind === "focus") reportsFocus = true;
    else lastKeyAt = clock.now();
    take(input);
    inputs += 1;
  });
  return {
    handTo: (next) => {
      take = next;
      waiting.splice(0).forEach(next);
    },
    line: {
      write,
      listen: (hear) => {
        listeners.add(hear);
        return () => void listeners.delete(hear);
      },
    },
    inputs: () => inputs,
    lastKeyAt: () => lastKeyAt,
    reportsFocus: () => reportsFocus,
    stop,
  };
}
