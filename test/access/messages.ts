/** Who may read, change, move, delete and mark which message. */
import {
  administrators,
  allowed,
  byPolicy,
  commoners,
  type Deed,
  everybody,
  members,
  noSuchMessage,
  noSuchStream,
  refused,
} from "./deed.ts";
import { archived, came, did, didBefore, type Given, left, passed, shared } from "./given.ts";
import { messages, next, others, own, streams } from "./village.ts";

const message = (id: number) => ({ message_id: id });

/** The same relations for everything that begins with reading the message. */
function readersOf(
  action: string,
  asks: Deed["asks"] = {},
  {
    success = allowed,
    given = [],
  }: { readonly success?: Deed["outcomes"][string]; readonly given?: readonly Given[] } = {},
): readonly Deed[] {
  const common = { action, asks };
  return [
    {
      ...common,
      relation: "in a stream of theirs",
      at: message(messages.open),
      given,
      outcomes: { [everybody]: success },
    },
    {
      ...common,
      relation: "in a public stream that they are not in",
      at: message(messages.apart),
      given,
      outcomes: { [members]: success, guest: noSuchMessage },
    },
    {
      ...common,
      relation: "in a private stream that they are not in",
      at: message(messages.secret),
      outcomes: { [everybody]: noSuchMessage },
    },
    {
      ...common,
      relation: "in a private stream that they came into later",
      at: message(messages.secret),
      given: [came(streams.secret)],
      outcomes: { [everybody]: noSuchMessage },
    },
    {
      ...common,
      relation: "in a private stream that they came into later, with its history",
      at: message(messages.secret),
      given: [came(streams.secret), shared(streams.secret), ...given],
      outcomes: { [everybody]: success },
    },
    {
      ...common,
      relation: "in a private stream that they left",
      at: message(messages.team),
      given: [left(streams.team)],
      outcomes: { [everybody]: noSuchMessage },
    },
    {
      ...common,
      relation: "in a public stream that they left",
      at: message(messages.open),
      given: [left(streams.open), ...given],
      outcomes: { [members]: success, guest: noSuchMessage },
    },
    {
      ...common,
      relation: "in a web-public stream that they are not in",
      at: message(messages.web),
      given,
      outcomes: { [everybody]: success },
    },
    {
      ...common,
      relation: "in a direct conversation of theirs",
      at: message(messages.together),
      given,
      outcomes: { [everybody]: success },
    },
    {
      ...common,
      relation: "in a direct conversation of others",
      at: message(messages.direct),
      outcomes: { [everybody]: noSuchMessage },
    },
  ];
}

const smile = { emoji_name: "smile" };

const single: readonly Deed[] = [
  ...readersOf("GET /messages/{message_id}"),
  ...readersOf("GET /messages/{message_id}/history"),
  ...readersOf("GET /messages/{message_id}/read_receipts"),
  ...readersOf("POST /messages/{message_id}/reactions", smile),
  {
    action: "GET /messages/{message_id}/history",
    relation: "where nobody may see what was changed",
    realm: { allow_edit_history: false },
    at: message(messages.open),
    outcomes: {
      [everybody]: refused("Message edit history is disabled in this organization"),
    },
  },
  {
    action: "GET /messages/{message_id}/read_receipts",
    relation: "where nobody may see who has read",
    realm: { enable_read_receipts: false },
    at: message(messages.open),
    outcomes: { [everybody]: refused("Read receipts are disabled in this organization.") },
  },
  {
    action: "DELETE /messages/{message_id}/reactions",
    relation: "their own",
    given: [didBefore("POST", `/messages/${messages.open}/reactions`, smile)],
    at: message(messages.open),
    asks: smile,
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /messages/{message_id}/reactions",
    relation: "somebody else's",
    at: message(messages.liked),
    asks: { emoji_name: "tada" },
    outcomes: { [everybody]: refused("Reaction doesn't exist.", "REACTION_DOES_NOT_EXIST") },
  },
  {
    action: "DELETE /messages/{message_id}/reactions",
    relation: "in a private stream that they are not in",
    at: message(messages.secret),
    asks: smile,
    outcomes: { [everybody]: noSuchMessage },
  },
];

const vote = {
  msg_type: "widget",
  content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
};
const question = {
  msg_type: "widget",
  content: JSON.stringify({ type: "question", question: "Mine?" }),
};

