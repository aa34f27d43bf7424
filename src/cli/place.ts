/** Places on the command line, as both the finder and the resolver know them: by whole names, IDs and links. */
import { getTopics } from "#api/account.ts";
import type { Connection } from "#api/connection.ts";
import { memoizeEach } from "#base/memoize.ts";
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { severalReadings } from "#base/word-list.ts";
import { exactName } from "#commands/forms/names.ts";
import { folded } from "#editor/match.ts";
import { hasEmptyTopics, topicTitle, topicWritten } from "#model/empty-topic.ts";
import { everybody } from "#model/from-wire.ts";
import { onlyMessageOfTerms, placeOfTerms } from "#model/message-link.ts";
import { type Narrow, others } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { accessibleStream, archivedStreams } from "#model/streams.ts";
import type { Draft } from "#wire/draft.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { isSameSite, type NarrowLink, strangeSite } from "#wire/narrow-link.ts";
import { Exit } from "./exit-codes.ts";
import { conversationOf } from "./messages.ts";
import {
  peopleIn,
  type Split,
  splitsOf,
  type WrittenPlace,
  type WrittenStream,
} from "./written-place.ts";

/** Where a verb acts; `near` is the message of a link. */
export type Place = { readonly narrow: Narrow; readonly near?: MessageId | undefined };

/** What a row is about, for what takes rows as values: who may read it is decided by this, not by names. */
export type About = {
  readonly narrow: Narrow;
  /** Not everybody in the organization can read it. */
  readonly isPrivate: boolean;
};

/** A stream of which nothing is known counts as private. */
export function aboutOf(replica: Pick<Replica, "streams">, narrow: Narrow): About {
  const isPrivate =
    !("streamId" in narrow) || (get(replica.streams, narrow.streamId)?.isPrivate ?? true);
  return { narrow, isPrivate };
}

/** Where places are looked up, besides the replica. */
export type Here = {
  readonly connection: Connection;
  /** Streams that earlier verbs have seen, and that are not listed any more, if they are known. */
  readonly goneStreams?: () => Promise<readonly Named[]>;
};

export type Named = { readonly id: number; readonly name: string };

/** Those with that whole name: with the same letters if there are any, else with others of case or accents. */
export function wholeNamed<N extends Named>(typed: string, all: readonly N[]): readonly N[] {
  const query = folded(typed);
  const same = all.filter(({ name }) => folded(name) === query);
  const exact = same.filter(({ name }) => name === typed);
  return exact.length > 0 ? exact : same;
}

/** `12` is an ID unless it is a name, of these or of others. */
export function numbered<N extends Named>(
  typed: string,
  all: readonly N[],
  others: readonly Named[] = [],
): N | undefined {
  const isName = ({ name }: Named) => name === typed;
  const number = wholeNumberIn(typed);
  if (number === undefined || all.some(isName) || others.some(isName)) return undefined;
  return all.find(({ id }) => id === number);
}

/** A stream, and the topic in it as typed. */
export type StreamReading = { readonly stream: Stream; readonly topic: string | undefined };

/**
 * The topic as typed, or the stream alone. A topic that is left out behind the sign is the empty one, on servers that have it.
 */
function typedNarrow(replica: Replica, { stream, topic }: StreamReading): Narrow {
  const { id: streamId } = stream;
  const isWhole = topic === undefined || (topic === "" && !hasEmptyTopics(replica.realm));
  return isWhole
    ? { kind: "stream", streamId }
    : { kind: "topic", streamId, topic: topicWritten(replica, topic) };
}

const streamsIn = memoizeEach((streams: Replica["streams"]) => [...values(streams)]);

/**
 * The readings of a stream's text in which the stream is a whole name or an ID, that of the whole text first: what only reads
 * takes that one. Archived streams have such readings only if those in use have none.
 */
export function exactReadings(replica: Replica, text: string): readonly StreamReading[] {
  const archived = archivedStreams(replica);
  const inUse = readingsAmong(streamsIn(replica.streams), text, archived);
  return inUse.length > 0 ? inUse : readingsAmong(archived, text);
}

