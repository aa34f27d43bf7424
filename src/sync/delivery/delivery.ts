/**
 * Delivers open intents to the server as soon as it can be reached.
 *
 * Intents of a lane are delivered one after another in order of creation: sends to a conversation, changes of a flag,
 * reactions to a message. A file for each noun says how its actions are delivered. A send without a response blocks the
 * next one of its conversation while the server is searched for it, because the server determines the order: for half a
 * minute, after which it only awaits the user's decision.
 *
 * What the user did as one act on many rows stands behind all that is done singly, as far as the lanes leave the order
 * open, and leaves in small numbers: undo cancels the rest.
 */
import { withPriority } from "#api/connection.ts";
import {
  ApiError,
  type Failure,
  sentenceOf as failureSentence,
  requestedWaitMs,
  type Unauthorized,
} from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import { kindOf, narrowedTo, sentenceOf, targetsOf } from "#journal/action.ts";
import type { Target } from "#journal/actions/action-kind.ts";
import type { Action, Intent, IntentId } from "#journal/intent.ts";
import type { Journal, Step } from "#journal/journal.ts";
import { answered, leaving, notArrived, refused, unanswered } from "#journal/phases.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { follow, parts } from "#store/follow.ts";
import type { State, Store } from "#store/state.ts";
import { changeIntents, changeSession, retire } from "#store/store.ts";
import { showError } from "#store/toast.ts";
import { isReachable, reasonOf, type SyncContext } from "#sync/context.ts";
import { type IntentPersistence, NoLongerOpen } from "#sync/storage/intents.ts";
import type { LeftUndone } from "./effect.ts";
import { effectOf } from "./table.ts";

/** Callbacks for what delivery learns about the server. */
type Findings = {
  /** A request could not reach the server, though it seemed reachable. */
  readonly unreachable: () => void;
  readonly unauthorized: (failure: Unauthorized) => void;
};

const underWay: ReadonlySet<Intent["phase"]> = new Set(["waiting", "sending", "unconfirmed"]);
const longestRetryMs = 30_000;
/** Clocks can be changed: held intents recheck the clock at least this often. */
const longestHoldMs = 10_000;
/**
 * So many deliveries of a lane within this time are a burst: the next ones are batched. Marking a hundred conversations
 * that are opened in a minute leaves most of its requests for their messages.
 */
const burst = { size: 5, withinMs: 10_000, gapMs: 2_000 };
/** An act of more changes than these is one on many rows: it is in bulk. */
const few = 10;
/** So many lanes are delivered in bulk at once; what has not left yet can still be cancelled. */
const bulkRoom = 4;
/** Shorter waits for the rate limit are not shown. */
const shownLimitMs = 2_000;
/** An intent is given up after this many internal errors. */
const maxFaults = 5;

