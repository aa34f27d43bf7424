import { expect, test } from "vitest";
import { idListOf } from "#base/id-list.ts";
import { get } from "#base/table.ts";
import { fromWireMessage } from "#model/from-wire.ts";
import { narrowKey } from "#model/narrow.ts";
import type { Replica } from "#model/replica.ts";
import { firstUnreadOf, historyOf, unreadIdsOf } from "#model/select/conversations.ts";
import * as make from "../support/make.ts";
import { plain, step } from "../support/replica.ts";

const topic = make.topic();
const key = narrowKey(topic) as never;

/** A replica with the complete history of a topic of these messages. */
function withHistoryOf(...messages: ReturnType<typeof make.message>[]): Replica {
  return make.fetched(make.replica(), topic, make.page(messages));
}

const read = { flags: ["read"] };

test("a new message is unread and last in every narrow that contains it", () => {
  const first = make.message(read);
  let before = withHistoryOf(first);
  const everything = { kind: "all" } as const;
  before = make.fetched(before, everything, make.page([first]));
  const arrival = make.arrival();
  const after = step(before, arrival);
  const { id } = arrival.message;
  for (const narrow of [topic, everything]) {
    expect(historyOf(after, narrow)?.ids).toEqual([first.id, id]);
  }
  expect(unreadIdsOf(after, key)).toEqual([id]);
  expect(after.newestMessage).toBe(id);
});

test("flags alone decide what is unread", () => {
  const own = make.arrival(make.message({ sender_id: make.me }), []);
  const foreign = make.arrival(make.message(), ["read"]);
  const after = make.after(make.replica(), own, foreign);
  expect(unreadIdsOf(after, key)).toEqual([own.message.id]);
});

test("a message that arrives late is inserted by ID", () => {
  const [first, second, third] = [make.message(read), make.message(), make.message(read)];
  const after = step(withHistoryOf(first, third), make.arrival(second));
  expect(historyOf(after, topic)?.ids).toEqual([first.id, second.id, third.id]);
});

test("nothing is appended to a history that does not reach the newest message", () => {
  const [first, second] = [make.message(), make.message()];
  const page = make.page([first], { foundNewest: false });
  const before = make.fetched(make.replica(), topic, page);
  const after = step(before, make.arrival(second));
  expect(historyOf(after, topic)?.ids).toEqual([first.id]);
  expect(get(after.messages, second.id)).toBeDefined();
});

test("a repeated event changes nothing", () => {
  const before = make.replica();
  const arrival = make.arrival();
  const once = step(before, arrival);
  expect(step(once, arrival)).toBe(once);
});

test("a new message ends its author's typing", () => {
  const typing = make.event("typing", {
    op: "start",
    message_type: "stream",
    sender: { user_id: make.ada },
    stream_id: make.general,
    topic: "topic",
  });
  const before = step(make.replica(), typing, 1_000);
  expect(before.typing.size).toBe(1);
  expect(step(before, make.arrival()).typing.size).toBe(0);
});

test("an edit changes text and edit time, and adds or removes the mention of an unread message", () => {
  const arrival = make.arrival();
  const { id } = arrival.message;
  const before = step(make.replica(), arrival);
  const mention = make.edit(id, { content: "@**Me** look", flags: ["mentioned"] });
  const mentioned = step(before, mention);
  expect(get(mentioned.messages, id)).toMatchObject({
    content: "@**Me** look",
    editedAt: mention.edit_timestamp,
    mentioned: true,
  });
  expect(mentioned.unreads.streams.get(make.general)?.get(key)?.mentions).toEqual(idListOf([id]));
  const plainAgain = step(mentioned, make.edit(id, { content: "look", flags: [] }));
  expect(plainAgain.unreads.streams.get(make.general)?.get(key)?.mentions).toEqual(idListOf([]));
});

