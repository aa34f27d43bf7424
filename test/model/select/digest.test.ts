/** What happened in conversations since a time: questions, decisions, links, and where messages are missing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fromWireMessage } from "#model/from-wire.ts";
import { requestedNow } from "#model/merge-page.ts";
import type { Replica } from "#model/replica.ts";
import { type Digest, digested, digestOf, gapsIn, loadedDigest } from "#model/select/digest.ts";
import type { Event } from "#wire/events.ts";
import type { UserId } from "#wire/ids.ts";
import type { Message } from "#wire/message.ts";
import * as make from "../../support/make.ts";
import { runs } from "../../support/runs.ts";

const { me, ada, brook, robot } = make;
const people = [me, ada, brook, ...([20, 21, 22] as UserId[])];
const notices = make.person(30 as UserId, { full_name: "Notices", is_bot: true });
const { realm_users: users } = make.answer();
const keys = { realm_users: [...(users as object[]), notices] };

const start = 1_795_000_000;
const realm = make.replica(keys);

function digest(messages: readonly Message[], replica: Replica = realm, since = start): Digest {
  return digestOf(
    messages.map((message) => fromWireMessage(message)),
    replica,
    since,
  );
}

/** The digest without what depends on the order in which people reacted. */
function tell({ conversations, ...rest }: Digest) {
  return {
    ...rest,
    conversations: conversations.map(({ questions, decisions, links, first, last, ...facts }) => ({
      ...facts,
      questions: questions.map(({ id }) => id),
      decisions: decisions.map(({ message, ...decision }) => ({ ...decision, id: message.id })),
      links: links.map(({ message, url, name }) => [message.id, url, name]),
      ends: [first.id, last.id],
    })),
  };
}

function only(messages: readonly Message[], replica = realm) {
  const [facts, ...more] = tell(digest(messages, replica)).conversations;
  expect(more).toEqual([]);
  return facts;
}

const thumbsUp = (count: number) =>
  people.slice(0, count).map((user_id) => ({
    emoji_name: "+1",
    emoji_code: "1f44d",
    reaction_type: "unicode_emoji",
    user_id,
  }));

const says = (content: string, more = {}) => make.message({ content, ...more });
const notice = (content: string, subject = "topic") =>
  says(content, { sender_id: 30, sender_full_name: "Notices", subject });

test("a conversation has who wrote how much, and its first and last message, since the time", () => {
  const old = says("before", { timestamp: start - 1 });
  const all = [old, says("a"), says("b", { sender_id: me }), says("c")];
  const facts = only(all);
  expect(facts).toMatchObject({
    count: 3,
    people: [
      { id: ada, name: "Ada", count: 2 },
      { id: me, name: "Me", count: 1 },
    ],
    ends: [all[1]?.id, all[3]?.id],
  });
});

