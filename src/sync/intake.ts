/** Events on their way into the picture: decoded in slices, applied together, at most one change of the store in 40 ms. */
import { type Batch, get, newBatch } from "#base/table.ts";
import type { OwnMessage } from "#journal/claims.ts";
import { apply } from "#model/apply.ts";
import { type DecodedEvent, decodeEvent } from "#model/decode.ts";
import { moveOf } from "#model/message-changes.ts";
import type { Picture } from "#model/picture.ts";
import { followMove } from "#store/following.ts";
import type { Store } from "#store/state.ts";
import { changePicture, changeSession } from "#store/store.ts";
import type { Event } from "#wire/events.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import { createNews } from "./news.ts";
import { createQuarantine } from "./quarantine.ts";
import { inSlices } from "./slices.ts";

/** Between two changes of the store, so that a flood costs a frame now and then and no key waits. */
const gapMs = 40;
/** How long one change may take while few events wait, and while many do. */
const changeMs = 6;
const hastyChangeMs = 12;
const many = 1_000;

type Fault = { readonly type: string; readonly reason: string };

export type Taken = {
  /** The picture may be wrong: register anew. */
  readonly doubtful: boolean;
  /** The events that were applied. */
  readonly events: readonly Event[];
};

export type Intake = {
  /** Applies the events of one answer in their order; `advance` hears how far it came, after each change. */
  readonly take: (
    raw: readonly { readonly id: number }[],
    advance: (lastId: number) => void,
  ) => Promise<Taken>;
};

export function createIntake(context: SyncContext): Intake {
  const { clock, log, store, stopped } = context;
  const quarantine = createQuarantine(clock);
  const news = createNews(log);
  let changedAt = Number.NEGATIVE_INFINITY;

  /** True when the picture must be asked for anew. */
  const judge = ({ type, reason }: Fault): boolean => {
    log.warn("An event could not be applied.", { type, reason });
    if (quarantine.verdict(type) === "register") return true;
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
      const wait = changedAt + gapMs - clock.elapsed();
      if (wait > 0) await clock.sleep(wait, stopped);
      const some = applySome(context, events.slice(done));
      changedAt = clock.elapsed();
      faults.push(...some.faults);
      done += some.count;
      const last = events[done - 1];
      if (last !== undefined) advance(last.id);
    }
    return faults;
  };

  return {
    take: async (raw, advance) => {
      const decoded = await inSlices(decodeAll(raw), clock, stopped);
      for (const { type, path } of decoded.unknown) news.unknown(type, path);
      for (const event of decoded.events) news.event(event);
      const faults = [...decoded.faults, ...(await applyAll(decoded.events, advance))];
      const last = raw.at(-1);
      if (last !== undefined) advance(last.id);
      const verdicts = faults.map(judge);
      return { doubtful: verdicts.includes(true), events: decoded.events };
    },
  };
}

function* decodeAll(raw: readonly unknown[]) {
  const events: Event[] = [];
  const faults: Fault[] = [];
  const unknown: Extract<DecodedEvent, { kind: "unknown" }>[] = [];
  for (const one of raw) {
    const decoded = decodeEvent(one);
    if (decoded.kind === "event") events.push(decoded.event);
    else if (decoded.kind === "unknown") unknown.push(decoded);
    else faults.push({ type: decoded.type, reason: `${decoded.path}: ${decoded.reason}` });
    yield;
  }
  return { events, faults, unknown };
}

/** One change of the store with as many of `events` as its time allows, at least one. */
function applySome({ store, clock, log }: SyncContext, events: readonly Event[]) {
  const own: OwnMessage[] = [];
  const faults: Fault[] = [];
  let count = 0;
  const applyInto = (picture: Picture, batch: Batch): Picture => {
    const limit = clock.elapsed() + (events.length > many ? hastyChangeMs : changeMs);
    let next = picture;
    for (; count < events.length && (count === 0 || clock.elapsed() < limit); count += 1) {
      const event = events[count] as Event;
      next = apply(next, event, batch, clock.now());
      own.push(...ownMessages(next, event));
    }
    return next;
  };
  changePicture(
    store,
    (before, batch) => {
      try {
        return applyInto(before, batch);
      } catch (error) {
        // What a reducer wrote in place before it threw is not trusted: the same again, each event by itself.
        log.note("A batch of events is applied one by one.", { reason: reasonOf(error) });
        own.length = 0;
        const careful = applyEach(before, events.slice(0, count + 1), clock.now());
        count += 1;
        own.push(...careful.own);
        faults.push(...careful.faults);
        return careful.picture;
      }
    },
    own,
  );
  followMoves(store, events.slice(0, count));
  return { count, faults };
}

/** Whoever reads or writes in a topic that is moved as a whole stays with it, and so does what was written. */
function followMoves(store: Store, events: readonly Event[]): void {
  for (const event of events) {
    if (event.type !== "update_message" || event.propagate_mode !== "change_all") continue;
    const move = moveOf(event);
    if (move !== undefined) followMove(store, move);
  }
}

/** Each event in a batch of its own, so that one that throws leaves nothing behind. */
function applyEach(before: Picture, events: readonly Event[], now: number) {
  const own: OwnMessage[] = [];
  const faults: Fault[] = [];
  let picture = before;
  for (const event of events) {
    try {
      picture = apply(picture, event, newBatch("careful"), now);
      own.push(...ownMessages(picture, event));
    } catch (error) {
      // The intake logs every fault.
      faults.push({ type: event.type, reason: reasonOf(error) });
    }
  }
  return { picture, own, faults };
}

function ownMessages(picture: Picture, event: Event): readonly OwnMessage[] {
  if (event.type !== "message" || event.message.sender_id !== picture.ownId) return [];
  const message = get(picture.messages, event.message.id);
  if (message === undefined) return [];
  const { id, conversation, content } = message;
  return [{ id, conversation, content, localId: event.local_message_id }];
}
