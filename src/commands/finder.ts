/** Finding places, streams, topics and people by a few letters. */
import { get, values } from "#base/table.ts";
import type { Draft } from "#journal/intent.ts";
import { type ConversationKey, conversationKey } from "#model/conversation.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { KnownTopic, Stream } from "#model/stream.ts";
import { type ListKind, listNames } from "#store/list-places.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { type Entry, entryOf, type Ranked, ranked } from "./fuzzy.ts";
import { foundNarrow, foundPerson, foundStream, foundTopic, type Match } from "./match.ts";

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

const streamEntries = preparedOnce((streams: Replica["streams"]): StreamEntry[] =>
  [...values(streams)].map(({ id, name }: Stream) => ({ id, ...entryOf(name) })),
);

const streamNames = preparedOnce(
  (streams: Replica["streams"]) =>
    new Map(streamEntries(streams).map((entry) => [entry.id, entry])),
);

const topicsOfStream = new WeakMap<ReadonlyMap<ConversationKey, KnownTopic>, TopicEntry[]>();

/** A message that arrives changes the topics of one stream: those of the others are kept. */
function topicsIn(
  streamId: StreamId,
  known: ReadonlyMap<ConversationKey, KnownTopic>,
): readonly TopicEntry[] {
  const before = topicsOfStream.get(known);
  if (before !== undefined) return before;
  const entries = [...known.values()].map(({ name }) => ({ streamId, ...entryOf(name) }));
  topicsOfStream.set(known, entries);
  return entries;
}

const topicEntries = preparedOnce((topics: Replica["topics"]): readonly TopicEntry[] =>
  [...topics].flatMap(([streamId, known]) => topicsIn(streamId, known)),
);

const personEntries = preparedOnce((people: Replica["people"]): PersonEntry[] =>
  [...values(people)]
    .filter(({ isActive }: Person) => isActive)
    .map(({ id, name, email, isBot }) => ({ id, email, isBot, ...entryOf(name) }))
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

function bestTopics(
  { topics, streams }: Replica,
  typed: string,
  limit: number,
  more: readonly TopicEntry[],
): readonly Ranked<TopicEntry>[] {
  const known = topicEntries(topics);
  const names = streamNames(streams);
  const entries = more.length === 0 ? known : [...more, ...known];
  return ranked(entries, typed, limit, ({ streamId }) => names.get(streamId) ?? nameless);
}

const nameless = entryOf("");

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
    return isKnown ? [] : [{ streamId, ...entryOf(name) }];
  });
}

function withDraftMark(found: Match, drafts: Drafts): Match {
  const { address } = found;
  const draft = address === undefined ? undefined : drafts.get(conversationKey(address));
  return draft === undefined || draft.text === "" ? found : { ...found, hasDraft: true };
}

/** The places that have a name of their own: lists, and feeds of many conversations. */
const namedPlaces: readonly (Entry & Pick<Match, "narrow" | "list">)[] = [
  ...(Object.keys(listNames) as ListKind[]).flatMap((kind) =>
    kind === "topics"
      ? []
      : [{ ...entryOf(listNames[kind]), narrow: undefined, list: { kind } as const }],
  ),
  { ...entryOf("Everything"), narrow: { kind: "all" } },
  { ...entryOf("Mentions"), narrow: { kind: "mentions" } },
  { ...entryOf("Starred"), narrow: { kind: "starred" } },
];

function foundPlace({ name, narrow, list }: (typeof namedPlaces)[number]): Match {
  const none = { detail: "", unread: 0, address: undefined, command: undefined };
  return { kind: "place", title: name, narrow, ...(list && { list }), ...none };
}

/** Bots stand below people whose names match as well. */
const botsLower = 0.15;

type Found = { readonly found: Match; readonly score: number };

export type Situation = {
  readonly drafts?: Drafts;
  /** Narrows that were open lately, the latest first. */
  readonly recent?: readonly Narrow[];
};

/**
 * Places, streams, topics and people whose names match what was typed, the best first; names that begin so win over near
 * others, recent ones over older ones, and unread ones over equal others.
 */
export function findPlaces(
  view: Replica,
  typed: string,
  limit: number,
  { drafts = noDrafts, recent = [] }: Situation = {},
): readonly Match[] {
  const wanted = typed.trim();
  const all = matchesOf(view, wanted, limit, drafts, recent);
  const start = wanted.toLowerCase();
  const ages = new Map(
    recent.map((narrow, at) => [narrowKey(narrow) as string, at / recent.length]),
  );
  const weight = ({ found, score }: Found) =>
    score +
    recency(ages.get(keyOf(found)), wanted) +
    (found.unread > 0 ? 0.05 : 0) +
    (start !== "" && found.title.toLowerCase().startsWith(start) ? 0.1 : 0);
  const once = new Map(all.map((each) => [keyOf(each.found), each]));
  return [...once.values()]
    .map((each) => ({ ...each, weight: weight(each) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ found }) => withDraftMark(found, drafts));
}

/** Where nothing is typed, recent places come before all others. `age` is between 0 and 1. */
function recency(age: number | undefined, typed: string): number {
  if (age === undefined) return 0;
  return (typed === "" ? 1 : 0.15) * (1.1 - age);
}

function keyOf({ narrow, list }: Match): string {
  return narrow === undefined ? `list:${list?.kind}` : narrowKey(narrow);
}

/** As many of each kind as may be shown; some of them twice. */
function matchesOf(
  view: Replica,
  wanted: string,
  limit: number,
  drafts: Drafts,
  recent: readonly Narrow[],
): readonly Found[] {
  const lately = recent.flatMap((narrow) => {
    const found = foundNarrow(view, narrow);
    return found === undefined ? [] : [{ found, ...entryOf(found.title) }];
  });
  return [
    ...ranked(lately, wanted, limit).map(({ entry: { found }, score }) => ({ found, score })),
    ...ranked(namedPlaces, wanted, limit).map(({ entry, score }) => ({
      found: foundPlace(entry),
      score,
    })),
    ...bestTopics(view, wanted, limit, draftTopics(view, drafts)).map(({ entry, score }) => ({
      found: foundTopic(view, entry.streamId, entry.name),
      score,
    })),
    ...ranked(streamEntries(view.streams), wanted, limit).map(({ entry, score }) => ({
      found: foundStream(view, entry.id),
      score,
    })),
    ...ranked(personEntries(view.people), wanted, limit).map(({ entry, score }) => ({
      found: foundPerson(view, entry),
      score: score - (entry.isBot ? botsLower : 0),
    })),
  ];
}

/** Topics of one stream; what was typed is a new topic when no topic is called so. */
export function findTopics(
  view: Replica,
  streamId: StreamId,
  typed: string,
  limit: number,
): readonly Match[] {
  const wanted = typed.trim();
  const topics = view.topics.get(streamId);
  const entries = topics === undefined ? [] : topicsIn(streamId, topics);
  const known = ranked(entries, wanted, limit).map(({ entry }) =>
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
  return ranked(streamEntries(view.streams), typed.trim(), limit).map(({ entry }) =>
    foundStream(view, entry.id),
  );
}

export function findPeople(view: Replica, typed: string, limit: number): readonly Match[] {
  const matches = ranked(personEntries(view.people), typed.trim(), limit);
  const weight = ({ entry, score }: (typeof matches)[number]) =>
    score - (entry.isBot ? botsLower : 0);
  return matches
    .toSorted((a, b) => weight(b) - weight(a))
    .map(({ entry }) => foundPerson(view, entry));
}
