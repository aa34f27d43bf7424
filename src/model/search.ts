/** Searches: whether a message matches, as far as the client can decide; and the words that matched. */
import { decoded } from "#base/entities.ts";
import { memoizeEach, memoizeFor } from "#base/memoize.ts";
import { get, values } from "#base/table.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import type * as wire from "#wire/message.ts";
import type { History } from "./histories.ts";
import type { Message } from "./message.ts";
import {
  type Narrow,
  type NarrowKey,
  narrowKey,
  others,
  type SearchNarrow,
  type SearchTerm,
} from "./narrow.ts";
import type { Replica } from "./replica.ts";

/** `unknown`: only the server can decide, for example for words. */
export type Verdict = "matches" | "differs" | "unknown";

/** Whether the message matches all of these terms; `ownId` is the reader's ID. */
export function searchVerdict(
  terms: readonly SearchTerm[],
  message: Message,
  ownId: UserId,
): Verdict {
  const verdicts = terms.map((term) => verdictOf(term, message, ownId));
  if (verdicts.includes("differs")) return "differs";
  return verdicts.includes("unknown") ? "unknown" : "matches";
}

function verdictOf(term: SearchTerm, message: Message, ownId: UserId): Verdict {
  const holds = isTrue(term, message, ownId);
  if (holds === undefined) return "unknown";
  return holds === (term.negated !== true) ? "matches" : "differs";
}

/** Whether the message matches the term without its negation; undefined if the client cannot decide. */
function isTrue({ operator, operand }: SearchTerm, message: Message, ownId: UserId) {
  switch (operator) {
    case "stream":
    case "channel":
      return typeof operand === "number" ? message.streamId === operand : undefined;
    case "topic":
      return message.streamId !== undefined && sameWords(message.topic, operand);
    case "sender":
      return typeof operand === "number" ? message.senderId === operand : undefined;
    case "dm":
      return typeof operand === "object" ? isBetween(message, operand, ownId) : undefined;
    case "dm-including":
      return typeof operand === "number" ? isWith(message, operand) : undefined;
    case "is":
      return isOfKind(operand, message);
    case "since":
      return message.sentAt >= Number(operand);
    case "until":
      return message.sentAt < Number(operand);
    default:
      return undefined;
  }
}

/**
 * A term that the client evaluates, because servers have no operator for times: messages sent from `at` on, or before
 * it, in UNIX seconds.
 */
export function timeTerm(operator: "since" | "until", at: number): SearchTerm {
  return { operator, operand: at };
}

export function isTimeTerm({ operator }: SearchTerm): boolean {
  return operator === "since" || operator === "until";
}

/**
 * False: only the archive is searched. Servers cannot match patterns, nor exclude words, and older ones not all that it
 * can.
 */
export function isForServers(search: SearchNarrow, { realm }: Pick<Replica, "realm">): boolean {
  return (
    !isUnknownThere(search) &&
    search.terms.every((term) => matchedSince(term) <= realm.featureLevel)
  );
}

/** By operator, or with its operand. */
const operatorsSince: Readonly<Partial<Record<string, number>>> = {
  mentions: since.mentionsOperator,
  "has:reaction": since.reactionOperator,
  "is:followed": since.followedOperator,
  "is:muted": since.mutedOperator,
  "streams:archived": since.archivedOperator,
};

/** The first level whose servers can match the term. None can search for messages without words: they find those with them. */
function matchedSince({ operator, operand, negated }: SearchTerm): number {
  if (operator === "search" && negated === true) return Number.POSITIVE_INFINITY;
  if (operator === "pattern") return Number.POSITIVE_INFINITY;
  return operatorsSince[operator] ?? operatorsSince[`${operator}:${operand}`] ?? 0;
}

/** Feeds whose messages a search finds as well, by what it is about. */
const feeds: Readonly<Partial<Record<string, "mentions" | "starred">>> = {
  mentioned: "mentions",
  starred: "starred",
};

/** The search that finds what the feed shows, which nobody typed; undefined: there is none. */
export function searchOfFeed({ kind }: Narrow): SearchNarrow | undefined {
  const entry = Object.entries(feeds).find(([, feed]) => feed === kind);
  if (entry === undefined) return undefined;
  const [operand] = entry;
  return { kind: "search", text: "", terms: [{ operator: "is", operand }] };
}

