/** The numbers of views: equal to filtering every unread message afresh, after each of many events. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { idsOf } from "#base/id-list.ts";
import { below, pick, seeded } from "#base/random.ts";
import { get, ids as idsIn, newBatch } from "#base/table.ts";
import { apply } from "#model/apply.ts";
import { isResolved } from "#model/conversation.ts";
import { decodeEvent, decodeMessages, decodeRegister, runToEnd } from "#model/decode.ts";
import { fromRegister } from "#model/from-register.ts";
import { mergePage, requestedNow } from "#model/merge-page.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { Replica, ViewCounts } from "#model/replica.ts";
import { isMuted } from "#model/select/inbox-row.ts";
import { viewCounting } from "#model/select/view-counts.ts";
import type { UnreadConversation } from "#model/unreads.ts";
import { readFragment } from "#model/views.ts";
import { bigBlueprint } from "#realm/seed/big.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { NavigationView } from "#wire/personal.ts";
import { fakeClock } from "../../support/clock.ts";
import * as make from "../../support/make.ts";
import "../../support/properties.ts";
import { type Body, type Caller, startRealm } from "../../support/realm.ts";
import { patientMs, runs } from "../../support/runs.ts";

function withViews(replica: Replica, fragments: readonly string[]): Replica {
  const rows = fragments.map((fragment, at): [string, NavigationView] => [
    fragment,
    { fragment, name: `View ${at}`, is_pinned: at % 2 === 0 },
  ]);
  return { ...replica, navigationViews: new Map(rows) };
}

/** The rule of one term, from the message and the lists of the user alone; undefined: nobody can tell. */
function holds(
  replica: Replica,
  { operator, operand }: SearchTerm,
  { key, conversation: place, mentions }: UnreadConversation,
  id: MessageId,
) {
  const message = get(replica.messages, id);
  const topic = place.kind === "topic" ? place : undefined;
  const people = place.kind === "direct" ? place.userIds : [];
  switch (
    operator === "is" || operator === "in" || operator === "has" ? `${operator}:${operand}` : ""
  ) {
    case "is:unread":
    case "in:all":
      return true;
    case "is:dm":
      return topic === undefined;
    case "is:mentioned":
      return idsOf(mentions).includes(id);
    case "is:starred":
      return replica.starred.includes(id);
    case "is:followed":
      return replica.policies.get(key) === 3;
    case "is:resolved":
      return topic !== undefined && isResolved(topic.topic);
    case "is:muted":
      return topic !== undefined && isMuted(replica, key);
    case "in:home":
      return topic === undefined || !isMuted(replica, key);
    case "has:reaction":
      return message && message.reactions.length > 0;
    default:
      break;
  }
  switch (operator) {
    case "stream":
      return topic?.streamId === operand;
    case "topic":
      return topic?.topic.toLowerCase() === `${operand}`.toLowerCase();
    case "dm":
      return (
        topic === undefined && people.filter((one) => one !== replica.ownId).join() === `${operand}`
      );
    case "dm-including":
      return people.some((one) => one === operand);
    case "sender":
      return message && message.senderId === operand;
    case "search":
      return message?.content.split(/\W+/).includes(`${operand}`) === true ? true : undefined;
    default:
      return undefined;
  }
}

function naive(replica: Replica, fragment: string) {
  const read = readFragment(replica, fragment);
  if (read.kind !== "search") return undefined;
  const { terms } = read;
  let [certain, unknown] = [0, 0];
  for (const entry of [replica.unreads.directs, ...replica.unreads.streams.values()].flatMap(
    (group) => [...group.values()],
  ))
    for (const id of idsOf(entry.ids)) {
      const isOut = (term: SearchTerm) =>
        holds(replica, term, entry, id) === (term.negated === true);
      if (terms.some(isOut)) continue;
      if (terms.some((term) => holds(replica, term, entry, id) === undefined)) unknown += 1;
      else certain += 1;
    }
  return { certain, unknown };
}

const some = [
  "narrow/is/unread",
  "narrow/channel/1-general",
  "narrow/channel/2-backend/topic/a",
  "narrow/-channel/2-backend",
  "narrow/topic/b",
  "narrow/is/mentioned",
  "narrow/-is/mentioned/channel/1-general",
  "narrow/is/followed",
  "narrow/-is/followed",
  "narrow/is/muted",
  "narrow/in/home/sender/11-Ada",
  "narrow/-sender/12-Brook",
  "narrow/is/resolved",
  "narrow/is/starred",
  "narrow/is/dm",
  "narrow/dm/11-Ada",
  "narrow/dm-including/12-Brook",
  "narrow/has/reaction",
  "narrow/search/text",
  "narrow/frobnicate/words",
] as const;

