/**
 * The event queue: registered, polled while the program runs, and registered again when it is lost.
 *
 * Only its events change the replica. The cursor advances only past applied events, so after any failure in between the
 * server sends them again.
 */

import { getOwnUser } from "#api/account.ts";
import {
  ApiError,
  type Failure,
  hasRemedy,
  requestedWaitMs,
  sentenceOf,
  type Unauthorized,
} from "#api/failure.ts";
import { deleteQueue, getEvents } from "#api/queue.ts";
import { backoff } from "#base/backoff.ts";
import { type Clock, untilNextLook } from "#base/clock.ts";
import { ended } from "#base/safe-text.ts";
import type { ConnectionState } from "#store/session.ts";
import { isLean } from "#store/state.ts";
import { changeSession } from "#store/store.ts";
import { clearErrorOfOutage, showError } from "#store/toast.ts";
import { inBackground, isReachable, reasonOf, Stopped } from "#sync/context.ts";
import { ambiguousFlags, refetchFlags } from "#sync/flag-order.ts";
import type { Event } from "#wire/events.ts";
import { tooOldAt } from "#wire/levels.ts";
import { brandOf } from "#wire/server.ts";
import { createIntake, createQuarantine, type Intake, type Quarantine } from "./intake.ts";
import {
  answeredIntents,
  type Cursor,
  noteLine,
  type QueueContext,
  readRegister,
} from "./registering.ts";
import { type FirstRequest, type RegisterAnswer, requestQueue } from "./request.ts";

const longestWaitMs = 30_000;
/** A heartbeat comes after 55 s at the latest, so that a poll without an answer is in doubt from then on. */
const overdueMs = 60_000;
/** A doubt that takes longer is shown. */
const doubtMs = 3_000;
/** How often the server is asked whether it accepts the credentials again that it has refused. */
const signedOutMs = 5 * 60_000;
/** After this many refusals of the same poll the queue is assumed lost, whatever the error. */
const refusalsBeforeRegister = 5;
/** Shorter waits are not shown: they end before anybody could read the message. */
const shownFromMs = 2_000;
/** The maximum wait for the server on exit. */
const deleteQueueMs = 40;
/** A queue that is lost sooner was hardly one: the next may be lost as soon, and each register is work for the server. */
const shortLifeMs = 60_000;
/** After an upgrade all clients would register at once; each waits for a random delay. */
const upgradeWaitMs = 5 * 60_000;

type Queue = {
  /** Polls at once: the machine woke up, or a request could not reach the server. A register goes on undisturbed. */
  readonly poke: () => void;
  /** Polls at once; true when all events up to now were applied, false when the server could not be reached. */
  readonly readEvents: () => Promise<boolean>;
  /** The credentials are no longer valid: no requests until `signIn`. */
  readonly signOut: (failure: Unauthorized) => void;
  /** Resumes with new credentials. */
  readonly signIn: () => void;
  /** Resolves when the loop has ended and the queue was deleted, if the server can be reached. */
  readonly stop: () => Promise<void>;
};

/** Interrupts a poll or a wait in order to poll at once. */
class Poked extends Error {}

type OnApplied = (events: readonly Event[]) => void;

type Loop = {
  readonly context: QueueContext;
  readonly intake: Intake;
  readonly waits: ReturnType<typeof backoff>;
  /** Between registers while queues are lost as soon as they are there. */
  readonly renewals: ReturnType<typeof backoff>;
  cursor: Cursor | undefined;
  /** Until its answer is used. */
  first: FirstRequest | undefined;
  /** The next poll asks for an immediate response, because server and queue may be gone. */
  doubtful: boolean;
  /** The queue was never polled successfully: if it is refused now, registering again has to wait. */
  isUntried: boolean;
  /** By the monotonic clock. */
  registeredAt: number;
  refusals: number;
  /** What was said of the outage. */
  explained?: string | undefined;
  /** UNIX milliseconds of the last response; before the first, of the start. */
  answeredAt: number;
  poke: AbortController;
  /** Callbacks waiting for a poll that starts from now on. */
  waiting: readonly ((isRead: boolean) => void)[];
  /** Cancels the register that is due after an upgrade of the server. */
  cancelUpgrade: () => void;
  /** For poll responses that could not be decoded. */
  readonly mayRegisterFor: Quarantine;
};

