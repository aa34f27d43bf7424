/** Who may send what to where, and call whom. */
import {
  administrators,
  allowed,
  commoners,
  type Deed,
  everybody,
  members,
  refused,
} from "./deed.ts";
import { archived, did } from "./given.ts";
import { cast, others, streams } from "./village.ts";

const action = "POST /messages";

function toStream(stream: number, content = "hello") {
  return { type: "stream", to: stream, topic: "hello", content };
}

const notThere = (name: string) => refused(`Not authorized to send to channel '${name}'`);
const adminsPost = refused("Only organization administrators can send to this channel.");
const moderatorsPost = refused(
  "Only organization administrators and moderators can send to this channel.",
);
const guestsDoNot = refused("Guests cannot send to this channel.");
const newMembersDoNot = refused("New members cannot send to this channel.");
const wait = { waiting_period_threshold: 3 };

function posting(policy: number) {
  return did(cast.owner, "PATCH", `/streams/${streams.open}`, { stream_post_policy: policy });
}

const toStreams: readonly Deed[] = [
  {
    action,
    relation: "to a public stream of theirs",
    asks: toStream(streams.open),
    outcomes: { [everybody]: allowed },
  },
  {
    action,
    relation: "to a public stream that they are not in",
    asks: toStream(streams.apart),
    outcomes: {
      [members]: allowed,
      guest: notThere("apart"),
    },
  },
  {
    action,
    relation: "to a stream that is open to the web",
    asks: toStream(streams.web),
    outcomes: { [everybody]: allowed },
  },
  {
    action,
    relation: "to a private stream of theirs",
    asks: toStream(streams.team),
    outcomes: { [everybody]: allowed },
  },
  {
    action,
    relation: "to a private stream that they are not in",
    asks: toStream(streams.secret),
    outcomes: { [everybody]: notThere("secret") },
  },
  {
    action,
    relation: "to a private stream that only the bot's owner is in",
    asks: toStream(streams.den),
    outcomes: {
      "member bot": allowed,
      "owner administrator moderator newcomer guest": notThere("den"),
    },
  },
  {
    action,
    relation: "to a stream that is archived",
    given: [archived(streams.open)],
    asks: toStream(streams.open),
    outcomes: { [everybody]: notThere("4dff4ea!DEACTIVATED:open") },
  },
  {
    action,
    relation: "where administrators post",
    asks: toStream(streams.board),
    outcomes: { [administrators]: allowed, [commoners]: adminsPost },
  },
  {
    action,
    relation: "where moderators post",
    given: [posting(4)],
    asks: toStream(streams.open),
    outcomes: {
      "owner administrator moderator": allowed,
      "member newcomer guest bot": moderatorsPost,
    },
  },
  {
    action,
    relation: "where full members post",
    realm: wait,
    given: [posting(3)],
    asks: toStream(streams.open),
    outcomes: {
      "owner administrator moderator member bot": allowed,
      newcomer: newMembersDoNot,
      guest: guestsDoNot,
    },
  },
  {
    action,
    relation: "where full members post, and nobody has to wait to be one",
    given: [posting(3)],
    asks: toStream(streams.open),
    outcomes: {
      [members]: allowed,
      guest: guestsDoNot,
    },
  },
];

const channelCall = refused(
  "You do not have permission to use channel wildcard mentions in this channel.",
  "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
);

function calling(policy: number, outcomes: Deed["outcomes"]): Deed {
  return {
    action,
    relation: `calling everybody in a large stream, wildcard_mention_policy ${policy}`,
    realm: { ...wait, wildcard_mention_policy: policy },
    asks: toStream(streams.crowd, "@**all** come"),
    outcomes,
  };
}

const wildcards: readonly Deed[] = [
  calling(1, { [everybody]: allowed }),
  calling(2, {
    [members]: allowed,
    guest: channelCall,
  }),
  calling(3, {
    "owner administrator moderator member bot": allowed,
    "newcomer guest": channelCall,
  }),
  calling(5, { [administrators]: allowed, [commoners]: channelCall }),
  calling(6, { [everybody]: channelCall }),
  calling(7, {
    "owner administrator moderator": allowed,
    "member newcomer guest bot": channelCall,
  }),
  {
    action,
    relation: "calling everybody in a small stream",
    realm: { wildcard_mention_policy: 6 },
    asks: toStream(streams.open, "@**all** come"),
    outcomes: { [everybody]: allowed },
  },
];

const hello = { type: "direct", content: "psst" };
const hasLeft = refused("'gone@village.example' is no longer using Svc.");

const direct: readonly Deed[] = [
  {
    action,
    relation: "to a person",
    asks: { ...hello, to: [others.other] },
    outcomes: { [everybody]: allowed },
  },
  {
    action,
    relation: "to a person who has left",
    asks: { ...hello, to: [others.gone] },
    outcomes: { [everybody]: hasLeft },
  },
  {
    action,
    relation: "to several of whom one has left",
    asks: { ...hello, to: [others.other, others.gone] },
    outcomes: { [everybody]: hasLeft },
  },
];

export const writing: readonly Deed[] = [...toStreams, ...wildcards, ...direct];