test("questions to the user are those of others in direct messages and with a mention", () => {
  const mention = { flags: ["mentioned"] };
  const asked = [says("ready?", mention), says("準備はいい？", mention)];
  const none = [
    says("ready?"),
    says("ready", mention),
    says("see https://weir.test/?q=1", mention),
    says("`a ? b : c`", mention),
    says("ready?", { ...mention, sender_id: me }),
    says("ready?", { ...mention, sender_id: robot }),
  ];
  const facts = digestOf(
    [...asked, ...none].map((message) => fromWireMessage(message)),
    realm,
    start,
  );
  expect(facts.conversations[0]?.questions.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
  expect(only([says("lunch?", { to: [me, ada] })])?.questions).toHaveLength(1);
  // With several people, what turns to another is for that one.
  expect(only([says("lunch?", { to: [me, ada, brook] })])?.questions).toHaveLength(1);
  const other = says("@**Brook Bell** lunch?", { to: [me, ada, brook] });
  expect(only([other])?.questions).toEqual([]);
});

test("four people who agree with a message have decided it", () => {
  const [agreed, open] = [
    says("Ship it", { reactions: thumbsUp(4) }),
    says("Or not", { reactions: thumbsUp(3) }),
  ];
  expect(only([agreed, open])?.decisions).toEqual([{ kind: "agreed", id: agreed.id, thumbs: 4 }]);
});

test("a bot that agrees is not one of those people", () => {
  const reactions = [...thumbsUp(3), { ...thumbsUp(1)[0], user_id: robot }];
  expect(only([says("ship it", { reactions })])?.decisions).toEqual([]);
});

test("a topic is resolved by its notice, or by its newest message where there is none", () => {
  const done = { subject: "✔ topic" };
  const [said, thanks] = [says("it works", done), says("thanks", done)];
  const over = notice("@_**Ada|11** has marked this topic as resolved.", "✔ topic");
  expect(only([said, over])?.decisions).toEqual([{ kind: "resolved", id: over.id }]);
  expect(only([said, thanks])?.decisions).toEqual([{ kind: "resolved", id: thanks.id }]);
  const again = notice("@_**Ada|11** has marked this topic as unresolved.");
  expect(only([says("broken again"), again])?.decisions).toEqual([]);
});

test("a moved topic is named by its notice, or by the first message that was moved", () => {
  const here = notice("This topic was moved here from #**backend>old** by @_**Ada|11**.");
  expect(only([says("a"), here])?.decisions).toEqual([{ kind: "moved", id: here.id }]);
  const moved = says("b", { last_moved_timestamp: start + 5 });
  const before = says("a", { last_moved_timestamp: start - 5 });
  expect(only([before, moved])?.decisions).toEqual([{ kind: "moved", id: moved.id }]);
  // What somebody else says of a move moves nothing.
  expect(
    only([says("It was moved here from #**backend>old** by @_**Ada|11**.")])?.decisions,
  ).toEqual([]);
});

test("a poll is decided once its topic is resolved", () => {
  const widget = {
    widget_type: "poll",
    extra_data: { question: "Lunch?", options: ["soup", "rice"] },
  };
  const vote = { type: "vote", key: "canned,1", vote: 1 };
  const submessages = [widget, vote].map((content, at) => ({
    id: at + 1,
    message_id: 1,
    sender_id: ada,
    msg_type: "widget",
    content: JSON.stringify(content),
  }));
  const poll = (subject: string) => says("/poll Lunch?", { subject, submessages });
  expect(only([poll("topic")])?.decisions).toEqual([]);
  expect(only([poll("✔ topic")])?.decisions).toMatchObject([
    { kind: "poll", question: "Lunch?", winners: [{ text: "rice" }] },
    { kind: "resolved" },
  ]);
});

test("links and files are listed once, of the first message that has them", () => {
  const [one, two] = [
    says("see https://a.test/x. and [the log](/user_uploads/2/ab/log.txt)"),
    says("[again](https://a.test/x), `https://b.test`, [said](#narrow/channel/1-general/near/5)"),
  ];
  expect(only([one, two])?.links).toEqual([
    [one.id, "https://a.test/x", "a.test/x"],
    [one.id, "https://weir.test/user_uploads/2/ab/log.txt", "the log"],
  ]);
});

test("what the user has muted is left out and counted, but for mentions of the user", () => {
  const muted = make.replica({
    ...keys,
    user_topics: [
      { stream_id: make.general, topic_name: "noise", visibility_policy: 1, last_updated: 0 },
    ],
    muted_users: [{ id: brook, timestamp: 0 }],
  });
  const noise = { subject: "noise" };
  const called = says("you there?", { ...noise, flags: ["mentioned"] });
  const found = digest([says("psst", noise), called, says("hm", { sender_id: brook })], muted);
  expect(found).toMatchObject({ count: 1, muted: 2 });
  expect(found.conversations[0]?.first.id).toBe(called.id);
});

test("where somebody asks comes first, then where something was decided, then the newest", () => {
  const at = (subject: string, more = {}) => says(subject, { subject, ...more });
  const messages = [at("asks?", { flags: ["mentioned"] }), at("✔ done"), at("older"), at("newer")];
  const order = digest(messages).conversations.map(({ first }) => first.content);
  expect(order).toEqual(["asks?", "✔ done", "newer", "older"]);
});

test("messages are missing before the last hole, before what is loaded, and after its end", () => {
  const all = [says("a"), says("b"), says("c")];
  const page = (keys: Parameters<typeof make.page>[1]) =>
    make.fetched(realm, digested, make.page(all, keys));
  const gaps = (replica: Replica) =>
    gapsIn({ messages: replica.messages, history: replica.histories.get("all" as never) }, start);
  const [first, , last] = all.map(({ timestamp }) => timestamp);
  expect(gaps(page({}))).toEqual({ before: undefined, after: undefined });
  expect(gaps(page({ foundOldest: false, foundNewest: false }))).toEqual({
    before: first,
    after: last,
  });
  const earlier = says("old", { id: 3, timestamp: start - 10 });
  const known = make.fetched(realm, digested, make.page([earlier, ...all], { foundOldest: false }));
  expect(gaps(known)).toEqual({ before: undefined, after: undefined });
  expect(gaps(realm)).toEqual({ before: undefined, after: start });
});

/** What may be told of a message after it was sent: it can come before the page that has the message. */
const changes = {
  thumb: ({ id }: Message, by: UserId) => {
    const emoji = { emoji_name: "+1", emoji_code: "1f44d" };
    return make.reaction(id, "add", by, emoji);
  },
  edit: ({ id }: Message) => make.edit(id, { content: "so https://a.test?", orig_content: "" }),
  resolve: ({ id }: Message) => make.move([id], { subject: "✔ topic" }),
} satisfies Record<string, (message: Message, by: UserId) => Event>;

const texts = ["hello", "ready?", "see https://a.test/x", "[log](/user_uploads/2/ab/log.txt) ok?"];

test("any order of messages, events and pages leads to the same digest", () => {
  const sent = fc.record({
    content: fc.constantFrom(...texts),
    sender_id: fc.constantFrom(me, ada, brook),
    flags: fc.constantFrom([], ["mentioned"]),
    subject: fc.constantFrom("topic", "topic", "other"),
  });
  const kinds = ["thumb", "thumb", "thumb", "edit", "resolve"] as const;
  // After reactions of the user's own to unknown messages, a page is requested again.
  const others = people.filter((id) => id !== me);
  const change = fc.tuple(fc.constantFrom(...kinds), fc.nat(11), fc.constantFrom(...others));
  const shuffles = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });
  const input = [
    fc.array(sent, { minLength: 1, maxLength: 12 }),
    fc.array(change, { maxLength: 12 }),
    fc.nat(12),
    shuffles,
    shuffles,
  ] as const;
  fc.assert(
    fc.property(...input, (all, changed, split, one, other) => {
      const messages = all.map((keys) => says(keys.content, keys));
      const at = split % messages.length;
      const arrivals = messages
        .slice(at + 1)
        .map((message) => make.arrival(message, message.flags ?? []));
      const told = changed.flatMap(([kind, which, by]) => {
        const message = messages[which];
        return message === undefined ? [] : [changes[kind](message, by)];
      });
      const seen = [one, other].map((order) =>
        received(messages.slice(0, at + 1), arrivals, told, order),
      );
      expect(seen[1]).toBe(seen[0]);
      expect(told.length === 0 || seen[0]?.includes('"count"')).toBe(true);
    }),
    { numRuns: runs(4) },
  );
});

/**
 * The digest as text: the last of `loaded` was known at first, and the page of the others comes somewhere among the
 * shuffled events.
 */
function received(
  loaded: readonly Message[],
  arrivals: readonly Event[],
  told: readonly Event[],
  order: readonly number[],
): string {
  const shuffled = (events: readonly Event[]) =>
    events
      .map((event, at) => ({ event, rank: order[at] ?? 0 }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ event }) => event);
  const events = [...shuffled(arrivals), ...shuffled(told)].map((event, id) => ({ ...event, id }));
  const newest = make.page(loaded.slice(-1), { foundOldest: false });
  const known = make.fetched(realm, digested, newest);
  const older = make.page(loaded.slice(0, -1), { foundNewest: false, anchor: newest.anchor });
  const cut = (order[0] ?? 0) % (events.length + 1);
  const before = make.after(known, ...events.slice(0, cut));
  const paged = make.fetched(before, digested, older, requestedNow(known));
  const done = make.after(paged, ...events.slice(cut));
  return JSON.stringify(tell(loadedDigest(done, start)));
}
