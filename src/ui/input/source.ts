/**
 * The terminal's standard input, read, decoded and handed on in order.
 *
 * A key is handed on at once. A read with more inputs than anybody types at a time waits a moment for the rest of it, so
 * that a paste is one burst however many reads it takes. A long burst is handed on in slices: between two of them the
 * program does everything else.
 */
import type { Clock } from "#base/clock.ts";
import { createDecoder } from "./decoder.ts";
import type { Route } from "./router.ts";
import type { TerminalInput } from "./text-run.ts";
import { burstInputs, isLineBreak } from "./text-run.ts";

/** The parts of a terminal's input stream that are used. */
type InputStream = {
  readonly on: (event: "data", listener: (bytes: Uint8Array) => void) => unknown;
  readonly off: (event: "data", listener: (bytes: Uint8Array) => void) => unknown;
  readonly resume: () => unknown;
  readonly pause: () => unknown;
};

/** How long to wait for the next read of a burst. */
const gatherMs = 10;
/** The same for a burst that ends with a line break, which is Enter unless another line follows. */
const gatherLineMs = 100;
/** How long to wait for all reads of a burst. */
const gatherMostMs = 100;
/** How long inputs are passed on without a pause. */
const sliceMs = 8;
/** This many inputs are buffered; the rest stays in the terminal. */
const maxWaiting = 100_000;

/** `notice` is called with each input as soon as it is decoded, whatever its route. */
export function readInput(
  stream: InputStream,
  clock: Clock,
  notice: (input: TerminalInput) => void,
) {
  const decoder = createDecoder();
  let route: Route | undefined;
  const queue = inputQueue();
  let isPaused = false;
  let gathersSince: number | undefined;
  let settleLater = () => {};
  let pumpLater = () => {};

  const pump = () => {
    pumpLater();
    gathersSince = undefined;
    const until = clock.elapsed() + sliceMs;
    while (route !== undefined && queue.waiting() > 0) {
      queue.hand(route);
      if (queue.waiting() > 0 && clock.elapsed() >= until) {
        pumpLater = clock.after(0, pump);
        return;
      }
    }
    if (queue.waiting() > 0) return;
    queue.clear();
    if (isPaused) stream.resume();
    isPaused = false;
  };
  const gather = () => {
    gathersSince ??= clock.elapsed();
    const endsLine = isLineBreak(queue.last());
    const isLong = !endsLine && clock.elapsed() - gathersSince >= gatherMostMs;
    pumpLater();
    if (isLong || queue.waiting() >= maxWaiting) pump();
    else pumpLater = clock.after(endsLine ? gatherLineMs : gatherMs, pump);
  };
  const arrive = (inputs: readonly TerminalInput[]) => {
    const isPumping = queue.isBegun();
    for (const input of inputs) {
      notice(input);
      queue.add(input);
    }
    if (!isPaused && queue.waiting() >= maxWaiting) {
      isPaused = true;
      stream.pause();
    }
    if (isPumping) return;
    if (inputs.length >= burstInputs || gathersSince !== undefined) gather();
    else pump();
  };
  const onBytes = (bytes: Uint8Array) => {
    settleLater();
    arrive(decoder.feed(bytes));
    const waitMs = decoder.waitMs();
    if (waitMs !== undefined)
      settleLater = afterReading(clock, waitMs, () => arrive(decoder.settle()));
  };
  stream.on("data", onBytes);
  stream.resume();
  return {
    /** Sends inputs to `route` from now on, including those that were buffered. */
    handTo: (next: Route) => {
      route = next;
      pump();
    },
    /** How many inputs were handled. */
    taken: queue.taken,
    stop: () => {
      settleLater();
      pumpLater();
      stream.off("data", onBytes);
      stream.pause();
    },
  };
}

/** What has arrived and was not handled yet. It is cleared at the end only: a burst may be long. */
function inputQueue() {
  let inputs: TerminalInput[] = [];
  let at = 0;
  let takenBefore = 0;
  return {
    add: (input: TerminalInput) => void inputs.push(input),
    hand: (route: Route) => {
      at += route(inputs, at);
    },
    clear: () => {
      takenBefore += at;
      inputs = [];
      at = 0;
    },
    waiting: () => inputs.length - at,
    /** Whether some of it was handled. */
    isBegun: () => at > 0,
    last: () => inputs.at(-1),
    taken: () => takenBefore + at,
  };
}

/**
 * Runs `task` in `ms`, unless it is cancelled by what arrived until then. After a busy time a timer is due before that was
 * read, and it is read before the next timer.
 */
function afterReading(clock: Clock, ms: number, task: () => void): () => void {
  let cancel = clock.after(ms, () => {
    cancel = clock.after(0, task);
  });
  return () => cancel();
}

// Encodes an input as terminal bytes: for components that read keys themselves.

const named: Readonly<Record<string, string>> = {
  Enter: "\r",
  Esc: "\u001b",
  Tab: "\t",
  "Shift+Tab": "\u001b[Z",
  Up: "\u001b[A",
  Down: "\u001b[B",
  Right: "\u001b[C",
  Left: "\u001b[D",
  Home: "\u001b[H",
  End: "\u001b[F",
  Backspace: "\u007f",
  Delete: "\u001b[3~",
  // One word, so both erase all of it.
  "^U": "\x15",
  "^W": "\x15",
  "^O": "\x0f",
};

/** Empty for inputs that such a component does not need. A letter with Ctrl would type the letter. */
export function bytesOf(input: TerminalInput): string {
  if (input.kind === "paste") return input.text.replaceAll("\n", "");
  if (input.kind !== "key") return "";
  return input.text ?? named[input.stroke] ?? "";
}
