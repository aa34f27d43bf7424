/**
 * The user's messages that ask people of whom somebody has not written there since, and the words of the others, of all
 * that the archive has. How much they owe is decided by the rules (`model/open-ends/owed.ts`).
 */
import type { DatabaseSync } from "node:sqlite";
import { sorted } from "#base/sorted.ts";
import { directKey } from "#model/conversation.ts";
import { mentionedBy } from "#model/open-ends/owed.ts";
import { sayingOf } from "#model/open-ends/saying.ts";
import type { UserId } from "#wire/ids.ts";
import type { EndsRequest } from "./archive.ts";

/** Of the messages with a mention, those of the user are known at once. */
export const callsIndex =
  "CREATE INDEX IF NOT EXISTS messages_calling ON messages (sender_id) WHERE instr(content, '@*') > 0";

/** The newest ones are looked at, until so many may be open. */
const mostCalls = 200;
const mostOpen = 30;
/** Of what somebody has said in a conversation since. */
const mostWords = 5;
/** Of what the user has, and of their questions in a direct one. */
const mostOwn = 30;

/** A message of the user's that may be open, with other messages that decide whom it still waits for. */
export type Call = {
  readonly conversation: number;
  readonly id: number;
  /** What those who are asked have said since, there or directly. */
  readonly answers: readonly number[];
  /** What the user has said there since that may end it. */
  readonly ends: readonly number[];
};

type Asked = Pick<Call, "conversation" | "id"> & {
  readonly content: string;
  readonly people: readonly UserId[];
};

/** Of those in topics, the newest. */
export function callsIn(
  database: DatabaseSync,
  request: EndsRequest,
  directs: readonly { readonly id: number; readonly userIds: readonly UserId[] }[],
): readonly Call[] {
  const silent = new Set<number>(request.silent);
  const isOther = (id: UserId) => id !== request.ownId && !silent.has(id);
  const callOf = calls(database, request);
  const inTopics: Call[] = [];
  for (const asked of mentioning(database, request, isOther)) {
    if (inTopics.length >= mostOpen) break;
    inTopics.push(...callOf(asked));
  }
  return [...inTopics, ...askingDirectly(database, request, isOther, directs).flatMap(callOf)];
}

/** Empty: all have written since, or nothing was asked. */
function calls(database: DatabaseSync, request: EndsRequest) {
  const lastWord = lastWords(database);
  const own = ownWords(database, request.ownId);
  const answersOf = answersIn(database, request);
  return ({ conversation, id, people, content }: Asked): readonly Call[] => {
    if (people.every((person) => lastWord(person, conversation) > id)) return [];
    if (sayingOf(content).asking === undefined) return [];
    const answers = people.flatMap((person) => answersOf(person, conversation, id));
    const ends = own(conversation, id).filter((word) => sayingOf(word.content).ends !== undefined);
    return [{ conversation, id, answers, ends: ends.map((word) => word.id) }];
  };
}

/** What the user has said to several people since the first of these has said something last. */
function askingDirectly(
  database: DatabaseSync,
  { ownId }: EndsRequest,
  isOther: (id: UserId) => boolean,
  directs: readonly { readonly id: number; readonly userIds: readonly UserId[] }[],
): readonly Asked[] {
  const lastWord = lastWords(database);
  const own = ownWords(database, ownId);
  return directs.flatMap(({ id: conversation, userIds }) => {
    const people = userIds.length > 2 ? userIds.filter(isOther) : [];
    if (people.length === 0) return [];
    const answered = Math.min(...people.map((person) => lastWord(person, conversation)));
    return own(conversation, answered).map((word) => ({ conversation, ...word, people }));
  });
}

function mentioning(
  database: DatabaseSync,
  { ownId, people, groups }: EndsRequest,
  isOther: (id: UserId) => boolean,
): readonly Asked[] {
  const rows = database
    .prepare(
      `SELECT id, conversation_id, content FROM messages
       WHERE sender_id = ? AND instr(content, '@*') > 0
       ORDER BY id DESC LIMIT ?`,
    )
    .all(ownId, mostCalls);
  const names = {
    idOf: (name: string) => people.get(name),
    membersOf: (name: string) => groups.get(name) ?? [],
  };
  return rows
    .map(({ id, conversation_id: conversation, content }) => ({
      id: Number(id),
      conversation: Number(conversation),
      content: `${content}`,
      people: [...new Set(mentionedBy(`${content}`, names))].filter(isOther),
    }))
    .filter((asked) => asked.people.length > 0);
}

/** The last message of somebody in a conversation; 0: there is none. */
function lastWords(database: DatabaseSync) {
  const last = database.prepare(
    "SELECT max(id) AS last FROM messages WHERE sender_id = ? AND conversation_id = ?",
  );
  return (person: UserId, conversation: number): number =>
    Number(last.get(person, conversation)?.["last"] ?? 0);
}

/** What the user has said in a conversation after a message. */
function ownWords(database: DatabaseSync, ownId: UserId) {
  const later = database.prepare(
    `SELECT id, content FROM messages WHERE sender_id = ? AND conversation_id = ? AND id > ?
     ORDER BY id DESC LIMIT ?`,
  );
  return (conversation: number, after: number) =>
    later
      .all(ownId, conversation, after, mostOwn)
      .map(({ id, content }) => ({ id: Number(id), content: `${content}` }));
}

/** What somebody has said after a message, in its conversation and to the user directly. */
function answersIn(database: DatabaseSync, { ownId }: EndsRequest) {
  const conversationOf = database.prepare("SELECT id FROM conversations WHERE key = ?");
  const later = database.prepare(
    `SELECT id FROM messages WHERE sender_id = ? AND conversation_id = ? AND id > ?
     ORDER BY id LIMIT ?`,
  );
  return (person: UserId, conversation: number, after: number): readonly number[] => {
    const direct = conversationOf.get(directKey(sorted([ownId, person])))?.["id"];
    return [
      ...later.all(person, conversation, after, mostWords),
      ...(direct === undefined ? [] : later.all(person, direct, after, 1)),
    ].map(({ id }) => Number(id));
  };
}