export function startDelivery(
  context: SyncContext,
  persistence: IntentPersistence,
  findings: Findings,
): void {
  const { store, clock, random, idle, stopped } = context;
  const occupied = new Set<string>();
  const backoffs = new Map<string, ReturnType<typeof backoff>>();
  const faults = new Map<string, number>();
  const gapAfter = burstGaps(context);
  const limitOf = limitNotes(context);
  let inBulk = 0;

  const isHeld = ({ heldUntil = 0 }: Intent) => heldUntil > clock.now();
  /** Cancels the timer for the first held intent. */
  let cancelWake = () => {};
  const wakeFor = (intents: Iterable<Intent>) => {
    cancelWake();
    const held = [...intents].filter(isHeld).map(({ heldUntil = 0 }) => heldUntil - clock.now());
    if (held.length > 0) cancelWake = clock.after(Math.min(...held, longestHoldMs), advance);
  };

  const advance = () => {
    const { journal, session } = store.getState();
    if (stopped.aborted || !isReachable(context) || isApplying(session)) return;
    wakeFor(journal.intents.values());
    for (const ready of readyLanes(journal)) {
      const { lane, head, isBulk } = ready;
      if (occupied.has(lane) || isHeld(head) || (isBulk && inBulk >= bulkRoom)) continue;
      occupied.add(lane);
      void idle.during(carry(ready));
    }
  };

  const carry = async ({ lane, head, intents, isBulk }: Ready) => {
    const held = intents.findIndex(isHeld);
    const group = neighbours(head, held === -1 ? intents : intents.slice(0, held));
    inBulk += Number(isBulk);
    const way = isBulk ? behindOthers(context) : context;
    const limit = limitOf(lane);
    const failure = await carryOut(way, persistence, head, group, limit);
    inBulk -= Number(isBulk);
    if (failure?.kind === "fault") noteFault(lane, group);
    else faults.delete(lane);
    const rest = retryDelay(lane, failure);
    if (rest === 0) backoffs.delete(lane);
    if (failure !== undefined) tell(failure, findings);
    if (head.action.kind === "send" && failure?.kind === "rate-limited") limit.waits(rest);
    const free = () => {
      limit.leaves();
      occupied.delete(lane);
      advance();
    };
    const gap = gapAfter(lane, head);
    if (rest > 0) clock.after(rest, free);
    else if (gap > 0) idle.after(gap, free);
    else occupied.delete(lane);
    advance();
  };

  /** Milliseconds until the lane is retried; grows with each failure. */
  const retryDelay = (lane: string, failure: Failure | Fault | undefined): number => {
    if (failure === undefined || isFinal(failure)) return 0;
    const rest = backoffs.get(lane) ?? backoff(random, 500, longestRetryMs);
    backoffs.set(lane, rest);
    const asked = failure.kind === "fault" ? 0 : requestedWaitMs(failure);
    return Math.max(rest.next(), asked);
  };
  const noteFault = (lane: string, group: readonly Intent[]) => {
    const count = (faults.get(lane) ?? 0) + 1;
    if (count < maxFaults) return void faults.set(lane, count);
    faults.delete(lane);
    giveUp(context, group);
  };

  advance();
  follow(store, [parts.intents, parts.connection], advance);
}

/** Whether something is being applied that may tell what waits where it goes, or that there is nothing to go to. */
function isApplying({ connection }: State["session"]): boolean {
  return connection.kind === "catching-up" && connection.isApplying === true;
}

type LimitNote = {
  readonly waits: (ms: number) => void;
  readonly leaves: () => void;
};

/** Notes until when the first of the lanes that the rate limit delays goes on. */
function limitNotes({ store, clock }: SyncContext): (lane: string) => LimitNote {
  const until = new Map<string, number>();
  const show = () => {
    const limitedUntil = until.size === 0 ? undefined : Math.min(...until.values());
    changeSession(store, (session) =>
      session.limitedUntil === limitedUntil ? session : { ...session, limitedUntil },
    );
  };
  return (lane) => ({
    waits: (ms) => {
      if (ms < shownLimitMs) return;
      until.set(lane, clock.now() + ms);
      show();
    },
    leaves: () => {
      if (until.delete(lane)) show();
    },
  });
}

/** Milliseconds until the lane's next delivery, so that someone who is quick leaves requests for everything else. */
function burstGaps({ clock }: SyncContext): (lane: string, head: Intent) => number {
  const delivered = new Map<string, readonly number[]>();
  return (lane, { action }) => {
    if (effectOf(action).joins === undefined) return 0;
    const now = clock.elapsed();
    const recent = (delivered.get(lane) ?? []).filter((at) => at > now - burst.withinMs);
    delivered.set(lane, [...recent, now]);
    return recent.length + 1 >= burst.size ? burst.gapMs : 0;
  };
}

/** True if retrying the same request would not help. */
function isFinal({ kind }: Failure | Fault): boolean {
  return kind === "refused" || kind === "blocked" || kind === "ignored" || kind === "unauthorized";
}

function tell(failure: Failure | Fault, findings: Findings): void {
  if (failure.kind === "unauthorized") findings.unauthorized(failure);
  if (failure.kind === "unreachable") findings.unreachable();
}

/** Intents still to be delivered, oldest first, in independent lanes. */
function lanesOf(journal: Journal): ReadonlyMap<string, readonly Intent[]> {
  const open = [...journal.intents.values()].filter(({ phase }) => underWay.has(phase));
  return Map.groupBy(open, ({ action }) => effectOf(action).lane(action));
}

type Ready = {
  readonly lane: string;
  readonly head: Intent;
  /** Its open intents, oldest first. */
  readonly intents: readonly Intent[];
  readonly isBulk: boolean;
};

