/** Normalizes the terms of a narrow, and decides for each which messages match. */

import { ownProperty } from "#base/own-property.ts";
import { sorted } from "#base/sorted.ts";
import { topicMeant } from "#realm/empty-topic.ts";
import { badNarrow, Refusal } from "#realm/failures.ts";
import { escapeHtml } from "#realm/html.ts";
import type { Server } from "#realm/server.ts";
import { conversationKey, type Message, topicKey } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { byTopicPolicy, isMutedPlace, type Personal } from "#realm/state/personal.ts";
import { mentionsAll, mentionsPerson } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { since } from "#wire/levels.ts";
import type { NarrowTerm } from "#wire/narrow.ts";

type Condition = {
  readonly holds: (message: Message) => boolean;
  /** Ascending IDs that include all matches; undefined: any message may match. */
  readonly among?: () => readonly number[];
};

/** The person who searches, and the realm. */
export type SearchContext = {
  readonly server: Server;
  readonly person: Person;
  readonly personal: Personal;
};

type Reader = (asking: SearchContext, term: Term) => Condition;

const readers: Readonly<Record<string, Reader>> = {
  channel: (asking, term) => {
    const { id } = streamOf(asking, term);
    return {
      holds: (message) => message.streamId === id,
      among: () => asking.server.state.messages.ofStream.get(id) ?? [],
    };
  },
  channels: ({ server }, { operand }) => {
    if (operand === "archived" && server.level >= since.archivedOperator)
      return { holds: ({ streamId }) => isArchived(server, streamId) };
    if (operand !== "public" && operand !== "web-public") {
      throw badNarrow(`unknown channels operand ${String(operand)}`);
    }
    const open = new Set(
      [...server.state.streams.byId.values()]
        .filter((stream) => !stream.inviteOnly)
        .filter((stream) => operand === "public" || stream.isWebPublic)
        .map((stream) => stream.id),
    );
    return { holds: ({ streamId }) => streamId !== undefined && open.has(streamId) };
  },
  topic: ({ server }, { operand }) => {
    const topic = topicMeant(server, String(operand)).toLowerCase();
    // LEVEL(334): direct messages have the empty topic before it.
    const isInStream = server.level >= since.emptyTopics;
    return {
      holds: (message) =>
        message.topic.toLowerCase() === topic && (!isInStream || message.streamId !== undefined),
    };
  },
  dm: (asking, { operand }) => {
    const list = typeof operand === "string" ? operand.split(",") : [operand].flat();
    const people = list.map((entry) => personNamed(asking, entry));
    if (people.includes(undefined)) throw badNarrow(`unknown user in ${JSON.stringify(operand)}`);
    const ids = new Set([asking.person.id, ...people.flatMap((one) => one?.id ?? [])]);
    const key = conversationKey(sorted(ids));
    return {
      holds: (message) => !inStream(message) && conversationKey(message.participants) === key,
      among: () => asking.server.state.messages.ofConversation.get(key) ?? [],
    };
  },
  "dm-including": (asking, term) => including(asking, term, 1),
  "group-pm-with": (asking, term) => including(asking, term, 3),
  sender: (asking, { operand }) => {
    const { id } = requirePerson(asking, operand);
    return {
      holds: (message) => message.senderId === id,
      among: () => asking.server.state.messages.ofSender.get(id) ?? [],
    };
  },
  mentions: (asking, { operand }) => {
    const { id } = requirePerson(asking, operand);
    return { holds: (message) => mentionsPerson(message, id) };
  },
  is: (asking, { operand }) => {
    const isKnown = (ownProperty(statesSince, String(operand)) ?? 0) <= asking.server.level;
    const state = isKnown ? ownProperty(states, String(operand)) : undefined;
    if (state === undefined) throw badNarrow(`unknown 'is' operand ${String(operand)}`);
    return state(asking);
  },
  has: ({ server }, { operand }) => {
    const isKnown = operand !== "reaction" || server.level >= since.reactionOperator;
    const part = isKnown ? ownProperty(parts, String(operand)) : undefined;
    if (part === undefined) throw badNarrow(`unknown 'has' operand ${String(operand)}`);
    return { holds: (message) => part(server, message) };
  },
  in: ({ personal }, { operand }) => {
    if (operand === "all") return { holds: () => true };
    if (operand !== "home") throw badNarrow(`unknown 'in' operand ${String(operand)}`);
    return { holds: (message) => !isMutedPlace(personal, message) };
  },
  id: ({ server }, { operand }) => {
    const id = wholeNumber(operand);
    const isNew = typeof operand === "number" && server.level < since.idNumbers;
    if (isNew || id === undefined || id < 0 || id > 2_147_483_647)
      throw badNarrow("Invalid message ID");
    return { holds: (message) => message.id === id, among: () => [id] };
  },
  near: () => ({ holds: () => true }),
};

