/**
 * The event queue: registered, polled for as long as the program runs, and registered anew when it is lost.
 *
 * The picture changes by what it tells alone. The cursor goes on only with events that were applied, so whatever goes
 * wrong in between, the server tells them again.
 */
import { ApiError, type Failure, sentenceOf } from "#api/failure.ts";
import { deleteQueue, getEvents } from "#api/queue.ts";
import { backoff } from "#base/backoff.ts";
import { complain } from "#store/composer.ts";
import type { Connection } from "#store/session.ts";
import { changeSession } from "#store/store.ts";
import { brandOf } from "#wire/server.ts";
import { inBackground, reasonOf } from "./background.ts";
import { isReachable, Stopped, type SyncContext } from "./context.ts";
import { afterFailure, sameConnection } from "./freshness.ts";
import { createIntake, type Intake } from "./intake.ts";
import { createQuarantine, type Quarantine } from "./quarantine.ts";
import { askForQueue, type Cursor, takeAnswer } from "./registering.ts";

const longestWaitMs = 30_000;
/** A server that says no to the same poll so often means the queue, whatever it says. */
const refusalsBeforeRegister = 5;
/** Nobody who leaves waits longer for a server than this. */
const farewellMs = 40;
/** After an upgrade all clients would register at once; each waits for a while of its own. */
const upgradeWaitMs = 5 * 60_000;

export type Queue = {
  /** Asks the server at once: the machine woke, or a request found nobody there. */
  readonly poke: () => void;
  /** The credentials are not valid any more: nothing is asked until `signIn`. */
  readonly signOut: (sentence: string) => void;
  /** There are credentials again. */
  readonly signIn: () => void;
  /** Resolves when the loop has ended and the server was told, if it can be reached. */
  readonly stop: () => Promise<void>;
};

/** Why a poll or a wait was broken off: something suggests to ask at once. */
class Poked extends Error {}

type Loop = {
  readonly context: SyncContext;
  readonly intake: Intake;
  readonly waits: ReturnType<typeof backoff>;
  cursor: Cursor | undefined;
  /** The next poll asks for an answer at once, because nobody knows whether server and queue are there. */
  doubtful: boolean;
  /** The queue was never polled with success: one that is refused now is not asked for again at once. */
  isUntried: boolean;
  refusals: number;
  /** UNIX milliseconds of the last answer; before the first, of the start. */
  answeredAt: number;
  poke: AbortController;
  /** Of polls that could not be read. */
  readonly unreadable: Quarantine;
};

export function startQueue(context: SyncContext): Queue {
  const loop: Loop = {
    context,
    intake: createIntake(context),
    waits: backoff(context.random, 500, longestWaitMs),
    cursor: undefined,
    doubtful: false,
    isUntried: true,
    refusals: 0,
    answeredAt: context.clock.now(),
    poke: new AbortController(),
    unreadable: createQuarantine(context.clock),
  };
  const poke = () => {
    loop.doubtful = true;
    loop.poke.abort(new Poked());
  };
  const ended = run(loop);
  return {
    poke,
    signOut: (sentence) => {
      say(loop, { kind: "signed-out", sentence });
      poke();
    },
    signIn: () => {
      changeSession(context.store, (session) => ({
        ...session,
        connection: { kind: "catching-up" },
      }));
      poke();
    },
    stop: async () => {
      await ended;
      await giveUp(loop);
    },
  };
}

async function run(loop: Loop): Promise<void> {
  const { stopped } = loop.context;
  while (!stopped.aborted) {
    try {
      if (connectionOf(loop).kind === "signed-out") await pause(loop, longestWaitMs);
      else if (loop.cursor === undefined) await registerAnew(loop);
      else await poll(loop, loop.cursor);
    } catch (error) {
      await inBackground(loop.context, "The queue's loop went wrong.", recovered(loop, error));
    }
    if (loop.poke.signal.aborted) loop.poke = new AbortController();
  }
}

async function registerAnew(loop: Loop): Promise<void> {
  const { context } = loop;
  const done = context.busy.hold();
  try {
    const answer = await askForQueue(context.connection(), hurry(loop));
    loop.answeredAt = context.clock.now();
    if (connectionOf(loop).kind !== "connecting") say(loop, { kind: "catching-up" });
    loop.cursor = await takeAnswer(context, answer);
    loop.isUntried = true;
    // In doubt, the first poll tells whether there is a queue.
    if (!loop.doubtful) say(loop, { kind: "live" });
  } finally {
    done();
  }
}

async function poll(loop: Loop, cursor: Cursor): Promise<void> {
  const { context } = loop;
  const atOnce = loop.doubtful;
  const answer = await getEvents(
    context.connection(),
    { queue_id: cursor.queueId, last_event_id: cursor.last, ...(atOnce && { dont_block: true }) },
    { signal: hurry(loop), ...(atOnce ? {} : { deadlineMs: cursor.pollMs }) },
  );
  loop.answeredAt = context.clock.now();
  answered(loop);
  await context.busy.during(take(loop, answer.events));
}

async function take(loop: Loop, events: readonly { readonly id: number }[]): Promise<void> {
  const wasLive = connectionOf(loop).kind === "live";
  if (!wasLive && events.length > 0) say(loop, { kind: "catching-up" });
  const taken = await loop.intake.take(events, (last) => {
    // The queue may have been given up meanwhile, for a register that brings news: it stays given up.
    if (loop.cursor) loop.cursor = { ...loop.cursor, last: Math.max(loop.cursor.last, last) };
  });
  for (const event of taken.events) if (event.type === "restart") noteRestart(loop, event);
  if (taken.doubtful) loseQueue(loop);
  else say(loop, { kind: "live" });
}

