/**
 * The messages that decide what is open (`model/open-ends`), of all that the archive has, without reading all of them: the
 * ends of conversations in which the user was called, or asked something, after what they or others said last.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Message } from "#model/message.ts";
import type { UserId } from "#wire/ids.ts";
import type { ArchivedEnds, EndsRequest } from "./archive.ts";
import { type Call, callsIn } from "./owed.ts";
import { compiledQuery } from "./query.ts";
import { messageOf, type Row, selectMessages } from "./rows.ts";

/** By it the user's last words in each conversation are known at once. */
export const openEndsIndex =
  "CREATE INDEX IF NOT EXISTS messages_by_sender_in ON messages (sender_id, conversation_id)";

/** The newest ones are looked at. */
const mostMentions = 500;
const mostConversations = 100;
const mostQuestions = 300;
/** Of a conversation that has gone on, what came right after the first open message. */
const mostAfter = 30;
/** What came after what several people are asked: their reactions may be there, their words are looked for. */
const mostAfterCall = 3;
/** What the first open message may go on with. */
const before = 3;
/** Of a conversation, these messages of others after the user's last one may ask on. */
const mostAnswers = 3;
/** Of each direct conversation. */
const newestDirect = 1;

/** By conversation, the first message that may be open. */
type Firsts = Map<number, number>;

export function archivedOpenEnds(database: DatabaseSync, request: EndsRequest): ArchivedEnds {
  const lastOwn = lastOwnMessages(database, request);
  const firsts: Firsts = new Map();
  const add = (conversation: number, id: number) => {
    if (id > (lastOwn.get(conversation) ?? 0) && id < (firsts.get(conversation) ?? Infinity))
      firsts.set(conversation, id);
  };
  addCalls(database, request, add);
  const directs = directsIn(database);
  const directIds = directs.map(({ id }) => id);
  addDirects(database, directIds, lastOwn, add);
  addQuestions(database, request, lastOwn, firsts, add);
  const newest = [...firsts].sort(([, one], [, other]) => other - one).slice(0, mostConversations);
  const read = reading(database);
  const ends = newest.flatMap(([conversation, first]) => [
    ...read.before(conversation, first, before),
    ...read.from(conversation, first, mostAfter),
  ]);
  const [, oldest = Infinity] = newest.at(-1) ?? [];
  const direct = directWords(database, directIds, lastOwn, oldest);
  const calls = callsIn(database, request, directs);
  const owed = calls.flatMap((call) => owedMessages(call, read, request, lastOwn));
  const all = new Map([...ends, ...direct, ...owed].map((message) => [message.id, message]));
  const heard = new Set<number>([
    ...newest.map(([, first]) => first),
    ...calls.map(({ id }) => id),
  ]);
  const from = [...all.values()]
    .filter(({ id }) => heard.has(id))
    .sort((one, other) => other.id - one.id)
    .map(({ conversation, id }) => [conversation, id] as const);
  return { messages: [...all.values()], from };
}

/** With what decides who has answered; of the user's own only what ends it, and where that leaves the conversation. */
function owedMessages(
  { conversation, id, answers, ends }: Call,
  read: ReturnType<typeof reading>,
  { ownId }: EndsRequest,
  lastOwn: ReadonlyMap<number, number>,
): readonly Message[] {
  const [asking, ...later] = read.from(conversation, id, 1 + mostAfterCall);
  const last = lastOwn.get(conversation);
  return [
    ...(asking === undefined ? [] : [asking]),
    ...later.filter(({ senderId }) => senderId !== ownId),
    ...answers.flatMap((answer) => read.one(answer)),
    ...ends.flatMap((end) => read.before(conversation, end + 1, before)),
    ...(last === undefined || last === id ? [] : read.from(conversation, last, 2)),
  ];
}

function lastOwnMessages(database: DatabaseSync, { ownId }: EndsRequest) {
  const rows = database
    .prepare(
      "SELECT conversation_id, max(id) AS last FROM messages WHERE sender_id = ? GROUP BY conversation_id",
    )
    .all(ownId);
  return new Map(rows.map((row) => [Number(row["conversation_id"]), Number(row["last"])]));
}

type Add = (conversation: number, id: number) => void;

/** Mentions, and messages with the user's name. */
function addCalls(database: DatabaseSync, { ownId, name }: EndsRequest, add: Add): void {
  const mentions = database
    .prepare(
      `SELECT id, conversation_id FROM messages
       WHERE mentioned AND sender_id <> ?
       ORDER BY id DESC LIMIT ?`,
    )
    .all(ownId, mostMentions);
  const compiled = compiledQuery([{ operator: "search", operand: name }]);
  const named =
    name === "" || "unanswerable" in compiled
      ? []
      : database
          .prepare(
            `SELECT m.id, m.conversation_id FROM words CROSS JOIN messages m
             WHERE words MATCH ? AND m.id = words.rowid AND m.sender_id <> ?
             ORDER BY words.rowid DESC LIMIT ?`,
          )
          .all(compiled.match, ownId, mostMentions);
  for (const row of [...mentions, ...named]) add(Number(row["conversation_id"]), Number(row["id"]));
}