/** The feed whose search it is; undefined if somebody typed it. */
export function feedOfSearch({ text, terms }: SearchNarrow): "mentions" | "starred" | undefined {
  return text === "" ? feeds[String(terms[0]?.operand)] : undefined;
}

/**
 * What the archive finds for a search has histories of its own: that of the search is what the server's pages have,
 * from which the archive may differ. Between the best ones, others are missing.
 */
export function archivedSearch(
  search: SearchNarrow,
  which: "newest" | "best" = "newest",
): SearchNarrow {
  return archived[which](search);
}

const archived = { newest: archivedFor("newest"), best: archivedFor("best") };

function archivedFor(operand: string) {
  return memoizeEach(
    (search: SearchNarrow): SearchNarrow => ({
      ...search,
      terms: [{ operator: "archived", operand }, ...search.terms],
    }),
  );
}

/** The keys of a search's histories. */
export function historiesOf(search: SearchNarrow): readonly NarrowKey[] {
  return [search, archivedSearch(search), archivedSearch(search, "best")].map(narrowKey);
}

/** Whether the search would find again what is known of it, but for messages that came since. */
export function isStillFound({ epoch }: Pick<Replica, "epoch">, history: History): boolean {
  const { narrow, isOutdated = false } = history;
  const isArchived = narrow.kind === "search" && narrow.terms[0]?.operator === "archived";
  return !isOutdated && history.epoch === (isArchived ? epoch - 1 : epoch);
}

/** The times between which all messages of a narrow were sent, in UNIX seconds: from `since` on, before `until`. */
export type Period = { readonly since: number; readonly until: number };

export function periodOf(narrow: Narrow): Period {
  const terms = narrow.kind === "search" ? narrow.terms : [];
  const times = (name: string) =>
    terms.flatMap(({ operator, operand }) => (operator === name ? [Number(operand)] : []));
  return { since: Math.max(0, ...times("since")), until: Math.min(Infinity, ...times("until")) };
}

/** Those that have an ID or a name for an operand. */
const operatorsWithNames = new Set(["stream", "sender", "dm", "dm-including", "mentions"]);

/**
 * The search as another account's: its streams and people by name or address. What is not there stays written, and is
 * found again if the search is taken back.
 */
export function searchIn(search: SearchNarrow, from: Replica, to: Replica): SearchNarrow {
  if (!search.terms.some(({ operator }) => operatorsWithNames.has(operator))) return search;
  return searches(to.people, [search, from.people, from.streams, to.streams], () => ({
    ...search,
    terms: search.terms.map((term) =>
      operatorsWithNames.has(term.operator)
        ? { ...term, operand: operandIn(term, from, to) }
        : term,
    ),
  }));
}

const searches = memoizeFor<Replica["people"], SearchNarrow>();

/** Whether it names somebody, or a stream, whom the account does not know. */
export function isUnknownThere({ terms }: SearchNarrow): boolean {
  return terms.some(
    ({ operator, operand }) => operatorsWithNames.has(operator) && typeof operand === "string",
  );
}

function operandIn({ operator, operand }: SearchTerm, from: Replica, to: Replica) {
  if (operator === "stream") {
    const name =
      typeof operand === "number" ? get(from.streams, operand as StreamId)?.name : operand;
    return [...values(to.streams)].find((stream) => stream.name === name)?.id ?? `${name}`;
  }
  if (typeof operand === "number") return personIn(operand, from, to) ?? addressOf(operand, from);
  const people: readonly (number | string)[] =
    typeof operand === "string" ? operand.split(",") : operand;
  const ids = people.map((one) =>
    typeof one === "number" ? personIn(one, from, to) : writtenIn(one, to),
  );
  const messageIds = ids.filter((id) => id !== undefined);
  if (messageIds.length < people.length)
    return people.map((one) => (typeof one === "number" ? addressOf(one, from) : one)).join(",");
  return operator === "dm" ? messageIds.sort((one, other) => one - other) : (messageIds[0] ?? "");
}

/** Stands for the user, whose addresses may differ. */
const oneself = "me";

function addressOf(id: number, { people, ownId }: Replica): string {
  return id === ownId ? oneself : (get(people, id as UserId)?.email ?? `${id}`);
}

function writtenIn(address: string, { people, ownId }: Replica): UserId | undefined {
  if (address === oneself) return ownId;
  return [...values(people)].find(({ email }) => email === address)?.id;
}