/** A poll succeeded. A register alone proves little: its queue may be refused at once. */
function answered(loop: Loop): void {
  loop.doubtful = false;
  loop.isUntried = false;
  loop.refusals = 0;
  loop.waits.reset();
}

async function recovered(loop: Loop, error: unknown): Promise<void> {
  try {
    await recover(loop, error);
  } catch (reason) {
    // A wait that is cut short is no fault.
    if (!(reason instanceof Poked)) throw reason;
  }
}

/** What to do next, by what went wrong. */
async function recover(loop: Loop, error: unknown): Promise<void> {
  if (error instanceof Poked || loop.context.stopped.aborted) return;
  if (!(error instanceof ApiError)) {
    loop.context.log.warn("The queue could not be read.", { reason: reasonOf(error) });
    loop.cursor = undefined;
    return pause(loop, loop.waits.next());
  }
  const { failure } = error;
  if (isQuietPoll(loop, failure)) {
    loop.doubtful = true;
    return;
  }
  if (failure.kind === "refused" && refuse(loop, failure)) return rest(loop);
  if (failure.kind === "malformed" && mistrust(loop)) return rest(loop);
  const state = afterFailure(failure, loop.answeredAt);
  if (state !== undefined) say(loop, state);
  explain(loop, failure);
  loop.doubtful = true;
  const asked = failure.kind === "rate-limited" ? failure.waitMs : 0;
  await pause(loop, Math.max(asked, loop.waits.next()));
}

/** A queue that was lost is asked for anew at once, but one that never worked only after a wait that grows. */
async function rest(loop: Loop): Promise<void> {
  if (!loop.isUntried) return;
  loop.doubtful = true;
  await pause(loop, loop.waits.next());
}

/** While nothing is known of the realm there is nothing else to look at, and it may be the address that is wrong. */
function explain({ context: { store } }: Loop, failure: Failure): void {
  if (store.getState().picture.epoch > 0 || failure.kind === "unauthorized") return;
  complain(store, `${sentenceOf(failure)} Is this the right server?`);
}

/**
 * A poll that nothing came for within its time, or whose connection was lost while it waited, is no failure yet: the
 * next one, which does not wait, will tell.
 */
function isQuietPoll(loop: Loop, failure: Failure): boolean {
  return (
    failure.kind === "unreachable" &&
    failure.sent === "maybe" &&
    loop.cursor !== undefined &&
    !loop.doubtful
  );
}

/** True when the refusal means that the queue is gone. */
function refuse(loop: Loop, failure: Failure & { readonly kind: "refused" }): boolean {
  loop.refusals += 1;
  const gone =
    failure.code === "BAD_EVENT_QUEUE_ID" ||
    /already been pruned|was not in this queue/.test(failure.sentence) ||
    loop.refusals >= refusalsBeforeRegister;
  if (!gone || loop.cursor === undefined) return false;
  loseQueue(loop);
  return true;
}

/**
 * True when the queue is asked for anew because its answers cannot be read at all, as when an event has no number to go
 * on from. A server that says the same again is asked seldom, and left in peace otherwise.
 */
function mistrust(loop: Loop): boolean {
  loop.refusals += 1;
  const enough = loop.refusals >= refusalsBeforeRegister && loop.cursor !== undefined;
  if (!enough || loop.unreadable.verdict("poll") === "set-aside") return false;
  loseQueue(loop);
  return true;
}

function loseQueue(loop: Loop): void {
  loop.cursor = undefined;
  loop.refusals = 0;
  if (connectionOf(loop).kind === "live") say(loop, { kind: "catching-up" });
}

/** A server that learned something new says more of itself: it is asked, but not by everybody at once. */
function noteRestart(loop: Loop, event: Readonly<Record<string, unknown>>): void {
  const { context } = loop;
  const { featureLevel } = brandOf(event);
  if (featureLevel <= context.connection().level()) return;
  const wait = upgradeWaitMs * (1 + context.random());
  context.clock.after(wait, () => {
    loop.cursor = undefined;
    loop.poke.abort(new Poked());
  });
}

function connectionOf({ context }: Loop): Connection {
  return context.store.getState().session.connection;
}

/** Nothing but signing in ends being signed out. */
function say({ context }: Loop, connection: Connection): void {
  changeSession(context.store, (session) =>
    session.connection.kind === "signed-out" || sameConnection(session.connection, connection)
      ? session
      : { ...session, connection },
  );
}

/** Ends with the session, and when something suggests to ask at once. */
function hurry({ context, poke }: Loop): AbortSignal {
  return AbortSignal.any([context.stopped, poke.signal]);
}

async function pause(loop: Loop, ms: number): Promise<void> {
  await loop.context.clock.sleep(ms, hurry(loop));
}

async function giveUp({ context, cursor }: Loop): Promise<void> {
  if (cursor === undefined || !isReachable(context)) return;
  const late = new AbortController();
  const cancel = context.clock.after(farewellMs, () => late.abort(new Stopped()));
  const { signal } = late;
  try {
    await deleteQueue(context.connection(), cursor.queueId, { signal });
  } catch (error) {
    // It dies by itself.
    context.log.note("The queue was not given up.", { reason: reasonOf(error) });
  }
  cancel();
}