function addDirects(
  database: DatabaseSync,
  directs: readonly number[],
  lastOwn: ReadonlyMap<number, number>,
  add: Add,
): void {
  const next = database.prepare(
    "SELECT id FROM messages WHERE conversation_id = ? AND id > ? ORDER BY id LIMIT 1",
  );
  for (const conversation of directs) {
    const id = next.get(conversation, lastOwn.get(conversation) ?? 0)?.["id"];
    if (id !== undefined) add(conversation, Number(id));
  }
}

/** Conversations in which nobody who could answer has written after the user, or has first asked something. */
function addQuestions(
  database: DatabaseSync,
  { ownId, silent }: EndsRequest,
  lastOwn: ReadonlyMap<number, number>,
  firsts: Firsts,
  add: Add,
): void {
  const later = database.prepare(
    "SELECT id, sender_id, content FROM messages WHERE conversation_id = ? AND id > ? ORDER BY id",
  );
  const earlier = database.prepare(
    "SELECT id, sender_id FROM messages WHERE conversation_id = ? AND id <= ? ORDER BY id DESC",
  );
  const silentIds = new Set<number>(silent);
  const isOther = (sender: unknown) => sender !== ownId && !silentIds.has(Number(sender));
  const newest = [...lastOwn].sort(([, one], [, other]) => other - one).slice(0, mostQuestions);
  for (const [conversation, last] of newest) {
    // Mostly the next message is somebody's answer: others are not read.
    let answers = 0;
    const asks = (row: Read) => {
      if (!isOther(row["sender_id"])) return false;
      answers += 1;
      const isAsking = mayAsk.test(`${row["content"]}`);
      if (isAsking) add(conversation, Number(row["id"]));
      return isAsking || answers === mostAnswers;
    };
    if (isAny<Read>(later.iterate(conversation, last), asks) || answers > 0) continue;
    let first = last;
    isAny(earlier.iterate(conversation, last), (row) => {
      if (isOther(row["sender_id"])) return true;
      first = Number(row["id"]);
      return false;
    });
    firsts.set(conversation, Math.min(first, firsts.get(conversation) ?? first));
  }
}

type Read = Readonly<Record<string, unknown>>;

/** A question mark, as most questions have; whether it asks is decided by the rules. */
const mayAsk = /[?？؟;]/u;

function isAny<Row>(rows: Iterable<Row>, is: (row: Row) => boolean): boolean {
  for (const row of rows) if (is(row)) return true;
  return false;
}

/** What was said directly since then, by which what was asked elsewhere may have been answered. */
function directWords(
  database: DatabaseSync,
  directs: readonly number[],
  lastOwn: ReadonlyMap<number, number>,
  since: number,
): readonly Message[] {
  const select = database.prepare(
    `${selectMessages} WHERE m.conversation_id = ? AND m.id >= ? ORDER BY m.id DESC LIMIT ?`,
  );
  const own = database.prepare(`${selectMessages} WHERE m.id = ?`);
  return directs.flatMap((conversation) => {
    const last = lastOwn.get(conversation) ?? 0;
    const rows = [
      ...select.all(conversation, since, newestDirect),
      ...(last >= since ? own.all(last) : []),
    ];
    return rows.map((row) => messageOf(row as Row));
  });
}

function directsIn(database: DatabaseSync) {
  return database
    .prepare("SELECT id, key FROM conversations WHERE key >= 'd:' AND key < 'd;'")
    .all()
    .map(({ id, key }) => ({
      id: Number(id),
      userIds: `${key}`.slice("d:".length).split(",").map(Number) as UserId[],
    }));
}

function reading(database: DatabaseSync) {
  const prepare = (condition: string) => database.prepare(`${selectMessages} WHERE ${condition}`);
  const earlier = prepare("m.conversation_id = ? AND m.id < ? ORDER BY m.id DESC LIMIT ?");
  const later = prepare("m.conversation_id = ? AND m.id >= ? ORDER BY m.id LIMIT ?");
  const single = prepare("m.id = ?");
  const messages = (rows: readonly unknown[]) => rows.map((row) => messageOf(row as Row));
  return {
    before: (conversation: number, id: number, most: number) =>
      messages(earlier.all(conversation, id, most)),
    from: (conversation: number, id: number, most: number) =>
      messages(later.all(conversation, id, most)),
    one: (id: number) => messages(single.all(id)),
  };
}