function poll(to: number): Given {
  const content = "/poll Lunch?\nsoup";
  return did(others.other, "POST", "/messages", { type: "stream", to, topic: "hello", content });
}

const voting: readonly Deed[] = [
  {
    action: "POST /submessage",
    relation: "voting in a stream of theirs",
    given: [poll(streams.open)],
    asks: { message_id: next, ...vote },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /submessage",
    relation: "voting in a public stream that they are not in",
    given: [poll(streams.apart)],
    asks: { message_id: next, ...vote },
    outcomes: { [members]: allowed, guest: noSuchMessage },
  },
  {
    action: "POST /submessage",
    relation: "voting in a private stream that they are not in",
    given: [poll(streams.secret)],
    asks: { message_id: next, ...vote },
    outcomes: { [everybody]: noSuchMessage },
  },
  {
    action: "POST /submessage",
    relation: "changing the question of somebody else's poll",
    given: [poll(streams.open)],
    asks: { message_id: next, ...question },
    outcomes: {
      [everybody]: refused("You can't edit a question unless you are the author."),
    },
  },
  {
    action: "POST /submessage",
    relation: "adding to somebody else's message that is no poll",
    asks: { message_id: messages.open, ...vote },
    outcomes: { [everybody]: refused("You cannot attach a submessage to this message.") },
  },
];

const edit = "PATCH /messages/{message_id}";
const newText = { content: "better" };
const ownMessage = (me: number) => message(own(me));
const mayNotEdit = refused("You don't have permission to edit this message");
const mayNotMove = refused("You don't have permission to move this message");

const editing: readonly Deed[] = [
  {
    action: edit,
    relation: "their own text",
    at: ownMessage,
    asks: newText,
    outcomes: { [everybody]: allowed },
  },
  {
    action: edit,
    relation: "their own text, nearly too late",
    given: [passed("5.3 min")],
    at: ownMessage,
    asks: newText,
    outcomes: { [everybody]: allowed },
  },
  {
    action: edit,
    relation: "their own text, too late",
    given: [passed("5.4 min")],
    at: ownMessage,
    asks: newText,
    outcomes: { [everybody]: refused("The time limit for editing this message has passed") },
  },
  {
    action: edit,
    relation: "their own text, late, where there is no limit",
    realm: { message_content_edit_limit_seconds: null },
    given: [passed("30 d")],
    at: ownMessage,
    asks: newText,
    outcomes: { [everybody]: allowed },
  },
  {
    action: edit,
    relation: "their own text, where nobody changes texts",
    realm: { allow_message_editing: false },
    at: ownMessage,
    asks: newText,
    outcomes: { [everybody]: refused("Your organization has turned off message editing") },
  },
  {
    action: edit,
    relation: "somebody else's text",
    at: message(messages.open),
    asks: newText,
    outcomes: { [everybody]: mayNotEdit },
  },
  {
    action: edit,
    relation: "somebody else's text in a direct conversation of theirs",
    at: message(messages.together),
    asks: newText,
    outcomes: { [everybody]: mayNotEdit },
  },
  {
    action: edit,
    relation: "somebody else's text in a private stream that they are not in",
    at: message(messages.secret),
    asks: newText,
    outcomes: { [everybody]: noSuchMessage },
  },
  {
    action: edit,
    relation: "somebody else's text in a direct conversation of others",
    at: message(messages.direct),
    asks: newText,
    outcomes: { [everybody]: noSuchMessage },
  },
];

const newTopic = { topic: "elsewhere" };

const retitling: readonly Deed[] = [
  ...byPolicy(
    "edit_topic_policy",
    [1, 2, 3, 4, 5, 6],
    {
      action: edit,
      relation: "the topic of somebody else's message",
      at: message(messages.open),
      asks: newTopic,
    },
    { others: mayNotEdit },
  ),
  {
    action: edit,
    relation: "the topic of an old message",
    given: [passed("8 d")],
    at: message(messages.open),
    asks: newTopic,
    outcomes: {
      "owner administrator moderator": allowed,
      "member newcomer guest bot": refused(
        "The time limit for editing this message's topic has passed.",
      ),
    },
  },
  {
    action: edit,
    relation: "the topic of all, when all are old",
    given: [passed("8 d")],
    at: message(messages.open),
    asks: { ...newTopic, propagate_mode: "change_all" },
    outcomes: {
      "owner administrator moderator": allowed,
      "member newcomer guest bot": refused(
        "The time limit for editing this message's topic has passed.",
      ),
    },
  },
  {
    action: edit,
    relation: "the topic of all, when some are old",
    given: [
      passed("8 d"),
      did(others.other, "POST", "/messages", {
        type: "stream",
        to: streams.open,
        topic: "hello",
        content: "late",
      }),
    ],
    at: message(next),
    asks: { ...newTopic, propagate_mode: "change_all" },
    outcomes: {
      "owner administrator moderator": allowed,
      "member newcomer guest bot": refused(
        "You only have permission to move the 1/2 most recent messages in this topic.",
        "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
      ),
    },
  },
  {
    action: edit,
    relation: "the topic of a message in a private stream that they are not in",
    at: message(messages.secret),
    asks: newTopic,
    outcomes: { [everybody]: noSuchMessage },
  },
];

