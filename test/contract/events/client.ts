/** A small client of one user: its queue, its replica, and answers that it has not yet applied. */
import { get, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { decodeEvent, decodeMessages, decodeRegister, runToEnd } from "#model/decode.ts";
import { carryOver, fromRegister, isAnotherRealm } from "#model/from-register.ts";
import { mergePage, type Page, type RequestedAt, requestedNow } from "#model/merge-page.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { termsOf } from "#sync/fetching.ts";
import type { Event } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import { brandOf } from "#wire/server.ts";
import type { Answered, Body, Caller, Parameters } from "../../support/realm.ts";
import { checkInvariants } from "../../support/replica.ts";

/** The parts of a client's past that excuse differences. */
export type Past = {
  /** Whether the role changed since the register. */
  hasChangedRole: boolean;
  /** Whether the user was a guest at any time since the register. */
  wasGuest: boolean;
  /** Streams that were, or may have been, inaccessible for a while. */
  readonly lost: Set<number>;
  /** Web-public streams that were closed. */
  readonly closed: Set<number>;
  /** Messages with flags added and removed in one answer, in which the server may have changed the order. */
  readonly blurred: Set<number>;
  /** People who were reactivated. */
  readonly returned: Set<number>;
};

export type Client = Past & {
  /** Time passes until an answer arrives. */
  readonly caller: Caller;
  /** Time does not pass for its requests, so that polls wait. */
  readonly patient: Caller;
  /** Additional parameters of the register. */
  readonly registerOptions: Parameters;
  /** Undefined while the user cannot sign in. */
  queue: string | undefined;
  replica: Replica;
  last: number;
  /** Whether all events before the newest action were applied. */
  isCurrent: boolean;
  /** The answer of a waiting poll, once it arrived. */
  poll: "open" | Answered | undefined;
  /** A page that was not applied yet. */
  page: Fetched | undefined;
};

type Fetched = { readonly narrow: Narrow; readonly asked: RequestedAt; readonly page: Page };

/** The requested part of a narrow. */
export type Part = {
  readonly anchor: "newest" | "oldest";
  readonly num_before: number;
  readonly num_after: number;
};

export const everything = { kind: "all" } as const;
export const whole: Part = { anchor: "newest", num_before: 1000, num_after: 0 };

/** The replica of a new register, and its queue. */
export async function replicaNow(
  { caller, registerOptions }: Pick<Client, "caller" | "registerOptions">,
  previous?: Replica,
) {
  const answer = await caller.register(registerOptions);
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind !== "register")
    throw new Error(`${decoded.path} ${decoded.reason}: ${JSON.stringify(answer).slice(0, 200)}`);
  if (decoded.skipped.length > 0) throw new Error(JSON.stringify(decoded.skipped));
  const brand = brandOf(answer);
  const epoch = (previous?.epoch ?? 0) + 1;
  const fresh = runToEnd(fromRegister(decoded.register, { epoch, brand }));
  if (previous !== undefined && isAnotherRealm(previous, decoded.register, brand))
    throw new Error("It was taken for another realm.");
  const replica = previous === undefined ? fresh : carryOver(fresh, previous);
  return { replica, queue: String(answer["queue_id"]) };
}

/** The messages of a narrow, by default all that the user received. */
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
    allow_empty_topic_name: true,
  });
  const { messages, skipped } = runToEnd(decodeMessages(body["messages"] ?? []));
  if (skipped.length > 0) throw new Error(JSON.stringify(skipped));
  // A rejected request has no messages and proves nothing.
  const { found_oldest: foundOldest = false, found_newest: foundNewest = false, anchor = 0 } = body;
  return { messages, foundOldest, foundNewest, anchor };
}

/** A new client that has fetched all messages of its user. */
export async function connect(
  caller: Caller,
  patient: Caller,
  registerOptions: Parameters,
): Promise<Client> {
  const { replica, queue } = await replicaNow({ caller, registerOptions });
  const page = await pageNow(caller);
  const filled = mergePage(replica, everything, page, requestedNow(replica), newBatch("page"));
  return {
    caller,
    patient,
    registerOptions,
    queue,
    replica: filled,
    last: -1,
    isCurrent: true,
    poll: undefined,
    page: undefined,
    hasChangedRole: false,
    wasGuest: isGuest(replica),
    lost: new Set<number>(),
    closed: new Set<number>(),
    blurred: new Set<number>(),
    returned: new Set<number>(),
  };
}

/** Registers again, carrying over what is still valid. A page may still be outstanding. */
export async function registerAgain(client: Client): Promise<void> {
  const { replica, queue } = await replicaNow(client, client.replica);
  client.lost.clear();
  client.closed.clear();
  client.blurred.clear();
  client.returned.clear();
  Object.assign(client, { replica, queue, last: -1, isCurrent: true, poll: undefined });
  Object.assign(client, { hasChangedRole: false, wasGuest: isGuest(replica) });
}

/** The events after `last`; undefined if the queue does not exist any more. */
export async function ask(
  client: Client,
  last = client.last,
): Promise<readonly Body[] | undefined> {
  const asked = { queue_id: client.queue, last_event_id: last, dont_block: true };
  return eventsIn(await client.caller.get("/events", asked));
}

/** Undefined if the queue does not exist any more. */
export function eventsIn({ body }: Answered): readonly Body[] | undefined {
  if (body["result"] === "success") return body["events"];
  if (body["code"] === "BAD_EVENT_QUEUE_ID") return undefined;
  throw new Error(String(body["msg"]));
}

/** Applies events in order; repeated ones have no effect. */
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

/** Records in the past what an event is about to change. */
export function note(past: Past, event: Event, before: Replica): void {
  if (event.type === "realm_user" && event.op === "update" && event.person.is_active === true)
    past.returned.add(event.person.user_id);
  for (const id of closedBy(event, before)) {
    past.lost.add(id);
    const stream = get(before.streams, id);
    // One that became public on the web was not told to a guest, who may be none by now.
    const wasOpen = stream === undefined ? isUpdate(event) : stream.isWebPublic;
    if (wasOpen) past.closed.add(id);
  }
}

/**
 * The server merges equal changes of a flag in a queue at the position of the newest, so that a removal between them
 * appears to precede both.
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

const isUpdate = (event: Event) => event.type === "stream" && event.op === "update";

/** Streams to which an event indicates lost or regained access. */
function closedBy(event: Event, { streams }: Replica): readonly StreamId[] {
  if (event.type === "stream")
    return event.op === "update"
      ? [event.stream_id].filter(() => event.property === "invite_only")
      : (event.streams ?? []).map(({ stream_id: id }) => id);
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

/** Fetches a page that is applied later. */
export async function askForPage(client: Client, narrow: Narrow, part: Part): Promise<void> {
  const asked = requestedNow(client.replica);
  client.page = { narrow, asked, page: await pageNow(client.caller, narrow, part) };
}

/** Merges the fetched page; `mergePage` discards it if too much happened since the request. */
export function takePage(client: Client): void {
  if (client.page === undefined) return;
  const { narrow, asked, page } = client.page;
  client.page = undefined;
  client.replica = mergePage(client.replica, narrow, page, asked, newBatch("page"));
  checkInvariants(client.replica);
}

/** Whether all messages were fetched for the current queue. */
export function isFilled({ replica }: Client): boolean {
  const history = replica.histories.get(narrowKey(everything));
  return history?.epoch === replica.epoch && history.newestKnown && history.oldestKnown;
}