/** `onApplied` receives all events in order, as soon as they were applied. */
export function startQueue(context: QueueContext, onApplied: OnApplied): Queue {
  const loop: Loop = {
    context,
    intake: createIntake(context, onApplied),
    waits: backoff(context.random, 500, longestWaitMs),
    renewals: backoff(context.random, 500, longestWaitMs),
    cursor: undefined,
    first: context.firstRequest,
    doubtful: false,
    isUntried: true,
    registeredAt: 0,
    refusals: 0,
    answeredAt: seenAt(context),
    poke: new AbortController(),
    waiting: [],
    cancelUpgrade: () => {},
    mayRegisterFor: createQuarantine(context.clock),
  };
  const poke = () => {
    loop.doubtful = true;
    loop.poke.abort(new Poked());
  };
  const ended = run(loop);
  return {
    poke,
    readEvents: () =>
      new Promise((resolve) => {
        loop.waiting = [...loop.waiting, resolve];
        poke();
      }),
    signOut: (failure) => {
      say(loop, signedOut(failure));
      poke();
    },
    signIn: () => {
      leaveSignedOut(context);
      poke();
    },
    stop: async () => {
      loop.cancelUpgrade();
      await ended;
      await giveUp(loop);
    },
  };
}

/** UNIX milliseconds at which the server confirmed what is shown at the start; now, if nothing is shown. */
function seenAt({ store, clock }: QueueContext): number {
  const { connection } = store.getState().session;
  return connection.kind === "stale" ? connection.since : clock.now();
}

/** In this run. */
function hasRegistered({ store }: QueueContext): boolean {
  return store.getState().session.queueId !== undefined;
}

function isRestored(context: QueueContext): boolean {
  return !hasRegistered(context) && context.store.getState().replica.epoch > 0;
}

async function run(loop: Loop): Promise<void> {
  const { stopped } = loop.context;
  while (!stopped.aborted) {
    const { waiting } = loop;
    loop.waiting = [];
    try {
      const isRead = await runTurn(loop);
      for (const tell of waiting) tell(isRead);
    } catch (error) {
      if (error instanceof Poked) loop.waiting = [...waiting, ...loop.waiting];
      else for (const tell of waiting) tell(false);
      await inBackground(loop.context, "The queue loop failed.", recovered(loop, error));
    }
    if (loop.poke.signal.aborted) loop.poke = new AbortController();
  }
  for (const tell of loop.waiting) tell(false);
}

/** True when all events up to its start were applied. */
async function runTurn(loop: Loop): Promise<boolean> {
  if (connectionOf(loop).kind === "signed-out") {
    await pause(loop, signedOutMs);
    if (connectionOf(loop).kind === "signed-out") await askWhetherAccepted(loop);
    return false;
  }
  if (loop.cursor !== undefined && hasExpired(loop, loop.cursor)) loseQueue(loop);
  if (loop.cursor === undefined) await registerAgain(loop);
  else await poll(loop, loop.cursor);
  return true;
}

/** Whether the server has dropped the queue for sure, because nobody has polled it: the machine slept, or was offline. */
function hasExpired({ context, answeredAt }: Loop, { livesMs }: Cursor): boolean {
  return livesMs !== undefined && context.clock.now() - answeredAt > livesMs;
}

/** The account may have been reactivated: then nobody has to sign in. */
async function askWhetherAccepted({ context }: Loop): Promise<void> {
  const { stopped, log, connection } = context;
  try {
    await getOwnUser(connection(), {}, { signal: stopped });
  } catch (error) {
    if (!stopped.aborted)
      log.note("The credentials are still refused.", { reason: reasonOf(error) });
    return;
  }
  leaveSignedOut(context);
}

function leaveSignedOut({ store }: QueueContext): void {
  changeSession(store, (session) => ({ ...session, connection: { kind: "catching-up" } }));
}

