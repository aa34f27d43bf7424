/**
 * Delivers open intents to the server as soon as it can be reached.
 *
 * Intents of a lane are delivered one after another in order of creation: sends to a conversation, changes of a flag,
 * reactions to a message. How each kind is delivered is in `deliver/`. A send without a response blocks the next one of
 * its conversation while the server is searched for it, because the server determines the order: for half a minute,
 * after which it only awaits the user's decision.
 */

import { type Failure, requestedWaitMs } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import type { Intent } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { follow, parts } from "#store/follow.ts";
import { carryOut, giveUp } from "#sync/deliver/carry-out.ts";
import { isReachable, type SyncContext } from "./context.ts";
import { effectOf } from "./deliver/table.ts";
import type { IntentPersistence } from "./persist-intents.ts";

/** Callbacks for what delivery learns about the server. */
export type Findings = {
  /** A request could not reach the server, though it seemed reachable. */
  readonly unreachable: () => void;
  readonly unauthorized: (sentence: string) => void;
};

const underWay: ReadonlySet<Intent["phase"]> = new Set(["waiting", "sending", "unconfirmed"]);
const longestRetryMs = 30_000;
/** Clocks can be changed: held intents recheck the clock at least this often. */
const longestHoldMs = 10_000;
/** So many deliveries of a lane within this time are a burst: the next ones are batched, one a second. */
const burst = { size: 5, withinMs: 5_000, gapMs: 1_000 };
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

  const isHeld = ({ heldUntil = 0 }: Intent) => heldUntil > clock.now();
  /** Cancels the timer for the first held intent. */
  let cancelWake = () => {};
  const wakeFor = (intents: Iterable<Intent>) => {
    cancelWake();
    const held = [...intents].filter(isHeld).map(({ heldUntil = 0 }) => heldUntil - clock.now());
    if (held.length > 0) cancelWake = clock.after(Math.min(...held, longestHoldMs), advance);
  };

  const advance = () => {
    if (stopped.aborted || !isReachable(context)) return;
    const { journal } = store.getState();
    wakeFor(journal.intents.values());
    for (const [lane, intents] of lanesOf(journal)) {
      const head = intents[0];
      if (occupied.has(lane) || head?.phase !== "waiting" || isHeld(head)) continue;
      occupied.add(lane);
      void idle.during(carry(lane, intents));
    }
  };

  const carry = async (lane: string, intents: readonly Intent[]) => {
    const head = intents[0];
    if (head === undefined) return;
    const held = intents.findIndex(isHeld);
    const group = neighbours(head, held === -1 ? intents : intents.slice(0, held));
    const failure = await carryOut(context, persistence, head, group);
    if (failure === "fault") noteFault(lane, group);
    else faults.delete(lane);
    const rest = retryDelay(lane, failure);
    if (rest === 0) backoffs.delete(lane);
    if (failure !== undefined && failure !== "fault") tell(failure, findings);
    const free = () => {
      occupied.delete(lane);
      advance();
    };
    const gap = gapAfter(lane, head);
    if (rest > 0) clock.after(rest, free);
    else if (gap > 0) idle.after(gap, free);
    else free();
  };

  /** Milliseconds until the lane is retried; grows with each failure. */
  const retryDelay = (lane: string, failure: Failure | "fault" | undefined): number => {
    if (failure === undefined) return 0;
    if (failure !== "fault" && isFinal(failure)) return 0;
    const rest = backoffs.get(lane) ?? backoff(random, 500, longestRetryMs);
    backoffs.set(lane, rest);
    const asked = failure === "fault" ? 0 : requestedWaitMs(failure);
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
function isFinal({ kind }: Failure): boolean {
  return kind === "refused" || kind === "unauthorized";
}

function tell(failure: Failure, findings: Findings): void {
  if (failure.kind === "unauthorized") findings.unauthorized(failure.sentence);
  if (failure.kind === "unreachable") findings.unreachable();
}

/** Intents still to be delivered, oldest first, in independent lanes. */
function lanesOf(journal: Journal): ReadonlyMap<string, readonly Intent[]> {
  const lanes = new Map<string, Intent[]>();
  for (const intent of journal.intents.values()) {
    if (!underWay.has(intent.phase)) continue;
    const lane = effectOf(intent.action).lane(intent.action);
    const list = lanes.get(lane);
    if (list === undefined) lanes.set(lane, [intent]);
    else list.push(intent);
  }
  return lanes;
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