test("an edit adds a message to the mentions narrow in order, or removes it", () => {
  const mentions = { kind: "mentions" } as const;
  const [first, second, third] = [
    make.message({ flags: ["mentioned", "read"] }),
    make.message({ flags: ["read"] }),
    make.message({ flags: ["mentioned", "read"] }),
  ];
  let before = withHistoryOf(first, second, third);
  before = make.fetched(before, mentions, make.page([first, third]));
  const edited = step(before, make.edit(second.id, { content: "@**Me**", flags: ["mentioned"] }));
  expect(historyOf(edited, mentions)?.ids).toEqual([first.id, second.id, third.id]);
  const again = step(edited, make.edit(second.id, { content: "you", flags: ["read"] }));
  expect(historyOf(again, mentions)?.ids).toEqual([first.id, third.id]);
});

const [edited, renamed, resolved] = [
  { timestamp: 50, prev_content: "before" },
  { timestamp: 60, prev_topic: "before", topic: "topic" },
  { timestamp: 70, prev_topic: "topic", topic: "✔ topic" },
];

test.for([
  ["edited", [edited], { last: 50 }, { editedAt: 50 }],
  ["moved", [renamed], { last: 60 }, { movedAt: 60 }],
  ["moved and edited", [renamed, edited], { last: 60 }, { editedAt: 50, movedAt: 60 }],
  ["resolved", [resolved], { last: 70 }, {}],
  ["changed, with a hidden history", undefined, { last: 60 }, { editedAt: 60 }],
  ["edited, on a newer server", [edited], { last: 50 }, { editedAt: 50 }],
  ["moved, on a newer server", [renamed], { moved: 60 }, { movedAt: 60 }],
  ["resolved, on a newer server", [resolved], {}, {}],
  ["moved, with a hidden history", undefined, { moved: 60 }, { movedAt: 60 }],
  [
    "edited, in a history of moves",
    [renamed],
    { last: 50, moved: 60 },
    { editedAt: 50, movedAt: 60 },
  ],
] as const)("a message that was %s has the times of that", ([, history, times, expected]) => {
  const { last, moved } = times as { last?: number; moved?: number };
  const received = make.message({
    ...(history && { edit_history: history }),
    ...(last !== undefined && { last_edit_timestamp: last }),
    ...(moved !== undefined && { last_moved_timestamp: moved }),
  });
  const { editedAt, movedAt } = fromWireMessage(received);
  expect({ editedAt, movedAt }).toEqual({ editedAt: undefined, movedAt: undefined, ...expected });
});

test("resolving a topic is not a move of its messages", () => {
  const arrival = make.arrival();
  const { id } = arrival.message;
  const after = step(step(make.replica(), arrival), make.move([id], { subject: "✔ topic" }));
  expect(get(after.messages, id)).toMatchObject({ topic: "✔ topic", movedAt: undefined });
});

test("a rerendered message does not count as edited", () => {
  const arrival = make.arrival();
  const { id } = arrival.message;
  const drawn = make.edit(id, {
    content: "text with a preview",
    rendering_only: true,
    user_id: null,
  });
  const after = step(step(make.replica(), arrival), drawn);
  expect(get(after.messages, id)).toMatchObject({
    content: "text with a preview",
    editedAt: undefined,
  });
});

test("an edit of a message that is not loaded still adds a mention", () => {
  const unread = [{ stream_id: make.general, topic: "topic", unread_message_ids: [5] }];
  const unread_msgs = { count: 1, streams: unread, pms: [], huddles: [], mentions: [] };
  const after = step(make.replica({ unread_msgs }), make.edit(5, { flags: ["mentioned"] }));
  expect(after.unreads.streams.get(make.general)?.get(key)?.mentions).toEqual(idListOf([5]));
});