/** The lanes whose first intent waits for no other. */
function readyLanes(journal: Journal): readonly Ready[] {
  const bulk = bulkOf(journal);
  const { waiting, urgent } = waitingForOthers(journal, bulk);
  return [...lanesOf(journal)].flatMap(([lane, intents]) => {
    const [head] = intents;
    if (head?.phase !== "waiting" || waiting.has(head.id)) return [];
    const isBulk = !urgent.has(lane) && intents.every(({ id }) => bulk.has(id));
    return [{ lane, head, intents, isBulk }];
  });
}

function behindOthers(context: SyncContext): SyncContext {
  return { ...context, connection: () => withPriority(context.connection(), "bulk") };
}

/** The open changes of acts on many rows, whose time tells that they belong together; never texts. */
function bulkOf(journal: Journal): ReadonlySet<IntentId> {
  const open = [...journal.intents.values()].filter(
    ({ phase, action }) => underWay.has(phase) && kindOf(action).text === undefined,
  );
  const acts = [...Map.groupBy(open, ({ createdAt }) => createdAt).values()];
  return new Set(acts.flatMap((act) => (act.length > few ? act.map(({ id }) => id) : [])));
}

/**
 * Those with a topic that an older open one of another lane changes; `urgent` are the lanes for which one waits that was
 * done singly.
 */
function waitingForOthers(journal: Journal, bulk: ReadonlySet<IntentId>) {
  const waiting = new Set<IntentId>();
  const urgent = new Set<string>();
  /** By topic, the lane of the last intent that changes it. */
  const lanes = new Map<ConversationKey, string>();
  for (const { id, action, phase } of journal.intents.values()) {
    const { lane, topics } = effectOf(action);
    if (topics === undefined || phase === "failed") continue;
    const laneName = lane(action);
    for (const topic of topics(action)) {
      const other = lanes.get(topic) ?? laneName;
      if (other !== laneName) waiting.add(id);
      if (other !== laneName && !bulk.has(id)) urgent.add(other);
      lanes.set(topic, laneName);
    }
  }
  return { waiting, urgent };
}

/** `head` and the intents directly after it that fit into the same requests. */
function neighbours(head: Intent, intents: readonly Intent[]): readonly Intent[] {
  const { joins } = effectOf(head.action);
  if (joins === undefined) return [head];
  const end = intents.findIndex(
    (other) =>
      other !== head &&
      (other.phase !== "waiting" ||
        other.action.kind !== head.action.kind ||
        !joins(head.action, other.action)),
  );
  return end === -1 ? intents : intents.slice(0, end);
}

/** An internal error of weir's, after which the same request may be repeated. */
type Fault = { readonly kind: "fault" };

const ownFault = "Not sent because of an internal error. Details are in the log.";

/**
 * Delivers `head` and the intents of its lane that are batched with it, once their state is persisted or the disk has
 * refused it. Returns what went wrong.
 */
async function carryOut(
  context: SyncContext,
  persistence: IntentPersistence,
  head: Intent,
  group: readonly Intent[],
  limit: LimitNote,
): Promise<Failure | Fault | undefined> {
  const { store, stopped, log } = context;
  const ids = group.map(({ id }) => id);
  // One change for all: every change recomputes the overlay.
  const changeAll = (change: (intent: Intent) => Intent) => changeIntents(store, ids, change);
  // An event may already have confirmed a send, whatever happened to the response; and what has become another action
  // may be on its way as that.
  const settle = (change: (intent: Intent) => Intent) =>
    changeAll((intent) =>
      intent.phase === "sending" && intent.action.kind === head.action.kind
        ? change(intent)
        : intent,
    );
  let hasLeft = false;
  const beforeSending = async () => {
    limit.leaves();
    await Promise.all(ids.map(persistence.hold));
    hasLeft = true;
  };
  changeAll(leaving(newestKnown(store.getState())));
  try {
    const leftUndone = ({ targets, sentence }: LeftUndone) => {
      dropTargets(store, ids, targets);
      showError(store, sentence);
    };
    const departure = { ...context, beforeSending, onWait: limit.waits, intent: head, leftUndone };
    const actions = group.map(({ action }) => action);
    await effectOf(head.action).deliver(departure, head.action, actions);
    settle(answered());
    return undefined;
  } catch (error) {
    // Their state is persisted, and the next run continues from there.
    if (stopped.aborted) return undefined;
    if (error instanceof ApiError)
      return fail(context, head, error.failure, group, settle, hasLeft);
    // One of them was cancelled; the others may be sent again.
    if (error instanceof NoLongerOpen) {
      settle(notArrived);
      return undefined;
    }
    const { kind } = head.action;
    log.warn("A change could not be carried out.", { kind, reason: reasonOf(error) });
    if (kindOf(head.action).repeatable) {
      settle(notArrived);
      return { kind: "fault" };
    }
    settle(hasLeft ? unanswered : refused(ownFault));
    return undefined;
  } finally {
    limit.leaves();
  }
}