function readingsAmong(
  all: readonly Stream[],
  text: string,
  others: readonly Stream[] = [],
): readonly StreamReading[] {
  const readingsOf = ({ stream, topic }: Split): readonly StreamReading[] => {
    const byNumber = numbered(stream, all, others);
    const whole = byNumber === undefined ? wholeNamed(stream, all) : [byNumber];
    return whole.map((one) => ({ stream: one, topic }));
  };
  return splitsOf(text).flatMap(readingsOf);
}

/** Throws an Exit for a link of another server. */
export function requireOwn({ site }: NarrowLink, { realm }: Replica, { connection }: Here): void {
  if (site === undefined || isSameSite(site, connection.site) || isSameSite(site, realm.url))
    return;
  throw new Exit("usage", strangeSite(site));
}

/** The place of a link as it stands there, or that of the message by which alone it names one. */
export async function placeOfLink(here: Here, replica: Replica, link: NarrowLink): Promise<Place> {
  requireOwn(link, replica, here);
  const message = onlyMessageOfTerms(link.terms);
  if (message !== undefined) return placeOfMessage(here, replica, message);
  const place = placeOfTerms(replica, link.terms);
  if (place === undefined) throw new Exit("usage", "This link does not lead to a known place.");
  const { narrow, near } = place;
  // The link leads to the current place of its message, which may have been moved.
  if (narrow.kind !== "topic" || near === undefined) return { narrow, near };
  return placeOfMessage(here, replica, near);
}

export async function placeOfMessage(
  { connection }: Here,
  { ownId }: Replica,
  id: MessageId,
): Promise<Place> {
  return { narrow: await conversationOf(connection, id, ownId), near: id };
}

export function streamOfLink(here: Here, replica: Replica, link: NarrowLink): Stream {
  requireOwn(link, replica, here);
  const { narrow } = placeOfTerms(replica, link.terms) ?? {};
  const id = narrow !== undefined && "streamId" in narrow ? narrow.streamId : undefined;
  const stream = id === undefined ? undefined : accessibleStream(replica, id);
  if (stream === undefined) throw new Exit("usage", "This link does not lead to a known stream.");
  return stream;
}

/** The topics of a stream, by the names that are shown. */
export async function topicsOf(
  { connection }: Here,
  replica: Replica,
  streamId: StreamId,
): Promise<readonly (Named & { readonly topic: string })[]> {
  const wanted = { stream_id: streamId };
  const { topics } = await getTopics(connection, wanted, { priority: "interactive" });
  return topics.map(({ name: topic }, id) => ({ id, topic, name: topicTitle(replica, topic) }));
}

/**
 * Refuses with what has become of the stream, if it was there before. To be called for what is not a whole name of another
 * one, but may be its beginning.
 */
export async function refuseGone({ goneStreams }: Here, text: string): Promise<void> {
  const gone = (await goneStreams?.()) ?? [];
  const [known] = splitsOf(text).flatMap(({ stream }) => wholeNamed(stream, gone));
  if (known === undefined) return;
  const name = `#${safeLine(known.name)}`;
  throw new Exit("usage", `${name} was archived, or you have left it: you cannot see it.`);
}

/** How names in a place are understood: what only reads may guess more than what acts. */
export type Lookup = {
  readonly stream: (here: Here, replica: Replica, text: WrittenStream) => Promise<StreamReading>;
  readonly person: (replica: Replica, name: string) => Person;
};

/** The place with the topic exactly as typed, or that of a link. */
export async function placeAsTyped(
  here: Here,
  replica: Replica,
  written: WrittenPlace,
  { stream, person }: Lookup,
): Promise<Place> {
  switch (written.kind) {
    case "stream":
      return {
        narrow: typedNarrow(replica, await stream(here, replica, written)),
      };
    case "people": {
      const [names, another] = peopleWritten(replica, written.text);
      if (another !== undefined)
        throw new Exit("usage", safeLine(severalPeople(replica, written.text, [names, another])));
      if (names.length === 0) throw new Exit("misuse", "Name a person, such as @ana.");
      const ids = names.map((name) => person(replica, name).id);
      return {
        narrow: { kind: "direct", userIds: everybody(replica.ownId, ids) },
      };
    }
    case "special":
      return { narrow: { kind: written.narrow } };
    case "message":
      return { narrow: { kind: "all" }, near: written.id };
    case "link":
      return placeOfLink(here, replica, written.link);
  }
}

