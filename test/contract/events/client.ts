/** A small client of one person: its queue, the replica that it keeps, and what it has asked for and not yet taken in. */
import { get, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { carryOver, isAnotherRealm } from "#model/carry-over.ts";
import { decodeEvent, decodeMessages, runToEnd } from "#model/decode.ts";
import { decodeRegister } from "#model/decode-register.ts";
import { fromRegister } from "#model/from-register.ts";
import { mergePage, type Page, type RequestedAt, requestedNow } from "#model/merge-page.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { termsOf } from "#sync/narrow-terms.ts";
import type { Event } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import type { Answered, Body, Caller, Parameters } from "../../support/realm.ts";
import { checkInvariants } from "../../support/replica.ts";

/** What must be known of a client's past to say what it may not know now. */
export type Past = {
  /** Whether they ever were of another role since they registered. */
  hasChangedRole: boolean;
  /** Whether they ever were a guest since then. */
  wasGuest: boolean;
  /** Streams that were out of their reach for a while, or may have been. */
  readonly lost: Set<number>;
  /** Messages whose marks were set and taken away in one answer, where the server may have changed the order. */
  readonly blurred: Set<number>;
};

export type Client = Past & {
  /** Time passes until an answer comes. */
  readonly caller: Caller;
  /** Polls may wait: nobody lets time pass for them. */
  readonly patient: Caller;
  /** What they register for, beside what every client does. */
  readonly wanted: Parameters;
  /** Undefined while the person cannot sign in. */
  queue: string | undefined;
  replica: Replica;
  last: number;
  /** Whether everything that they had been told was taken in before the newest action. */
  isCurrent: boolean;
  /** The answer of a poll that waited, once there is one. */
  poll: "open" | Answered | undefined;
  /** A page that nobody has taken in yet. */
  page: Fetched | undefined;
};

type Fetched = { readonly narrow: Narrow; readonly asked: RequestedAt; readonly page: Page };

/** Which part of a narrow is asked for. */
export type Part = {
  readonly anchor: "newest" | "oldest";
  readonly num_before: number;
  readonly num_after: number;
};

export const everything = { kind: "all" } as const;
export const whole: Part = { anchor: "newest", num_before: 1000, num_after: 0 };

/** The replica of a fresh register, and the queue that belongs to it. */
export async function replicaNow(
  { caller, wanted }: Pick<Client, "caller" | "wanted">,
  previous?: Replica,
) {
  const answer = await caller.register(wanted);
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register")
    throw new Error(`${decoded.path} ${decoded.reason}: ${JSON.stringify(answer).slice(0, 200)}`);
  if (decoded.mismatches.length > 0) throw new Error(JSON.stringify(decoded.mismatches));
  const brand = brandOf(answer);
  const epoch = (previous?.epoch ?? 0) + 1;
  const fresh = runToEnd(fromRegister(decoded.register, { epoch, brand }));
  if (previous !== undefined && isAnotherRealm(previous, decoded.register, brand))
    throw new Error("It looks like another realm.");
  const replica = previous === undefined ? fresh : carryOver(fresh, previous);
  return { replica, queue: String(answer["queue_id"]) };
}

/** What the person may read of a narrow: all that they have received where it names none. */
export async function pageNow(
  caller: Caller,
  narrow: Narrow = everything,
  part: Part = whole,
): Promise<Page> {
  const { user_id: own } = caller.account;
  const terms = termsOf(narrow, own as Replica["ownId"], 278);
  const { body } = await caller.get("/messages", {
    ...part,
    narrow: terms,
    apply_markdown: false,
  });
  const { messages, mismatches } = runToEnd(decodeMessages(body["messages"] ?? []));
  if (mismatches.length > 0) throw new Error(JSON.stringify(mismatches));
  // What is refused tells nothing.
  const { found_oldest: foundOldest = false, found_newest: foundNewest = false, anchor = 0 } = body;
  return { messages, foundOldest, foundNewest, anchor };
}

/** A client that has just begun, with all messages of its person. */
export async function connect(
  caller: Caller,
  patient: Caller,
  wanted: Parameters,
): Promise<Client> {
  const { replica, queue } = await replicaNow({ caller, wanted });
  const page = await pageNow(caller);
  const filled = mergePage(replica, everything, page, requestedNow(replica), newBatch("page"));
  return {
    caller,
    patient,
    wanted,
    queue,
    replica: filled,
    last: -1,
    isCurrent: true,
    poll: undefined,
    page: undefined,
    hasChangedRole: false,
    wasGuest: isGuest(replica),
    lost: new Set<number>(),
    blurred: new Set<number>(),
  };
}

/** A queue of its own again, on top of what is still true of what the client knew. A page may still be under way. */
export async function registerAgain(client: Client): Promise<void> {
  const { replica, queue } = await replicaNow(client, client.replica);
  client.lost.clear();
  client.blurred.clear();
  Object.assign(client, { replica, queue, last: -1, isCurrent: true, poll: undefined });
  Object.assign(client, { hasChangedRole: false, wasGuest: isGuest(replica) });
}

/** What the queue holds after `last`; undefined when it is gone. */
export async function ask(
  client: Client,
  last = client.last,
): Promise<readonly Body[] | undefined> {
  const asked = { queue_id: client.queue, last_event_id: last, dont_block: true };
  return eventsIn(await client.caller.get("/events", asked));
}

/** Undefined when the answer says that the queue is gone. */
export function eventsIn({ body }: Answered): readonly Body[] | undefined {
  if (body["result"] === "success") return body["events"];
  if (body["code"] === "BAD_EVENT_QUEUE_ID") return undefined;
  throw new Error(String(body["msg"]));
}

/** Takes events in, in their order; those that were taken in before change nothing. */
export function take(client: Client, events: readonly Body[], now: number): void {
  const role = roleIn(client.replica);
  noteBlurs(client, events);
  for (const raw of events) {
    client.last = Math.max(client.last, raw["id"]);
    const decoded = decodeEvent(raw);
    if (decoded.kind === "malformed") throw new Error(`${decoded.path} ${decoded.reason}`);
    if (decoded.kind !== "event") continue;
    note(client, decoded.event, client.replica);
    client.replica = apply(client.replica, decoded.event, newBatch("event"), now);
    client.hasChangedRole ||= roleIn(client.replica) !== role;
    client.wasGuest ||= isGuest(client.replica);
  }
  if (events.length > 0) checkInvariants(client.replica);
}

/** What the past is to say of an event, before it changes the replica. */
export function note(past: Past, event: Event, before: Replica): void {
  for (const id of closedBy(event, before)) past.lost.add(id);
}

/**
 * The server merges equal changes of a flag that wait in a queue, at the place of the newest: what was taken away in
 * between seems to have been taken away first.
 */
export function noteBlurs({ blurred }: Past, events: readonly Body[]): void {
  const changes = events.filter(({ type }) => type === "update_message_flags");
  const removed = changes.filter(({ op }) => op === "remove");
  for (const { flag, messages } of removed) {
    const others = changes.filter((change) => change["op"] === "add" && change["flag"] === flag);
    const added = new Set(others.flatMap((change) => change["messages"]));
    for (const id of messages) if (added.has(id)) blurred.add(id);
  }
}

/** Streams of which the event says that the person could not go there, does not any more, or can again. */
function closedBy(event: Event, { streams }: Replica): readonly StreamId[] {
  if (event.type === "stream")
    return event.op === "update"
      ? [event.stream_id].filter(() => event.property === "invite_only")
      : event.streams.map(({ stream_id: id }) => id);
  if (event.type !== "subscription" || event.op !== "remove") return [];
  const left = event.subscriptions.map(({ stream_id: id }) => id);
  return left.filter((id) => get(streams, id)?.isPrivate === true);
}

export function roleIn({ people, ownId }: Replica): number | undefined {
  return get(people, ownId)?.role;
}

export function isGuest(replica: Replica): boolean {
  return roleIn(replica) === 600;
}

/** Asks for a page that is taken in later. */
export async function askForPage(client: Client, narrow: Narrow, part: Part): Promise<void> {
  const asked = requestedNow(client.replica);
  client.page = { narrow, asked, page: await pageNow(client.caller, narrow, part) };
}

/** Takes the page in, or leaves it where too much happened since it was asked for. */
export function takePage(client: Client): void {
  if (client.page === undefined) return;
  const { narrow, asked, page } = client.page;
  client.page = undefined;
  client.replica = mergePage(client.replica, narrow, page, asked, newBatch("page"));
  checkInvariants(client.replica);
}

/** Whether all messages are those of the queue of now. */
export function isFilled({ replica }: Client): boolean {
  const history = replica.histories.get(narrowKey(everything));
  return history?.epoch === replica.epoch && history.newestKnown && history.oldestKnown;
}
