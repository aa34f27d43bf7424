import fc from "fast-check";
import { expect, test } from "vitest";
import { get, ids, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import {
  isStale,
  mergeMessages,
  mergePage,
  type Page,
  type RequestedAt,
  requestedNow,
} from "#model/merge-page.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { historyOf, unreadIdsOf } from "#model/select/conversations.ts";
import { isSubscribed } from "#model/topics.ts";
import * as make from "../support/make.ts";
import { checkInvariants, plain } from "../support/replica.ts";
import { runs } from "../support/runs.ts";
import {
  type Action,
  type PageRequest,
  places,
  type TinyServer,
  tinyServer,
} from "../support/tiny-server.ts";

const topic = make.topic();
const key = narrowKey(topic) as never;

test("a page never reverts events that arrived after it was requested", () => {
  const [one, two, three] = [make.message(), make.message(), make.message()];
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const changed = make.after(
    before,
    make.edit(one.id, { content: "edited" }),
    make.flagged("starred", "add", [two.id]),
    make.flagged("read", "add", [two.id]),
    make.reaction(two.id, "add", make.ada),
    make.event("delete_message", { message_ids: [three.id], message_type: "stream" }),
  );
  const after = make.fetched(changed, topic, make.page([one, two, three]), requestedAt);
  checkInvariants(after);
  expect(historyOf(after, topic)?.ids).toEqual([one.id, two.id]);
  expect(get(after.messages, one.id)?.content).toBe("edited");
  expect(get(after.messages, two.id)).toMatchObject({
    starred: true,
    reactions: [{ code: "1f389" }],
  });
  expect(unreadIdsOf(after, key)).toEqual([one.id]);
});

test("what a search has found is outdated if an event came before the answer", () => {
  const search: Narrow = { kind: "search", text: "", terms: [] };
  const before = make.replica();
  const found = make.page([make.message()]);
  const now = make.fetched(before, search, found, requestedNow(before));
  expect(now.histories.get(narrowKey(search))?.isOutdated).toBeUndefined();
  const after = make.after(before, make.flagged("starred", "add", [make.id(1)]));
  const late = make.fetched(after, search, found, requestedNow(before));
  expect(late.histories.get(narrowKey(search))?.isOutdated).toBe(true);
});

test("a page is requested again if messages were moved into its narrow in the meantime", () => {
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const moved = make.move([5, 7], { subject: "elsewhere" });
  const after = make.after(before, moved);
  expect(isStale(after, make.topic("elsewhere"), requestedAt)).toBe(true);
  expect(isStale(after, topic, requestedAt)).toBe(false);
});

test("a page is requested again if messages were moved to a stream without access, even if the user has access now", () => {
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const left = make.after(before, make.move([5, 7], { new_stream_id: make.attic }));
  const joined = make.event("subscription", {
    op: "add",
    subscriptions: [make.subscription(make.attic)],
  });
  const back = make.after(left, joined);
  expect(isSubscribed(back, make.attic)).toBe(true);
  for (const after of [left, back]) expect(isStale(after, { kind: "all" }, requestedAt)).toBe(true);
  expect(mergeMessages(back, [make.message({ id: 5 })], requestedAt, newBatch("page"))).toBe(back);
});

test("a page of all messages is requested again if a message became accessible in the meantime", () => {
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const collapsed = make.event("update_message_flags", {
    op: "add",
    flag: "collapsed",
    messages: [5],
    all: false,
  });
  for (const event of [
    make.flagged("starred", "add", [5]),
    make.reaction(5, "add", make.me),
    collapsed,
  ]) {
    const after = make.after(before, event);
    expect(isStale(after, { kind: "all" }, requestedAt)).toBe(true);
    expect(isStale(after, topic, requestedAt)).toBe(false);
    const listed = make.fetched(before, { kind: "all" }, make.page([make.message({ id: 5 })]));
    expect(isStale(make.after(listed, event), { kind: "all" }, requestedAt)).toBe(false);
  }
  for (const event of [make.flagged("read", "add", [5]), make.reaction(5, "add", make.ada)])
    expect(isStale(make.after(before, event), { kind: "all" }, requestedAt)).toBe(false);
});

test("a message that arrived while the page was loading follows it", () => {
  const [old, fresh] = [make.message(), make.message()];
  const before = make.replica();
  const requestedAt = requestedNow(before);
  const changed = make.after(before, make.arrival(fresh));
  const after = make.fetched(changed, topic, make.page([old]), requestedAt);
  expect(historyOf(after, topic)).toMatchObject({ ids: [old.id, fresh.id], newestKnown: true });
});

test("an adjacent page is joined to the history, and any other page replaces it", () => {
  const all = Array.from({ length: 9 }, () => make.message({ flags: ["read"] }));
  const part = (from: number, to: number, anchor: number) => ({
    messages: all.slice(from, to),
    foundOldest: false,
    foundNewest: false,
    anchor: all[anchor]?.id ?? 0,
  });
  const ids = all.map(({ id }) => id);
  const middle = make.fetched(make.replica(), topic, part(3, 5, 3));
  const joined = make.fetched(middle, topic, part(1, 3, 3));
  expect(historyOf(joined, topic)?.ids).toEqual(ids.slice(1, 5));
  const apart = make.fetched(joined, topic, part(6, 8, 7));
  expect(historyOf(apart, topic)?.ids).toEqual(ids.slice(6, 8));
});

test("an empty page that reached the end marks the end as known", () => {
  const only = make.message({ flags: ["read"] });
  const unknown = { foundOldest: false, foundNewest: false };
  const before = make.fetched(make.replica(), topic, make.page([only], unknown));
  const end = make.page([], { foundOldest: false, foundNewest: true, anchor: only.id });
  const after = make.fetched(before, topic, end);
  expect(historyOf(after, topic)).toMatchObject({
    ids: [only.id],
    newestKnown: true,
    oldestKnown: false,
  });
});

test("a page of the same messages leaves them the same", () => {
  const message = make.message({ reactions: [] });
  const before = make.fetched(make.replica(), topic, make.page([message]));
  const after = make.fetched(before, topic, make.page([message]));
  expect(get(after.messages, message.id)).toBe(get(before.messages, message.id));
});

test("messages of unsubscribed streams are never unread", () => {
  const attic = make.topic("old", make.attic);
  const found = make.message({ stream_id: make.attic, subject: "old", flags: [] });
  const after = make.fetched(make.replica(), attic, make.page([found]));
  expect(after.unreads.where.size).toBe(0);
});

const narrows: readonly Narrow[] = [
  ...places.map(({ streamId, topic: name }) => make.topic(name, streamId)),
  { kind: "stream", streamId: make.general },
  { kind: "all" },
  { kind: "starred" },
  { kind: "mentions" },
];

/** A request for a page: sent, then answered by the server, then merged. */
type Fetch = {
  readonly narrow: Narrow;
  readonly requestedAt: RequestedAt;
  readonly request: PageRequest;
  page?: Page;
};

type World = {
  readonly server: TinyServer;
  replica: Replica;
  delivered: number;
  fetches: Fetch[];
};

type Move =
  | { readonly kind: "action"; readonly action: Action }
  | { readonly kind: "deliver"; readonly count: number }
  | { readonly kind: "ask"; readonly at: number; readonly side: number }
  | { readonly kind: "make" | "take"; readonly at: number }
  | { readonly kind: "lose the queue" };

const at = fc.nat(40);
const on = fc.boolean();
const flags = fc.constantFrom<readonly string[]>([], ["read"], ["mentioned"]);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant("send"), at, flags }),
  fc.record({ kind: fc.constant("late"), at, flags }),
  fc.record({ kind: fc.constant("edit"), at }),
  fc.record({ kind: fc.constant("delete"), at }),
  fc.record({ kind: fc.constant("mention"), at, on }),
  fc.record({ kind: fc.constant("star"), at, on }),
  fc.record({ kind: fc.constant("read"), at, on }),
  fc.record({ kind: fc.constant("move"), at, many: fc.nat(4), to: fc.nat(2) }),
  fc.record({ kind: fc.constant("read all") }),
);
const move: fc.Arbitrary<Move> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant("action"), action }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant("deliver"), count: fc.nat(3) }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constant("ask"), at, side: fc.nat(3) }), weight: 4 },
  {
    arbitrary: fc.record({ kind: fc.constantFrom("make", "take"), at: fc.nat(3) }),
    weight: 6,
  },
  { arbitrary: fc.record({ kind: fc.constant("lose the queue") }), weight: 1 },
);

