/**
 * Exits of the program, and suspension.
 *
 * Restores the terminal first, then saves unsaved data within a time limit, then exits. Only the first exit has an
 * effect.
 */
import type { Clock } from "#base/clock.ts";

type Signal = "SIGHUP" | "SIGINT" | "SIGTERM" | "SIGTSTP" | "SIGCONT";
type Fault = "uncaughtException" | "unhandledRejection";

/** The required part of `process`, so that tests can pass their own. */
export type ExitSource = {
  readonly pid: number;
  readonly on: (event: Signal | Fault | "exit", listener: (reason: unknown) => void) => unknown;
  readonly off: (event: Signal | Fault | "exit", listener: (reason: unknown) => void) => unknown;
  readonly kill: (pid: number, signal: "SIGTSTP") => unknown;
  readonly exit: (code: number) => void;
};

export type ExitActions = {
  /** Restores the terminal, without waiting for the output to drain. */
  readonly restore: () => void;
  /** Resolves when the output has drained, or after a time limit. */
  readonly written: () => Promise<void>;
  /** Whether a shell would resume the program after a stop. */
  readonly canBeContinued: () => Promise<boolean>;
  /** Takes over the terminal again after a stop. */
  readonly resume: () => void;
  /** Saves unsaved data. */
  readonly save: () => Promise<void>;
  /** Reports an uncaught error after the terminal was restored. */
  readonly report: (reason: unknown) => void;
};

export type Exits = {
  /** Exits with this code; resolves once the exit was requested. */
  readonly leave: (code: number) => Promise<void>;
  /** Exits because of an error, and reports it. */
  readonly fail: (reason: unknown) => void;
  /** Suspends the process group until the shell resumes it. False if no shell would. */
  readonly suspend: () => Promise<boolean>;
  /** Lends the terminal to another program until `work` is done. Signals from its keys are ignored meanwhile. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
  /** Replaces duties of the same names. */
  readonly change: (duties: Partial<ExitActions>) => void;
  /** Removes all listeners. */
  readonly forget: () => void;
};

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The stop signal takes effect immediately; after this long, nothing was stopped. */
const stopMs = 100;

const dayMs = 86_400_000;

type Listeners = readonly (readonly [Signal | Fault | "exit", (reason: unknown) => void])[];

/** Suspends and resumes. */
function watchStops(
  source: ExitSource,
  duties: () => ExitActions,
  isLeaving: () => boolean,
  isLent: () => boolean,
  clock: Clock,
): { readonly stop: (pid: number) => Promise<boolean>; readonly listeners: Listeners } {
  let isStopping = false;
  let forgetStop = () => {};

  const resume = () => {
    forgetStop();
    isStopping = false;
    if (isLeaving() || isLent()) return;
    // An unexpected stop left the modes on, and the shell has changed them since.
    duties().restore();
    duties().resume();
  };
  /** Stops a process, or the whole group for 0, if somebody will resume it. */
  const stop = async (pid: number): Promise<boolean> => {
    if (isLeaving() || isStopping) return true;
    isStopping = true;
    if (!(await duties().canBeContinued())) {
      isStopping = false;
      return false;
    }
    duties().restore();
    await duties().written();
    if (isLeaving()) return true;
    // SIGSTOP always stops. SIGTSTP without a listener only stops if the kernel knows of a process that could resume us.
    source.off("SIGTSTP", onStop);
    source.kill(pid, "SIGTSTP");
    source.on("SIGTSTP", onStop);
    forgetStop = clock.after(stopMs, resume);
    return true;
  };
  const onStop = () => void stop(source.pid);
  return {
    stop,
    listeners: [
      ["SIGTSTP", onStop],
      ["SIGCONT", resume],
    ],
  };
}

export type Lifetime = {
  /** From now on the process may exit at any time. */
  readonly mayExit: () => void;
  /** Ends it: the process exits when nothing is left to do. */
  readonly end: () => void;
};

/**
 * Keeps the process alive until the program is done: it may be waiting for nothing but a timer, and most timers do not
 * keep a process alive. `onEarlyExit` is called if it exits before with code 0, and may set another code.
 */
export function startLifetime(
  source: Pick<ExitSource, "on" | "off">,
  clock: Clock,
  onEarlyExit: () => void,
): Lifetime {
  const ended = new AbortController();
  const stay = async () => {
    while (!ended.signal.aborted) await clock.sleep(dayMs, ended.signal).catch(() => undefined);
  };
  const onExit = (code: unknown) => {
    if (code === 0) onEarlyExit();
  };
  const mayExit = () => void source.off("exit", onExit);
  source.on("exit", onExit);
  void stay();
  return {
    mayExit,
    end: () => {
      mayExit();
      ended.abort();
    },
  };
}

/** How long saving may delay the exit. */
const saveLimitMs = 2000;

export function watchExits(source: ExitSource, initial: ExitActions, clock: Clock): Exits {
  let duties = initial;
  let leaving: Promise<void> | undefined;
  let hasFailed = false;
  let isLent = false;

  const end = async (code: number) => {
    duties.restore();
    const { promise, resolve } = Promise.withResolvers<void>();
    const forget = clock.after(saveLimitMs, resolve);
    // A failure to save was already reported; it must not prevent the exit.
    await Promise.race([duties.save().catch(() => undefined), promise]);
    forget();
    await duties.written();
    source.exit(code);
  };
  const leave = (code: number) => {
    leaving ??= end(code);
    return leaving;
  };
  const fail = (reason: unknown) => {
    // Errors during exit are ignored: if the terminal is gone, reporting fails too.
    if (leaving !== undefined || hasFailed) return;
    hasFailed = true;
    duties.restore();
    duties.report(reason);
    void leave(1);
  };
  const stops = watchStops(
    source,
    () => duties,
    () => leaving !== undefined,
    () => isLent,
    clock,
  );
  const listeners: Listeners = [
    ["SIGHUP", () => void leave(codes.SIGHUP)],
    ["SIGINT", () => void (isLent || leave(codes.SIGINT))],
    ["SIGTERM", () => void leave(codes.SIGTERM)],
    ["uncaughtException", fail],
    ["unhandledRejection", fail],
    ["exit", () => duties.restore()],
    ...stops.listeners,
  ];
  for (const [event, listener] of listeners) source.on(event, listener);

  return {
    leave,
    fail,
    // Stop the whole group, as a shell does for ^Z: it includes npm if npm started weir.
    suspend: () => stops.stop(0),
    lend: async (work) => {
      isLent = true;
      try {
        duties.restore();
        await duties.written();
        return await work();
      } finally {
        isLent = false;
        if (leaving === undefined) duties.resume();
      }
    },
    change: (changed) => {
      duties = { ...duties, ...changed };
    },
    forget() {
      for (const [event, listener] of listeners) source.off(event, listener);
    },
  };
}
