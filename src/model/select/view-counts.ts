/**
 * How many unread messages match each view.
 *
 * What an unread message is known by (its conversation, mentions, stars) is counted without the message; what only its text
 * or its sender tells is counted while the message is here. The rest may match or not, and is counted apart: nothing is
 * guessed. An event filters again only the conversations that it touches.
 */
import { hasId, idsOf } from "#base/id-list.ts";
import { has } from "#base/sorted.ts";
import { changedEntries, changedIds, get } from "#base/table.ts";
import { type Conversation, type ConversationKey, isResolved } from "#model/conversation.ts";
import { others, type SearchTerm } from "#model/narrow.ts";
import { noViewCounts, type Replica, type ViewCount, type ViewCounts } from "#model/replica.ts";
import { searchVerdict } from "#model/search.ts";
import { type UnreadConversation, type Unreads, unreadIn } from "#model/unreads.ts";
import { readView, savedViews } from "#model/views.ts";
import type { MessageId } from "#wire/ids.ts";
import { isFollowed, isMuted } from "./inbox-row.ts";

type Truth = boolean | undefined;

/** Whether an unread message matches the terms; undefined: that cannot be decided here. */
export function isUnreadMatch(
  replica: Replica,
  terms: readonly SearchTerm[],
  id: MessageId,
): Truth {
  const key = get(replica.unreads.where, id);
  const entry = key && unreadIn(replica.unreads, key);
  if (entry === undefined) return false;
  const rest = undecidedBy(replica, terms, entry);
  return rest === undefined ? false : messageMatches(replica, rest, entry, id);
}

const none: ViewCount = { certain: 0, unknown: 0 };

function countIn(
  replica: Replica,
  terms: readonly SearchTerm[],
  entry: UnreadConversation | undefined,
): ViewCount {
  const rest = entry && undecidedBy(replica, terms, entry);
  if (entry === undefined || rest === undefined) return none;
  if (rest.length === 0) return { certain: entry.ids.length, unknown: 0 };
  let [certain, unknown] = [0, 0];
  for (const id of idsOf(entry.ids)) {
    const matches = messageMatches(replica, rest, entry, id);
    if (matches === true) certain += 1;
    else if (matches === undefined) unknown += 1;
  }
  return { certain, unknown };
}

/** The terms that the conversation does not decide; undefined if none of its messages can match. */
function undecidedBy(
  replica: Replica,
  terms: readonly SearchTerm[],
  { key, conversation }: UnreadConversation,
): readonly SearchTerm[] | undefined {
  const rest: SearchTerm[] = [];
  for (const term of terms) {
    const holds = conversationHolds(replica, term, key, conversation);
    if (holds === undefined) rest.push(term);
    else if (holds === isNegated(term)) return undefined;
  }
  return rest;
}

/** Servers ignore the negation of `in`. */
function isNegated({ operator, negated }: SearchTerm): boolean {
  return negated === true && operator !== "in";
}

/** Whether the term, without its negation, holds for all messages there, or for none; undefined: the messages differ. */
function conversationHolds(
  replica: Replica,
  { operator, operand }: SearchTerm,
  key: ConversationKey,
  conversation: Conversation,
): Truth {
  const topic = conversation.kind === "topic" ? conversation : undefined;
  const people = conversation.kind === "direct" ? conversation.userIds : undefined;
  switch (operator) {
    case "stream":
      return topic?.streamId === operand;
    case "topic":
      return topic !== undefined && topic.topic.toLowerCase() === `${operand}`.toLowerCase();
    case "dm":
      return (
        people !== undefined &&
        typeof operand === "object" &&
        others(people, replica.ownId).join() === operand.join()
      );
    case "dm-including":
      return people?.some((id) => id === operand) === true;
    case "streams": {
      const stream = topic && get(replica.streams, topic.streamId);
      return operand === "public" ? stream?.isPrivate === false : undefined;
    }
    case "is":
    case "in":
      return conversationIs(replica, `${operator}:${operand}`, key, topic);
    default:
      return undefined;
  }
}