function deliver(world: World, count: number): void {
  for (const event of world.server.log.slice(world.delivered, world.delivered + count)) {
    world.replica = apply(world.replica, event, newBatch("event"), 0);
    checkInvariants(world.replica);
    world.delivered += 1;
  }
}

/** A page around some message, at the end, or adjacent to either edge of the history. */
function pageRequest(
  { replica, server }: World,
  narrow: Narrow,
  spot: number,
  side: number,
): PageRequest {
  const known = historyOf(replica, narrow)?.ids ?? [];
  const all = server.messages(narrow);
  const somewhere = all[spot % Math.max(1, all.length)]?.id ?? 0;
  if (side === 0) return { anchor: "newest", before: 3, after: 0 };
  if (side === 1) return { anchor: known[0] ?? somewhere, before: 3, after: 0 };
  if (side === 2) return { anchor: known.at(-1) ?? somewhere, before: 0, after: 3 };
  return { anchor: somewhere, before: 2, after: 2 };
}

/** Events that were not delivered are lost. */
function registerAgain(world: World): void {
  world.delivered = world.server.log.length;
  world.replica = make.replica(world.server.register(), world.replica);
  checkInvariants(world.replica);
}

function play(world: World, next: Move): void {
  if (next.kind === "action") world.server.perform(next.action);
  else if (next.kind === "deliver") deliver(world, next.count);
  else if (next.kind === "lose the queue") registerAgain(world);
  else if (next.kind === "ask") {
    const narrow = narrows[next.at % narrows.length] as Narrow;
    const request = pageRequest(world, narrow, next.at, next.side);
    world.fetches.push({ narrow, request, requestedAt: requestedNow(world.replica) });
  } else {
    const fetch = world.fetches[next.at % Math.max(1, world.fetches.length)];
    if (fetch === undefined) return;
    fetch.page ??= world.server.page(fetch.narrow, fetch.request);
    if (next.kind === "take") take(world, fetch);
  }
}

