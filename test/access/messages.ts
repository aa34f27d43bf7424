/** Who may read, mark and answer which message with less than words. */
import { allowed, type Deed, everybody, members, noSuchMessage, refused } from "./deed.ts";
import { came, did, didBefore, type Given, left, shared } from "./given.ts";
import { messages, next, others, streams } from "./village.ts";

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

export const messageDeeds: readonly Deed[] = [...single, ...voting];
