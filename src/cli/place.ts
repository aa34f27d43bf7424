/** Resolves typed places to IDs; the only file that does so. */
import { getTopics } from "#api/account.ts";
import type { Connection } from "#api/connection.ts";
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { personNoun, streamNoun } from "#commands/search/names.ts";
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
import { conversationOf } from "./message-named.ts";
import { uniqueByName } from "./named.ts";
import type { StatePart } from "./realm-state.ts";
import { splitPlace, type WrittenPlace } from "./written-place.ts";

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
export function streamNamed(replica: Replica, typed: string): Stream {
  const terms = linkTerms(typed);
  if (terms !== undefined) return streamOfLink(replica, terms);
  const name = typed.replace(/^#/, "");
  const all = [...values(replica.streams)];
  return byId(name, all) ?? uniqueByName(name, all, streamNoun);
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
      const { id } = streamNamed(replica, written.stream);
      const { topic } = written;
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
