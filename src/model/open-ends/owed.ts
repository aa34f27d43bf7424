/**
 * Whom a message asks, and whose answer is missing.
 *
 * What is asked of several people, by their names or as a group, is owed by each of them, unless it says that the answer of
 * one is enough. One answers by writing or reacting there since; that others have answered changes nothing.
 */
import { memoizeEach } from "#base/memoize.ts";
import { get, values } from "#base/table.ts";
import type { Message } from "#model/message.ts";
import type { Group } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { GroupId, MessageId, UserId } from "#wire/ids.ts";
import { calledBy, isTurnedTo } from "./called.ts";
import { anyoneIn, type Mention, mentionsOf, sayingOf } from "./saying.ts";

/** What decides besides the messages. */
export type Around = Pick<Replica, "ownId" | "people" | "groups" | "streams" | "mutedPeople">;

type Named = Pick<Around, "people" | "groups">;

/** The messages of a conversation, ascending. */
export type Chat = readonly Message[];

export type Debt = {
  /** Whom the message asks, as far as it says so. */
  readonly asked: readonly UserId[];
  /** Those of them who have not answered. */
  readonly owing: readonly UserId[];
  /** Whose answer ends it: that of `each` for themselves, that of `one` of those who are asked, or `anybody`'s. */
  readonly owedBy: "each" | "one" | "anybody";
  /** By which messages the others owe nothing any more: theirs, what they have reacted to, or thanks for either. */
  readonly answers: readonly MessageId[];
};

type Asking = { readonly message: Message } & Debt;

export function isPerson({ people }: Pick<Around, "people">, id: UserId): boolean {
  const person = get(people, id);
  return person === undefined || (!person.isBot && person.isActive);
}

export function hasReaction({ reactions }: Message, isOf: (id: UserId) => boolean): boolean {
  return reactions.some(({ userIds }) => userIds.some(isOf));
}

/** The people whom it mentions by their names. */
export function peopleIn(
  { content }: Pick<Message, "content">,
  { people }: Pick<Named, "people">,
): readonly UserId[] {
  const idOf = namesToIds(people);
  return sayingOf(content).mentions.flatMap((mention) =>
    personOf(mention, (name) => idOf.get(name)),
  );
}

/** Who has a name that is mentioned. */
export type Names = {
  readonly idOf: (name: string) => UserId | undefined;
  readonly membersOf: (group: string) => readonly UserId[];
};

function personOf({ kind, id, name }: Mention, idOf: Names["idOf"]): readonly UserId[] {
  const person = kind === "person" ? ((id as UserId | undefined) ?? idOf(name)) : undefined;
  return person === undefined ? [] : [person];
}

/**
 * The people whom it mentions, by name or as members of a group; unless there are no others, without those in a copy, or
 * inside of what turns to others.
 */
export function mentionedBy(content: string, { idOf, membersOf }: Names): readonly UserId[] {
  const mentions = mentionsOf(content);
  const direct = mentions.filter(({ isCopied, isInside }) => !isCopied && !isInside);
  return (direct.length > 0 ? direct : mentions).flatMap((mention) =>
    mention.kind === "group" ? membersOf(mention.name) : personOf(mention, idOf),
  );
}

export const namesToIds = memoizeEach(
  (people: Replica["people"]): ReadonlyMap<string, UserId> =>
    new Map([...values(people)].map(({ name, id }) => [name, id])),
);

/** The members of the groups that people have made, by their names. */
export function membersByName(groups: Replica["groups"]): ReadonlyMap<string, readonly UserId[]> {
  return new Map(
    [...values(groups)]
      .filter(({ isSystem }) => !isSystem)
      .map((group) => [group.name, membersOf(groups, group)]),
  );
}

const groupsByName = memoizeEach(
  (groups: Replica["groups"]): ReadonlyMap<string, Group> =>
    new Map([...values(groups)].map((group) => [group.name, group])),
);

/** With those of its subgroups, each of which is visited once. */
function membersOf(
  groups: Replica["groups"],
  group: Group | undefined,
  seen: Set<GroupId> = new Set(),
): readonly UserId[] {
  if (group === undefined || seen.has(group.id)) return [];
  seen.add(group.id);
  const within = group.subgroups.flatMap((id) => membersOf(groups, get(groups, id), seen));
  return [...group.members, ...within];
}

/**
 * The people whom it asks, without its author: those whom it mentions; in a direct conversation, if it turns to nobody, all
 * of them. Empty: nobody in particular.
 */
export function askedBy(message: Message, { people, groups }: Named): readonly UserId[] {
  const { content, senderId, streamId, userIds = [] } = message;
  const named = mentionedBy(content, {
    idOf: (name) => namesToIds(people).get(name),
    membersOf: (name) => membersOf(groups, groupsByName(groups).get(name)),
  });
  const all = streamId === undefined ? askedDirectly(message, named, userIds, people) : named;
  return [...new Set(all)].filter((id) => id !== senderId && isPerson({ people }, id));
}