/** Takes back what the server has left undone: the intents keep their other targets. */
function dropTargets(store: Store, ids: readonly IntentId[], left: ReadonlySet<Target>): void {
  const rest = (action: Action) =>
    narrowedTo(action, new Set(targetsOf(action).filter((target) => !left.has(target))));
  const { intents } = store.getState().journal;
  const isOver = (id: IntentId) => {
    const intent = intents.get(id);
    return intent !== undefined && rest(intent.action) === undefined;
  };
  changeIntents(store, ids, (intent) => {
    const action = rest(intent.action) ?? intent.action;
    return action === intent.action ? intent : { ...intent, action };
  });
  retire(store, ids.filter(isOver));
}

/** Gives up intents that cannot be delivered, however often they are retried. */
function giveUp({ store }: SyncContext, group: readonly Intent[]): void {
  showError(store, "An internal error dropped a change: see the log.");
  retire(
    store,
    group.map(({ id }) => id),
  );
}

function fail(
  { store }: SyncContext,
  { action }: Intent,
  failure: Failure,
  group: readonly Intent[],
  settle: (change: (intent: Intent) => Intent) => void,
  hasLeft: boolean,
): Failure | undefined {
  if (!isFinal(failure) || failure.kind === "unauthorized") {
    settle(hasLeft && failure.sent !== "no" ? unanswered : notArrived);
    return failure;
  }
  const effect = effectOf(action);
  if (failure.kind === "refused" && effect.isAlreadySo?.(failure, action) === true) {
    settle(answered());
    return undefined;
  }
  const sentence = failureSentence(failure);
  const { text, repeatable } = kindOf(action);
  // Sent again, it would exist twice: the server is asked what it has of it.
  const mustNotRepeat = failure.kind === "ignored" && !repeatable;
  if (effect.hasRow !== true || mustNotRepeat)
    showError(store, refusal(store.getState(), group, sentence));
  // Text written by the user awaits their decision; anything else is rolled back.
  if (mustNotRepeat) settle(unanswered);
  else if (text !== undefined) settle(refused(sentence));
  else
    retire(
      store,
      group.map(({ id }) => id),
    );
  return failure;
}

/** The highest message ID received so far: messages created from now on have a higher one. */
function newestKnown({ replica, journal, session }: State): number {
  return [...journal.intents.values()].reduce(
    (highest, { messageId }) => Math.max(highest, messageId ?? 0),
    Math.max(replica.newestMessage, session.newestSent),
  );
}

/** The refused changes so far, by the intents of their step. */
const refusedOf = new WeakMap<readonly IntentId[], readonly string[]>();

/** For a step with several changes: how many were refused so far, and which; for a single one: why, and which. */
function refusal(state: State, group: readonly Intent[], reason: string): string {
  const [head] = group;
  if (head === undefined) return reason;
  const step = stepOf(state, head.id);
  if (step === undefined || step.intents.length < 2)
    return refusedAlone(state, head.action, reason);
  const what = group.map(({ action }) => sentenceOf(state.view, action));
  const refused = [...(refusedOf.get(step.intents) ?? []), ...what];
  refusedOf.set(step.intents, refused);
  const named = refused.filter((sentence) => sentence !== "").join("; ");
  return `${refused.length} of ${step.intents.length} refused: ${named} (${reason})`;
}

function stepOf({ journal }: State, id: IntentId): Step | undefined {
  const holds = ({ intents }: Step) => intents.includes(id);
  return journal.undo.findLast(holds) ?? journal.redo.findLast(holds);
}

/** The reason comes first, because narrow screens cut the end; then the change, and where the user's text is. */
function refusedAlone({ view }: State, action: Action, reason: string): string {
  const what = sentenceOf(view, action);
  const hint = action.kind === "edit" ? ": edit the message again to find your text" : "";
  return what === "" ? reason : `${reason} (${what}${hint})`;
}
