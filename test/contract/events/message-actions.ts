/** Actions on messages: sending, editing, moving, flagging, deleting, reacting, voting and typing. */
import { streams } from "../../support/small-blueprint.ts";
import {
  ana,
  bo,
  cleo,
  clientUsers,
  type Doing,
  don,
  eva,
  gus,
  one,
  type Perform,
  patch,
  post,
  recent,
  remove,
} from "./action.ts";

const { general, dev, secret, web } = streams;

const places = [
  { stream_id: general, topic: "hello" },
  { stream_id: general, topic: "Hello" },
  { stream_id: dev, topic: "deploy" },
  { stream_id: dev, topic: "noise" },
  { stream_id: secret, topic: "plans" },
  { stream_id: dev, topic: "fresh" },
  { stream_id: web, topic: "open" },
  { stream_id: dev, topic: "" },
  { stream_id: 7, topic: "new" },
  { stream_id: 8, topic: "new" },
];
const circles = [[bo], [ana, cleo], [ana], [gus, don], [don], [bo, gus, ana], [cleo], [eva]];
const texts = [
  "plain",
  "@**Ana Ruiz** please",
  "@**all** hear",
  "a teapot",
  "@*crew* row",
  "@**Bo Lindt**",
  "@**topic** hear",
  "/me waits",
];
const topics = ["general chat", "hello", "noise", "moved", "HELLO", "✔ deploy"];
const modes = ["change_one", "change_later", "change_all"];

const text = ({ b, token }: Doing) => `${one(texts, b)} ${token}`;
const message = ({ ids, a }: Doing) => `/messages/${recent(ids, a)}`;

const flags =
  (op: string, flag: string): Perform =>
  ({ ids, a, b }) =>
    post("/messages/flags", { op, flag, messages: [recent(ids, a), recent(ids, b)] });

const narrows = [
  [],
  [{ operator: "channel", operand: "general" }],
  [
    { operator: "channel", operand: "dev" },
    { operator: "topic", operand: "deploy" },
  ],
  [{ operator: "is", operand: "dm" }],
];

const flagsOfNarrow =
  (op: string, flag: string): Perform =>
  ({ a }) =>
    post("/messages/flags/narrow", {
      op,
      flag,
      narrow: one(narrows, a),
      anchor: "newest",
      num_before: 1 + (a % 20),
      num_after: 0,
    });

const policy =
  (value: number): Perform =>
  ({ a }) =>
    post("/user_topics", { ...one(places, a), visibility_policy: value });

const isTyping = ({ b }: Doing) => one(["start", "stop"], b);

export const messageActions: Readonly<Record<string, Perform>> = {
  send: (doing) => {
    const { stream_id: to, topic } = one(places, doing.a);
    return post("/messages", { type: "stream", to, topic, content: text(doing) });
  },
  sendDirect: (doing) =>
    post("/messages", { type: "direct", to: one(circles, doing.a), content: text(doing) }),
  sendPoll: ({ token }) =>
    post("/messages", {
      type: "stream",
      to: general,
      topic: "polls",
      content: `/poll Which ${token}?\nthis\nthat`,
    }),
  vote: ({ ids, a, b }) =>
    post("/submessage", {
      message_id: recent(ids, a),
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: `canned,${b % 2}`, vote: 1 }),
    }),
  edit: (doing) => patch(message(doing), { content: text(doing) }),
  moveTopic: (doing) =>
    patch(message(doing), {
      topic: one(topics, doing.b),
      propagate_mode: one(modes, doing.a + doing.b),
    }),
  moveStream: (doing) =>
    patch(message(doing), {
      stream_id: one([dev, general, secret, streams.other, 7], doing.b),
      propagate_mode: one(modes, doing.a + doing.b),
    }),
  deleteMessage: (doing) => remove(message(doing)),
  deleteTopic: ({ a }) => {
    const { stream_id, topic } = one(places, a);
    return post(`/streams/${stream_id}/delete_topic`, { topic_name: topic });
  },
  read: flags("add", "read"),
  unread: flags("remove", "read"),
  star: flags("add", "starred"),
  unstar: flags("remove", "starred"),
  collapse: flags("add", "collapsed"),
  readNarrow: flagsOfNarrow("add", "read"),
  unreadNarrow: flagsOfNarrow("remove", "read"),
  starNarrow: flagsOfNarrow("add", "starred"),
  readAll: () => post("/mark_all_as_read"),
  readStream: ({ a }) =>
    post("/mark_stream_as_read", { stream_id: one([general, dev, secret], a) }),
  readTopic: ({ a }) => {
    const { stream_id, topic } = one(places, a);
    return post("/mark_topic_as_read", { stream_id, topic_name: topic });
  },
  react: (doing) =>
    post(`${message(doing)}/reactions`, { emoji_name: one(["tada", "oar", "car"], doing.b) }),
  takeBack: (doing) =>
    remove(`${message(doing)}/reactions`, { emoji_name: one(["tada", "oar", "car"], doing.b) }),
  muteTopic: policy(1),
  unmuteTopic: policy(2),
  followTopic: policy(3),
  clearTopic: policy(0),
  typeDirect: (doing) =>
    post("/typing", { op: isTyping(doing), to: [one(clientUsers, doing.a)], type: "direct" }),
  typeStream: (doing) => {
    const { stream_id, topic } = one(places, doing.a);
    return post("/typing", { op: isTyping(doing), type: "stream", stream_id, topic });
  },
};