function conversationIs(
  replica: Replica,
  what: string,
  key: ConversationKey,
  topic: Extract<Conversation, { kind: "topic" }> | undefined,
): Truth {
  switch (what) {
    case "is:unread":
    case "in:all":
      return true;
    case "is:dm":
      return topic === undefined;
    case "is:resolved":
      return topic !== undefined && isResolved(topic.topic);
    case "is:followed":
      return topic !== undefined && isFollowed(replica, key);
    case "is:muted":
      return topic !== undefined && isMuted(replica, key);
    case "in:home":
      return topic === undefined || !isMuted(replica, key);
    default:
      return undefined;
  }
}

function messageMatches(
  replica: Replica,
  terms: readonly SearchTerm[],
  entry: UnreadConversation,
  id: MessageId,
): Truth {
  let isUnknown = false;
  for (const term of terms) {
    const holds = messageHolds(replica, term, entry, id);
    if (holds === undefined) isUnknown = true;
    else if (holds === isNegated(term)) return false;
  }
  return isUnknown ? undefined : true;
}

function messageHolds(
  replica: Replica,
  term: SearchTerm,
  entry: UnreadConversation,
  id: MessageId,
): Truth {
  const { operator, operand } = term;
  const message = get(replica.messages, id);
  switch (`${operator}:${operand}`) {
    case "is:mentioned":
      return hasId(entry.mentions, id);
    case "is:starred":
      return has(replica.starred, id);
    case "is:alerted":
      return hasId(entry.alerted, id) || message?.alerted;
    case "has:reaction":
      return message && message.reactions.length > 0;
    default:
      break;
  }
  if (operator === "id") return id === operand;
  if (message === undefined) return undefined;
  if (operator === "search") return hasWords(`${message.topic}\n${message.content}`, `${operand}`);
  const verdict = searchVerdict([{ operator, operand }], message, replica.ownId);
  return verdict === "unknown" ? undefined : verdict === "matches";
}

/** True if all words are there as they are written; servers find other forms of a word, too: else nobody can tell. */
function hasWords(text: string, words: string): Truth {
  const here = new Set(wordsIn(text));
  const sought = wordsIn(words);
  const isPlain = sought.length > 0 && !words.includes('"');
  return isPlain && sought.every((word) => here.has(word)) ? true : undefined;
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
}

/** Terms that only a message decides, which may be another one after an event, or no longer here. */
const ofMessages: ReadonlySet<string> = new Set(["sender", "has", "search", "is:alerted"]);

function needsMessages(terms: readonly SearchTerm[]): boolean {
  return terms.some(
    ({ operator, operand }) => ofMessages.has(operator) || ofMessages.has(`${operator}:${operand}`),
  );
}

// What an event touches.

type Parts = Pick<Replica, "unreads" | "messages" | "starred" | "policies" | "streams" | "ownId">;

/** The conversations in which a view may count otherwise; `withMessages`: also those whose messages changed. */
function touched(before: Parts, after: Parts, withMessages: boolean): ReadonlySet<ConversationKey> {
  const keys = new Set(changedUnreads(before.unreads, after.unreads));
  for (const [key] of changedEntries(before.policies, after.policies)) keys.add(key);
  const ids = [
    ...(withMessages ? changedIds(before.messages, after.messages) : []),
    ...changedStars(before.starred, after.starred),
  ];
  for (const id of ids) {
    const key = get(after.unreads.where, id);
    if (key !== undefined) keys.add(key);
  }
  for (const id of changedIds(before.streams, after.streams))
    for (const key of after.unreads.streams.get(id)?.keys() ?? []) keys.add(key);
  return keys;
}

function changedStars(before: Parts["starred"], after: Parts["starred"]): readonly MessageId[] {
  if (before === after) return [];
  return [...before.filter((id) => !has(after, id)), ...after.filter((id) => !has(before, id))];
}

const noEntries: Unreads["directs"] = new Map();

function* changedUnreads(before: Unreads, after: Unreads): Generator<ConversationKey> {
  for (const [key] of changedEntries(before.directs, after.directs)) yield key;
  for (const [id, entries = noEntries] of changedEntries(before.streams, after.streams))
    for (const [key] of changedEntries(before.streams.get(id) ?? noEntries, entries)) yield key;
}

function* allKeys({ unreads }: Parts): Generator<ConversationKey> {
  yield* unreads.directs.keys();
  for (const group of unreads.streams.values()) yield* group.keys();
}

// The index: what each view counts in each conversation, as of the last replica.

