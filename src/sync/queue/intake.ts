/** Applies events to the replica: decoded in slices, applied in batches, at most one store change every 40 ms. */
import type { Clock } from "#base/clock.ts";
import { type Log, oncePerName } from "#base/log.ts";
import { type Batch, get, newBatch } from "#base/table.ts";
import type { TopicMove } from "#journal/actions/action-kind.ts";
import { isTopicKnown } from "#journal/actions/topic.ts";
import type { OwnMessage } from "#journal/claims.ts";
import { apply } from "#model/apply.ts";
import { conversationKey, topicKey } from "#model/conversation.ts";
import { type DecodedEvent, decodeEvent } from "#model/decode.ts";
import { deletedIds, moveOf } from "#model/message-changes.ts";
import type { Replica } from "#model/replica.ts";
import { followDeletion, followMove, reportMove } from "#store/following.ts";
import { isLean, type Store } from "#store/state.ts";
import { changeReplica, changeSession } from "#store/store.ts";
import { reasonOf, type SyncContext } from "#sync/context.ts";
import { inSlices } from "#sync/fetching.ts";
import { followMuting } from "#sync/reads.ts";
import type { Event } from "#wire/events.ts";
import type { Unreadable } from "#wire/read.ts";
import { unknownKeys } from "#wire/unknown-keys.ts";

/** Minimum time between two changes of the store, so that a flood of events costs few frames and delays no key. */
const gapMs = 40;
/** The same where the line is slow: the terminal's may be, too. */
const leanGapMs = 250;
/** Maximum duration of one change while few events wait, and while many do. */
const changeMs = 6;
const floodChangeMs = 12;
const many = 1_000;
// A key waits for one part of what takes long: reading an answer with this many events, or applying them for so long.
const several = 100;
const longMs = 1.5;

type Fault = { readonly type: string; readonly reason: string };

type Applied = {
  /** The replica may be wrong: register again. */
  readonly doubtful: boolean;
  /** The applied events. */
  readonly events: readonly Event[];
};

/** Applies the events of one response in order; `advance` receives the progress after each change. */
export type Intake = (
  raw: readonly { readonly id: number }[],
  advance: (lastId: number) => void,
) => Promise<Applied>;

export function createIntake(
  context: SyncContext,
  onApplied: (events: readonly Event[]) => void,
): Intake {
  const { clock, log, store, stopped } = context;
  const mayRegisterFor = createQuarantine(clock);
  const unknownEvents = createUnknownEvents(log);
  const muting = followMuting(context);
  let changedAt = Number.NEGATIVE_INFINITY;

  /** True when the client must register again. */
  const judge = ({ type, reason }: Fault): boolean => {
    log.warn("An event could not be applied.", { type, reason });
    if (mayRegisterFor(type)) return true;
    changeSession(store, (session) =>
      session.quarantined.includes(type)
        ? session
        : { ...session, quarantined: [...session.quarantined, type] },
    );
    return false;
  };

  const applyAll = async (events: readonly Event[], advance: (lastId: number) => void) => {
    const faults: Fault[] = [];
    for (let done = 0; done < events.length; ) {
      const gap = isLean(store.getState()) ? leanGapMs : gapMs;
      const wait = changedAt + gap - clock.elapsed();
      const rest = events.slice(done);
      if (wait > 0 || rest.length > several) await clock.sleep(Math.max(0, wait), stopped);
      const began = clock.elapsed();
      const prepared = prepare(context, rest);
      if (clock.elapsed() - began > longMs) await clock.sleep(0, stopped);
      const before = store.getState();
      const some = applySome(context, rest, prepared);
      muting(before, events.slice(done, done + some.count));
      changedAt = clock.elapsed();
      faults.push(...some.faults);
      const applied = events.slice(done, done + some.count);
      done += some.count;
      const last = events[done - 1];
      if (last !== undefined) advance(last.id);
      onApplied(applied);
    }
    return faults;
  };

  return async (raw, advance) => {
    const decoded = await inSlices(decodeAll(raw), clock, stopped);
    const newWords = decoded.unknown.flatMap(({ path }) =>
      path === undefined ? [] : [{ path, reason: "unknown word", isNewWord: true }],
    );
    context.connection().skips.note([...decoded.skipped, ...newWords]);
    for (const { type, path } of decoded.unknown) if (path === undefined) unknownEvents.type(type);
    for (const event of decoded.events) unknownEvents.event(event);
    const faults = [...decoded.faults, ...(await applyAll(decoded.events, advance))];
    const last = raw.at(-1);
    if (last !== undefined) advance(last.id);
    const verdicts = faults.map(judge);
    return { doubtful: verdicts.includes(true), events: decoded.events };
  };
}

function* decodeAll(raw: readonly unknown[]) {
  const events: Event[] = [];
  const faults: Fault[] = [];
  const unknown: Extract<DecodedEvent, { kind: "unknown" }>[] = [];
  const skipped: Unreadable[] = [];
  for (const one of raw) {
    const decoded = decodeEvent(one);
    if (decoded.kind === "event") {
      events.push(decoded.event);
      skipped.push(...decoded.skipped);
    } else if (decoded.kind === "unknown") unknown.push(decoded);
    else {
      const { type, path, reason } = decoded;
      skipped.push({ path, reason, isNewWord: false });
      faults.push({ type, reason: `${path}: ${reason}` });
    }
    yield;
  }
  return { events, faults, unknown, skipped };
}

