/**
 * Links in messages, to web pages and to narrows of the realm; and the permanent link of a message, which quotes
 * contain.
 */

import { memoizeEach } from "#base/memoize.ts";
import { sorted } from "#base/sorted.ts";
import { get, values } from "#base/table.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { personMark } from "#wire/name-marks.ts";
import { type LinkTerm, placeLink } from "#wire/narrow-link.ts";
import { type Conversation, conversationKey } from "./conversation.ts";
import { topicWritten } from "./empty-topic.ts";
import type { Message } from "./message.ts";
import { conversationOfMessage } from "./messages.ts";
import { type Narrow, narrowKey, type SearchTerm } from "./narrow.ts";
import type { Replica } from "./replica.ts";
import { textOfTerms } from "./search-text.ts";
import { accessibleStream } from "./streams.ts";

export type MessageLink =
  /** The URL as the message has it, made absolute: not safe for a terminal. */
  | {
      readonly kind: "web";
      readonly url: string;
      /** Where it leads, if its text or its URL suggests another address; absent if nothing is hidden. */
      readonly hiddenHost?: string;
    }
  | {
      readonly kind: "place";
      readonly narrow: Narrow;
      /** The message to select there. */
      readonly near: MessageId | undefined;
    };

/** `9-backend`, or `2,3-group`; not an address that begins with digits. */
const idsAtStart = /^\d+(?:,\d+)*(?=-|$)/;

function idsOf(operand: string): readonly number[] {
  return (idsAtStart.exec(operand)?.[0] ?? "").split(",").filter(Boolean).map(Number);
}

const streamsByName = memoizeEach(
  (streams: Replica["streams"]): ReadonlyMap<string, StreamId> =>
    new Map([...values(streams)].map(({ id, name }) => [name.toLowerCase(), id])),
);

const peopleByAddress = memoizeEach(
  (people: Replica["people"]): ReadonlyMap<string, UserId> =>
    new Map(
      [...values(people)].flatMap(({ id, email, deliveryEmail = email }) =>
        [deliveryEmail, email].map((one) => [one.toLowerCase(), id] as const),
      ),
    ),
);

/** `9-backend`, `9`, or only a name in links of old servers. */
function streamOf({ streams }: Replica, operand: string): StreamId | undefined {
  const [id] = idsOf(operand) as readonly StreamId[];
  if (id !== undefined && get(streams, id) !== undefined) return id;
  return streamsByName(streams).get(operand.toLowerCase());
}

/** `2-Ana-Ruiz`, `2,3-group`, or addresses in links of old servers. Empty if one of them is unknown. */
function peopleOf({ people }: Replica, operand: string): readonly UserId[] {
  if (!operand.includes("@")) return idsOf(operand) as readonly UserId[];
  const byAddress = peopleByAddress(people);
  const ids = operand.split(",").map((address) => byAddress.get(address.toLowerCase()));
  const userIds = ids.filter((id) => id !== undefined);
  return userIds.length === ids.length ? userIds : (idsOf(operand) as readonly UserId[]);
}

const stateNarrows: Readonly<Partial<Record<string, Narrow>>> = {
  starred: { kind: "starred" },
  mentioned: { kind: "mentions" },
  dm: { kind: "directs" },
};

/**
 * The narrow that a link's terms select; a search if no other narrow fits. Undefined if the terms are not understood,
 * or the stream is not known.
 */
export function placeOfTerms(
  replica: Replica,
  terms: readonly LinkTerm[],
): Extract<MessageLink, { kind: "place" }> | undefined {
  const operand = (...names: readonly string[]) =>
    terms.find(({ operator }) => names.includes(operator))?.operand;
  const where = terms.filter(({ operator }) => !ofMessages.has(operator));
  const id = where.length > 0 ? operand("id") : undefined;
  const [near] = idsOf(operand("near", "with") ?? id ?? "") as readonly MessageId[];
  const moved = movedTo(replica, idsOf(operand("with") ?? "")[0]);
  const narrow = moved ?? narrowOfTerms(replica, where) ?? searchOf(replica, terms);
  return narrow && { kind: "place", narrow, near };
}

/** Terms that identify a message, in addition to those that select a narrow. */
const ofMessages = new Set(["near", "with", "id"]);

/** The message that the link leads to, beside its conversation or alone. */
export function messageOfTerms(terms: readonly LinkTerm[]): MessageId | undefined {
  const term = terms.find(({ operator, negated }) => !negated && /^(?:near|id)$/.test(operator));
  return idsOf(term?.operand ?? "")[0] as MessageId | undefined;
}

/** The message by which alone a link names its conversation: `#narrow/near/12`. */
export function onlyMessageOfTerms(terms: readonly LinkTerm[]): MessageId | undefined {
  const isOnly = terms.every(({ operator, negated }) => ofMessages.has(operator) && !negated);
  return isOnly ? (idsOf(terms[0]?.operand ?? "")[0] as MessageId | undefined) : undefined;
}

/** The current topic of a message, which may differ from that in the link. */
function movedTo({ messages }: Replica, id: number | undefined): Narrow | undefined {
  const message = id === undefined ? undefined : get(messages, id as MessageId);
  return message?.streamId === undefined ? undefined : conversationOfMessage(message);
}

/** Undefined unless the terms select exactly one narrow that is not a search. */
function narrowOfTerms(replica: Replica, terms: readonly LinkTerm[]): Narrow | undefined {
  if (terms.some(({ negated }) => negated)) return undefined;
  const read = terms.map((term) => searchTerm(replica, term));
  const [first, second, ...more] = read;
  if (first === undefined || more.length > 0) return undefined;
  const { operator, operand } = first;
  if (operator === "stream" && typeof operand === "number")
    return streamPlace(operand as StreamId, terms.length > 1, second);
  if (terms.length > 1) return undefined;
  if (operator === "dm" && typeof operand === "object") {
    return {
      kind: "direct",
      userIds: sorted([...(operand as readonly UserId[]), replica.ownId]),
    };
  }
  if (operator === "sender") return { kind: "sender", userId: operand as UserId };
  return operator === "is" ? stateNarrows[`${operand}`] : undefined;
}

