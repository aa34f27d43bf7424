/** Finding streams, topics, people and commands by a few letters. */
import fuzzysort from "fuzzysort";
import { memoizeLru } from "#base/memoize-lru.ts";
import { get, values } from "#base/table.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import type { Stream } from "#model/stream.ts";
import type { StreamId, UserId } from "#wire/ids.ts";

/** Something that can be opened or written to; texts are as they came: not safe for a terminal. */
export type Match = {
  readonly kind: "stream" | "topic" | "person" | "command" | "new topic";
  readonly title: string;
  /** What stands beside it: the stream of a topic, the address of a person, the keys of a command. */
  readonly detail: string;
  readonly unread: number;
  /** Whether text that was not sent waits there. */
  readonly hasDraft?: boolean;
  readonly narrow: Narrow | undefined;
  /** Where a message would go; undefined for a stream as a whole. */
  readonly address: Address | undefined;
  /** The command's id, for commands. */
  readonly command: string | undefined;
};

export type Entry = {
  readonly name: string;
  readonly prepared: ReturnType<typeof fuzzysort.prepare>;
};
type TopicEntry = Entry & { readonly streamId: StreamId };
type PersonEntry = Entry & {
  readonly id: UserId;
  readonly email: string;
  readonly isBot: boolean;
};
type StreamEntry = Entry & { readonly id: StreamId };

/** Prepared once for each state of the tables, not once for each letter. */
export const preparedOnce = <Source extends object, T extends object>(
  prepare: (source: Source) => T,
) => {
  const known = new WeakMap<Source, T>();
  return (source: Source): T => {
    const before = known.get(source);
    if (before !== undefined) return before;
    const entries = prepare(source);
    known.set(source, entries);
    return entries;
  };
};

export const prepared = memoizeLru(50_000, (name: string) => fuzzysort.prepare(name));

const streamEntries = preparedOnce((streams: Replica["streams"]): StreamEntry[] =>
  [...values(streams)].map(({ id, name }: Stream) => ({ id, name, prepared: prepared(name) })),
);

const topicEntries = preparedOnce((topics: Replica["topics"]): TopicEntry[] =>
  [...topics].flatMap(([streamId, known]) =>
    [...known.values()].map(({ name }) => ({ streamId, name, prepared: prepared(name) })),
  ),
);

const personEntries = preparedOnce((people: Replica["people"]): PersonEntry[] =>
  [...values(people)]
    .filter(({ isActive }: Person) => isActive)
    .map(({ id, name, email, isBot }) => ({ id, name, email, isBot, prepared: prepared(name) }))
    // Of equal matches, people come first.
    .sort((a, b) => Number(a.isBot) - Number(b.isBot)),
);

const idsByName = preparedOnce((people: Replica["people"]) => {
  const ids = new Map<string, UserId>();
  for (const { id, name } of values(people)) if (!ids.has(name)) ids.set(name, id);
  return ids;
});

/** The first person with exactly this name. */
export function personNamed({ people }: Replica, name: string): UserId | undefined {
  return idsByName(people).get(name);
}

/** No name is as long: what is typed beyond that is looked for nowhere. */
const longestQuery = 300;

/** The best matches, best first; with nothing typed, the first ones as they stand. */
export function best<T extends Entry>(
  entries: readonly T[],
  typed: string,
  limit: number,
): readonly { entry: T; score: number }[] {
  if (typed === "") return entries.slice(0, limit).map((entry) => ({ entry, score: 0 }));
  if (typed.length > longestQuery) return [];
  return fuzzysort
    .go(typed, entries, { key: "prepared", limit, threshold: 0.3 })
    .map((result) => ({ entry: result.obj, score: result.score }));
}

/** Of several words, some may be the stream's: "general lunch" finds #general › lunch. */
function bestTopics(
  { topics, streams }: Replica,
  typed: string,
  limit: number,
  more: readonly TopicEntry[],
): readonly { entry: TopicEntry; score: number }[] {
  const known = topicEntries(topics);
  const entries = more.length === 0 ? known : [...more, ...known];
  if (!typed.includes(" ") || typed.length > longestQuery) return best(entries, typed, limit);
  const streamOf = ({ streamId }: TopicEntry) => prepared(get(streams, streamId)?.name ?? "");
  return fuzzysort
    .go(typed, entries, { keys: ["prepared", streamOf], limit, threshold: 0.3 })
    .map((result) => ({ entry: result.obj, score: result.score }));
}

export function foundStream(view: Replica, id: StreamId): Match {
  const stream = get(view.streams, id);
  const narrow = { kind: "stream", streamId: id } as const;
  return {
    kind: "stream",
    title: stream?.name ?? "",
    detail: stream?.subscription === undefined ? "not subscribed" : "",
    unread: 0,
    narrow,
    address: undefined,
    command: undefined,
  };
}