/** What some events made of a replica; nothing of it is in the store yet. */
type Prepared = {
  readonly from: Replica;
  readonly replica: Replica;
  readonly count: number;
  readonly faults: readonly Fault[];
  readonly facts: EventFacts;
};

/** The replica with as many of `events` as the time limit allows, at least one. */
function prepare({ clock, log, store }: SyncContext, events: readonly Event[]): Prepared {
  const { replica: from } = store.getState();
  const batch = newBatch("prepared");
  const limit = clock.elapsed() + (events.length > many ? floodChangeMs : changeMs);
  const facts: EventFacts = { own: [], moves: [] };
  let replica = from;
  let count = 0;
  try {
    for (; count < events.length && (count === 0 || clock.elapsed() < limit); count += 1) {
      replica = applyOne(replica, events[count] as Event, batch, clock.now(), facts);
    }
    return { from, replica, count, faults: [], facts };
  } catch (error) {
    // Discards what a reducer wrote in place before it threw, and applies each event in its own batch.
    log.note("A batch of events is applied one by one.", { reason: reasonOf(error) });
    return { from, count: count + 1, ...applyEach(from, events.slice(0, count + 1), clock.now()) };
  }
}

/** One change of the store: what was prepared, or the same again if the replica has changed since. */
function applySome(context: SyncContext, events: readonly Event[], prepared: Prepared): Prepared {
  const { store } = context;
  const due = prepared.from === store.getState().replica ? prepared : prepare(context, events);
  changeReplica(store, () => due.replica, due.facts.own, due.facts.moves);
  followChanges(store, events.slice(0, due.count));
  return due;
}

/** What the journal must know of the events that were applied. */
type EventFacts = { readonly own: OwnMessage[]; readonly moves: TopicMove[] };

function applyOne(before: Replica, event: Event, batch: Batch, now: number, facts: EventFacts) {
  const moves = topicMoves(before, event);
  const after = apply(before, event, batch, now);
  facts.moves.push(...moves);
  facts.own.push(...ownMessages(after, event));
  return after;
}

/** The move of a whole topic; before it is applied, since then its target has messages. */
function topicMoves(replica: Replica, event: Event): readonly TopicMove[] {
  if (event.type !== "update_message" || event.propagate_mode !== "change_all") return [];
  const move = moveOf(event);
  if (move === undefined) return [];
  const [from, to] = [
    topicKey(move.from.streamId, move.from.topic),
    { kind: "topic", ...move.to } as const,
  ];
  return [{ from, to, isMerge: from !== conversationKey(to) && isTopicKnown(replica, move.to) }];
}

/** When a whole topic is moved, its open view and drafts follow; a user who is writing there is notified. */
function followChanges(store: Store, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type === "delete_message") followDeletion(store, deletedIds(event));
    const move = event.type === "update_message" ? moveOf(event) : undefined;
    if (event.type !== "update_message" || move === undefined) continue;
    const isWhole = event.propagate_mode === "change_all";
    if (isWhole) followMove(store, move);
    if (event.user_id !== store.getState().replica.ownId) reportMove(store, move, isWhole);
  }
}

/** Each event in its own batch, so that one that throws leaves nothing behind. */
function applyEach(before: Replica, events: readonly Event[], now: number) {
  const faults: Fault[] = [];
  const facts: EventFacts = { own: [], moves: [] };
  let replica = before;
  for (const event of events) {
    try {
      replica = applyOne(replica, event, newBatch("careful"), now, facts);
    } catch (error) {
      faults.push({ type: event.type, reason: reasonOf(error) });
    }
  }
  return { replica, faults, facts };
}

function ownMessages(replica: Replica, event: Event): readonly OwnMessage[] {
  if (event.type !== "message" || event.message.sender_id !== replica.ownId) return [];
  const message = get(replica.messages, event.message.id);
  if (message === undefined) return [];
  const { id, conversation, content } = message;
  return [{ id, conversation, content, localId: event.local_message_id }];
}

const patienceMs = 5 * 60_000;

/**
 * After an event of a type could not be applied: true to register again, which corrects the replica, false to quarantine
 * the type. A server that repeats the mismatch would make us register forever, so each type gets one register in five
 * minutes.
 */
export type Quarantine = (type: string) => boolean;

export function createQuarantine(clock: Clock): Quarantine {
  const registeredFor = new Map<string, number>();
  return (type) => {
    const last = registeredFor.get(type);
    const now = clock.elapsed();
    if (last !== undefined && now - last < patienceMs) return false;
    registeredFor.set(type, now);
    return true;
  };
}

/** A server that invents a name for each event does not fill the log. */
const maxNames = 500;

type UnknownEvents = {
  /** An event of an unknown type. */
  readonly type: (type: string) => void;
  /** Checks for unknown keys. */
  readonly event: (event: Event) => void;
};

function createUnknownEvents(log: Log): UnknownEvents {
  const once = oncePerName(maxNames);
  return {
    type: (type) => once(type, () => log.noteDaily("Events have an unknown type.", { type })),
    event: (event) => {
      for (const key of unknownKeys(event)) {
        once(`${event.type}.${key}`, () =>
          log.noteDaily("Events have an unknown key.", { type: event.type, key }),
        );
      }
    },
  };
}
