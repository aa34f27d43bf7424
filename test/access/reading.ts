/** What of the history somebody gets to see and may mark, by list and by narrow. */
import {
  allowed,
  type Deed,
  everybody,
  members,
  noSuchMessage,
  noSuchStream,
  type Outcome,
  refused,
  shows,
  unchanged,
  withholds,
} from "./deed.ts";
import { came, did, didBefore, left, listens, queueOf, shared } from "./given.ts";
import { messages, others, streams } from "./village.ts";

const whole = { anchor: "oldest", num_before: 0, num_after: 100 };

function narrowed(operator: string, operand: unknown) {
  return { ...whole, narrow: [{ operator, operand }] };
}

/** Exactly these messages. */
function ids(...found: readonly number[]) {
  return { messages: found.map((id) => ({ id })) };
}

const nothing: Outcome = withholds(ids());

function spoken(stream: number) {
  const asks = { type: "stream", to: stream, topic: "hello", content: "news" };
  return did(others.other, "POST", "/messages", asks);
}

const fetching: readonly Deed[] = [
  {
    action: "GET /messages",
    relation: "in a public stream that they are not in",
    asks: narrowed("channel", streams.apart),
    outcomes: { [members]: shows(ids(messages.apart)), guest: nothing },
  },
  {
    action: "GET /messages",
    relation: "in a private stream of theirs",
    asks: narrowed("channel", streams.team),
    outcomes: { [everybody]: shows(ids(messages.team)) },
  },
  {
    action: "GET /messages",
    relation: "in a private stream that they are not in",
    asks: narrowed("channel", streams.secret),
    outcomes: { [everybody]: nothing },
  },
  {
    action: "GET /messages",
    relation: "in a private stream that they came into later",
    given: [came(streams.secret)],
    asks: narrowed("channel", streams.secret),
    outcomes: { [everybody]: nothing },
  },
  {
    action: "GET /messages",
    relation: "in a private stream that they came into later, with its history",
    given: [came(streams.secret), shared(streams.secret)],
    asks: narrowed("channel", streams.secret),
    outcomes: { [everybody]: shows(ids(messages.secret)) },
  },
  {
    action: "GET /messages",
    relation: "in a private stream that they left: what came to them stays theirs",
    given: [left(streams.team), spoken(streams.team)],
    asks: narrowed("channel", streams.team),
    outcomes: { [everybody]: withholds(ids(messages.team)) },
  },
  {
    action: "GET /messages",
    relation: "in a web-public stream that they are not in",
    asks: narrowed("channel", streams.web),
    outcomes: { [everybody]: shows(ids(messages.web)) },
  },
  {
    action: "GET /messages",
    relation: "by the ID of a message in a private stream that they are not in",
    asks: narrowed("id", messages.secret),
    outcomes: { [everybody]: nothing },
  },
  {
    action: "GET /messages",
    relation: "by the ID of a direct message of others",
    asks: narrowed("id", messages.direct),
    outcomes: { [everybody]: nothing },
  },
  {
    action: "GET /messages",
    relation: "with the conversation of a direct message of others",
    asks: {
      ...whole,
      narrow: [
        { operator: "with", operand: messages.direct },
        { operator: "is", operand: "dm" },
      ],
    },
    outcomes: { [everybody]: withholds(ids(messages.together)) },
  },
  {
    action: "GET /messages",
    relation: "in all public streams",
    asks: {
      ...whole,
      narrow: [
        { operator: "channels", operand: "public" },
        { operator: "sender", operand: others.other },
      ],
    },
    outcomes: {
      [members]: shows(ids(101, 102, 105, 108, 109, 110)),
      // To guests also this is their own history.
      guest: withholds(ids(101, 108, 109, 110)),
    },
  },
];

const matching: readonly Deed[] = [
  {
    action: "GET /messages/matches_narrow",
    relation: "messages that came to them",
    asks: { msg_ids: [messages.open, messages.together], narrow: [] },
    outcomes: {
      [everybody]: shows({ messages: { [messages.open]: {}, [messages.together]: {} } }),
    },
  },
  {
    action: "GET /messages/matches_narrow",
    relation: "messages that did not come to them",
    asks: { msg_ids: [messages.apart, messages.secret, messages.direct], narrow: [] },
    outcomes: { [everybody]: withholds({ messages: {} }) },
  },
];

function flag(messages: readonly number[], name: string, op = "add") {
  return { messages, op, flag: name };
}

function flagAll(stream: number, name: string) {
  return { ...narrowed("channel", stream), op: "add", flag: name };
}

