/**
 * Schedules all requests of an account: sends first, then interactive requests, then those of acts on many rows, then
 * background ones, then texts for lists, those of rows that are not on the screen last, and all within the server's rate
 * limit, which all clients of the account share.
 */
import type { Clock } from "#base/clock.ts";

/** A poll bypasses the lane: it waits on the server, which rate-limits it separately. */
export type Priority =
  | "poll"
  | "send"
  | "interactive"
  | "bulk"
  | "background"
  | "preview"
  | "ahead";

export type Lane = {
  /** Runs `task` when its turn comes. Aborting the signal before that removes it unsent. */
  readonly run: <T>(
    priority: Priority,
    task: () => Promise<T>,
    signal?: AbortSignal,
    onWait?: OnWait,
  ) => Promise<T>;
  /** Pauses everything except polls for `ms`. */
  readonly pause: (ms: number) => void;
  /** The server's rate limit, from the headers of an answer; more is granted in `resetMs`. */
  readonly grant: (remaining: number, resetMs: number) => void;
};

/** Called while the rate limit delays a request, with the milliseconds to wait; again whenever they may have changed. */
export type OnWait = (ms: number) => void;

type Queued = Exclude<Priority, "poll">;
type Waiting = { readonly start: () => void; readonly onWait: OnWait | undefined };
type Queues = Record<Queued, Waiting[]>;

const order: readonly Queued[] = ["send", "interactive", "bulk", "background", "preview", "ahead"];

/** The maximum number of requests in flight for the next one of this priority to start. */
const room: Readonly<Record<Queued, number>> = {
  send: 5,
  interactive: 4,
  bulk: 3,
  background: 2,
  preview: 2,
  ahead: 2,
};

/**
 * The maximum per minute: below the 200 that servers allow, with the last few reserved for sends. A long list needs
 * dozens of texts, and an act on many rows hundreds of changes, which must leave something for the conversations that are
 * opened in the same minute, for what is changed there, and for the screens to which the user jumps.
 */
const allowance: Readonly<Record<Queued, number>> = {
  send: 180,
  interactive: 160,
  bulk: 120,
  background: 120,
  preview: 100,
  ahead: 50,
};

/** What servers allow per minute, to all clients of an account together. */
const allowedByServers = 200;

/** Those for which nobody waits leave room for what other clients of the account need, too. */
const yielding: ReadonlySet<Queued> = new Set(["bulk", "background", "preview", "ahead"]);

/** What says more is no limit of requests per minute. Above a minute, a clock is off that could not be corrected. */
const longestGrantMs = 120_000;

export function createLane(clock: Clock): Lane {
  const queues: Queues = {
    send: [],
    interactive: [],
    bulk: [],
    background: [],
    preview: [],
    ahead: [],
  };
  const pace = createPace(clock);
  const polls = createPace(clock);
  let running = 0;
  let pausedUntil = 0;
  let cancelWake = () => {};

  const shares = createShares(clock, pace);
  const delay = (priority: Queued) =>
    Math.max(pausedUntil - clock.elapsed(), shares.delay(priority));

  const advance = (): void => {
    cancelWake();
    const next = order.find((priority) => queues[priority].length > 0);
    if (next === undefined || running >= room[next]) return;
    const wait = delay(next);
    if (wait > 0) {
      cancelWake = clock.after(wait, advance);
      for (const priority of order)
        for (const { onWait } of queues[priority]) onWait?.(Math.max(wait, delay(priority)));
      return;
    }
    pace.note();
    running += 1;
    queues[next].shift()?.start();
    advance();
  };

  const queued = async <T>(
    priority: Queued,
    task: () => Promise<T>,
    signal?: AbortSignal,
    onWait?: OnWait,
  ) => {
    await turn(queues, priority, advance, { signal, onWait });
    try {
      return await task();
    } finally {
      running -= 1;
      advance();
    }
  };

  const poll = async <T>(task: () => Promise<T>, signal?: AbortSignal) => {
    const wait = pollDelay(polls);
    if (wait > 0) await clock.sleep(wait, signal);
    polls.note();
    return task();
  };

  return {
    run: (priority, task, signal, onWait) =>
      priority === "poll" ? poll(task, signal) : queued(priority, task, signal, onWait),
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, clock.elapsed() + ms);
    },
    grant: (remaining, resetMs) => {
      if (!(remaining >= 0 && resetMs > 0 && resetMs < longestGrantMs)) return;
      const until = clock.elapsed() + Math.min(resetMs, minuteMs);
      if (remaining <= 2) pausedUntil = Math.max(pausedUntil, until);
      shares.note(remaining, until);
      advance();
    },
  };
}

/** Resolves when it is this request's turn; rejects with the signal's reason if aborted before. */
function turn(
  queues: Queues,
  priority: Queued,
  advance: () => void,
  { signal, onWait }: { signal: AbortSignal | undefined; onWait: OnWait | undefined },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const leave = () => {
      queues[priority] = queues[priority].filter((other) => other !== waiting);
      // Nobody waits for the timer any more.
      if (order.every((each) => queues[each].length === 0)) advance();
      reject(signal?.reason);
    };
    const waiting: Waiting = {
      onWait,
      start: () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      },
    };
    signal?.addEventListener("abort", leave, { once: true });
    queues[priority].push(waiting);
    advance();
  });
}

// Rate limiter: allows bursts, but no more requests in any minute than granted.

type Pace = {
  /** Milliseconds until the next request is allowed, at `limit` per minute; 0: now. */
  readonly delay: (limit: number) => number;
  /** How many there were in the last minute. */
  readonly count: () => number;
  /** Records a request. */
  readonly note: () => void;
};

const minuteMs = 60_000;

function createPace(clock: Clock): Pace {
  let starts: number[] = [];
  const latest = (now: number) => {
    starts = starts.filter((at) => at > now - minuteMs);
    return starts;
  };
  return {
    delay: (limit) => {
      const now = clock.elapsed();
      const blocking = latest(now).at(-limit);
      return blocking === undefined ? 0 : blocking + minuteMs - now;
    },
    count: () => latest(clock.elapsed()).length,
    note: () => {
      starts.push(clock.elapsed());
    },
  };
}

/** What this client may take of the minute, beside the other clients of the account. */
function createShares(clock: Clock, pace: Pace) {
  /** What the others have taken; a server that allows less counts as one of them. */
  let others = { count: 0, until: 0 };
  return {
    delay: (priority: Queued) => {
      const waitMs = pace.delay(allowance[priority]);
      const left = others.until - clock.elapsed();
      if (left <= 0 || !yielding.has(priority)) return waitMs;
      const shared = allowance[priority] - others.count;
      return Math.max(waitMs, shared <= 0 ? left : Math.min(left, pace.delay(shared)));
    },
    note: (remaining: number, until: number) => {
      others = { count: allowedByServers - remaining - pace.count(), until };
    },
  };
}

/** How many polls go out at full speed; beyond that, twice a second, with more events each. */
const pollBurst = 60;
const pollGapMs = 500;

/** Milliseconds until the next poll is allowed: servers rate-limit polls separately. */
function pollDelay(pace: Pace): number {
  return Math.min(pace.delay(pollBurst), pollGapMs);
}
