/** Resolves typed places to IDs; the only file that does so. */

import { getTopics } from "#api/account.ts";
import type { Connection } from "#api/connection.ts";
import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { entryOf, type Noun, onlyNamed, personNoun, streamNoun } from "#commands/search/names.ts";
import type { LinkTerm } from "#markup/document.ts";
import { linkTerms } from "#markup/links.ts";
import { type Conversation, foldTopic } from "#model/conversation.ts";
import { everybody } from "#model/from-wire.ts";
import { placeOfTerms } from "#model/message-link.ts";
import { isConversation, type Narrow, others } from "#model/narrow.ts";
import type { Group, Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { Exit } from "./exit-codes.ts";
import { conversationOf } from "./messages.ts";
import type { StatePart } from "./realm-state.ts";

/** Where a verb acts; `near` is the message of a link. */
export type Place = { readonly narrow: Narrow; readonly near: MessageId | undefined };

/** The parts of the state needed to resolve the place. */
export function partsFor(place: WrittenPlace | undefined): readonly StatePart[] {
  if (place?.kind === "people") return ["people"];
  return place?.kind === "stream" || place?.kind === "link" ? ["streams"] : [];
}

const groupNoun = { one: "group", many: "groups", sign: "" };
const topicNoun = { one: "topic", many: "topics", sign: "" };

/** `#12` is an ID unless a stream has that name. */
function byId<V extends { readonly id: number; readonly name: string }>(
  typed: string,
  all: readonly V[],
): V | undefined {
  if (!/^\d+$/.test(typed) || all.some(({ name }) => name === typed)) return undefined;
  return all.find(({ id }) => id === Number(typed));
}

/** By name, ID or link. */
export function streamNamed(replica: Replica, typed: string, isBare = false): Stream {
  const terms = linkTerms(typed);
  if (terms !== undefined) return streamOfLink(replica, terms);
  const name = typed.replace(/^#/, "");
  const all = [...values(replica.streams)];
  const otherwise = isBare ? ` For a person, write @${name}.` : "";
  return byId(name, all) ?? uniqueByName(name, all, { ...streamNoun, otherwise });
}

function streamOfLink(replica: Replica, terms: readonly LinkTerm[]): Stream {
  const { narrow } = placeOfTerms(replica, terms) ?? {};
  const id = narrow !== undefined && "streamId" in narrow ? narrow.streamId : undefined;
  const stream = id === undefined ? undefined : get(replica.streams, id);
  if (stream === undefined) throw new Exit("usage", "This link does not lead to a known stream.");
  return stream;
}

/** Deactivated people are found only if no active person matches. */
export function personNamed({ people }: Replica, typed: string): Person {
  const name = typed.replace(/^@/, "");
  const all = [...values(people)];
  const isAddress = ({ email, deliveryEmail }: Person) =>
    [email, deliveryEmail].some((one) => one?.toLowerCase() === name.toLowerCase());
  const exact = byId(name, all) ?? all.find(isAddress);
  if (exact !== undefined) return exact;
  const active = all.filter(({ isActive }) => isActive);
  try {
    return uniqueByName(name, active, personNoun);
  } catch (error) {
    const gone = all.filter(
      (one) => !one.isActive && one.name.toLowerCase() === name.toLowerCase(),
    );
    const [one] = gone;
    if (gone.length === 1 && one !== undefined) return one;
    throw error;
  }
}

/** Only people who can be reactivated; the form refuses others. */
export function deactivatedNamed(replica: Replica, typed: string): Person {
  const gone = [...values(replica.people)].filter(({ isActive }) => !isActive);
  const name = typed.replace(/^@/, "");
  const noun = { one: "deactivated person", many: "deactivated people", sign: "@" };
  const isSure = /^\d+$/.test(name) || name.includes("@");
  return isSure ? personNamed(replica, typed) : uniqueByName(name, gone, noun);
}

export function groupNamed({ groups }: Replica, typed: string): Group {
  const all = [...values(groups)];
  return byId(typed, all) ?? uniqueByName(typed, all, groupNoun);
}

/** An existing topic of the stream, by an unambiguous part of its name. */
export async function topicNamed(
  connection: Connection,
  { id, name }: Stream,
  typed: string,
): Promise<string> {
  const { topics } = await getTopics(connection, { stream_id: id }, { priority: "interactive" });
  const all = topics.map((topic, at) => ({ id: at, name: topic.name }));
  const exact = all.find((topic) => foldTopic(topic.name) === foldTopic(typed));
  const noun = { ...topicNoun, sign: `#${safeLine(name)} > ` };
  return (exact ?? uniqueByName(typed, all, noun)).name;
}

/** The place with the topic exactly as typed. Throws an Exit if there is no such place. */
export function placeIn(replica: Replica, written: WrittenPlace): Place {
  switch (written.kind) {
    case "stream": {
      const { topic, isBare = false } = written;
      const { id } = streamNamed(replica, written.stream, isBare);
      const narrow: Narrow =
        topic === undefined
          ? { kind: "stream", streamId: id }
          : { kind: "topic", streamId: id, topic };
      return { narrow, near: undefined };
    }
    case "people": {
      const ids = written.people.map((name) => personNamed(replica, name).id);
      return {
        narrow: { kind: "direct", userIds: everybody(replica.ownId, ids) },
        near: undefined,
      };
    }
    case "special":
      return { narrow: { kind: written.narrow }, near: undefined };
    case "message":
      return { narrow: { kind: "all" }, near: written.id };
    case "link": {
      const place = placeOfTerms(replica, written.terms);
      if (place === undefined) throw new Exit("usage", "This link does not lead to a known place.");
      return place;
    }
  }
}

/** The place and the text of a message. Throws an Exit without a place. */
export function addressed({ people }: Replica, words: readonly string[]) {
  const names = new Set([...values(people)].map(({ name }) => name));
  const { place, rest } = splitPlace(words, (name) => names.has(name));
  if (place === undefined) throw new Exit("misuse", "Name a place, such as '#backend > deploy'.");
  return { place, rest };
}

/** The place as a recipient; throws an Exit for others. Without a connection, links are not checked for moves. */
export async function conversationAt(
  connection: Connection | undefined,
  replica: Replica,
  written: WrittenPlace,
): Promise<Conversation> {
  const place = placeIn(replica, written);
  const { narrow } =
    connection === undefined ? place : await afterMoves(connection, replica, place);
  if (isConversation(narrow)) return narrow;
  throw new Exit(
    "misuse",
    narrow.kind === "stream"
      ? `Name a topic: '${safeLine(placeText(replica, narrow))} > topic'.`
      : "Name a topic, such as '#backend > deploy window', or people, such as @ana.",
  );
}

/** A link leads to the current place of its message, which may have been moved. */
async function afterMoves(
  connection: Connection,
  { ownId }: Replica,
  place: Place,
): Promise<Place> {
  const { narrow, near } = place;
  if (narrow.kind !== "topic" || near === undefined) return place;
  return { narrow: await conversationOf(connection, near, ownId), near };
}

/** Like `placeIn`, but follows moves, and a part of a topic's name is enough. */
export async function existingPlace(
  connection: Connection,
  replica: Replica,
  written: WrittenPlace,
): Promise<Place> {
  if (written.kind !== "stream" || written.topic === undefined)
    return afterMoves(connection, replica, placeIn(replica, written));
  const stream = streamNamed(replica, written.stream);
  const topic = await topicNamed(connection, stream, written.topic);
  return { narrow: { kind: "topic", streamId: stream.id, topic }, near: undefined };
}

/** One after the other: each may need a request. */
export async function existingNarrows(
  connection: Connection,
  replica: Replica,
  written: readonly WrittenPlace[],
): Promise<readonly Narrow[]> {
  const found: Narrow[] = [];
  for (const one of written) found.push((await existingPlace(connection, replica, one)).narrow);
  return found;
}

/** As typed on the command line: `#backend > deploy window`, `@Ana Ruiz @Bo Lindqvist`. Not safe for a terminal. */
export function placeText(replica: Replica, narrow: Narrow): string {
  const stream = (id: StreamId) => `#${get(replica.streams, id)?.name ?? id}`;
  const person = (id: UserId) => `@${get(replica.people, id)?.name ?? id}`;
  switch (narrow.kind) {
    case "topic":
      return `${stream(narrow.streamId)} > ${narrow.topic}`;
    case "direct":
      return others(narrow.userIds, replica.ownId).map(person).join(" ");
    case "stream":
      return stream(narrow.streamId);
    case "sender":
      return `sender:${person(narrow.userId)}`;
    default:
      return narrow.kind;
  }
}

/** Throws an Exit if the argument is neither an ID nor a link to a message. */
export function messageNamed(word: string): MessageId {
  const { place } = splitPlace([word]);
  if (place?.kind === "message") return place.id;
  const near = place?.kind === "link" && place.terms.find(({ operator }) => operator === "near");
  if (near) return Number(near.operand) as MessageId;
  throw new Exit("misuse", `"${safeLine(word)}" is neither a message's ID nor a link to one.`);
}

// The syntax of places on the command line, without the realm's names.

export type WrittenPlace =
  | {
      readonly kind: "stream";
      readonly stream: string;
      readonly topic: string | undefined;
      /** A word without a sign, which may have been meant for a person. */
      readonly isBare?: true;
    }
  | { readonly kind: "people"; readonly people: readonly string[] }
  | { readonly kind: "message"; readonly id: MessageId }
  | { readonly kind: "link"; readonly terms: readonly LinkTerm[] }
  | { readonly kind: "special"; readonly narrow: "all" | "mentions" | "starred" | "directs" };

const specials: Readonly<Record<string, Extract<WrittenPlace, { kind: "special" }>["narrow"]>> = {
  all: "all",
  mentions: "mentions",
  starred: "starred",
  directs: "directs",
};

const address = /^[^\s@#]+@[^\s@]+$/;

/** `@ana`, `@**Ana Ruiz**`, or an address. */
export function isPerson(word: string): boolean {
  return /^@\S/.test(word) || address.test(word);
}

/** The name or the address in it. */
function nameIn(word: string): string {
  return word.replace(/^@/, "").replace(/^_?\*\*(.*)\*\*$/, "$1");
}

/** `@ana @bo` in one word or in several. */
function peopleIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(/[\s,]+(?=@)/)).map((word) => nameIn(word.trim()));
}

/** `#stream > topic`, with or without the `#`, which shells take for a comment. */
function streamIn(word: string): WrittenPlace {
  const [, stream = "", topic] = /^#?\s*(.*?)\s*(?:[>›]\s*(.*))?$/s.exec(word) ?? [];
  const name = stream.replace(/^\*\*(.*)\*\*$/, "$1");
  const place = { kind: "stream", stream: name } as const;
  if (topic !== undefined && topic !== "") return { ...place, topic: topic.trim() };
  return { ...place, topic: undefined, ...(!word.startsWith("#") && { isBare: true }) };
}

function oneWord(word: string): WrittenPlace {
  const terms = linkTerms(word);
  if (terms !== undefined) return { kind: "link", terms };
  if (/^\d+$/.test(word)) return { kind: "message", id: Number(word) as MessageId };
  const narrow = specials[word];
  return narrow === undefined ? streamIn(word) : { kind: "special", narrow };
}

export type Split = { readonly place: WrittenPlace | undefined; readonly rest: readonly string[] };

/**
 * The place at the start of the arguments, and the rest. A word with a blank is a person only if it is the first one or
 * a known name; otherwise it is a text that begins with a mention.
 */
export function splitPlace(
  words: readonly string[],
  isKnownName: (name: string) => boolean = () => false,
): Split {
  const [first] = words;
  if (first === undefined) return { place: undefined, rest: [] };
  if (!isPerson(first)) return { place: oneWord(first), rest: words.slice(1) };
  const belongs = (word: string) =>
    isPerson(word) && (!/\s(?!@)/.test(word) || isKnownName(nameIn(word)));
  const end = words.findIndex((word, at) => at > 0 && !belongs(word));
  const people = end === -1 ? words : words.slice(0, end);
  return { place: { kind: "people", people: peopleIn(people) }, rest: words.slice(people.length) };
}

/** Several places. People who follow each other are one conversation. */
export function placesIn(args: readonly string[]): readonly WrittenPlace[] {
  const { place, rest } = splitPlace(args);
  if (place?.kind === "message")
    throw new Exit("misuse", "Name a place, such as '#backend > deploy window' or @ana.");
  return place === undefined ? [] : [place, ...placesIn(rest)];
}

// Finds an item by its name or by an unambiguous part of it.

export type NamedItem = { readonly id: number; readonly name: string };

/** Throws an Exit with the candidates if there are several, or with the nearest name if there are none. */
export function uniqueByName<N extends NamedItem>(
  typed: string,
  all: readonly N[],
  noun: Noun & { readonly otherwise?: string },
): N {
  const entries = all.map((item) => ({ ...entryOf(item), item }));
  const only = onlyNamed(entries, typed, noun);
  if ("found" in only) return only.found.item;
  const names = all.map(({ name }) => name);
  const close = only.isUnknown ? nearest(typed, names) : undefined;
  const { sign, otherwise = "" } = noun;
  const hint = close === undefined ? otherwise : ` Did you mean ${sign}${close}?`;
  throw new Exit("usage", safeLine(`${only.problem}${hint}`));
}