type Counted = {
  readonly terms: readonly SearchTerm[];
  /** Conversations in which it counts nothing have no entry. */
  readonly counts: Map<ConversationKey, ViewCount>;
  /** The conversations that it has still to go through for the first time. */
  readonly first: Iterator<ConversationKey>;
  isFirstOver: boolean;
  sum: ViewCount;
};

function newCounted(replica: Replica, terms: readonly SearchTerm[]): Counted {
  const first = allKeys(replica);
  return { terms, counts: new Map(), first, isFirstOver: false, sum: none };
}

function refilter(replica: Replica, counted: Counted, key: ConversationKey): void {
  const { terms, counts, sum } = counted;
  const before = counts.get(key) ?? none;
  const now = countIn(replica, terms, unreadIn(replica.unreads, key));
  if (now.certain + now.unknown === 0) counts.delete(key);
  else counts.set(key, now);
  if (now.certain === before.certain && now.unknown === before.unknown) return;
  counted.sum = {
    certain: sum.certain + now.certain - before.certain,
    unknown: sum.unknown + now.unknown - before.unknown,
  };
}

/** Goes on through the conversations that it has not gone through; returns how much is left of `atMost`. */
function countFirst(replica: Replica, counted: Counted, atMost: number): number {
  let left = atMost;
  while (left > 0 && !counted.isFirstOver) {
    const { value: key, done = false } = counted.first.next();
    counted.isFirstOver = done;
    if (!done) refilter(replica, counted, key);
    left -= 1;
  }
  return left;
}

export type ViewCounting = {
  /**
   * The numbers of the replica, which need not be a later one: the same map while no number changed. At most so many
   * conversations are filtered, each for one view; while some are left, these are the numbers of before.
   */
  readonly count: (replica: Replica, atMost?: number) => ViewCounts;
  /** Whether some are left: to count on, `count` is called again. */
  readonly isUnfinished: () => boolean;
};

export function viewCounting(): ViewCounting {
  let index: ReadonlyMap<string, Counted> = new Map();
  let last: Parts | undefined;
  let sums = noViewCounts;
  const pending = new Set<ConversationKey>();
  const isUnfinished = () =>
    pending.size > 0 || [...index.values()].some(({ isFirstOver }) => !isFirstOver);

  /** Notes which conversations are to be filtered, again or for the first time. */
  const note = (replica: Replica) => {
    const read = termsByView(replica);
    if (last?.ownId === replica.ownId)
      for (const key of touched(last, replica, [...read.values()].some(needsMessages)))
        pending.add(key);
    else {
      pending.clear();
      index = new Map();
      sums = noViewCounts;
    }
    index = new Map(
      [...read].map(([fragment, terms]) => {
        const before = index.get(fragment);
        const isKnown = before !== undefined && isSameSearch(before.terms, terms);
        return [fragment, isKnown ? before : newCounted(replica, terms)];
      }),
    );
    last = index.size === 0 ? undefined : replica;
  };

  /** Filters what changed again; returns how much is left of `atMost`. */
  const countAgain = (replica: Replica, atMost: number): number => {
    let left = atMost;
    for (const key of pending) {
      if (left <= 0) break;
      pending.delete(key);
      left -= index.size;
      for (const counted of index.values()) refilter(replica, counted, key);
    }
    return left;
  };

  return {
    count: (replica, atMost = Number.POSITIVE_INFINITY) => {
      if (replica !== last) note(replica);
      let left = countAgain(replica, atMost);
      for (const counted of index.values()) left = countFirst(replica, counted, left);
      if (!isUnfinished()) sums = sameSums(sums, index);
      return sums;
    },
    isUnfinished,
  };
}

function sameSums(before: ViewCounts, index: ReadonlyMap<string, Counted>): ViewCounts {
  const isSame =
    before.size === index.size &&
    [...index].every(([fragment, { sum }]) => before.get(fragment) === sum);
  return isSame ? before : new Map([...index].map(([fragment, { sum }]) => [fragment, sum]));
}

function isSameSearch(one: readonly SearchTerm[], other: readonly SearchTerm[]): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function termsByView(replica: Replica): ReadonlyMap<string, readonly SearchTerm[]> {
  const read = savedViews(replica).map((view) => [view.fragment, readView(replica, view)] as const);
  return new Map(
    read.flatMap(([fragment, one]) =>
      one.kind === "search" ? [[fragment, one.terms] as const] : [],
    ),
  );
}