const into = (stream: number) => ({ stream_id: stream });
const adminsPost = refused("Only organization administrators can send to this channel.");

const moving: readonly Deed[] = [
  ...byPolicy(
    "move_messages_between_streams_policy",
    [1, 2, 3, 4, 6],
    {
      action: edit,
      relation: "the stream of a message",
      at: message(messages.open),
      asks: into(streams.team),
    },
    { others: mayNotMove },
  ),
  {
    action: edit,
    relation: "the stream of an old message",
    given: [passed("8 d")],
    at: message(messages.open),
    asks: into(streams.team),
    outcomes: {
      "owner administrator moderator": allowed,
      "member newcomer bot": refused(
        "The time limit for editing this message's channel has passed",
      ),
      guest: mayNotMove,
    },
  },
  {
    action: edit,
    relation: "the stream, to a private one that they are not in",
    at: message(messages.open),
    asks: into(streams.secret),
    outcomes: { [members]: noSuchStream, guest: mayNotMove },
  },
  {
    action: edit,
    relation: "the stream, to one where administrators post",
    at: message(messages.open),
    asks: into(streams.board),
    outcomes: {
      [administrators]: allowed,
      "moderator member newcomer bot": adminsPost,
      guest: mayNotMove,
    },
  },
  {
    action: edit,
    relation: "the stream, to one that is archived",
    given: [archived(streams.team)],
    at: message(messages.open),
    asks: into(streams.team),
    outcomes: { [members]: noSuchStream, guest: mayNotMove },
  },
  {
    action: edit,
    relation: "the stream, from a private one that they are not in",
    at: message(messages.secret),
    asks: into(streams.open),
    outcomes: { [everybody]: noSuchMessage },
  },
];

const deletion = "DELETE /messages/{message_id}";
const mayNotDelete = refused("You don't have permission to delete this message");

const deleting: readonly Deed[] = [
  ...byPolicy(
    "delete_own_message_policy",
    [1, 2, 3, 4, 5],
    { action: deletion, relation: "their own", at: ownMessage },
    { others: mayNotDelete },
  ),
  {
    action: deletion,
    relation: "their own, too late",
    given: [passed("5.1 min")],
    at: ownMessage,
    outcomes: {
      [administrators]: allowed,
      [commoners]: refused("The time limit for deleting this message has passed"),
    },
  },
  {
    action: deletion,
    relation: "somebody else's",
    at: message(messages.open),
    outcomes: { [administrators]: allowed, [commoners]: mayNotDelete },
  },
  {
    action: deletion,
    relation: "somebody else's in a public stream that they are not in",
    at: message(messages.apart),
    outcomes: {
      [administrators]: allowed,
      "moderator member newcomer bot": mayNotDelete,
      guest: noSuchMessage,
    },
  },
  {
    action: deletion,
    relation: "somebody else's in a private stream that they are not in",
    at: message(messages.secret),
    outcomes: { [everybody]: noSuchMessage },
  },
  {
    action: deletion,
    relation: "somebody else's in a direct conversation of theirs",
    at: message(messages.together),
    outcomes: { [administrators]: allowed, [commoners]: mayNotDelete },
  },
  {
    action: deletion,
    relation: "somebody else's in a direct conversation of others",
    at: message(messages.direct),
    outcomes: { [everybody]: noSuchMessage },
  },
];

export const messageDeeds: readonly Deed[] = [
  ...single,
  ...voting,
  ...editing,
  ...retitling,
  ...moving,
  ...deleting,
];