async function registerAgain(loop: Loop): Promise<void> {
  const { context } = loop;
  const done = context.idle.hold();
  const answered = answeredIntents(context);
  try {
    // A poke does not end it: what is wanted at once is its answer, and each one that is given up leaves a queue behind.
    const answer = await (takenFirst(loop) ??
      requestQueue(context.connection(), context.stopped, isLean(context.store.getState())));
    loop.answeredAt = context.clock.now();
    // Before the first register, what is shown is from an earlier run, and nothing can be asked for.
    if (hasRegistered(context)) say(loop, { kind: "catching-up", isApplying: true });
    else tellIfTooOld(context);
    const apply = await readRegister(context, answer, answered);
    // In one step with what follows, so that one frame shows both.
    loop.cursor = apply();
    loop.isUntried = true;
    loop.registeredAt = context.clock.elapsed();
    // When in doubt, the first poll shows whether the queue exists.
    if (!loop.doubtful) say(loop, { kind: "live" });
    else if (isReachable(context)) say(loop, { kind: "catching-up" });
  } finally {
    done();
  }
}

/** Below the header, unless something more important is there. */
function tellIfTooOld({ store, connection }: QueueContext): void {
  const tooOld = tooOldAt(connection().level());
  changeSession(store, (now) => ({ ...now, notice: now.notice ?? tooOld }));
}

/** The answer to the request that left before the session was started; undefined: it was used, or there is none. */
function takenFirst(loop: Loop): Promise<RegisterAnswer> | undefined {
  const { first } = loop;
  loop.first = undefined;
  if (first !== undefined)
    loop.context.stopped.addEventListener("abort", first.cancel, { once: true });
  return first?.take();
}

async function poll(loop: Loop, cursor: Cursor): Promise<void> {
  const { context } = loop;
  // A register proves little: not before its first poll is the queue known to answer.
  const atOnce = loop.doubtful || loop.isUntried;
  const limit = atOnce ? {} : { deadlineMs: Math.min(cursor.pollMs, overdueMs) };
  const stopDoubting = atOnce ? doubtLater(loop) : () => {};
  const answer = await getEvents(
    context.connection(),
    { queue_id: cursor.queueId, last_event_id: cursor.last, ...(atOnce && { dont_block: true }) },
    { signal: pokeSignal(loop), ...limit },
  ).finally(stopDoubting);
  loop.answeredAt = context.clock.now();
  noteLine(context);
  answered(loop);
  await context.idle.during(applyEvents(loop, answer.events));
}

/** Says that events may be missing, unless the returned function is called soon. */
function doubtLater(loop: Loop): () => void {
  const { clock, idle } = loop.context;
  let release = () => {};
  const cancel = clock.after(doubtMs, () => {
    if (connectionOf(loop).kind !== "live") return;
    release = idle.hold();
    say(loop, { kind: "catching-up", since: loop.answeredAt });
  });
  return () => {
    cancel();
    release();
  };
}

async function applyEvents(loop: Loop, events: readonly { readonly id: number }[]): Promise<void> {
  const wasLive = connectionOf(loop).kind === "live";
  if (!wasLive && events.length > 0) say(loop, { kind: "catching-up", isApplying: true });
  const applied = await loop.intake(events, (last) => {
    // The queue may have been dropped meanwhile in favour of a new register: keep it dropped.
    if (loop.cursor) loop.cursor = { ...loop.cursor, last: Math.max(loop.cursor.last, last) };
  });
  for (const event of applied.events) if (event.type === "restart") noteRestart(loop, event);
  const doubtful = ambiguousFlags(applied.events);
  if (doubtful.length > 0) {
    const { context } = loop;
    const reading = context.idle.during(refetchFlags(context, doubtful));
    void inBackground(context, "Flags could not be refetched.", reading);
  }
  if (applied.doubtful) {
    if (!wasLive) say(loop, { kind: "catching-up" });
    loseQueue(loop);
  } else say(loop, { kind: "live" });
}

/** A poll succeeded. A register alone proves little: its queue may be refused at once. */
function answered(loop: Loop): void {
  loop.doubtful = false;
  loop.isUntried = false;
  loop.refusals = 0;
  loop.explained = undefined;
  loop.waits.reset();
}