const namesOfPeople = memoizeEach(
  (people: Replica["people"]) => new Set([...values(people)].map(({ name }) => folded(name))),
);

function peopleWritten({ people }: Replica, text: string): ReturnType<typeof peopleIn> {
  const known = namesOfPeople(people);
  return peopleIn(text, (name) => {
    const [, alone, digits] = /^(.*)\|(\d+)$/s.exec(name) ?? [];
    const isNumbered = alone !== undefined && get(people, Number(digits) as UserId)?.name === alone;
    return isNumbered || known.has(folded(name));
  });
}

/** Each reading with the IDs of those whose names are whole. */
function severalPeople(
  { people }: Replica,
  text: string,
  readings: readonly (readonly string[])[],
): string {
  const exact = (name: string) => {
    const [one, another] = wholeNamed(name, [...values(people)]);
    return one === undefined || another !== undefined ? `@${name}` : `@${one.name}|${one.id}`;
  };
  return severalReadings(
    text,
    readings.map((names) => names.map(exact).join(", ")),
  );
}

/**
 * As typed on the command line, where it means this place and no other: `#backend > deploy window`, `@Ana Ruiz, @Bo
 * Lindqvist`. Not safe for a terminal.
 */
export function placeText(replica: Replica, narrow: Narrow): string {
  switch (narrow.kind) {
    case "topic":
      return streamText(replica, narrow.streamId, narrow.topic);
    case "direct":
      return others(narrow.userIds, replica.ownId)
        .map((id) => personText(replica, id))
        .join(", ");
    case "stream":
      return streamText(replica, narrow.streamId);
    case "sender":
      return `sender:${personText(replica, narrow.userId)}`;
    default:
      return narrow.kind;
  }
}

/** The place of a draft, if it has a recipient. */
export function draftText(
  replica: Replica,
  { type, to, topic: written }: Draft,
): string | undefined {
  const [first] = to;
  if (type === "" || first === undefined) return undefined;
  if (type !== "stream")
    return placeText(replica, {
      kind: "direct",
      userIds: everybody(replica.ownId, to as UserId[]),
    });
  const streamId = first as StreamId;
  const topic = topicWritten(replica, written);
  const isUnnamed = topic === "" && !hasEmptyTopics(replica.realm);
  return placeText(
    replica,
    isUnnamed ? { kind: "stream", streamId } : { kind: "topic", streamId, topic },
  );
}

function streamText(replica: Replica, id: StreamId, topic?: string): string {
  const written = topic === undefined ? undefined : topicTitle(replica, topic);
  const end = written === undefined ? "" : ` > ${written}`;
  const name = accessibleStream(replica, id)?.name;
  const text = `${name ?? id}${end}`;
  // Only a sign beside the one between them makes it unclear.
  if (name === undefined || !/[>›]/.test(name + (written ?? ""))) {
    const isOther =
      topic !== undefined && streamsIn(replica.streams).some((one) => one.name === text);
    if (!isOther) return `#${text}`;
  }
  const [reading, another] = exactReadings(replica, text);
  const isClear = another === undefined && reading?.stream.id === id && reading.topic === written;
  return isClear ? `#${text}` : `#${id}${end}`;
}

export function personText(replica: Replica, id: UserId): string {
  const name = get(replica.people, id)?.name;
  if (name === undefined) return `@${id}`;
  const isUnclear =
    name.toLowerCase() === "me" ||
    (name.includes(",") && peopleWritten(replica, name)[1] !== undefined);
  return isUnclear ? `@${name}|${id}` : `@${exactName(replica, id)}`;
}
