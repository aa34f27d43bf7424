/** What a reading verb shows: a part of a name is enough if only one has it. Nothing that acts may guess like this. */
import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import {
  entryOf,
  type NameLookup,
  type Noun,
  onlyNamed,
  personNoun,
  personOf,
  streamNamed,
  streamNoun,
} from "#commands/search/names.ts";
import { foldTopic } from "#model/conversation.ts";
import { topicTitle } from "#model/empty-topic.ts";
import type { Narrow } from "#model/narrow.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { accessibleStream, archivedStreams, isUnlisted } from "#model/streams.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import { Exit } from "./exit-codes.ts";
import {
  exactReadings,
  type Here,
  type Named,
  numbered,
  type Place,
  placeAsTyped,
  refuseGone,
  type StreamReading,
  streamOfLink,
  topicsOf,
} from "./place.ts";
import { nameIn, splitsOf, type WrittenPlace, type WrittenStream } from "./written-place.ts";

/** Throws an Exit with the candidates if there are several, or with the nearest name if there are none. */
function onlyNamedIn<N extends Named>(
  typed: string,
  all: readonly N[],
  noun: Noun & { readonly otherwise?: string },
): N {
  const entries = all.map((item) => ({ ...entryOf(item), item }));
  const only = onlyNamed(entries, typed, noun);
  if ("entry" in only) return only.entry.item;
  throw refusal(only, typed, all, noun);
}

function refusal(
  { problem, isUnknown }: { readonly problem: string; readonly isUnknown: boolean },
  typed: string,
  all: readonly Pick<Named, "name">[],
  { sign, otherwise = "" }: Noun & { readonly otherwise?: string },
): Exit {
  const names = all.map(({ name }) => name);
  const close = isUnknown ? nearest(typed, names) : undefined;
  const hint = close === undefined ? otherwise : ` Did you mean ${sign}${close}?`;
  return new Exit("usage", safeLine(`${problem}${hint}`));
}

/** Deactivated people are found only if no active person matches. */
export function foundPerson(replica: Replica, typed: string): Person {
  const name = nameIn(typed);
  const lookup = personOf(replica, name);
  const person = "id" in lookup ? get(replica.people, lookup.id) : undefined;
  if (person !== undefined) return person;
  const active = [...values(replica.people)].filter(({ isActive }) => isActive);
  throw refusal(orUnknown(lookup, name, personNoun), name, active, personNoun);
}

/** The one that was found may not be known: oneself, before the server has told of people. */
function orUnknown(found: NameLookup<number>, typed: string, { one }: Noun) {
  return "problem" in found
    ? found
    : { problem: `There is no ${one} "${typed}".`, isUnknown: true };
}

/** Archived streams are found only if no other matches. */
function streamLike(replica: Replica, typed: string, otherwise = ""): Stream {
  const lookup = streamNamed(replica, typed);
  const stream = "id" in lookup ? accessibleStream(replica, lookup.id) : undefined;
  if (stream !== undefined) return stream;
  const all = [...values(replica.streams)];
  throw refusal(orUnknown(lookup, typed, streamNoun), typed, all, { ...streamNoun, otherwise });
}

/** By name, ID or link. */
export function foundStream(here: Here, replica: Replica, typed: string): Stream {
  const link = narrowLink(typed);
  if (link !== undefined) return streamOfLink(here, replica, link);
  const name = typed.replace(/^#\s*/, "").trim();
  const all = [...values(replica.streams), ...archivedStreams(replica)];
  return numbered(name, all) ?? streamLike(replica, name);
}

async function streamReading(
  here: Here,
  replica: Replica,
  { text, isBare }: WrittenStream,
): Promise<StreamReading> {
  const [exact] = exactReadings(replica, text);
  if (exact !== undefined) return exact;
  await refuseGone(here, text);
  const [whole, first = whole] = splitsOf(text);
  const otherwise =
    isBare && first.topic === undefined ? ` For a person, write @${first.stream}.` : "";
  return { stream: streamLike(replica, first.stream, otherwise), topic: first.topic };
}

/** The place with the topic exactly as typed, without asking the server but for links. */
export function foundPlace(here: Here, replica: Replica, written: WrittenPlace): Promise<Place> {
  return placeAsTyped(here, replica, written, { stream: streamReading, person: foundPerson });
}

/** Like `foundPlace`, but a part of a topic's name is enough. */
export async function existingPlace(
  here: Here,
  replica: Replica,
  written: WrittenPlace,
): Promise<Place> {
  const place = await foundPlace(here, replica, written);
  const { narrow } = place;
  if (written.kind !== "stream" || narrow.kind !== "topic") return place;
  const { streamId, topic } = narrow;
  if (isUnlisted(replica, streamId)) return place;
  const all = await topicsOf(here, replica, streamId);
  const exact = all.find((one) => foldTopic(one.topic) === foldTopic(topic));
  const sign = `#${safeLine(accessibleStream(replica, streamId)?.name ?? "")} > `;
  const noun = { one: "topic", many: "topics", sign };
  const one = exact ?? onlyNamedIn(topicTitle(replica, topic), all, noun);
  return { ...place, narrow: { ...narrow, topic: one.topic } };
}

/** One after the other: each may need a request. */
export async function existingNarrows(
  here: Here,
  replica: Replica,
  written: readonly WrittenPlace[],
): Promise<readonly Narrow[]> {
  const narrows: Narrow[] = [];
  for (const one of written) narrows.push((await existingPlace(here, replica, one)).narrow);
  return narrows;
}