/** By the address, or by a name that nobody else has. */
function personIn(id: number, from: Replica, to: Replica): UserId | undefined {
  const there = writtenIn(addressOf(id, from), to);
  const name = get(from.people, id as UserId)?.name;
  const of = ({ people }: Replica) => [...values(people)].filter((person) => person.name === name);
  if (there !== undefined || of(from).length !== 1) return there;
  const [only, ...more] = of(to);
  return more.length === 0 ? only?.id : undefined;
}

/** What a term asks about flags of the reader, by the flag; the others are about mentions and alert words. */
const flagTerms: Readonly<Partial<Record<string, readonly string[]>>> = {
  read: ["is:unread"],
  starred: ["is:starred"],
};
const otherFlags = ["is:mentioned", "is:alerted"];

/** Of terms about topics and streams, what their policies decide. */
const policyTerms = ["is:followed", "is:muted", "in:home", "in:all"];

/**
 * Whether the event may change what the search finds, apart from messages that it brings, changes or deletes. Called after
 * it was applied.
 */
export function mayChangeFound(replica: Replica, search: SearchNarrow, event: Event): boolean {
  const has = (names: readonly string[]) =>
    search.terms.some(({ operator, operand }) => names.includes(`${operator}:${operand}`));
  const mayBeFound = (id: MessageId) => verdictOn(replica, search, id) !== "differs";
  switch (event.type) {
    case "update_message_flags": {
      const { flag, messages, all } = event;
      const term = flagTerms[flag];
      // Of a mention that is gone, the message does not tell any more.
      if (term === undefined) return has(otherFlags);
      return has(term) && (all === true || messages.some(mayBeFound));
    }
    case "reaction":
      return has(["has:reaction"]) && mayBeFound(event.message_id);
    case "user_topic":
    case "muted_topics":
      return has(policyTerms);
    // What is there at all, and what is muted or public.
    case "subscription":
      return event.op !== "peer_add" && event.op !== "peer_remove";
    case "stream":
      return true;
    // The archive finds mentions by the name.
    case "realm_user":
      return search.terms.some(({ operator }) => operator === "mentions");
    default:
      return false;
  }
}

/** Only the server can evaluate messages that are not loaded. */
export function verdictOn(
  { messages, ownId }: Replica,
  { terms }: SearchNarrow,
  id: MessageId,
): Verdict {
  const message = get(messages, id);
  return message === undefined ? "unknown" : searchVerdict(terms, message, ownId);
}

function sameWords(topic: string, operand: SearchTerm["operand"]): boolean {
  return typeof operand === "string" && topic.toLowerCase() === operand.toLowerCase();
}

function isWith({ userIds = [] }: Message, id: number): boolean {
  return userIds.some((each) => each === id);
}

function isBetween({ userIds }: Message, operandIds: readonly number[], ownId: UserId): boolean {
  if (userIds === undefined) return false;
  const rest = others(userIds, ownId);
  const meant = new Set(operandIds.filter((id) => id !== ownId || operandIds.length === 1));
  return rest.length === meant.size && rest.every((id) => meant.has(id));
}

function isOfKind(operand: SearchTerm["operand"], message: Message): boolean | undefined {
  switch (operand) {
    case "dm":
    case "private":
      return message.streamId === undefined;
    case "mentioned":
      return message.mentioned || message.wildcardMentioned;
    case "alerted":
      return message.alerted;
    default:
      return undefined;
  }
}

// The words of a message that a server's search matched.
//
// The server marks them in HTML, whose offsets match neither the Markdown nor the lines: only the words are stored.

export type MatchWords = {
  /** Each word once, as it is written in the text: not safe for a terminal. */
  readonly content: readonly string[];
  readonly topic: readonly string[];
};

const highlight = /<span class="?highlight"?>([^<]*)<\/span>/g;

function wordsIn(html: string): readonly string[] {
  const words = new Set<string>();
  for (const [, word = ""] of html.matchAll(highlight)) words.add(decoded(word).trim());
  words.delete("");
  return [...words];
}

/** Undefined if the server marked nothing: only searches for words have matches. */
export function matchWordsOf({
  match_content: content = "",
  match_subject: topic = "",
}: Pick<wire.Message, "match_content" | "match_subject">): MatchWords | undefined {
  const words = { content: wordsIn(content), topic: wordsIn(topic) };
  return words.content.length + words.topic.length === 0 ? undefined : words;
}
