/**
 * Whom and what an acting verb reaches.
 *
 * It takes whole names, addresses, IDs, links, `me`, and the beginning of a word of a name if only one has it, among
 * deactivated people too; bots and archived streams only count if no other has it. Everything else is refused with what
 * it could mean: what only reads may use the finder.
 */

import { nearest } from "#base/nearest.ts";
import { safeLine } from "#base/safe-text.ts";
import { get, values } from "#base/table.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import { wordList } from "#base/word-list.ts";
import { maxNamed, type Noun, personNoun, streamNoun } from "#commands/search/names.ts";
import { folded, rankerFor } from "#editor/match.ts";
import { type Conversation, foldTopic, topicKey } from "#model/conversation.ts";
import {
  emptyTopicName,
  topicRuleOf,
  topicRuleProblem,
  topicTitle,
  topicWritten,
} from "#model/empty-topic.ts";
import { type Problem, topicProblem } from "#model/limits.ts";
import { messageOfTerms, placeOfTerms } from "#model/message-link.ts";
import { isConversation, type Narrow } from "#model/narrow.ts";
import type { Group, Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import {
  accessibleStream,
  archivedStreams,
  isUnlisted,
  outOfReachSentence,
} from "#model/streams.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { isSameSite, narrowLink } from "#wire/narrow-link.ts";
import type { ProfileField } from "#wire/profile-field.ts";
import { Exit } from "./exit-codes.ts";
import {
  exactReadings,
  type Here,
  type Lookup,
  type Named,
  numbered,
  type Place,
  placeAsTyped,
  placeText,
  refuseGone,
  requireOwn,
  type StreamReading,
  streamOfLink,
  topicsOf,
  wholeNamed,
} from "./place.ts";
import type { VerbContext } from "./verb-context.ts";
import {
  nameIn,
  placeIn,
  splitsOf,
  type WrittenPlace,
  type WrittenStream,
} from "./written-place.ts";

const groupNoun = { one: "group", many: "groups", sign: "" };
const fieldNoun = { one: "field", many: "fields", sign: "" };
const folderNoun = { one: "folder", many: "folders", sign: "" };
const snippetNoun = { one: "snippet", many: "snippets", sign: "" };
const topicNoun = { one: "topic", many: "topics", sign: "" };

/** How well a name has to match: 0 it begins with the text, 1 one of its words does. */
const beginning = 1;

function matching<N extends Named>(typed: string, all: readonly N[], worst: number): readonly N[] {
  const rankOf = rankerFor(typed);
  return typed.trim() === "" ? [] : all.filter(({ name }) => rankOf(folded(name)) <= worst);
}

/** `otherwise`: the hint if no name is close. */
type HintNoun = Noun & { readonly otherwise?: string };

/** Throws an Exit that lists what could be meant, as it is typed. */
export function resolved<N extends Named>(typed: string, all: readonly N[], noun: HintNoun): N {
  const whole = wholeNamed(typed, all);
  const begun = matching(typed, all, beginning);
  const isInUse = (one: N) => !("isArchived" in one && one.isArchived === true);
  // Each realm has bots of the server, whose names begin like those of people.
  const usual = begun.filter((one) => isInUse(one) && !("isBot" in one && one.isBot === true));
  const [found = begun] = [whole.filter(isInUse), whole, usual].filter(({ length }) => length > 0);
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only;
  if (only !== undefined)
    throw new Exit(
      "usage",
      safeLine(
        `"${typed}" matches several ${noun.many}: ${candidateNames(found, noun).join(", ")}.`,
      ),
    );
  const hint = hintFor(typed, all, noun);
  throw new Exit("usage", safeLine(`There is no ${noun.one} "${typed}". ${hint}`.trim()));
}

/**
 * What is to be deleted, by its ID or whole name; undefined if nothing is called so, as after a first run. Throws an Exit for
 * a name like another one.
 */
function toDelete<N extends Named>(typed: string, all: readonly N[], noun: Noun): N | undefined {
  const byId = numbered(typed, all);
  if (byId !== undefined) return byId;
  if (wholeNamed(typed, all).length > 0) return resolved(typed, all, noun);
  requireUnlike(typed, all, noun);
  return undefined;
}

/** What has one of these IDs, each once, and a sentence about each ID that nothing has. Throws an Exit for what is no ID. */
export function withIds<Id extends number, One>(
  all: ReadonlyMap<Id, One>,
  typed: readonly string[],
  noun: string,
): { readonly meant: readonly One[]; readonly absences: readonly string[] } {
  const ids = new Set(
    typed.map((word) => {
      const id = wholeNumberIn(word);
      if (id === undefined) throw new Exit("misuse", `"${safeLine(word)}" is no ID of a ${noun}.`);
      return id as Id;
    }),
  );
  return {
    meant: [...ids].map((id) => all.get(id)).filter((one) => one !== undefined),
    absences: [...ids].flatMap((id) => (all.has(id) ? [] : [`There is no ${noun} ${id}.`])),
  };
}

/** Throws an Exit if the name, which nothing has, is like another one: that may be meant. */
export function requireUnlike(typed: string, all: readonly Named[], noun: Noun): void {
  const isClose =
    nearest(
      folded(typed),
      all.map(({ name }) => folded(name)),
    ) !== undefined;
  // One that only contains it is no mistake for it.
  if (!isClose && matching(typed, all, beginning).length === 0) return;
  const hint = hintFor(typed, all, { ...noun, otherwise: "" });
  throw new Exit("usage", safeLine(`There is no ${noun.one} "${typed}". ${hint}`));
}

/** What may be meant by a name that nothing has. */
export function hintFor(typed: string, all: readonly Named[], noun: HintNoun): string {
  const close = nearest(
    folded(typed),
    all.map(({ name }) => folded(name)),
  );
  const similar = matching(typed, all, 3);
  const near =
    similar.length > 0 ? similar : all.filter(({ name }) => folded(name) === close).slice(0, 1);
  return near.length > 0
    ? `Did you mean ${wordList(candidateNames(near, noun), "or")}?`
    : (noun.otherwise ?? "");
}

/** Those that differ in nothing but their IDs, with them. */
function candidateNames(found: readonly Named[], { sign }: Noun): readonly string[] {
  const all = found.slice(0, maxNamed).map((one) => {
    const isSame = found.some(({ id, name }) => id !== one.id && name === one.name);
    const marks = [
      ...(isSame ? [`${sign}${one.id}`] : []),
      ...("isActive" in one && one.isActive === false ? ["deactivated"] : []),
      ...("isArchived" in one && one.isArchived === true ? ["archived"] : []),
    ];
    return `${sign}${one.name}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
  });
  return found.length > maxNamed ? [...all, `${found.length - maxNamed} more`] : all;
}

/** Deactivated people as well. */
export function personFor(replica: Replica, typed: string): Person {
  const name = nameIn(typed);
  const all = [...values(replica.people)];
  const self = name.toLowerCase() === "me" ? get(replica.people, replica.ownId) : undefined;
  if (self !== undefined) return self;
  const [, alone, digits] = /^(.*)\|(\d+)$/s.exec(name) ?? [];
  const mentioned =
    digits === undefined ? undefined : get(replica.people, Number(digits) as UserId);
  if (mentioned !== undefined && mentioned.name === alone) return mentioned;
  const addressed = all.filter(({ email, deliveryEmail }) =>
    [email, deliveryEmail].some((one) => one?.toLowerCase() === name.toLowerCase()),
  );
  const [one, another] = addressed;
  if (one !== undefined && another === undefined) return one;
  return numbered(name, all) ?? resolved(name, all, personNoun);
}

/** Throws an Exit for somebody who cannot get anything. */
function requireActive(people: readonly Person[]): void {
  const gone = people.find(({ isActive }) => !isActive);
  if (gone !== undefined) throw new Exit("usage", `${safeLine(gone.name)} is deactivated.`);
}

/** Somebody who is active only by ID, address or whole name, or if no deactivated person has a name like that. */
export function deactivatedFor(replica: Replica, typed: string): Person {
  const name = nameIn(typed);
  const gone = [...values(replica.people)].filter(({ isActive }) => !isActive);
  const isGone = (all: readonly Person[]) => all.some(({ isActive }) => !isActive);
  const whole = wholeNamed(name, [...values(replica.people)]);
  const isOther = whole.length > 0 ? !isGone(whole) : !isGone(matching(name, gone, beginning));
  if (isOther || /^\d+$/.test(name) || /[@|]/.test(name)) return personFor(replica, typed);
  const noun = { one: "deactivated person", many: "deactivated people", sign: "@" };
  return resolved(name, gone, noun);
}

export function fieldFor({ organization }: Replica, typed: string): ProfileField {
  const all = organization.profileFields;
  return numbered(typed, all) ?? resolved(typed, all, fieldNoun);
}

export function fieldToDelete({ organization }: Replica, typed: string): ProfileField | undefined {
  return toDelete(typed, organization.profileFields, fieldNoun);
}

function snippetsIn({ snippets }: Replica) {
  return [...snippets.values()].map(({ id, title: name }) => ({ id, name }));
}

export function snippetFor(replica: Replica, typed: string) {
  const all = snippetsIn(replica);
  return numbered(typed, all) ?? resolved(typed, all, snippetNoun);
}

export function snippetToDelete(replica: Replica, typed: string) {
  return toDelete(typed, snippetsIn(replica), snippetNoun);
}

/** A folder of the organization; archived ones, too. */
export function folderFor({ folders }: Replica, typed: string) {
  const all = [...folders.values()];
  return numbered(typed, all) ?? resolved(typed, all, folderNoun);
}

export function groupFor({ groups }: Replica, typed: string): Group {
  const all = [...values(groups)];
  return numbered(typed, all) ?? resolved(typed, all, groupNoun);
}

export function groupToDelete({ groups }: Replica, typed: string): Group | undefined {
  return toDelete(typed, [...values(groups)], groupNoun);
}

/** By name, ID or link, which must not lead to a topic in it. */
export async function streamFor(here: Here, replica: Replica, typed: string): Promise<Stream> {
  const link = narrowLink(typed);
  if (link !== undefined) {
    const stream = streamOfLink(here, replica, link);
    const { narrow } = placeOfTerms(replica, link.terms) ?? {};
    if (narrow === undefined || narrow.kind === "stream") return stream;
    const place = placeText(replica, narrow);
    const whole = placeText(replica, { kind: "stream", streamId: stream.id });
    const sentence = `This link leads to ${place}: for its stream, write '${whole}'.`;
    throw new Exit("usage", safeLine(sentence));
  }
  const [{ stream: text }] = splitsOf(typed.replace(/^#\s*/, "").trim());
  const all = everyStream(replica);
  const byId = numbered(text, all);
  if (byId !== undefined) return byId;
  if (wholeNamed(text, all).length === 0) await refuseGone(here, text);
  return resolved(text, all, streamNoun);
}

function everyStream(replica: Replica): readonly Stream[] {
  return [...values(replica.streams), ...archivedStreams(replica)];
}

async function streamReading(
  here: Here,
  replica: Replica,
  { text, isBare }: WrittenStream,
): Promise<StreamReading> {
  const exact = exactReadings(replica, text);
  const [only, another] = exact;
  if (only !== undefined && another === undefined) return only;
  if (another !== undefined) {
    const all = exact.map(
      ({ stream, topic }) =>
        `'#${stream.id}${topic === undefined ? "" : ` > ${topic}`}' (#${stream.name})`,
    );
    throw new Exit("usage", safeLine(`"${text}" can be read as ${wordList(all, "or")}.`));
  }
  const [whole, first = whole] = splitsOf(text);
  const otherwise =
    isBare && first.topic === undefined ? `For a person, write @${first.stream}.` : "";
  await refuseGone(here, text);
  const stream = resolved(first.stream, everyStream(replica), { ...streamNoun, otherwise });
  return { stream, topic: first.topic };
}

/** A topic of the stream that has messages or a policy. With `tellNew` another one as it is typed, which is told. */
async function topicFor(
  here: Here,
  replica: Replica,
  { id, name }: Stream,
  topic: string,
  tellNew?: (sentence: string) => void,
): Promise<string> {
  const all = await topicsOf(here, replica, id);
  const exact = all.find((one) => foldTopic(one.topic) === foldTopic(topic));
  if (exact !== undefined) return exact.topic;
  if (replica.policies.has(topicKey(id, topic))) return topic;
  const noun = { ...topicNoun, sign: `#${name} > ` };
  const title = topicTitle(replica, topic);
  if (tellNew === undefined || matching(title, all, beginning).length > 0)
    return resolved(title, all, noun).topic;
  tellNew(safeLine(`There are no messages in ${noun.sign}${title}.`));
  return topic;
}

const wholeNames: Lookup = { stream: streamReading, person: personFor };

/** Where a topic moves: a name alone is one in the same stream. Throws an Exit for nothing at all. */
export function topicTarget(
  here: Here,
  replica: Replica,
  { streamId }: { readonly streamId: StreamId },
  typed: string,
): Promise<Place> {
  if (typed.trim() === "") throw new Exit("misuse", "Name the topic to move it to.");
  const isPlace = /^#|[>›]/.test(typed) || narrowLink(typed) !== undefined;
  return isPlace
    ? placeAsTyped(here, replica, placeIn(typed), wholeNames)
    : Promise.resolve({
        narrow: { kind: "topic", streamId, topic: topicWritten(replica, typed) },
      });
}

/** What exists already: a topic as well as its stream. With `tellNew`, the topic may be new, which is told. */
export async function placeFor(
  here: Here,
  replica: Replica,
  written: WrittenPlace,
  tellNew?: (sentence: string) => void,
): Promise<Place> {
  const place = await placeAsTyped(here, replica, written, wholeNames);
  const { narrow } = place;
  if (written.kind !== "stream" || narrow.kind !== "topic") return place;
  const stream = accessibleStream(replica, narrow.streamId);
  if (stream === undefined || isUnlisted(replica, stream.id)) return place;
  return {
    ...place,
    narrow: { ...narrow, topic: await topicFor(here, replica, stream, narrow.topic, tellNew) },
  };
}

/** The place of a topic that is to be deleted, and whether there is no such topic: see `toDelete`. */
export async function topicToDelete(
  here: Here,
  replica: Replica,
  written: WrittenPlace,
): Promise<{ readonly narrow: Narrow; readonly isGone: boolean }> {
  const { narrow } = await placeAsTyped(here, replica, written, wholeNames);
  if (written.kind !== "stream" || narrow.kind !== "topic" || isUnlisted(replica, narrow.streamId))
    return { narrow, isGone: false };
  const all = await topicsOf(here, replica, narrow.streamId);
  const there = all.find((one) => foldTopic(one.topic) === foldTopic(narrow.topic));
  if (there !== undefined) return { narrow: { ...narrow, topic: there.topic }, isGone: false };
  const sign = `${placeText(replica, { kind: "stream", streamId: narrow.streamId })} > `;
  requireUnlike(topicTitle(replica, narrow.topic), all, { ...topicNoun, sign });
  return { narrow, isGone: true };
}

/** In a script, a variable may be empty that should have named one of several topics. */
function leavesTopicOut(
  replica: Replica,
  written: WrittenPlace,
  { streamId, topic }: Extract<Narrow, { kind: "topic" }>,
): boolean {
  const isWritten = written.kind !== "stream" || !/[>›]$/.test(written.text);
  return topic === "" && !isWritten && topicRuleOf(replica, streamId) === "any";
}

function topicLeftOut(replica: Replica, streamId: StreamId): string {
  const stream = safeLine(placeText(replica, { kind: "stream", streamId }));
  const unnamed = safeLine(emptyTopicName(replica));
  return `Name a topic: '${stream} > topic'; '${stream} > ${unnamed}' is the one without a name.`;
}

/** Why no text goes there. A name that is too long would be cut by the server: into that of another topic. */
export function addressProblem(replica: Replica, to: Conversation): Problem {
  if (to.kind !== "topic") return undefined;
  return topicProblem(replica.realm, to.topic) ?? topicRuleProblem(replica, to);
}

/**
 * Where a text goes: a topic, new or not, which is the empty one for a stream alone that takes it; or active people. Throws
 * an Exit for other places, and where the rule about topics keeps texts out.
 */
export async function recipientFor(
  here: Here,
  replica: Replica,
  written: WrittenPlace,
): Promise<Conversation> {
  const { narrow, near } = await placeAsTyped(here, replica, written, wholeNames);
  if (narrow.kind === "direct") {
    const people = narrow.userIds.map((id) => get(replica.people, id));
    if (people.some((one) => one === undefined))
      throw new Exit("usage", "This link leads to somebody whom you may not see.");
    requireActive(people.filter((one) => one !== undefined));
  }
  if ("streamId" in narrow && replica.archived.get(narrow.streamId)?.isArchived === true)
    throw new Exit("refused", safeLine(outOfReachSentence(replica, narrow.streamId)));
  if (narrow.kind === "topic" && leavesTopicOut(replica, written, narrow))
    throw new Exit("misuse", topicLeftOut(replica, narrow.streamId));
  // A link to a message in the feed of a stream names no topic: the empty one is hardly that of the message.
  const to = near === undefined ? withEmptyTopic(replica, narrow) : narrow;
  const refused = isConversation(to) ? addressProblem(replica, to) : undefined;
  if (refused !== undefined) throw new Exit("usage", safeLine(refused));
  if (isConversation(to)) return to;
  throw new Exit(
    "misuse",
    narrow.kind === "stream"
      ? `Name a topic: '${safeLine(placeText(replica, narrow))} > topic'.`
      : "Name a topic, such as '#backend > deploy window', or people, such as @ana.",
  );
}

function withEmptyTopic(replica: Replica, narrow: Narrow): Narrow {
  if (narrow.kind !== "stream" || topicRuleOf(replica, narrow.streamId) === "named") return narrow;
  return { kind: "topic", streamId: narrow.streamId, topic: "" };
}

/** A message by ID or link. Throws an Exit for anything else, and for a link of another server. */
export async function messageFor(
  { connection, state }: Pick<VerbContext, "connection" | "state">,
  word: string,
): Promise<MessageId> {
  const written = placeIn(word);
  if (written.kind === "message") return written.id;
  const { link } = written.kind === "link" ? written : {};
  const id = link && messageOfTerms(link.terms);
  if (link === undefined || id === undefined)
    throw new Exit("misuse", `"${safeLine(word)}" is neither a message's ID nor a link to one.`);
  // The realm may state another address than the configured one.
  if (link.site !== undefined && !isSameSite(link.site, connection.site))
    requireOwn(link, await state("rules"), { connection });
  return id;
}
