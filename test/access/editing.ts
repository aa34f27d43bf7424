/** Who may change, move and delete which message. */
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
import { archived, did, passed } from "./given.ts";
import { cast, messages, next, others, own, streams } from "./village.ts";

const message = (id: number) => ({ message_id: id });

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
    relation: "what a bot of the member's wrote",
    at: message(own(cast.bot)),
    outcomes: {
      [administrators]: allowed,
      "member bot": allowed,
      "moderator newcomer guest": mayNotDelete,
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

export const editDeeds: readonly Deed[] = [...editing, ...retitling, ...moving, ...deleting];
