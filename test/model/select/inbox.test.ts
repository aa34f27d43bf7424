import fc from "fast-check";
import { expect, test } from "vitest";
import { ids as idsIn, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { type Conversation, conversationKey } from "#model/conversation.ts";
import type { Undecided } from "#model/local-state.ts";
import { withRead } from "#model/overlay.ts";
import type { Replica } from "#model/replica.ts";
import { inbox, inboxRowOf, inboxRows, nextUnread, totals } from "#model/select/inbox.ts";
import { isMuted } from "#model/select/inbox-row.ts";
import { sidebar } from "#model/select/sidebar.ts";
import type { Event } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import * as make from "../../support/make.ts";
import { inboxOrder } from "../../support/replica.ts";

const none: ReadonlySet<StreamId> = new Set();

function say(topic: string, keys: Readonly<Record<string, unknown>> = {}, flags: string[] = []) {
  return make.arrival(make.message({ subject: topic, ...keys }), flags);
}

const policy = (topic: string, visibility_policy: number) =>
  make.event("user_topic", { stream_id: make.general, topic_name: topic, visibility_policy });

const titles = (replica: Replica) =>
  [...inboxRows(inbox(replica))].map(({ conversation, reason }) => {
    const name = conversation.kind === "topic" ? conversation.topic : conversation.userIds.join();
    return `${name}: ${reason}`;
  });

test("conversations that need the user come first, then followed ones, then streams, then bots", () => {
  const me = make.replica({ user_topics: [] });
  const after = make.after(
    me,
    say("machines", { sender_id: make.robot }),
    say("plain"),
    say("called", {}, ["stream_wildcard_mentioned"]),
    say("followed"),
    policy("followed", 3),
    make.arrival(make.message({ subject: "mine", sender_id: make.me }), ["read"]),
    say("mine"),
    say("words", {}, ["has_alert_word"]),
    say("named", {}, ["mentioned"]),
    make.arrival(make.message({ to: [make.me, make.ada] })),
    make.arrival(make.message({ to: [make.me, make.robot], sender_id: make.robot })),
    say("silent"),
    policy("silent", 1),
  );
  expect(titles(after)).toEqual([
    "named: mention",
    "10,11: direct",
    "words: alert",
    "mine: wrote",
    "followed: followed",
    "called: wildcard",
    "plain: stream",
    "machines: bots",
    "10,13: bots",
  ]);
});

test("rows of streams are sorted as in the sidebar, pinned ones first, and by newest message within a stream", () => {
  const subscriptions = [
    make.subscription(make.general, { name: "zebra", pin_to_top: true }),
    make.subscription(make.backend, { name: "ant" }),
  ];
  const inBackend = { stream_id: make.backend };
  const after = make.after(
    make.replica({ subscriptions }),
    say("old"),
    say("elsewhere", inBackend),
    say("new"),
  );
  expect(titles(after)).toEqual(["new: stream", "old: stream", "elsewhere: stream"]);
});

test("a personal mention overrides a mute, a wildcard mention does not", () => {
  const muted = { subscriptions: [make.subscription(make.general, { is_muted: true })] };
  const named = say("named", {}, ["mentioned"]);
  const called = say("called", {}, ["stream_wildcard_mentioned"]);
  const after = make.after(make.replica(muted), named, called);
  expect(titles(after)).toEqual(["named: mention"]);
  expect(totals(after)).toEqual({ unread: 0, mentions: 1, needsYou: 1, older: false });
});

test("nextUnread follows the order, wraps around, and skips rows that do not match", () => {
  const replica = make.after(
    make.replica(),
    say("first", {}, ["mentioned"]),
    make.arrival(make.message({ to: [make.me, make.ada] })),
    say("second"),
    say("third"),
  );
  const order = inboxOrder(replica);
  const on = (at: number, options = {}) => {
    const next = nextUnread(replica, order[at], options);
    return next === undefined ? undefined : order.indexOf(conversationKey(next));
  };
  expect(order).toHaveLength(4);
  expect([on(0), on(1), on(2), on(3)]).toEqual([1, 2, 3, 0]);
  expect([on(0, { needsYou: true }), on(1, { needsYou: true })]).toEqual([1, 0]);
  expect([on(0, { direct: true }), on(3, { direct: true }), on(1, { direct: true })]).toEqual([
    1,
    1,
    undefined,
  ]);
  const [first] = order;
  expect(nextUnread(replica, undefined)).toEqual(inboxRowOf(replica, first as never)?.conversation);
});

test("without another unread conversation nextUnread is undefined", () => {
  const replica = make.after(make.replica(), say("only"));
  expect(nextUnread(replica, inboxOrder(replica)[0])).toBeUndefined();
  expect(nextUnread(make.replica(), undefined)).toBeUndefined();
});

/** The same sums, computed from all unread messages. */
function counted(replica: Replica) {
  const groups = [...replica.unreads.streams.values(), replica.unreads.directs];
  const all = groups.flatMap((group) => [...group]);
  const loud = all.filter(([key]) => !isMuted(replica, key));
  const keys = all.filter(([key]) => inboxRowOf(replica, key) !== undefined).map(([key]) => key);
  return { unread: loud.reduce((sum, [, { ids }]) => sum + ids.length, 0), keys: keys.sort() };
}

const changes = fc.oneof(
  fc.record({
    kind: fc.constant("say" as const),
    topic: fc.constantFrom("a", "b", "c", "d"),
    stream: fc.constantFrom(make.general, make.backend),
    who: fc.constantFrom(make.ada, make.robot, make.me),
    flag: fc.constantFrom("", "mentioned", "topic_wildcard_mentioned", "has_alert_word"),
  }),
  fc.record({
    kind: fc.constant("policy" as const),
    topic: fc.constantFrom("a", "b"),
    value: fc.nat(3),
  }),
  fc.record({ kind: fc.constant("mute" as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant("read" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("move" as const), at: fc.nat(20) }),
);
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;

function eventOf(replica: Replica, change: Change): Event {
  const ids = [...idsIn(replica.messages)];
  switch (change.kind) {
    case "say": {
      const keys = { stream_id: change.stream, sender_id: change.who };
      return say(change.topic, keys, change.flag === "" ? [] : [change.flag]);
    }
    case "policy":
      return policy(change.topic, change.value);
    case "mute":
      return make.event("subscription", {
        op: "update",
        stream_id: make.general,
        property: "is_muted",
        value: change.on,
      });
    case "read":
      return make.flagged("read", "add", [ids[change.at % Math.max(1, ids.length)] ?? 0]);
    case "move":
      return make.move([ids[change.at % Math.max(1, ids.length)] ?? 1], { subject: "moved" });
  }
}

test("incrementally updated rows and sums equal those computed from all messages", () => {
  const property = fc.property(fc.array(changes, { maxLength: 40 }), (list) => {
    let replica = make.replica();
    for (const change of list) {
      replica = make.after(replica, eventOf(replica, change));
      const { unread, keys } = counted(replica);
      expect(totals(replica).unread).toBe(unread);
      expect([...inboxOrder(replica)].sort()).toEqual(keys);
      for (const row of inboxRows(inbox(replica))) expect(row).toBe(inboxRowOf(replica, row.key));
      const rows = sidebar(replica, none).streams;
      const shown = rows.reduce((sum, row) => sum + row.unread, 0);
      const direct = [...replica.unreads.directs.values()].reduce(
        (sum, { ids }) => sum + ids.length,
        0,
      );
      expect(shown + direct).toBe(unread);
    }
  });
  fc.assert(property);
});

/** Counts the entries that are read. */
class CountingMap<K, V> extends Map<K, V> {
  visits = { count: 0 };
  override get(key: K) {
    this.visits.count += 1;
    return super.get(key);
  }
  override *entries() {
    for (const entry of super.entries()) {
      this.visits.count += 1;
      yield entry;
    }
    return undefined;
  }
  override *values() {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }
  override [Symbol.iterator]() {
    return this.entries();
  }
}

function counting<K, V>(map: ReadonlyMap<K, V>, visits: { count: number }): Map<K, V> {
  const copy = new CountingMap<K, V>();
  copy.visits = { count: 0 };
  for (const [key, value] of map) copy.set(key, value);
  copy.visits = visits;
  return copy;
}

/** 400 streams with 25 unread topics of three messages each. */
function bigReplica(visits: { count: number }): Replica {
  const subscriptions = Array.from({ length: 400 }, (_, at) =>
    make.subscription((at + 1) as StreamId, { name: `stream ${at}` }),
  );
  let id = 0;
  const streams = subscriptions.flatMap(({ stream_id }) =>
    Array.from({ length: 25 }, (_, at) => {
      id += 3;
      return { stream_id, topic: `topic ${at}`, unread_message_ids: [id - 2, id - 1, id] };
    }),
  );
  const unread_msgs = { count: id, streams, pms: [], huddles: [], mentions: [] };
  const user_topics = Array.from({ length: 100 }, (_, at) => ({
    stream_id: at + 1,
    topic_name: "topic 3",
    last_updated: 1,
    visibility_policy: at % 4,
  }));
  const replica = make.replica({ subscriptions, unread_msgs, user_topics, max_message_id: id });
  const { unreads, topics } = replica;
  const group = <V>(map: ReadonlyMap<StreamId, V>, each: (value: V) => V) =>
    counting(new Map([...map].map(([key, value]) => [key, each(value)])), visits);
  return {
    ...replica,
    topics: group(topics, (value) => counting(value, visits)),
    unreads: { ...unreads, streams: group(unreads.streams, (value) => counting(value, visits)) },
  };
}

function look(replica: Replica): void {
  sidebar(replica, none);
  inbox(replica);
  totals(replica);
}

test("with ten thousand unread topics, keys and events read at most a few hundred entries", () => {
  const visits = { count: 0 };
  const before = bigReplica(visits);
  look(before);
  expect(visits.count).toBeGreaterThan(10_000);
  const cost = (work: () => void) => {
    visits.count = 0;
    work();
    return visits.count;
  };
  const row = [...inboxRows(inbox(before))].at(5000);
  expect(cost(() => look(before))).toBe(0);
  expect(cost(() => nextUnread(before, row?.key))).toBeLessThan(10);
  const arrival = say("topic 3");
  let after = before;
  const applied = cost(() => {
    after = apply(before, arrival, newBatch("one"), 0);
  });
  expect(applied).toBeLessThan(1000);
  expect(cost(() => look(after))).toBeLessThan(500);
  const done = cost(() => look(withRead(before, make.ids(4, 5, 6), newBatch("done"))));
  expect(done).toBeLessThan(1000);
});

const waiting = (conversation: Conversation): Undecided => ({
  conversation,
  mayHaveArrived: 1,
  failed: 0,
  since: 1,
  reason: "",
});

test("conversations with undecided sends come first, with their unread messages", () => {
  const unread = make.after(
    make.replica({ user_topics: [] }),
    say("plain"),
    say("named", {}, ["mentioned"]),
  );
  const places = ["plain", "new"].map(
    (topic): Conversation => ({ kind: "topic", streamId: make.general, topic }),
  );
  const undecided = new Map(places.map((place) => [conversationKey(place), waiting(place)]));
  const replica = { ...unread, undecided };
  expect(titles(replica)).toEqual(["plain: undecided", "new: undecided", "named: mention"]);
  expect([...inboxRows(inbox(replica))].map(({ count }) => count)).toEqual([1, 0, 1]);
  for (const key of inboxOrder(replica)) expect(inboxRowOf(replica, key)?.key).toBe(key);
  expect(totals(replica).needsYou).toBe(3);
  expect(inbox(replica)).toBe(inbox({ ...replica }));
  const [plain, fresh] = places;
  const key = (place: Conversation | undefined) => place && conversationKey(place);
  expect(nextUnread(replica, key(plain), { needsYou: true })).toEqual(fresh);
  expect(nextUnread(replica, key(fresh), { needsYou: true })).toMatchObject({ topic: "named" });
  expect(nextUnread(replica, key(plain))).toMatchObject({ topic: "named" });
});

test("snoozed rows have their own section, and due ones come first among those that need the user", () => {
  const unread = make.after(
    make.replica({ user_topics: [] }),
    say("plain"),
    say("later"),
    say("named", {}, ["mentioned"]),
  );
  const snooze = (topic: string, isDue: boolean) => {
    const conversation = { kind: "topic", streamId: make.general, topic } as const;
    return [conversationKey(conversation), { conversation, until: 9, newest: 0, isDue }] as const;
  };
  const snoozes = new Map([snooze("later", false), snooze("plain", true), snooze("gone", true)]);
  const replica = { ...unread, snoozes };
  expect(titles(replica)).toEqual(["plain: due", "gone: due", "named: mention", "later: snoozed"]);
  for (const row of inboxRows(inbox(replica))) expect(inboxRowOf(replica, row.key)).toEqual(row);
  expect(inbox(replica).size).toBe(3);
  expect(inbox(replica)).toBe(inbox({ ...replica }));
  const next = nextUnread(replica, undefined);
  expect(next).toMatchObject({ topic: "plain" });
  const named = conversationKey({ kind: "topic", streamId: make.general, topic: "named" });
  expect(nextUnread(replica, named)).toMatchObject({ topic: "plain" });
});
