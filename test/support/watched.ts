/**
 * Shows what programs draw on the terminal of the person who runs a test, and slows their keys down: `npm run watch`.
 *
 * A test may have several programs: the terminal shows the one that got the last key.
 */
import { appendFileSync } from "node:fs";
import { systemClock } from "#base/clock.ts";

export type Watched = {
  /** The program has written this. */
  readonly draws: (bytes: string) => void;
  /** A key is pressed: the program is on the screen from now on. */
  readonly isPressed: () => void;
  /** Resolves when the person has had the time to see what the key did. */
  readonly pause: () => Promise<void>;
};

/** Nothing is shown. */
const unwatched: Watched = {
  draws: () => undefined,
  isPressed: () => undefined,
  pause: () => Promise.resolve(),
};

/** Ends what the program before may have left: modes, colours, its screen. */
const fresh = "\x1b[!p\x1b[?1049l\x1b[2J\x1b[H";

/** For each program its screen on the terminal with this path. */
export function watchedOn(path: string, pauseMs: number): () => Watched {
  let shown: Watched | undefined;
  return () => {
    let written = "";
    const show = (program: Watched) => {
      if (shown === program) return;
      shown = program;
      appendFileSync(path, fresh + written);
    };
    const program: Watched = {
      draws: (bytes) => {
        written += bytes;
        if (shown === program) appendFileSync(path, bytes);
      },
      isPressed: () => show(program),
      pause: () => systemClock.sleep(pauseMs),
    };
    show(program);
    return program;
  };
}

const { WATCH_TERMINAL: path, WATCH_PAUSE_MS: pauseMs = "0" } = process.env;

/** The screen of one more program, as `npm run watch` wants it. */
export const watched: () => Watched =
  path === undefined ? () => unwatched : watchedOn(path, Number(pauseMs));