const flagging: readonly Deed[] = [
  {
    action: "POST /messages/flags",
    relation: "starring in a stream of theirs",
    asks: flag([messages.open], "starred"),
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /messages/flags",
    relation: "starring in a public stream that they are not in",
    asks: flag([messages.open, messages.apart], "starred"),
    outcomes: { [members]: allowed, guest: noSuchMessage },
  },
  {
    action: "POST /messages/flags",
    relation: "starring in a private stream that they are not in",
    asks: flag([messages.open, messages.secret], "starred"),
    outcomes: { [everybody]: noSuchMessage },
  },
  {
    action: "POST /messages/flags",
    relation: "collapsing a direct message of others",
    asks: flag([messages.direct], "collapsed"),
    outcomes: { [everybody]: noSuchMessage },
  },
  {
    action: "POST /messages/flags",
    relation: "marking unread what never came to them",
    asks: flag([messages.secret, messages.direct], "read", "remove"),
    outcomes: { [everybody]: withholds({ messages: [messages.secret, messages.direct] }) },
  },
  {
    action: "POST /messages/flags",
    relation: "mentioning themselves",
    asks: flag([messages.open], "mentioned"),
    outcomes: { [everybody]: refused("Flag not editable: 'mentioned'") },
  },
  {
    action: "POST /messages/flags/narrow",
    relation: "starring a stream of theirs",
    asks: flagAll(streams.team, "starred"),
    outcomes: { [everybody]: shows({ processed_count: 1, updated_count: 1 }) },
  },
  {
    action: "POST /messages/flags/narrow",
    relation: "starring a public stream that they are not in",
    asks: flagAll(streams.apart, "starred"),
    outcomes: {
      [members]: shows({ processed_count: 1, updated_count: 1 }),
      guest: withholds({ processed_count: 0, first_processed_id: null }),
    },
  },
  {
    action: "POST /messages/flags/narrow",
    relation: "starring a private stream that they are not in",
    asks: flagAll(streams.secret, "starred"),
    outcomes: { [everybody]: withholds({ processed_count: 0, first_processed_id: null }) },
  },
];

const marking: readonly Deed[] = [
  {
    action: "POST /mark_all_as_read",
    relation: "everything that came to them",
    given: [spoken(streams.open)],
    outcomes: { [everybody]: shows({ complete: true }) },
  },
  {
    action: "POST /mark_stream_as_read",
    relation: "a stream of theirs",
    given: [spoken(streams.open)],
    asks: { stream_id: streams.open },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /mark_stream_as_read",
    relation: "a public stream that they are not in",
    asks: { stream_id: streams.apart },
    outcomes: { [members]: unchanged, guest: noSuchStream },
  },
  {
    action: "POST /mark_stream_as_read",
    relation: "a private stream that they are not in",
    asks: { stream_id: streams.secret },
    outcomes: { [everybody]: noSuchStream },
  },
  {
    action: "POST /mark_topic_as_read",
    relation: "a topic of theirs",
    given: [spoken(streams.open)],
    asks: { stream_id: streams.open, topic_name: "hello" },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /mark_topic_as_read",
    relation: "a topic of a public stream that they are not in",
    asks: { stream_id: streams.apart, topic_name: "hello" },
    outcomes: { [members]: refused("No such topic 'hello'"), guest: noSuchStream },
  },
  {
    action: "POST /mark_topic_as_read",
    relation: "a topic of a private stream that they are not in",
    asks: { stream_id: streams.secret, topic_name: "hello" },
    outcomes: { [everybody]: noSuchStream },
  },
];

const queues: readonly Deed[] = [
  {
    action: "POST /register",
    relation: "hearing of what is theirs",
    asks: { event_types: ["message"] },
    outcomes: { [everybody]: shows({ last_event_id: -1 }) },
  },
  {
    action: "POST /register",
    relation: "hearing of all public streams",
    asks: { event_types: ["message"], all_public_streams: true },
    outcomes: { [members]: allowed, guest: refused("User not authorized for this query") },
  },
];

const badQueue = refused("Bad event queue ID: <queue_id>", "BAD_EVENT_QUEUE_ID");
const poll = { last_event_id: -1, dont_block: true };

const polling: readonly Deed[] = [
  {
    action: "GET /events",
    relation: "their own queue",
    given: [(village) => listens(village.me, "message")(village)],
    asks: (me, village) => ({ queue_id: queueOf(me, village), ...poll }),
    outcomes: { [everybody]: shows({ events: [] }) },
  },
  {
    action: "GET /events",
    relation: "their own queue, of a public stream that they are not in",
    given: [
      didBefore("POST", "/register", { event_types: ["message"], narrow: [["stream", "apart"]] }),
      spoken(streams.apart),
    ],
    asks: (me, village) => ({ queue_id: queueOf(me, village), ...poll }),
    outcomes: {
      [members]: shows({ events: [{ type: "message" }] }),
      guest: withholds({ events: [] }),
    },
  },
  {
    action: "GET /events",
    relation: "their own queue, of a private stream that they are not in",
    given: [
      didBefore("POST", "/register", { event_types: ["message"], narrow: [["stream", "secret"]] }),
      spoken(streams.secret),
    ],
    asks: (me, village) => ({ queue_id: queueOf(me, village), ...poll }),
    outcomes: { [everybody]: withholds({ events: [] }) },
  },
  {
    action: "GET /events",
    relation: "somebody else's queue",
    given: [listens(others.other, "message")],
    asks: (_, village) => ({ queue_id: queueOf(others.other, village), ...poll }),
    outcomes: { [everybody]: badQueue },
  },
  {
    action: "DELETE /events",
    relation: "their own queue",
    given: [(village) => listens(village.me, "message")(village)],
    asks: (me, village) => ({ queue_id: queueOf(me, village) }),
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /events",
    relation: "somebody else's queue",
    given: [listens(others.other, "message")],
    asks: (_, village) => ({ queue_id: queueOf(others.other, village) }),
    outcomes: { [everybody]: badQueue },
  },
];

export const readingDeeds: readonly Deed[] = [
  ...fetching,
  ...matching,
  ...flagging,
  ...marking,
  ...queues,
  ...polling,
];