function streamPlace(
  streamId: StreamId,
  hasMore: boolean,
  topic: SearchTerm | undefined,
): Narrow | undefined {
  if (!hasMore) return { kind: "stream", streamId };
  return topic?.operator === "topic"
    ? { kind: "topic", streamId, topic: `${topic.operand}` }
    : undefined;
}

/** A search for the terms; all messages if there are none. */
function searchOf(replica: Replica, terms: readonly LinkTerm[]): Narrow | undefined {
  const searchTerms = terms.filter(({ operator }) => !["near", "with"].includes(operator));
  const read = searchTerms.map((term) => searchTerm(replica, term));
  if (read.length === 0) return { kind: "all" };
  const known = read.filter((term) => term !== undefined);
  if (known.length < read.length) return undefined;
  return { kind: "search", text: textOfTerms(replica, known), terms: known };
}

type Reading = (replica: Replica, operand: string) => SearchTerm["operand"] | undefined;

const asText: Reading = (_, operand) => (operand === "" ? undefined : operand);
const asId: Reading = (_, operand) => idsOf(operand)[0];
const asPeople: Reading = (replica, operand) => {
  const ids = peopleOf(replica, operand);
  return ids.length === 0 ? undefined : ids;
};
const asPerson: Reading = (replica, operand) => peopleOf(replica, operand)[0];

/** The operators of links, with their names in searches. */
const readings: Readonly<Record<string, readonly [operator: string, read: Reading]>> = {
  stream: ["stream", streamOf],
  channel: ["stream", streamOf],
  streams: ["streams", asText],
  channels: ["streams", asText],
  topic: ["topic", topicWritten],
  subject: ["topic", topicWritten],
  dm: ["dm", asPeople],
  "pm-with": ["dm", asPeople],
  "dm-including": ["dm-including", asPerson],
  "group-pm-with": ["dm-including", asPerson],
  sender: ["sender", asPerson],
  from: ["sender", asPerson],
  is: ["is", (_, operand) => (operand === "private" ? "dm" : operand)],
  has: ["has", asText],
  in: ["in", asText],
  id: ["id", asId],
  search: ["search", asText],
  mentions: ["mentions", asPerson],
};

/** Undefined if it is not understood, or its stream is not known. */
export function searchTerm(
  replica: Replica,
  { operator, operand, negated }: LinkTerm,
): SearchTerm | undefined {
  const reading = Object.hasOwn(readings, operator) ? readings[operator] : undefined;
  const value = reading?.[1](replica, operand);
  if (reading === undefined || value === undefined) return undefined;
  return { operator: reading[0], operand: value, ...(negated && { negated }) };
}

export function permalinkOf(replica: Replica, message: Message): string {
  return linkNear(replica, conversationOfMessage(message), message.id);
}

/**
 * The link to a topic, with its newest known message, or the oldest, by which it is found under another name. LEVEL(347),
 * LEVEL(400)
 */
export function topicLink(
  replica: Replica,
  topic: Extract<Conversation, { readonly kind: "topic" }>,
): string {
  const { url, featureLevel } = replica.realm;
  const { name = "" } = accessibleStream(replica, topic.streamId) ?? {};
  const place = placeLink({ id: topic.streamId, name }, topic.topic, featureLevel);
  const ids = replica.histories.get(narrowKey(topic))?.ids ?? [];
  const newest = replica.topics.get(topic.streamId)?.get(conversationKey(topic))?.newest;
  const id = featureLevel < since.newestLinked ? ids[0] : (newest ?? ids.at(-1));
  const isFound = featureLevel >= since.linkedTopics && id !== undefined;
  // The empty segment of an empty topic is missing before `with`.
  const base = topic.topic === "" && isFound ? place.replace(/\/$/, "") : place;
  return `${url}/${base}${isFound ? `/with/${id}` : ""}`;
}

/** The permalink of a message in that conversation, which need not be known. */
export function linkNear(replica: Replica, conversation: Conversation, id: MessageId): string {
  const { url, featureLevel } = replica.realm;
  const near = `near/${id}`;
  if (conversation.kind === "direct") {
    const operator = featureLevel < since.dmOperators ? "pm-with" : "dm";
    const others = conversation.userIds.length > 2 ? "group" : "dm";
    return `${url}/#narrow/${operator}/${conversation.userIds.join(",")}-${others}/${near}`;
  }
  const { streamId, topic } = conversation;
  const { name = "" } = accessibleStream(replica, streamId) ?? {};
  return `${url}/${placeLink({ id: streamId, name }, topic, featureLevel)}/${near}`;
}

// Quotes a message in another one (protocol reference 12).

/**
 * A silent mention of the sender, a link to the message, and its text in a fence that the text does not close. Without
 * a newline at the end.
 */
export function quoteOf(replica: Replica, message: Message): string {
  const { senderId, senderName, content } = message;
  const name = get(replica.people, senderId)?.name ?? senderName;
  const fence = fenceFor(content);
  const sender = personMark({ id: senderId, name }, { isSilent: true, isShared: true });
  const heading = `${sender} [said](${permalinkOf(replica, message)}):`;
  return `${heading}\n${fence}quote\n${content.trim()}\n${fence}`;
}

/** Longer than every run of backticks in the text. */
function fenceFor(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  return "`".repeat(longest + 1);
}
