/**
 * Every way out of the program, and the way into the background.
 *
 * First the terminal is given back, then what is unsaved is saved for a limited time, then the program ends. Whichever
 * way out comes first counts; the others find the work done.
 */
import type { Clock } from "#base/clock.ts";

type Signal = "SIGHUP" | "SIGINT" | "SIGTERM" | "SIGTSTP" | "SIGCONT";
type Fault = "uncaughtException" | "unhandledRejection";

/** The part of `process` that is needed; a test hands over its own. */
export type ExitSource = {
  readonly pid: number;
  readonly on: (event: Signal | Fault | "exit", listener: (reason: unknown) => void) => unknown;
  readonly off: (event: Signal | Fault | "exit", listener: (reason: unknown) => void) => unknown;
  readonly kill: (pid: number, signal: "SIGTSTP" | "SIGSTOP") => unknown;
  readonly exit: (code: number) => void;
};

export type Duties = {
  /** Gives the terminal back; at once, and without waiting. */
  readonly restore: () => void;
  /** Takes the terminal again after a stop. */
  readonly resume: () => void;
  /** Saves what is unsaved. */
  readonly save: () => Promise<void>;
  /** Tells of an error that nobody caught, after the terminal was given back. */
  readonly report: (reason: unknown) => void;
};

export type Exits = {
  /** Ends the program with this code; resolves when the end was asked for. */
  readonly leave: (code: number) => Promise<void>;
  /** Stops the program and those it was started with, until the shell continues them. */
  readonly suspend: () => void;
  /** Listens no longer. */
  readonly forget: () => void;
};

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

export function watchExits(
  source: ExitSource,
  duties: Duties,
  clock: Clock,
  saveLimitMs = 2000,
): Exits {
  let leaving: Promise<void> | undefined;
  let hasFailed = false;

  const end = async (code: number) => {
    duties.restore();
    const { promise, resolve } = Promise.withResolvers<void>();
    const forget = clock.after(saveLimitMs, resolve);
    // A failure to save has been told where it happened; here it must only not keep the program.
    await Promise.race([duties.save().catch(() => undefined), promise]);
    forget();
    source.exit(code);
  };
  const leave = (code: number) => {
    leaving ??= end(code);
    return leaving;
  };
  const fail = (reason: unknown) => {
    // On the way out nothing is worth a word: a terminal that is gone fails each writing, that of the words too.
    if (leaving !== undefined || hasFailed) return;
    hasFailed = true;
    duties.restore();
    duties.report(reason);
    void leave(1);
  };
  const listeners: [Signal | Fault | "exit", (reason: unknown) => void][] = [
    ["SIGHUP", () => void leave(codes.SIGHUP)],
    ["SIGINT", () => void leave(codes.SIGINT)],
    ["SIGTERM", () => void leave(codes.SIGTERM)],
    ["uncaughtException", fail],
    ["unhandledRejection", fail],
    ["exit", duties.restore],
    [
      "SIGTSTP",
      () => {
        duties.restore();
        source.kill(source.pid, "SIGSTOP");
      },
    ],
    [
      "SIGCONT",
      () => {
        if (leaving !== undefined) return;
        // A stop that could not be foreseen left the modes on, and the shell has changed them since.
        duties.restore();
        duties.resume();
      },
    ],
  ];
  for (const [event, listener] of listeners) source.on(event, listener);

  return {
    leave,
    // The whole group stops, as it does when a shell sees ^Z: npm stands before us where it started us.
    suspend: () => void source.kill(0, "SIGTSTP"),
    forget() {
      for (const [event, listener] of listeners) source.off(event, listener);
    },
  };
}