test("reactions list users by type and code in order of arrival, and are removed with the last user", () => {
  const { id } = make.message();
  const before = step(make.replica(), make.arrival(make.message({ id })));
  const two = [
    make.reaction(id, "add", make.ada),
    make.reaction(id, "add", make.me, { emoji_name: "hooray" }),
  ].reduce((replica, event) => step(replica, event), before);
  const userIds = [make.ada, make.me];
  const tada = { type: "unicode_emoji", code: "1f389", name: "tada" };
  expect(get(two.messages, id)?.reactions).toEqual([{ ...tada, userIds }]);
  const none = [
    make.reaction(id, "remove", make.ada),
    make.reaction(id, "remove", make.me),
    make.reaction(id, "remove", make.me),
  ].reduce((replica, event) => step(replica, event), two);
  expect(get(none.messages, id)?.reactions).toEqual([]);
});

// Comparing each with all before it would take minutes.
test("a hundred thousand reactions on a message are grouped in linear time", () => {
  const reactions = Array.from({ length: 100_000 }, (_, at) => ({
    emoji_name: `e${at % 90_000}`,
    emoji_code: `${at % 90_000}`,
    reaction_type: "realm_emoji",
    user_id: at,
  }));
  const gathered = fromWireMessage(make.message({ reactions })).reactions;
  expect(gathered).toHaveLength(90_000);
  expect(gathered[5]).toMatchObject({ name: "e5", userIds: [5, 90_005] });
});

test("a duplicate reaction leaves the message unchanged", () => {
  const arrival = make.arrival();
  const { id } = arrival.message;
  const before = make.after(make.replica(), arrival, make.reaction(id, "add", make.ada));
  const after = step(before, make.reaction(id, "add", make.ada));
  expect(after.messages).toBe(before.messages);
});

test("votes of a poll are appended once", () => {
  const arrival = make.arrival();
  const vote = {
    message_id: arrival.message.id,
    submessage_id: 7,
    sender_id: make.ada,
    msg_type: "widget",
    content: "{}",
  };
  const before = step(make.replica(), arrival);
  const once = step(before, make.event("submessage", vote));
  const twice = step(once, make.event("submessage", vote));
  expect(get(twice.messages, arrival.message.id)?.submessages).toHaveLength(1);
});

test("deleted messages are removed from messages, histories, unreads and stars, loaded or not", () => {
  const starred_messages = [5, 6];
  const unread = [{ stream_id: make.general, topic: "topic", unread_message_ids: [5, 7] }];
  const unread_msgs = { count: 2, streams: unread, pms: [], huddles: [], mentions: [5] };
  const seven = make.message({ id: make.id(7) });
  const before = make.fetched(
    make.replica({ starred_messages, unread_msgs }),
    topic,
    make.page([seven], { foundOldest: false }),
  );
  const gone = { message_type: "stream", stream_id: make.general, topic: "topic" };
  const after = step(before, make.event("delete_message", { message_ids: [7, 5], ...gone }));
  expect([after.starred, after.messages.size, firstUnreadOf(after, key)]).toEqual([
    [6],
    0,
    undefined,
  ]);
  expect(historyOf(after, topic)?.ids ?? []).toEqual([]);
});

test("the old event that deletes one message is applied", () => {
  const arrival = make.arrival();
  const gone = make.event("delete_message", { message_id: arrival.message.id });
  expect(step(step(make.replica(), arrival), gone).messages.size).toBe(0);
});

test("deleting a topic's newest message makes the previous one the newest, and deleting the last one removes the topic", () => {
  const [first, second] = [make.message(read), make.message(read)];
  const gone = (id: number) =>
    make.event("delete_message", {
      message_ids: [id],
      message_type: "stream",
      stream_id: make.general,
      topic: "topic",
    });
  const one = step(withHistoryOf(first, second), gone(second.id));
  expect(one.topics.get(make.general)?.get(key)?.newest).toBe(first.id);
  const none = step(one, gone(first.id));
  expect(none.topics.get(make.general)?.get(key)).toBeUndefined();
});

test("own messages in topics mark their topics as participated", () => {
  const own = make.message({ sender_id: make.me, flags: ["read"] });
  const direct = make.message({ sender_id: make.me, to: [make.me, make.ada] });
  const after = make.after(make.replica(), make.arrival(own, ["read"]), make.arrival(direct));
  expect(plain(after.participated)).toEqual([key]);
});
