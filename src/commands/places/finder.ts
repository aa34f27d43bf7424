/** Fuzzy search for places, streams, topics and users. */
import type { Clock } from "#base/clock.ts";
import { memoizeEach, memoizeFor, memoizePer } from "#base/memoize.ts";
import { type Sorted, sorted } from "#base/sorted.ts";
import { get, values } from "#base/table.ts";
import {
  inParts,
  type Named,
  type Names,
  type NamesIn,
  namesOf,
  prepareParts,
  type Ranked,
  ranked,
} from "#commands/fuzzy.ts";
import { timedOf } from "#journal/actions/scheduled.ts";
import type { Address, Draft } from "#journal/intent.ts";
import { isConflictKey } from "#journal/journal.ts";
import { type ConversationKey, conversationKey, topicKey } from "#model/conversation.ts";
import { emptyTopicName, topicRuleOf, topicTitle, topicWritten } from "#model/empty-topic.ts";
import { type Narrow, narrowKey, others } from "#model/narrow.ts";
import type { Group, Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import { titleOf, unreadCountOf } from "#model/select/conversations.ts";
import type { KnownTopic, Stream } from "#model/stream.ts";
import { knownStream, lostUse } from "#model/streams.ts";
import { type SavedView, savedViews } from "#model/views.ts";
import { follow, parts } from "#store/follow.ts";
import { type ListKind, type ListPlace, listNames } from "#store/list-places.ts";
import type { Store } from "#store/state.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";

/** The name is the one that is shown. */
type TopicEntry = Named & { readonly streamId: StreamId; readonly topic: string };

const streamParts = memoizeEach((streams: Replica["streams"]): readonly NamesIn<Stream>[] =>
  inParts([...values(streams)]),
);

/** Archived, or out of reach: found below all others, and only by what was typed. */
const lostParts = memoizeEach((archived: Replica["archived"]): readonly NamesIn<Stream>[] =>
  inParts([...archived.values()]),
);

type KnownTopics = ReadonlyMap<ConversationKey, KnownTopic>;

const namesOfTopics = memoizeFor<KnownTopics, Names<TopicEntry>>();

/** A new message changes the topics of one stream only: those of the others are reused. */
function topicsIn(
  { organization }: Pick<Replica, "organization">,
  streamId: StreamId,
  known: KnownTopics,
): Names<TopicEntry> {
  return namesOfTopics(known, [streamId, emptyTopicName({ organization })], () =>
    namesOf(
      [...known.values()].map(({ name: topic }) => ({
        streamId,
        topic,
        name: topicTitle({ organization }, topic),
      })),
    ),
  );
}

const partsOfTopics = memoizeFor<Replica["topics"], readonly NamesIn<TopicEntry>[]>();

function topicParts(view: Replica): readonly NamesIn<TopicEntry>[] {
  const { topics, streams } = view;
  return partsOfTopics(topics, [streams, emptyTopicName(view)], () =>
    [...topics].map(([streamId, known]) => ({
      names: topicsIn(view, streamId, known),
      container: get(streams, streamId)?.name,
    })),
  );
}

const personParts = memoizeEach((people: Replica["people"]): readonly NamesIn<Person>[] =>
  inParts(
    [...values(people)]
      .filter(({ isActive }) => isActive)
      // People come before bots with equally good matches.
      .sort((a, b) => Number(a.isBot) - Number(b.isBot)),
  ),
);

/** Deactivated people: found below all others, and only by what was typed. */
const formerParts = memoizeEach((people: Replica["people"]): readonly NamesIn<Person>[] =>
  inParts([...values(people)].filter(({ isActive }) => !isActive)),
);

/** Conversations of several people, by the names of all. */
type SeveralPeople = Named & { readonly userIds: Sorted<UserId> };

const namesOfSeveral = memoizePer(
  (directs: Replica["directs"], people: Replica["people"], ownId: UserId) =>
    inParts([...directs.values()].flatMap((direct) => severalIn({ people, ownId }, direct))),
);

function severalParts({ directs, people, ownId }: Replica): readonly NamesIn<SeveralPeople>[] {
  return namesOfSeveral(directs, people, ownId);
}

function severalIn(
  { people, ownId }: Pick<Replica, "people" | "ownId">,
  { userIds }: Pick<SeveralPeople, "userIds">,
): readonly SeveralPeople[] {
  const names = others(userIds, ownId).map((id) => get(people, id)?.name ?? "");
  return names.length < 2 ? [] : [{ userIds, name: names.join(", ") }];
}

/** To be called before names are searched. */
export function prepareNames(view: Replica, clock: Clock): void {
  const { people } = view;
  prepareParts([...topicParts(view), ...personParts(people), ...formerParts(people)], clock);
}

/** After the first frames, so that the palette is ready when it is first opened. */
const prepareAfterMs = 500;

/** Prepares the names whenever they were loaded as a whole. The returned function ends that. */
export function prepareNamesWhenKnown(store: Store, clock: Clock): () => void {
  let cancel = () => {};
  const prepare = () => {
    cancel();
    cancel = clock.after(prepareAfterMs, () => prepareNames(store.getState().view, clock));
  };
  const stop = follow(store, [parts.epoch], prepare);
  if (store.getState().replica.epoch > 0) prepare();
  return () => {
    stop();
    cancel();
  };
}

const idsByName = memoizeEach((people: Replica["people"]) => {
  const ids = new Map<string, UserId | undefined>();
  for (const { id, name } of values(people)) ids.set(name, ids.has(name) ? undefined : id);
  return ids;
});

/** The only user with exactly this name; `name|ID` is unambiguous. */
export function personNamed({ people }: Replica, name: string): UserId | undefined {
  const [, alone, digits] = /^(.*)\|(\d+)$/.exec(name) ?? [];
  const id = Number(digits) as UserId;
  if (alone !== undefined && get(people, id)?.name === alone) return id;
  return idsByName(people).get(name);
}

/** Drafts, including those in topics that do not exist yet. */
export type Drafts = ReadonlyMap<string, Pick<Draft, "address" | "text">>;

const noDrafts: Drafts = new Map();

/** Where the user's drafts and scheduled messages go. */
function addressesOf(view: Replica, drafts: Drafts): readonly Address[] {
  const drafted = [...drafts].flatMap(([key, { address, text }]) =>
    isConflictKey(key) || address === undefined || text === "" ? [] : [address],
  );
  return [...drafted, ...[...view.scheduled.values()].map((one) => timedOf(view, one).address)];
}

/** Topics without a message. */
function newTopics(view: Replica, addresses: readonly Address[]): readonly NamesIn<TopicEntry>[] {
  const { streams, topics } = view;
  return addresses.flatMap((address) => {
    if (address.kind !== "topic") return [];
    const { streamId, topic } = address;
    const container = get(streams, streamId)?.name;
    const isKnown = topics.get(streamId)?.has(topicKey(streamId, topic)) === true;
    if (container === undefined || isKnown) return [];
    const name = topicTitle(view, topic);
    return [{ names: namesOf([{ streamId, topic, name }]), container }];
  });
}

/** Conversations of several people without a message. */
function newSeveral(
  view: Replica,
  addresses: readonly Address[],
): readonly NamesIn<SeveralPeople>[] {
  return addresses.flatMap((address) =>
    address.kind === "direct" && !view.directs.has(conversationKey(address))
      ? inParts(severalIn(view, address))
      : [],
  );
}

function withDraftMark(found: Match, drafts: Drafts): Match {
  const { address } = found;
  const draft = address === undefined ? undefined : drafts.get(conversationKey(address));
  return draft === undefined || draft.text === "" ? found : { ...found, hasDraft: true };
}

/** Places with fixed names: lists, feeds of many conversations, and what a command opens. */
const namedPlaces: readonly NamedPlace[] = [
  ...(Object.keys(listNames) as ListKind[]).flatMap((kind) =>
    kind === "topics" || kind === "search" || kind === "digest"
      ? []
      : [{ name: listNames[kind], list: { kind } as const }],
  ),
  { name: "Everything", narrow: { kind: "all" } },
  { name: "Mentions", narrow: { kind: "mentions" } },
  { name: "Starred", narrow: { kind: "starred" } },
  { name: "Search", command: "search.open" },
  { name: listNames.digest, command: "go.digest" },
  { name: "Settings", command: "go.settings" },
];

type NamedPlace = Named & Pick<Match, "narrow" | "list" | "command">;

const placeParts = inParts(namedPlaces);

function placeMatch({ name, ...place }: NamedPlace): Match {
  return { kind: "place", title: name, detail: "", ...place };
}

const viewParts = memoizeEach((all: readonly SavedView[]): readonly NamesIn<SavedView>[] =>
  inParts(all),
);

function viewMatch(view: Replica, saved: SavedView): Match {
  return {
    kind: "view",
    title: saved.name,
    detail: "view",
    unread: view.viewCounts.get(saved.fragment)?.certain ?? 0,
    saved,
  };
}

/** Bots rank below people with equally good matches. */
function personScore({ entry, score }: Ranked<Person>): number {
  return entry.isBot ? score - 0.15 : score;
}

function lostScore({ score }: Ranked<Named>): number {
  return score - 0.3;
}

/** Of equally good matches, people alone come before several of them. */
function severalScore({ score }: Ranked<SeveralPeople>): number {
  return score - 0.1;
}

type ScoredMatch = { readonly match: Match; readonly score: number };

type FinderState = {
  readonly drafts?: Drafts;
  /** Recently opened narrows, the latest first. */
  readonly recent?: readonly Narrow[];
};

/**
 * Places, streams, topics and users whose names match the typed text, the best first: prefixes rank above approximate
 * matches, recent ones above older ones, and unread ones above equal others.
 */
export function findPlaces(
  view: Replica,
  typed: string,
  limit: number,
  { drafts = noDrafts, recent = [] }: FinderState = {},
): readonly Match[] {
  const query = asNamed(typed);
  const all = matchesOf(view, query, limit, drafts, recent);
  const start = query.toLowerCase();
  const ages = new Map(
    recent.map((narrow, at) => [narrowKey(narrow) as string, at / recent.length]),
  );
  const weight = ({ match, score }: ScoredMatch) =>
    score +
    recency(ages.get(keyOf(match)), query) +
    ((match.unread ?? 0) > 0 ? 0.05 : 0) +
    (start !== "" && match.title.toLowerCase().startsWith(start) ? 0.1 : 0);
  const once = new Map(all.map((each) => [keyOf(each.match), each]));
  return [...once.values()]
    .map((each) => ({ ...each, weight: weight(each) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ match }) => withDraftMark(match, drafts));
}

/** As weir writes places: `#alpha › one`, or `#alpha > one`, is the topic "one" of "alpha". */
function asNamed(typed: string): string {
  return typed
    .trim()
    .replace(/^[#◈◎](?=\S)/, "")
    .replace(/(?<=\S)\s*[>›]\s*(?=\S)/g, " ");
}

/** With nothing typed, recent places come before all others. `age` is between 0 and 1. */
function recency(age: number | undefined, typed: string): number {
  if (age === undefined) return 0;
  return (typed === "" ? 1 : 0.15) * (1.1 - age);
}

/** Identifies what is found, of whatever account. */
export function matchKey(match: Match): string {
  return `${match.account ?? ""} ${keyOf(match)}`;
}

function keyOf({ narrow, list, command, saved }: Match): string {
  if (saved !== undefined) return `view:${saved.fragment}`;
  return narrow === undefined ? `list:${list?.kind ?? command}` : narrowKey(narrow);
}

/** At most as many of each kind as may be shown, possibly with duplicates. */
function matchesOf(
  view: Replica,
  query: string,
  limit: number,
  drafts: Drafts,
  recent: readonly Narrow[],
): readonly ScoredMatch[] {
  const lately = recent.flatMap((narrow) => {
    const match = narrowMatch(view, narrow);
    return match === undefined ? [] : [{ match, name: match.title }];
  });
  const best = <T extends Named>(
    parts: readonly NamesIn<T>[],
    matchOf: (entry: T) => Match,
    scoreOf: (one: Ranked<T>) => number = ({ score }) => score,
  ) =>
    ranked(parts, query, limit).map((one) => ({
      match: matchOf(one.entry),
      score: scoreOf(one),
    }));
  const addresses = addressesOf(view, drafts);
  const topics = [...newTopics(view, addresses), ...topicParts(view)];
  const several = [...newSeveral(view, addresses), ...severalParts(view)];
  const lost =
    query === ""
      ? []
      : [
          ...best(lostParts(view.archived), ({ id }) => streamMatch(view, id), lostScore),
          ...best(formerParts(view.people), (person) => personMatch(view, person), lostScore),
        ];
  return [
    ...best(inParts(lately), ({ match }) => match),
    ...best(placeParts, placeMatch),
    ...best(viewParts(savedViews(view)), (saved) => viewMatch(view, saved)),
    ...best(topics, ({ streamId, topic }) => topicMatch(view, streamId, topic)),
    ...best(streamParts(view.streams), ({ id }) => streamMatch(view, id)),
    ...best(personParts(view.people), (person) => personMatch(view, person), personScore),
    ...best(several, ({ userIds }) => severalMatch(view, userIds), severalScore),
    ...lost,
  ];
}

/**
 * Topics of one stream that take messages; the typed text is offered as a new topic if none has that name, and the empty one
 * where there is none yet. A stream may have no topic but that.
 */
export function findTopics(
  view: Replica,
  streamId: StreamId,
  typed: string,
  limit: number,
): readonly Match[] {
  const query = typed.trim();
  const rule = topicRuleOf(view, streamId);
  const topics = view.topics.get(streamId);
  const offered = (topic: string): Match => {
    const isKnown = topics?.has(topicKey(streamId, topic)) === true;
    return { ...topicMatch(view, streamId, topic), kind: isKnown ? "topic" : "new topic" };
  };
  if (rule === "empty") return [offered("")];
  const parts = topics === undefined ? [] : [{ names: topicsIn(view, streamId, topics) }];
  const matches = ranked(parts, query, limit).flatMap(({ entry: { topic } }) =>
    topic === "" && rule === "named" ? [] : [topicMatch(view, streamId, topic)],
  );
  const written = offered(topicWritten(view, query));
  const isListed = matches.some(({ title }) => title.toLowerCase() === written.title.toLowerCase());
  const isMissing = query === "" && rule === "named";
  return isListed || isMissing ? matches : [...matches.slice(0, limit - 1), written];
}

/** Last those that are not in use, each with its problem; none of them if nothing was typed. */
export function findStreams(view: Replica, typed: string, limit: number): readonly Match[] {
  const query = typed.trim();
  const lost = query === "" ? [] : ranked(lostParts(view.archived), query, limit);
  return [...ranked(streamParts(view.streams), query, limit), ...lost]
    .slice(0, limit)
    .map(({ entry }) => streamMatch(view, entry.id));
}

export function peopleLike({ people }: Replica, typed: string, limit: number): readonly Person[] {
  return ranked(personParts(people), typed.trim(), limit)
    .toSorted((a, b) => personScore(b) - personScore(a))
    .map(({ entry }) => entry);
}

/** Last deactivated people, each with that as a problem; none of them if nothing was typed. */
export function findPeople(view: Replica, typed: string, limit: number): readonly Match[] {
  const query = typed.trim();
  const former = query === "" ? [] : ranked(formerParts(view.people), query, limit);
  return [...peopleLike(view, typed, limit), ...former.map(({ entry }) => entry)]
    .slice(0, limit)
    .map((person) => personMatch(view, person));
}

const groupParts = memoizeEach((groups: Replica["groups"]): readonly NamesIn<Group>[] =>
  inParts([...values(groups)].filter(({ isSystem, isActive }) => isActive && !isSystem)),
);

/** The user groups whose names match the typed text, the best first. */
export function groupsLike({ groups }: Replica, typed: string, limit: number): readonly Group[] {
  return ranked(groupParts(groups), typed.trim(), limit).map(({ entry }) => entry);
}

// Results of fuzzy searches: streams, topics, users, places and commands.

/** Something to open or to write to; texts are as received: not safe for a terminal. */
export type Match = {
  readonly kind:
    | "place"
    | "view"
    | "stream"
    | "topic"
    | "person"
    | "command"
    | "new topic"
    | "account";
  readonly title: string;
  /** Shown beside it: the stream of a topic, the address of a user, the keys of a command. */
  readonly detail: string;
  readonly unread?: number;
  /** Whether there is an unsent text. */
  readonly hasDraft?: boolean;
  readonly narrow?: Narrow;
  /** The message of a link, to be selected there. */
  readonly near?: MessageId | undefined;
  /** The list, for places that are one. */
  readonly list?: ListPlace;
  /** The view, for one. */
  readonly saved?: SavedView;
  /** Where a message would go; a stream as a whole has none. */
  readonly address?: Address;
  /** The ID, for commands. */
  readonly command?: string;
  /** Why the command does nothing here, or why nobody can write there, as the end of a sentence. */
  readonly problem?: string;
  /** The other account that it is in, or that it is. */
  readonly account?: string;
};

function streamMatch(view: Replica, id: StreamId): Match {
  const stream = knownStream(view, id);
  const narrow = { kind: "stream", streamId: id } as const;
  const problem = stream && lostUse(view, id);
  return {
    kind: "stream",
    title: stream?.name ?? "",
    detail: problem ?? (stream?.subscription === undefined ? "not subscribed" : ""),
    ...(problem !== undefined && { problem }),
    narrow,
  };
}

export function topicMatch(view: Replica, streamId: StreamId, topic: string): Match {
  const narrow = { kind: "topic", streamId, topic } as const;
  return {
    kind: "topic",
    title: topicTitle(view, topic),
    detail: get(view.streams, streamId)?.name ?? "",
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
  };
}

function personMatch(
  view: Replica,
  person: Pick<Person, "id" | "name" | "email" | "isActive">,
): Match {
  const userIds = sorted([person.id, view.ownId]);
  const narrow = { kind: "direct", userIds } as const;
  return {
    kind: "person",
    title: person.name,
    ...(person.isActive
      ? { detail: person.email }
      : { detail: "deactivated", problem: "deactivated" }),
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
  };
}

function severalMatch(view: Replica, userIds: Sorted<UserId>): Match {
  const narrow = { kind: "direct", userIds } as const;
  return {
    kind: "person",
    title: titleOf(view, narrow),
    detail: "",
    unread: unreadCountOf(view, conversationKey(narrow)),
    narrow,
    address: narrow,
  };
}

/** What a link leads to; `text` is the link. */
export function linkMatch(view: Replica, narrow: Narrow, text: string): Match {
  const match = narrowMatch(view, narrow);
  if (match !== undefined) return match;
  const address = narrow.kind === "direct" ? narrow : undefined;
  const title = address === undefined ? text : titleOf(view, address);
  const unread = address === undefined ? 0 : unreadCountOf(view, conversationKey(address));
  return { kind: "place", title, detail: "", unread, narrow, ...(address && { address }) };
}

/** Undefined for narrows without such a name: feeds. */
function narrowMatch(view: Replica, narrow: Narrow): Match | undefined {
  switch (narrow.kind) {
    case "topic":
      return topicMatch(view, narrow.streamId, narrow.topic);
    case "stream":
      return streamMatch(view, narrow.streamId);
    case "direct": {
      const [id, ...more] = others(narrow.userIds, view.ownId);
      if (more.length > 0) return severalMatch(view, narrow.userIds);
      const person = id === undefined ? undefined : get(view.people, id);
      return person && personMatch(view, person);
    }
    default:
      return undefined;
  }
}
