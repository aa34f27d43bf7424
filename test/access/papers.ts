/** Who may keep texts to send them later, have them sent later, and tell others that they write. */
import {
  administrators,
  allowed,
  commoners,
  type Deed,
  everybody,
  members,
  noSuchStream,
  refused,
  shows,
  withholds,
} from "./deed.ts";
import { did, didBefore, listens } from "./given.ts";
import { others, streams } from "./village.ts";

const notThere = (name: string) => refused(`Not authorized to send to channel '${name}'`);
const adminsPost = refused("Only organization administrators can send to this channel.");

const soon = 1_795_174_920 + 3600;

function later(stream: number) {
  const text = { type: "stream", to: stream, topic: "hello", content: "hello" };
  return { ...text, scheduled_delivery_timestamp: soon };
}

const hasLeft = refused("'gone@village.example' is no longer using Svc.");
const noSuchScheduled = refused("Scheduled message does not exist", "BAD_REQUEST", 404);
const othersPlan = did(others.other, "POST", "/scheduled_messages", later(streams.open));
const ownPlan = didBefore("POST", "/scheduled_messages", later(streams.open));
const planned = { at: { scheduled_message_id: 1 } };

const scheduled: readonly Deed[] = [
  {
    action: "POST /scheduled_messages",
    relation: "to a stream of theirs",
    asks: later(streams.open),
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /scheduled_messages",
    relation: "where administrators post",
    asks: later(streams.board),
    outcomes: { [administrators]: allowed, [commoners]: adminsPost },
  },
  {
    action: "POST /scheduled_messages",
    relation: "to a private stream that they are not in",
    asks: later(streams.secret),
    outcomes: { [everybody]: notThere("secret") },
  },
  {
    action: "POST /scheduled_messages",
    relation: "to a person who has left",
    asks: {
      ...{ type: "direct", content: "psst", to: [others.gone] },
      scheduled_delivery_timestamp: soon,
    },
    outcomes: { [everybody]: hasLeft },
  },
  {
    action: "GET /scheduled_messages",
    relation: "their own",
    given: [ownPlan],
    outcomes: { [everybody]: shows({ scheduled_messages: [{ scheduled_message_id: 1 }] }) },
  },
  {
    action: "GET /scheduled_messages",
    relation: "while only somebody else has planned one",
    given: [othersPlan],
    outcomes: { [everybody]: withholds({ scheduled_messages: [] }) },
  },
  {
    action: "PATCH /scheduled_messages/{scheduled_message_id}",
    relation: "their own",
    given: [ownPlan],
    ...planned,
    asks: { content: "better" },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "PATCH /scheduled_messages/{scheduled_message_id}",
    relation: "somebody else's",
    given: [othersPlan],
    ...planned,
    asks: { content: "mine now" },
    outcomes: { [everybody]: noSuchScheduled },
  },
  {
    action: "PATCH /scheduled_messages/{scheduled_message_id}",
    relation: "their own, to where administrators post",
    given: [ownPlan],
    ...planned,
    asks: { type: "stream", to: streams.board, topic: "hello" },
    outcomes: { [administrators]: allowed, [commoners]: adminsPost },
  },
  {
    action: "DELETE /scheduled_messages/{scheduled_message_id}",
    relation: "their own",
    given: [ownPlan],
    ...planned,
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /scheduled_messages/{scheduled_message_id}",
    relation: "somebody else's",
    given: [othersPlan],
    ...planned,
    outcomes: { [everybody]: noSuchScheduled },
  },
];

function typing(stream: number) {
  return { op: "start", type: "stream", stream_id: stream, topic: "hello" };
}

/** Typing changes nothing that is kept but what others hear of it. */
const hearer = listens(others.other, "typing");

const typings: readonly Deed[] = [
  {
    action: "POST /typing",
    relation: "to a person",
    given: [hearer],
    asks: { op: "start", to: [others.other] },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /typing",
    relation: "in a stream of theirs",
    given: [hearer],
    asks: typing(streams.open),
    outcomes: { [everybody]: allowed },
  },
  {
    action: "POST /typing",
    relation: "in a stream of theirs where only administrators post",
    given: [hearer],
    asks: typing(streams.board),
    outcomes: {
      [administrators]: allowed,
      [commoners]: adminsPost,
    },
  },
  {
    action: "POST /typing",
    relation: "in a public stream that they are not in",
    given: [hearer],
    asks: typing(streams.apart),
    outcomes: { [members]: allowed, guest: noSuchStream },
  },
  {
    action: "POST /typing",
    relation: "in a private stream that they are not in",
    given: [hearer],
    asks: typing(streams.secret),
    outcomes: { [everybody]: noSuchStream },
  },
];

function draft(stream: number) {
  return { type: "stream", to: [stream], topic: "hello", content: "half" };
}

const noSuchDraft = refused("Draft does not exist", "BAD_REQUEST", 404);
/** The other member has one already. */
const ownDraft = {
  given: [didBefore("POST", "/drafts", { drafts: [draft(streams.open)] })],
  at: { draft_id: 2 },
};
const othersDraft = { at: { draft_id: 1 } };

const drafts: readonly Deed[] = [
  {
    action: "POST /drafts",
    relation: "for somebody who has left",
    asks: { drafts: [{ type: "private", to: [others.gone], topic: "", content: "half" }] },
    outcomes: { [everybody]: hasLeft },
  },
  {
    action: "POST /drafts",
    relation: "for a public stream that they are not in",
    asks: { drafts: [draft(streams.apart)] },
    outcomes: { [members]: allowed, guest: noSuchStream },
  },
  {
    action: "POST /drafts",
    relation: "for a private stream that they are not in",
    asks: { drafts: [draft(streams.open), draft(streams.secret)] },
    outcomes: { [everybody]: noSuchStream },
  },
  {
    action: "GET /drafts",
    relation: "their own",
    given: ownDraft.given,
    outcomes: { [everybody]: shows({ count: 1, drafts: [{ id: 2 }] }) },
  },
  {
    action: "GET /drafts",
    relation: "while only somebody else has one",
    outcomes: { [everybody]: withholds({ count: 0, drafts: [] }) },
  },
  {
    action: "PATCH /drafts/{draft_id}",
    relation: "their own",
    ...ownDraft,
    asks: { draft: { ...draft(streams.team), content: "more" } },
    outcomes: { [everybody]: allowed },
  },
  {
    action: "PATCH /drafts/{draft_id}",
    relation: "their own, for a private stream that they are not in",
    ...ownDraft,
    asks: { draft: draft(streams.secret) },
    outcomes: { [everybody]: noSuchStream },
  },
  {
    action: "PATCH /drafts/{draft_id}",
    relation: "somebody else's",
    ...othersDraft,
    asks: { draft: draft(streams.open) },
    outcomes: { [everybody]: noSuchDraft },
  },
  {
    action: "DELETE /drafts/{draft_id}",
    relation: "their own",
    ...ownDraft,
    outcomes: { [everybody]: allowed },
  },
  {
    action: "DELETE /drafts/{draft_id}",
    relation: "somebody else's",
    ...othersDraft,
    outcomes: { [everybody]: noSuchDraft },
  },
];

export const paperDeeds: readonly Deed[] = [...scheduled, ...typings, ...drafts];
