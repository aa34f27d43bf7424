/** The context shared by every part of the synchronisation, which are independent: they meet in the store. */
import type { Connection } from "#api/connection.ts";
import type { DownloadFile } from "#api/files.ts";
import type { Streamed } from "#api/multipart.ts";
import type { Archive } from "#archive/archive.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import type { Drawing } from "#pictures/drawing.ts";
import { follow, parts } from "#store/follow.ts";
import type { PictureRequest } from "#store/pictures.ts";
import { isReached } from "#store/session.ts";
import type { Store } from "#store/state.ts";

/** Its chunks throw an error sentence, before the last of them, if the file is not that `version` any more. */
type OpenedFile = Pick<Streamed, "size" | "chunks"> & { readonly version: string };

export type OpenFile = (path: string) => Promise<OpenedFile>;

/** Why a picture cannot be drawn, as a sentence: it is not tried again. Its cause, if it has one, is a fault of weir's. */
export class UndrawnPicture extends Error {}

export type Pictures = {
  readonly download: DownloadFile;
  /** How many pixels a preview of that many cells shows at most. */
  readonly pixels: (box: Pick<PictureRequest, "columns" | "rows">) => {
    readonly width: number;
    readonly height: number;
  };
  /** Rejects with an UndrawnPicture. */
  readonly draw: (
    bytes: Uint8Array,
    request: Pick<PictureRequest, "columns" | "rows" | "cell" | "isPreview">,
    signal: AbortSignal,
  ) => Promise<Drawing>;
};

export type SyncContext = {
  readonly store: Store;
  /** Replaced when the user signs in again, so do not keep it across calls. */
  readonly connection: () => Connection;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly newId: () => string;
  readonly idle: IdleTracker;
  /** For answers that nobody waits for. */
  readonly collect: Collector;
  /**
   * Opens one of the user's files; each iteration reads it from the beginning. Rejects with an error sentence. If
   * absent, files cannot be read.
   */
  readonly openFile?: OpenFile;
  readonly archive: Archive;
  /** If absent, no pictures are drawn. */
  readonly pictures?: Pictures | undefined;
  /** Aborted when the session stops; cancels every request and sleep. */
  readonly stopped: AbortSignal;
};

/** True while the server responds, so that requests are worth making. */
export function isReachable({ store }: Pick<SyncContext, "store">): boolean {
  return isReached(store.getState().session.connection);
}

/** Thrown at requests and sleeps when the session stops. */
export class Stopped extends Error {
  constructor() {
    super("The session stopped.");
    this.name = "Stopped";
  }
}

/**
 * The reason of requests that are withdrawn, which nobody is told. One for all: made anew without one, it takes longer than
 * the rest of the withdrawal.
 */
export const withdrawal = new Error("The request was withdrawn.");

/** Resolves once the server responds; rejects when the session stops. */
export function whenReachable(context: SyncContext): Promise<void> {
  const { store, stopped } = context;
  return new Promise((resolve, reject) => {
    if (stopped.aborted) return reject(stopped.reason);
    if (isReachable(context)) return resolve();
    const stop = () => {
      unsubscribe();
      reject(stopped.reason);
    };
    const unsubscribe = follow(store, [parts.connection], () => {
      if (!isReachable(context)) return;
      unsubscribe();
      stopped.removeEventListener("abort", stop);
      resolve();
    });
    stopped.addEventListener("abort", stop, { once: true });
  });
}

/** Runs work that nobody awaits; resolves when it is done. An error is logged as `what`, unless it only means that the session stops. */
export async function inBackground(
  { stopped, log }: Pick<SyncContext, "stopped" | "log">,
  what: string,
  work: Promise<unknown>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!stopped.aborted) log.warn(what, { reason: reasonOf(error) });
  }
}

/** An error as text for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** An error as a message for the user. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// Tracks work in progress, so that tests can wait until the program is idle instead of sleeping.

type IdleTracker = {
  /** Marks the start of work; call the returned function once when it ends. */
  readonly hold: () => () => void;
  /** Runs `task` after `ms`, unless the returned function is called first; busy until either. */
  readonly after: (ms: number, task: () => void) => () => void;
  /** Returns `work`; busy until it settles. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves once no work is in progress. */
  readonly whenIdle: () => Promise<void>;
};

export function createIdleTracker(clock: Clock): IdleTracker {
  let held = 0;
  let waiting: (() => void)[] = [];

  const release = () => {
    held -= 1;
    if (held > 0) return;
    const released = waiting;
    waiting = [];
    for (const resolve of released) resolve();
  };
  const hold = () => {
    held += 1;
    let open = true;
    return () => {
      if (open) release();
      open = false;
    };
  };
  return {
    hold,
    after: (ms, task) => {
      const end = hold();
      const cancel = clock.after(ms, () => {
        task();
        end();
      });
      return () => {
        cancel();
        end();
      };
    },
    during: async (work) => {
      const end = hold();
      try {
        return await work;
      } finally {
        end();
      }
    },
    whenIdle: async () => {
      // Work that ends may start more at once, so idle means a whole turn without work.
      for (await undefined; held > 0; await undefined)
        await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

// Collects what answers change that nobody waits for, so that several cost one change of the store, and one frame.

/** Runs `work` soon, and with it what else was collected by then. Resolves with its result; rejects when the session stops. */
type Collector = <T>(work: () => T) => Promise<T>;

/** Minimum time between two of these changes: a person who does wait does not notice it. */
const collectedMs = 100;

export function createCollector({
  store,
  clock,
  stopped,
}: Pick<SyncContext, "store" | "clock" | "stopped">): Collector {
  let collected: { readonly run: () => void; readonly reject: (error: unknown) => void }[] = [];
  let changedAt = Number.NEGATIVE_INFINITY;
  const taken = () => {
    const due = collected;
    collected = [];
    return due;
  };
  const runAll = () => {
    changedAt = clock.elapsed();
    store.asOneChange(() => {
      for (const { run } of taken()) run();
    });
  };
  const rejectAll = (error: unknown) => {
    for (const { reject } of taken()) reject(error);
  };
  return (work) =>
    new Promise((resolve, reject) => {
      const run = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      collected.push({ run, reject });
      const waitMs = Math.max(0, changedAt + collectedMs - clock.elapsed());
      if (collected.length === 1) clock.sleep(waitMs, stopped).then(runAll, rejectAll);
    });
}