function askedDirectly(
  { content }: Message,
  mentioned: readonly UserId[],
  userIds: readonly UserId[],
  people: Named["people"],
): readonly UserId[] {
  const { asking, first } = sayingOf(content);
  const sentence = asking?.sentence ?? first;
  const nameOf = (id: UserId) => get(people, id)?.name ?? "";
  const isThere = (id: UserId) => userIds.includes(id);
  const named = userIds.filter((id) => calledBy(sentence, nameOf(id)) !== undefined);
  const isTurned = mentioned.some((id) => isTurnedTo(sentence, nameOf(id)));
  const called = [...named, ...(isTurned ? mentioned.filter(isThere) : [])];
  return called.length === 0 ? userIds : called;
}

/** What those people owe who are asked by a sentence. */
export function debtOf(asked: readonly UserId[], sentence: string): Debt {
  const debt = { asked, owing: asked, answers: [] };
  if (asked.length === 0) return { ...debt, owedBy: "anybody" };
  if (anyoneIn(sentence) === "") return { ...debt, owedBy: "each" };
  // "Bo, does anybody have it?" asks everybody.
  return { ...debt, owedBy: asked.length === 1 ? "anybody" : "one" };
}

/** What is left of it after something was said there, or reacted to; undefined: nothing. */
export function afterAnswer<A extends Asking>(
  asking: A,
  said: Message,
  around: Around,
): A | undefined {
  const { message, asked, owing, owedBy, answers } = asking;
  const author = message.senderId;
  const isAuthors = said.senderId === author;
  const isOther = (id: UserId) => id !== author && isPerson(around, id);
  if (owedBy === "anybody") {
    const isOver = isAuthors ? hasReaction(said, isOther) : isOther(said.senderId);
    return isOver ? undefined : asking;
  }
  const doers = [said.senderId, ...said.reactions.flatMap(({ userIds }) => userIds)].filter(
    (id) => id !== author && asked.includes(id),
  );
  if (doers.length === 0) return asking;
  if (owedBy === "one" && (isAuthors || isAnswerOf(said, doers))) return undefined;
  const left = owing.filter((id) => !doers.includes(id));
  if (left.length === owing.length) return asking;
  return left.length === 0 ? undefined : { ...asking, owing: left, answers: [...answers, said.id] };
}

/** Who asks back has not answered for the others. */
function isAnswerOf({ senderId, content }: Message, people: readonly UserId[]): boolean {
  return people.includes(senderId) && sayingOf(content).asking === undefined;
}

/**
 * What is left of it after its author has said something more, at that place of the chat; undefined: nothing. Thanks are
 * for something that others have said or done since; those to one who was asked leave the others what they owe, unless
 * all are thanked.
 */
export function afterEnd<A extends Asking>(
  asking: A,
  chat: Chat,
  at: number,
  around: Around,
): A | undefined {
  const { message, asked, owing, answers } = asking;
  const said = chat[at] as Message;
  if (said.senderId !== message.senderId) return asking;
  const { ends, mentions } = sayingOf(said.content);
  if (ends === undefined) return asking;
  if (ends === "solved") return undefined;
  const helped = lastHelp(chat, at, around);
  if (helped === undefined || helped.id < message.id) return asking;
  if (ends === "thanks to all" || mentions.some(({ kind }) => kind !== "person")) return undefined;
  const thanked = peopleIn(said, around);
  const isOfAsked = (but: UserId) => helped.by.some((id) => id !== but && asked.includes(id));
  const left = owing.filter((id) => !thanked.includes(id) && isOfAsked(id));
  if (left.length === owing.length) return asking;
  if (left.length === 0) return undefined;
  return { ...asking, owing: left, answers: [...answers, helped.id, said.id] };
}

/** The last message by which others have helped who speaks there: theirs, or one that they have reacted to. */
function lastHelp(chat: Chat, at: number, around: Around) {
  const { senderId: author } = chat[at] as Message;
  const isOther = (id: UserId) => id !== author && isPerson(around, id);
  const message = lastBefore(chat, at, (one) => isOther(one.senderId) || hasReaction(one, isOther));
  if (message === undefined) return undefined;
  const { id, senderId, reactions } = message;
  const by = isOther(senderId)
    ? [senderId]
    : reactions.flatMap(({ userIds }) => userIds).filter(isOther);
  return { id, by };
}

/** The last message before that place of which it holds. */
export function lastBefore(
  chat: Chat,
  at: number,
  holds: (message: Message) => boolean,
): Message | undefined {
  for (let before = at - 1; before >= 0; before -= 1) {
    const message = chat[before];
    if (message !== undefined && holds(message)) return message;
  }
  return undefined;
}
