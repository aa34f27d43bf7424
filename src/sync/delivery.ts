/**
 * Open intents on their way to the server, as soon as it can be reached.
 *
 * Those about the same thing go one after another in the order of their birth: sends of a conversation, changes of a
 * flag, reactions to a message. A send whose answer is missing holds up the next of its conversation until it is
 * known what became of it, because the server gives the order.
 */
import type { Failure } from "#api/failure.ts";
import { backoff } from "#base/backoff.ts";
import type { Intent } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { conversationKey } from "#model/conversation.ts";
import { isReachable, type SyncContext } from "./context.ts";
import type { Keeper } from "./keeper.ts";
import { giveUp, markTogether } from "./marking.ts";
import { sendOne } from "./sending.ts";

export type Delivery = {
  readonly stop: () => void;
};

/** Whom delivery tells what it found out about the server. */
export type Findings = {
  /** A request found nobody there, though the server seemed to be reachable. */
  readonly unreachable: () => void;
  readonly unauthorized: (sentence: string) => void;
};

const underWay: ReadonlySet<Intent["phase"]> = new Set(["waiting", "sending", "maybe"]);
const longestRestMs = 30_000;
/** So often an error of weir's own is met before the intent is given up. */
const mostFaults = 5;

export function startDelivery(context: SyncContext, keeper: Keeper, findings: Findings): Delivery {
  const { store, clock, random, busy, stopped } = context;
  const occupied = new Set<string>();
  const rests = new Map<string, ReturnType<typeof backoff>>();
  const faults = new Map<string, number>();

  const advance = () => {
    if (stopped.aborted || !isReachable(context)) return;
    for (const [lane, intents] of lanesOf(store.getState().journal)) {
      const head = intents[0];
      if (occupied.has(lane) || head?.phase !== "waiting") continue;
      occupied.add(lane);
      void busy.during(carry(lane, intents));
    }
  };

  const carry = async (lane: string, intents: readonly Intent[]) => {
    const head = intents[0];
    if (head === undefined) return;
    const group = neighbours(intents);
    const failure =
      head.wish.kind === "send"
        ? await sendOne(context, keeper, head.id)
        : await markTogether(context, keeper, group);
    if (failure === "fault") noteFault(lane, group);
    else faults.delete(lane);
    const rest = restAfter(lane, failure);
    if (rest === 0) rests.delete(lane);
    if (failure !== undefined && failure !== "fault") tell(failure, findings);
    const free = () => {
      occupied.delete(lane);
      advance();
    };
    if (rest === 0) free();
    else clock.after(rest, free);
  };

  /** Milliseconds before the lane is tried again; each time it goes wrong they are more. */
  const restAfter = (lane: string, failure: Failure | "fault" | undefined): number => {
    if (failure === undefined) return 0;
    if (failure !== "fault" && isFinal(failure)) return 0;
    const rest = rests.get(lane) ?? backoff(random, 500, longestRestMs);
    rests.set(lane, rest);
    const asked = failure !== "fault" && failure.kind === "rate-limited" ? failure.waitMs : 0;
    return Math.max(rest.next(), asked);
  };
  const noteFault = (lane: string, group: readonly Intent[]) => {
    const count = (faults.get(lane) ?? 0) + 1;
    if (count < mostFaults) return void faults.set(lane, count);
    faults.delete(lane);
    giveUp(context, group);
  };

  advance();
  const stop = store.subscribe((state, last) => {
    const moved =
      state.journal.intents !== last.journal.intents ||
      state.session.connection !== last.session.connection;
    if (moved) advance();
  });
  return { stop };
}

/** The same request would not fare better after a while. */
function isFinal({ kind }: Failure): boolean {
  return kind === "refused" || kind === "unauthorized";
}

function tell(failure: Failure, findings: Findings): void {
  if (failure.kind === "unauthorized") findings.unauthorized(failure.sentence);
  if (failure.kind === "unreachable") findings.unreachable();
}

/** What is still to be done, oldest first, in lanes that do not wait for each other. */
function lanesOf(journal: Journal): ReadonlyMap<string, readonly Intent[]> {
  const lanes = new Map<string, Intent[]>();
  for (const intent of journal.intents.values()) {
    if (!underWay.has(intent.phase)) continue;
    const lane = laneOf(intent);
    const list = lanes.get(lane);
    if (list === undefined) lanes.set(lane, [intent]);
    else list.push(intent);
  }
  return lanes;
}

function laneOf({ wish }: Intent): string {
  if (wish.kind === "send") return `send:${conversationKey(wish.address)}`;
  const isOfOne = wish.kind === "react" || wish.kind === "tick";
  return isOfOne ? `${wish.kind}:${wish.messageId}` : wish.kind;
}

/** The first of `intents` and those right after it that one request can carry: reading in the same direction. */
function neighbours(intents: readonly Intent[]): readonly Intent[] {
  const [first] = intents;
  if (first?.wish.kind !== "read" || first.wish.everything === true) return intents.slice(0, 1);
  const { op } = first.wish;
  const end = intents.findIndex(
    ({ wish, phase }) =>
      wish.kind !== "read" || wish.op !== op || wish.everything === true || phase !== "waiting",
  );
  return end === -1 ? intents : intents.slice(0, end);
}