async function recovered(loop: Loop, error: unknown): Promise<void> {
  try {
    await recover(loop, error);
  } catch (reason) {
    // An interrupted wait is not an error.
    if (!(reason instanceof Poked)) throw reason;
  }
}

/** Decides what to do next, depending on the error. */
async function recover(loop: Loop, error: unknown): Promise<void> {
  if (error instanceof Poked || loop.context.stopped.aborted) return;
  if (!(error instanceof ApiError)) {
    loop.context.log.warn("The queue could not be read.", { reason: reasonOf(error) });
    loop.cursor = undefined;
    // Nothing that is shown is up to date until then.
    say(loop, { kind: "stale", since: loop.answeredAt });
    explainOnce(loop, ownFault);
    return pause(loop, loop.waits.next());
  }
  const { failure } = error;
  if (isQuietPoll(loop, failure)) {
    loop.doubtful = true;
    return;
  }
  if (failure.kind === "refused" && refuse(loop, failure)) return rest(loop);
  if (failure.kind === "malformed" && registerUnlessRepeated(loop)) return rest(loop);
  const state = afterFailure(failure, loop.answeredAt, isRestored(loop.context));
  if (state !== undefined) say(loop, state);
  explain(loop, failure);
  loop.doubtful = true;
  await pause(loop, Math.max(requestedWaitMs(failure), loop.waits.next()));
}

/** Registers again at once after a lost queue, but only after a growing delay if it never worked, or not for long. */
async function rest(loop: Loop): Promise<void> {
  const livedMs = loop.context.clock.elapsed() - loop.registeredAt;
  if (!loop.isUntried && livedMs >= shortLifeMs) return loop.renewals.reset();
  loop.doubtful = true;
  await pause(loop, loop.renewals.next());
}

/**
 * Before the first register the error is shown, because the address may be wrong. Later it is said once in an outage, unless
 * the network is away, of which the header says enough: reasons that come with a remedy are others.
 */
function explain(loop: Loop, failure: Failure): void {
  const { store } = loop.context;
  if (failure.kind === "unauthorized") return;
  const sentence = ended(sentenceOf(failure));
  if (store.getState().replica.epoch === 0) {
    showError(store, `${sentence} Wrong address?`, "live");
    return;
  }
  const isNetwork = failure.kind === "unreachable" && !hasRemedy(failure);
  if (isNetwork) return;
  const isKept = store.getState().session.unsaved.size === 0;
  explainOnce(loop, isKept ? `${sentence} What you do is kept, and sent later.` : sentence);
}

/** Says it, unless it was the last to be said in this outage. */
function explainOnce(loop: Loop, sentence: string): void {
  if (loop.explained === sentence) return;
  loop.explained = sentence;
  showError(loop.context.store, sentence, "live");
}

const ownFault =
  "weir failed to read what the server sent, which is a fault of its own: it asks for everything again. Details are in the log.";

/**
 * A poll that timed out, or whose connection was lost while it waited, is not a failure yet: the next one, which does
 * not wait, will tell.
 */