export function foundTopic(view: Replica, streamId: StreamId, topic: string): Match {
  const narrow = { kind: "topic", streamId, topic } as const;
  return {
    kind: "topic",
    title: topic,
    detail: get(view.streams, streamId)?.name ?? "",
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
    command: undefined,
  };
}

export function foundPerson(
  view: Replica,
  person: { readonly id: UserId; readonly name: string; readonly email: string },
): Match {
  const userIds =
    person.id === view.ownId ? [person.id] : [person.id, view.ownId].sort((a, b) => a - b);
  const narrow = { kind: "direct", userIds } as const;
  return {
    kind: "person",
    title: person.name,
    detail: person.email,
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
    command: undefined,
  };
}

/** Where drafts wait: also topics that do not exist yet. */
export type Drafts = ReadonlyMap<string, Pick<Draft, "address" | "text">>;

const noDrafts: Drafts = new Map();

/** Topics with a draft in which nobody has written. */
function draftTopics({ streams, topics }: Replica, drafts: Drafts): readonly TopicEntry[] {
  return [...drafts].flatMap(([key, { address, text }]) => {
    if (address?.kind !== "topic" || text === "" || get(streams, address.streamId) === undefined)
      return [];
    const { streamId, topic: name } = address;
    const isKnown = topics.get(streamId)?.has(key as ConversationKey);
    return isKnown ? [] : [{ streamId, name, prepared: prepared(name) }];
  });
}

function withDraftMark(found: Match, drafts: Drafts): Match {
  const { address } = found;
  const draft = address === undefined ? undefined : drafts.get(conversationKey(address));
  return draft === undefined || draft.text === "" ? found : { ...found, hasDraft: true };
}

/** Bots stand below people whose names match as well. */
const botsLower = 0.15;

/**
 * Streams, topics and people whose names match what was typed, the best first; names that begin so win over near others,
 * and unread ones over equal others.
 */
export function findPlaces(
  view: Replica,
  typed: string,
  limit: number,
  drafts: Drafts = noDrafts,
): readonly Match[] {
  const wanted = typed.trim();
  const streams = best(streamEntries(view.streams), wanted, limit).map(({ entry, score }) => ({
    found: foundStream(view, entry.id),
    score,
  }));
  const topics = bestTopics(view, wanted, limit, draftTopics(view, drafts)).map(
    ({ entry, score }) => ({ found: foundTopic(view, entry.streamId, entry.name), score }),
  );
  const people = best(personEntries(view.people), wanted, limit).map(({ entry, score }) => ({
    found: foundPerson(view, entry),
    score: score - (entry.isBot ? botsLower : 0),
  }));
  const start = wanted.toLowerCase();
  const weight = ({ found, score }: { readonly found: Match; readonly score: number }) =>
    score +
    (found.unread > 0 ? 0.05 : 0) +
    (start !== "" && found.title.toLowerCase().startsWith(start) ? 0.1 : 0);
  return [...topics, ...streams, ...people]
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, limit)
    .map(({ found }) => withDraftMark(found, drafts));
}

/** Topics of one stream; what was typed is a new topic when no topic is called so. */
export function findTopics(
  view: Replica,
  streamId: StreamId,
  typed: string,
  limit: number,
): readonly Match[] {
  const wanted = typed.trim();
  const entries = topicEntries(view.topics).filter((entry) => entry.streamId === streamId);
  const known = best(entries, wanted, limit).map(({ entry }) =>
    foundTopic(view, streamId, entry.name),
  );
  const isKnown = known.some(({ title }) => title.toLowerCase() === wanted.toLowerCase());
  if (wanted === "" || isKnown) return known;
  return [
    ...known.slice(0, limit - 1),
    { ...foundTopic(view, streamId, wanted), kind: "new topic" },
  ];
}

export function findStreams(view: Replica, typed: string, limit: number): readonly Match[] {
  return best(streamEntries(view.streams), typed.trim(), limit).map(({ entry }) =>
    foundStream(view, entry.id),
  );
}

export function findPeople(view: Replica, typed: string, limit: number): readonly Match[] {
  const matches = best(personEntries(view.people), typed.trim(), limit);
  const weight = ({ entry, score }: (typeof matches)[number]) =>
    score - (entry.isBot ? botsLower : 0);
  return matches
    .toSorted((a, b) => weight(b) - weight(a))
    .map(({ entry }) => foundPerson(view, entry));
}

/** The names among `names` that match, best first, with their indexes; all of them when nothing was typed. */
export function matching(names: readonly string[], typed: string): readonly number[] {
  if (typed.trim() === "") return names.map((_, index) => index);
  if (typed.length > longestQuery) return [];
  const targets = names.map((name, index) => ({ name, index, prepared: prepared(name) }));
  return fuzzysort
    .go(typed.trim(), targets, { key: "prepared", threshold: 0.2 })
    .map(({ obj }) => obj.index);
}