/** The condition of one term, negated or not. */
export function conditionOf(asking: SearchContext, term: Term): Condition {
  const reader = ownProperty(readers, term.operator);
  if (reader === undefined) throw badNarrow(`unknown operator ${term.operator}`);
  const condition = reader(asking, term);
  // `in` and `near` ignore the negation.
  if (!term.negated || term.operator === "in" || term.operator === "near") return condition;
  return { holds: (message) => !condition.holds(message) };
}

export function wholeNumber(operand: unknown): number | undefined {
  if (typeof operand === "number") return operand;
  return typeof operand === "string" && /^\d+$/.test(operand) ? Number(operand) : undefined;
}

function inStream(message: Message): boolean {
  return message.streamId !== undefined;
}

/** The stream of a `channel` term; throws if there is none. */
export function streamOf({ server }: SearchContext, { operand }: Term): Stream {
  const { byId, byName } = server.state.streams;
  const stream =
    typeof operand === "number" ? byId.get(operand) : byName.get(String(operand).toLowerCase());
  if (stream !== undefined) return stream;
  throw badNarrow(`unknown channel ${operand}`);
}

function personNamed({ server }: SearchContext, operand: unknown): Person | undefined {
  const { byId, byEmail } = server.state.people;
  if (typeof operand === "number") return byId.get(operand);
  return byEmail.get(String(operand).trim().toLowerCase());
}

function requirePerson(asking: SearchContext, operand: unknown): Person {
  const person = personNamed(asking, operand);
  if (person !== undefined) return person;
  throw badNarrow(`unknown user ${operand}`);
}

/** Conversations of at least `least` people with that person in it. */
function including(asking: SearchContext, { operand }: Term, least: number): Condition {
  const { id } = requirePerson(asking, operand);
  return {
    holds: ({ streamId, participants }) =>
      streamId === undefined && participants.length >= least && participants.includes(id),
  };
}

const direct: Condition = { holds: (message) => !inStream(message) };

function isArchived({ state }: Server, streamId: number | undefined): boolean {
  return streamId !== undefined && state.streams.byId.get(streamId)?.isArchived === true;
}

/** The first level of newer operands of `is:`. */
const statesSince: Readonly<Record<string, number>> = {
  dm: since.dmOperators,
  followed: since.followedOperator,
  muted: since.mutedOperator,
};

/** The operands of `is:`. */
const states: Readonly<Record<string, (asking: SearchContext) => Condition>> = {
  dm: () => direct,
  private: () => direct,
  starred: ({ personal }) => ofSet(personal.starred),
  unread: ({ personal }) => ofSet(personal.unread),
  alerted: ({ personal }) => ofSet(personal.alerted),
  mentioned: ({ personal }) => ({ holds: (message) => calls(personal, message) }),
  resolved: () => ({ holds: (one) => inStream(one) && one.topic.startsWith("✔ ") }),
  muted: ({ personal }) => ({ holds: (message) => isMutedPlace(personal, message) }),
  followed: ({ personal }) => ({ holds: (message) => byTopicPolicy(personal, message) === 3 }),
};

function ofSet(ids: ReadonlySet<number>): Condition {
  return { holds: (message) => ids.has(message.id), among: () => sorted(ids) };
}

/** Messages that the person never received do not mention them. */
function calls({ historical, userId }: Personal, message: Message): boolean {
  if (historical.has(message.id)) return false;
  return mentionsPerson(message, userId) || mentionsAll(message, userId);
}