const changes = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("say" as const),
      topic: fc.constantFrom("a", "b", "✔ c", "d"),
      stream: fc.constantFrom(make.general, make.backend),
      who: fc.constantFrom(make.ada, make.brook),
      direct: fc.boolean(),
      flag: fc.constantFrom("", "mentioned", "starred", "read"),
    }),
  },
  fc.record({
    kind: fc.constantFrom(
      "read",
      "unread",
      "star",
      "unstar",
      "move",
      "edit",
      "react",
      "evict",
      "delete",
    ),
    at: fc.nat(30),
  }),
  fc.record({
    kind: fc.constant("policy" as const),
    topic: fc.constantFrom("a", "b"),
    value: fc.nat(3),
  }),
  fc.record({ kind: fc.constant("mute" as const), on: fc.boolean() }),
  fc.record({ kind: fc.constant("rename" as const) }),
  fc.record({ kind: fc.constant("views" as const), count: fc.nat(some.length) }),
);
type Change = typeof changes extends fc.Arbitrary<infer T> ? T : never;

function changed(replica: Replica, change: Change): Replica {
  const known = [...idsIn(replica.messages)];
  const at =
    "at" in change ? (known[change.at % Math.max(1, known.length)] ?? make.id(1)) : make.id(1);
  switch (change.kind) {
    case "say": {
      const { topic: subject, stream, who, direct, flag } = change;
      const place = direct
        ? { to: [make.me, who] }
        : { stream_id: stream, subject, display_recipient: `stream ${stream}` };
      const said = make.message({ ...place, sender_id: who });
      return make.after(replica, make.arrival(said, flag === "" ? [] : [flag]));
    }
    case "read":
      return make.after(replica, make.flagged("read", "add", [at]));
    case "unread": {
      const keys = {
        message_details: { [at]: { type: "stream", stream_id: make.general, topic: "a" } },
      };
      return make.after(replica, make.flagged("read", "remove", [at], keys));
    }
    case "star":
    case "unstar":
      return make.after(
        replica,
        make.flagged("starred", change.kind === "star" ? "add" : "remove", [at]),
      );
    case "move":
      return make.after(replica, make.move([at], { subject: "b" }));
    case "edit":
      return make.after(replica, make.edit(at, { content: "other words", is_me_message: false }));
    case "react":
      return make.after(replica, make.reaction(at, "add", make.ada));
    case "delete": {
      const place = { message_type: "stream", stream_id: make.general, topic: "a" };
      return make.after(replica, make.event("delete_message", { message_ids: [at], ...place }));
    }
    // Texts of unread messages may leave the memory.
    case "evict": {
      const { messages } = make.replica();
      return { ...replica, messages };
    }
    case "policy": {
      const { topic: topic_name, value: visibility_policy } = change;
      const where = { stream_id: make.general, topic_name, last_updated: 1 };
      return make.after(replica, make.event("user_topic", { ...where, visibility_policy }));
    }
    case "mute":
    case "rename": {
      const property =
        change.kind === "mute"
          ? { property: "is_muted", value: change.on }
          : { property: "color", value: "#123456" };
      const update = { op: "update", stream_id: make.backend, ...property };
      return make.after(replica, make.event("subscription", update));
    }
    case "views":
      return withViews(replica, some.slice(0, change.count));
  }
}

function expectNaive(counts: ViewCounts, replica: Replica) {
  for (const fragment of replica.navigationViews.keys())
    expect([fragment, counts.get(fragment)]).toEqual([fragment, naive(replica, fragment)]);
  expect(counts.size).toBeLessThanOrEqual(replica.navigationViews.size);
}

test("after each event the numbers are those of a filter over all unread messages", () => {
  const property = fc.property(fc.array(changes, { maxLength: 40 }), (list) => {
    const { count } = viewCounting();
    let replica = withViews(make.replica(), some);
    for (const change of list) {
      replica = changed(replica, change);
      expectNaive(count(replica), replica);
    }
  });
  fc.assert(property);
});

test("counted piece by piece, while more happens, the numbers are the same in the end", () => {
  const steps = fc.array(fc.tuple(changes, fc.nat(60)), { maxLength: 40 });
  const property = fc.property(steps, (list) => {
    const { count, isUnfinished } = viewCounting();
    let replica = withViews(make.replica(), some);
    for (const [change, atMost] of list) {
      replica = changed(replica, change);
      const counts = count(replica, atMost);
      if (!isUnfinished()) expectNaive(counts, replica);
    }
    do count(replica, 7);
    while (isUnfinished());
    expectNaive(count(replica, 0), replica);
  });
  fc.assert(property);
});

test("until all is counted, the numbers are those of before", () => {
  const { count, isUnfinished } = viewCounting();
  const one = make.after(withViews(make.replica(), some), make.arrival());
  const before = count(one);
  const two = make.after(one, make.arrival());
  expect(count(two, 0)).toBe(before);
  expect(isUnfinished()).toBe(true);
  expectNaive(count(two), two);
});

test("an event that touches no view leaves the numbers the same object", () => {
  const replica = make.after(withViews(make.replica(), some), make.arrival());
  const { count } = viewCounting();
  const before = count(replica);
  const after = make.after(replica, make.event("presence", { user_id: make.ada, presences: {} }));
  expect(count(after)).toBe(before);
});

// The big realm: what a server says counts.

const steps = runs(1, 6);