function take(world: World, fetch: Fetch): void {
  const { narrow, requestedAt, page } = fetch;
  if (page === undefined) return;
  world.replica = mergePage(world.replica, narrow, page, requestedAt, newBatch("page"));
  world.fetches = world.fetches.filter((other) => other !== fetch);
  checkInvariants(world.replica);
}

/** Expects the known interval of the history to equal the server's messages; whether it was long enough to matter. */
function compare({ replica, server }: World, narrow: Narrow): boolean {
  const history = historyOf(replica, narrow);
  if (history?.epoch !== replica.epoch) return false;
  const { ids, oldestKnown, newestKnown } = history;
  const from = oldestKnown ? 0 : (ids[0] ?? Number.POSITIVE_INFINITY);
  const to = newestKnown ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? 0);
  const within = server.messages(narrow).filter(({ id }) => id >= from && id <= to);
  expect(ids, narrowKey(narrow)).toEqual(within.map(({ id }) => id));
  const still = ({
    movedAt: _,
    editedAt: __,
    sentAt: ___,
    ...rest
  }: object & Record<string, unknown>) => rest;
  const known = ids.map((id) => still({ ...get(replica.messages, id) }));
  expect(known.map(plain)).toEqual(within.map((one) => plain(still({ ...fromWireMessage(one) }))));
  return ids.length > 2;
}

test("inside the known interval a history equals the server's for any interleaving of events and pages", () => {
  let claimed = 0;
  const property = fc.property(fc.array(move, { minLength: 10, maxLength: 60 }), (moves) => {
    const server = tinyServer(12);
    const world: World = {
      server,
      replica: make.replica(server.register()),
      delivered: 0,
      fetches: [],
    };
    for (const next of moves) play(world, next);
    deliver(world, Number.POSITIVE_INFINITY);
    for (const fetch of world.fetches.filter(({ page }) => page !== undefined)) take(world, fetch);
    expect([...ids(world.replica.unreads.where)].sort((a, b) => a - b)).toEqual(
      server.withFlag("read", false),
    );
    expect(world.replica.starred).toEqual(server.withFlag("starred", true));
    for (const narrow of narrows) if (compare(world, narrow)) claimed += 1;
  });
  fc.assert(property);
  expect(claimed).toBeGreaterThan(runs() / 2);
});