function isQuietPoll(loop: Loop, failure: Failure): boolean {
  return (
    failure.kind === "unreachable" &&
    failure.sent === "maybe" &&
    loop.cursor !== undefined &&
    !loop.doubtful &&
    !loop.isUntried
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
 * True when the client registers again because the responses cannot be decoded at all, for example when an event has no
 * ID to continue from. A server that repeats them is asked rarely, and otherwise left alone.
 */
function registerUnlessRepeated(loop: Loop): boolean {
  loop.refusals += 1;
  const enough = loop.refusals >= refusalsBeforeRegister && loop.cursor !== undefined;
  if (!enough || !loop.mayRegisterFor("poll")) return false;
  loseQueue(loop);
  return true;
}

function loseQueue(loop: Loop): void {
  loop.cursor = undefined;
  loop.refusals = 0;
  if (connectionOf(loop).kind === "live") say(loop, { kind: "catching-up" });
}

/** A restarted server may support more: registers again, but not together with all other clients. */
function noteRestart(loop: Loop, event: Readonly<Record<string, unknown>>): void {
  const { context } = loop;
  const { featureLevel } = brandOf(event);
  if (featureLevel <= context.connection().level()) return;
  const wait = upgradeWaitMs * (1 + context.random());
  loop.cancelUpgrade();
  loop.cancelUpgrade = context.clock.after(wait, () => {
    loop.cursor = undefined;
    loop.poke.abort(new Poked());
  });
}

function connectionOf({ context }: Loop): ConnectionState {
  return context.store.getState().session.connection;
}

/** Only signing in ends the signed-out state. */
function say({ context }: Loop, connection: ConnectionState): void {
  if (connection.kind === "live") clearErrorOfOutage(context.store);
  changeSession(context.store, (session) =>
    session.connection.kind === "signed-out" || sameConnection(session.connection, connection)
      ? session
      : { ...session, connection },
  );
}

/** Aborts with the session, and on a poke. */
function pokeSignal({ context, poke }: Loop): AbortSignal {
  return AbortSignal.any([context.stopped, poke.signal]);
}

async function pause(loop: Loop, ms: number): Promise<void> {
  const { clock } = loop.context;
  if (ms >= shownFromMs) showNextTry(loop, clock.now() + ms);
  try {
    await clock.sleep(ms, pokeSignal(loop));
  } finally {
    showNextTry(loop, undefined);
  }
}

function showNextTry({ context }: Loop, nextTryAt: number | undefined): void {
  changeSession(context.store, (session) =>
    session.nextTryAt === nextTryAt ? session : { ...session, nextTryAt },
  );
}

async function giveUp({ context, cursor }: Loop): Promise<void> {
  if (cursor === undefined || !isReachable(context)) return;
  const late = new AbortController();
  const cancel = context.clock.after(deleteQueueMs, () => late.abort(new Stopped()));
  const { signal } = late;
  try {
    await deleteQueue(context.connection(), { queue_id: cursor.queueId }, { signal });
  } catch (error) {
    // It expires on the server.
    context.log.note("The queue could not be deleted.", { reason: reasonOf(error) });
  }
  cancel();
}

function signedOut({ sentence, code }: Unauthorized): ConnectionState {
  return { kind: "signed-out", sentence, code };
}

/**
 * The state after a request failed; `since` is the time of the last response, in UNIX milliseconds. What is shown of an
 * earlier run `isRestored`: then it is more important how old that is than why.
 */
function afterFailure(
  failure: Failure,
  since: number,
  isRestored: boolean,
): ConnectionState | undefined {
  switch (failure.kind) {
    case "unauthorized":
      return signedOut(failure);
    case "unreachable":
      return { kind: failure.timedOut || isRestored ? "stale" : "offline", since };
    case "broken":
    case "blocked":
    case "malformed":
      return { kind: "stale", since };
    case "refused":
    case "ignored":
    case "rate-limited":
      // The server responded, so it is there, and the request will be retried.
      return undefined;
  }
}

/** True if both look the same on the screen. */
function sameConnection(one: ConnectionState, other: ConnectionState): boolean {
  if (one.kind !== other.kind || "isApplying" in one !== "isApplying" in other) return false;
  if ("since" in one && "since" in other) return one.since === other.since;
  return !("sentence" in one && "sentence" in other) || one.sentence === other.sentence;
}

const checkMs = 5_000;
const jumpMs = 15_000;

/** Calls `onWake` when the wall clock advanced more than the monotonic clock; the returned function stops it. */
export function watchSleep(clock: Clock, onWake: () => void): () => void {
  let wall = clock.now();
  let steady = clock.elapsed();
  let planned = 0;
  let cancel = () => {};
  const plan = () => {
    planned = untilNextLook(clock, checkMs);
    cancel = clock.after(planned, check);
  };
  const check = () => {
    const lived = clock.elapsed() - steady;
    const slept = clock.now() - wall - lived;
    wall += lived + slept;
    steady += lived;
    // Some machines count sleep in the monotonic clock; then the check itself is late.
    const isLate = lived > planned + jumpMs;
    plan();
    if (slept > jumpMs || isLate) onWake();
  };
  plan();
  return () => cancel();
}