async function listed(me: Caller, replica: Replica, fragment: string): Promise<number> {
  const read = readFragment(replica, fragment);
  const terms = read.kind === "search" ? read.terms : [];
  const narrow = [...terms, { operator: "is", operand: "unread" }];
  const page = { narrow, anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: false };
  const { body } = await me.get("/messages", page);
  return body["messages"].length;
}

/** What five people and the user do, at random. */
async function happens(
  random: () => number,
  me: Caller,
  others: readonly Caller[],
  replica: Replica,
) {
  const unread = [...idsIn(replica.unreads.where)];
  const id = pick(random, unread) ?? 1;
  const other = pick(random, others) ?? me;
  const streams = [1, 2, 3];
  const topic = `${pick(random, ["gauge", "radar", "✔ storm"])}`;
  const place = { streamId: pick(random, streams) ?? 1, topic };
  switch (below(random, 9)) {
    case 0:
      return me.post("/messages/flags", { op: "add", flag: "read", messages: [id] });
    case 1:
      return me.post("/messages/flags", { op: "add", flag: "starred", messages: [id] });
    case 2:
      return me.post("/user_topics", {
        stream_id: place.streamId,
        topic,
        visibility_policy: below(random, 4),
      });
    case 3:
      return me.patch(`/messages/${id}`, { topic: "moved", propagate_mode: "change_later" });
    case 4:
      return me.post(`/messages/${id}/reactions`, { emoji_name: "tada" });
    case 5:
      return me.post("/users/me/subscriptions/properties", {
        subscription_data: [
          { stream_id: place.streamId, property: "is_muted", value: below(random, 2) === 0 },
        ],
      });
    case 6:
      return other.say([1], "a word to you").catch(() => undefined);
    default:
      return other.say(place, `radar @**all** ${below(random, 100)}`).catch(() => undefined);
  }
}

test("twenty views over the big realm: after each event, the numbers of the filter and of the server", {
  timeout: patientMs,
}, async () => {
  const clock = fakeClock();
  const { realm, as } = startRealm({
    clock,
    blueprint: bigBlueprint(Math.floor(clock.now() / 1000)),
  });
  const me = as(1);
  const others = realm.accounts.slice(1, 6).map(({ user_id }) => as(user_id));
  const answer: Body = await me.register();
  const decoded = runToEnd(decodeRegister(answer));
  if (decoded.kind === "malformed") throw new Error("The register does not decode.");
  let replica = runToEnd(
    fromRegister(decoded.register, { epoch: 1, brand: make.brand, ownId: undefined }),
  );
  const names = [1, 2, 3].map((id) => `${id}-${get(replica.streams, id as StreamId)?.name}`);
  const fragments = [
    ...names.map((name) => `narrow/channel/${name}`),
    ...names.map((name) => `narrow/channel/${name}/topic/radar`),
    ...names.map((name) => `narrow/-channel/${name}/is/mentioned`),
    ...[2, 3, 4].map((id) => `narrow/sender/${id}-x`),
    "narrow/is/followed",
    "narrow/is/muted",
    "narrow/is/starred",
    "narrow/is/mentioned",
    "narrow/is/dm",
    "narrow/is/resolved",
    "narrow/dm-including/2-x",
    "narrow/in/home/-is/dm",
  ];
  expect(fragments).toHaveLength(20);
  replica = withViews(replica, fragments);
  const unread = [...idsIn(replica.unreads.where)];
  expect(unread.length).toBeGreaterThan(20_000);
  const random = seeded(39);
  const { count } = viewCounting();
  for (let step = 0; step < steps; step += 1) {
    await happens(random, me, others, replica);
    replica = await followed(me, answer["queue_id"], replica);
    // A page of what was unread before is read now and then: their senders are known from then on.
    if (step % 10 === 5) replica = await withPage(me, replica, unread[step * 50] ?? 1);
    const counts = count(replica);
    for (const fragment of fragments)
      expect([step, fragment, counts.get(fragment)]).toEqual([
        step,
        fragment,
        naive(replica, fragment),
      ]);
  }
  for (const fragment of fragments) {
    const { certain = 0, unknown = 0 } = count(replica).get(fragment) ?? {};
    const there = Math.min(5000, await listed(me, replica, fragment));
    const [least, most] = [certain, certain + unknown].map((count) => Math.min(5000, count));
    expect([fragment, there >= (least ?? 0), there <= (most ?? 0)]).toEqual([fragment, true, true]);
  }
});

async function followed(me: Caller, queue: string, replica: Replica): Promise<Replica> {
  const batch = newBatch("events");
  const events = await me.events(queue, replica.lastEvent);
  return events.map(decodeEvent).reduce((now, read) => {
    return read.kind === "event" ? apply(now, read.event, batch, 0) : now;
  }, replica);
}

async function withPage(me: Caller, replica: Replica, anchor: number): Promise<Replica> {
  const page = { anchor, num_before: 100, num_after: 100, apply_markdown: false };
  const { body } = await me.get("/messages", page);
  const { messages } = runToEnd(decodeMessages(body["messages"]));
  const received = { messages, foundOldest: false, foundNewest: false, anchor };
  const all = { kind: "all" } as const;
  return mergePage(replica, all, received, requestedNow(replica), newBatch("page"));
}