/** Decided by the rendered HTML; most texts can be excluded without rendering. */
const parts: Readonly<Record<string, (server: Server, message: Message) => boolean>> = {
  link: (server, { content }) =>
    (server.state.customization.linkifiers.length > 0 || /[.#:]|\]\(/.test(content)) &&
    server.render(content).hasLink,
  attachment: (server, { content }) =>
    content.includes("/user_uploads/") && server.render(content).uploads.length > 0,
  image: (server, { content }) =>
    /\.\p{L}|\]\(|:\/\//u.test(content) && server.render(content).hasImage,
  reaction: (_server, { reactions }) => reactions.length > 0,
};

/** The candidate list for a narrow with exactly one stream and one topic. */
export function topicList(
  asking: SearchContext,
  terms: readonly Term[],
): readonly number[] | undefined {
  const plain = terms.filter(({ negated }) => !negated);
  const stream = plain.find(({ operator }) => operator === "channel");
  const topic = plain.find(({ operator }) => operator === "topic");
  if (stream === undefined || topic === undefined) return undefined;
  const key = topicKey(
    streamOf(asking, stream).id,
    topicMeant(asking.server, String(topic.operand)),
  );
  return asking.server.state.messages.ofTopic.get(key) ?? [];
}

// Normalizes the terms of a narrow.

type Operand = string | number | readonly (string | number)[];

export type Term = {
  /** `channel`, `dm`, `group-pm-with` and so on. */
  readonly operator: string;
  readonly operand: Operand;
  readonly negated: boolean;
};

const aliases: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  "pm-with": "dm",
  pm_with: "dm",
  group_pm_with: "group-pm-with",
};

/** The first level of newer operators. */
const operatorsSince: Readonly<Record<string, number>> = {
  dm: since.dmOperators,
  "dm-including": since.dmOperators,
  mentions: since.mentionsOperator,
};

export function readNarrow(
  narrow: readonly NarrowTerm[] | null | undefined,
  level: number,
): Term[] {
  return (narrow ?? []).map((term) => {
    const [operator, operand, negated = false] =
      "operator" in term ? [term.operator, term.operand, term.negated] : term;
    if ((ownProperty(operatorsSince, operator) ?? 0) > level) {
      throw badNarrow(`unknown operator ${operator}`);
    }
    if (operator === "search" && String(operand).trim() === "") {
      throw new Refusal("operand cannot be blank.");
    }
    return { operator: ownProperty(aliases, operator) ?? operator, operand, negated };
  });
}

// Full-text search: words, ignoring case, anywhere in topic or text, and exact phrases.

const word = /[\p{L}\p{M}\p{N}]+/gu;

/** The words and quoted phrases of a query, in lower case. */
function queryParts(query: string) {
  const plain = query.toLowerCase();
  const phrases = [...plain.matchAll(/"([^"]+)"/g)].map(([, phrase = ""]) => phrase);
  return { words: new Set(plain.match(word)), phrases };
}

/** Messages that contain all words of the query. Without words, none match. */
export function searchCondition(query: string): Condition {
  const { words, phrases } = queryParts(query);
  return {
    holds: ({ content, topic }) => {
      const text = `${topic}\n${content}`.toLowerCase();
      if (![...words, ...phrases].every((one) => text.includes(one))) return false;
      const inText = new Set(text.match(word));
      return words.size > 0 && [...words].every((one) => inText.has(one));
    },
  };
}

/** Highlights the words of the query in `html`, outside tags. */
export function highlighted(html: string, query: string): string {
  const { words } = queryParts(query);
  const mark = (text: string) =>
    text.replace(word, (one) =>
      words.has(one.toLowerCase()) ? `<span class="highlight">${one}</span>` : one,
    );
  const parts = html.split(/(<[^>]*>|&[#\w]+;)/);
  return parts.map((part, index) => (index % 2 === 0 ? mark(part) : part)).join("");
}

/** A topic as HTML, highlighted. */
export function highlightedTopic(topic: string, query: string): string {
  return highlighted(escapeHtml(topic), query);
}
