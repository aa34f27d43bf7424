/**
 * A message as a row: what queries need and what most messages have in columns, the rest as JSON.
 *
 * Conversations and senders have rows of their own, since their names would take more room than most texts.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Sorted } from "#base/sorted.ts";
import type { ConversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";
import { indexWords } from "./index-text.ts";

// The full-text index of the messages has no copy of the text: whoever erases or replaces a message hands over what was there.

/** 1: what is erased leaves the index at once; 0: when it is written again. */
function secureDelete(is: 0 | 1): string {
  return `INSERT INTO words (words, rank) VALUES ('secure-delete', ${is})`;
}

/** Words are divided and folded before: what is above U+007F is a part of a word for this tokenizer. */
export const indexTables = `
  CREATE VIRTUAL TABLE words USING fts5 (text, content = '', columnsize = 0, tokenize = 'ascii');
  ${secureDelete(1)}`;

type MessageIndex = {
  /** `before`: the version that is replaced, if any. Call within a transaction, like the other. */
  readonly put: (message: Message, before: Message | undefined) => void;
  readonly erase: (messages: readonly Message[]) => void;
  /** Makes room: unlike after `erase`, their words only leave the file when it is merged. */
  readonly drop: (messages: readonly Message[]) => void;
  /** Does a small part of the work; true: there is more. `isFirst`: all of the index is to be merged from now on. */
  readonly merge: (isFirst: boolean) => boolean;
};

/** Of the index, at once: takes about 5 ms. */
const mergedPages = 64;

/** With more of them it takes less time to write the index again without them. */
const maxErasedSingly = 2000;

export function messageIndex(database: DatabaseSync): MessageIndex {
  const insert = database.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  const erase = database.prepare("INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)");
  const merge = database.prepare("INSERT INTO words (words, rank) VALUES ('merge', ?)");
  const changes = database.prepare("SELECT total_changes() AS count");
  const remove = (messages: readonly Message[]) => {
    for (const message of messages) erase.run(message.id, indexWords(message));
  };
  const drop = (messages: readonly Message[]) => {
    database.exec(secureDelete(0));
    remove(messages);
    database.exec(secureDelete(1));
  };
  return {
    put(message, before) {
      const text = indexWords(message);
      const old = before === undefined ? undefined : indexWords(before);
      if (text === old) return;
      if (old !== undefined) erase.run(message.id, old);
      insert.run(message.id, text);
    },
    erase(messages) {
      if (messages.length <= maxErasedSingly) return remove(messages);
      drop(messages);
      database.exec("INSERT INTO words (words) VALUES ('optimize')");
    },
    drop,
    merge(isFirst) {
      const before = Number(changes.get()?.["count"]);
      merge.run(isFirst ? -mergedPages : mergedPages);
      // The command itself is one change.
      return Number(changes.get()?.["count"]) - before >= 2;
    },
  };
}

/** Not strict: a number that is no integer is stored as it is. Each index ends with the ID of the message. */
export const rowTables = `
  CREATE TABLE conversations (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, topic TEXT NOT NULL);
  CREATE TABLE senders (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE messages (
    id INTEGER PRIMARY KEY, conversation_id INTEGER NOT NULL, stream_id INTEGER,
    sender_id INTEGER NOT NULL, sent_at INTEGER NOT NULL, is_history INTEGER NOT NULL,
    starred INTEGER NOT NULL, mentioned INTEGER NOT NULL, wildcard_mentioned INTEGER NOT NULL,
    alerted INTEGER NOT NULL, content TEXT NOT NULL, rest TEXT);
  CREATE INDEX messages_by_conversation ON messages (conversation_id);
  CREATE INDEX messages_by_stream ON messages (stream_id);
  CREATE INDEX messages_by_sender ON messages (sender_id);
  CREATE INDEX messages_mentioning ON messages (id) WHERE mentioned OR wildcard_mentioned;
  CREATE INDEX messages_starred ON messages (id) WHERE starred;
  ${indexTables}`;

/** Messages as `messageRows` decodes them, to be continued with a condition on `m`. */
export const selectMessages = `
  SELECT m.id, m.conversation_id, m.stream_id, m.sender_id, m.sent_at, m.is_history, m.starred, m.mentioned,
    m.wildcard_mentioned, m.alerted, m.content, m.rest, c.key, c.topic, s.name
  FROM messages m CROSS JOIN conversations c ON c.id = m.conversation_id
    CROSS JOIN senders s ON s.id = m.sender_id`;

export type Row = Readonly<Record<string, string | number | null>>;

export type MessageRows = {
  /** Answers whether a text was replaced by another. */
  readonly put: (messages: readonly Message[]) => boolean;
  /** Answers whether one was there. */
  readonly erase: (ids: readonly number[]) => boolean;
  /** Likewise, to make room. */
  readonly drop: (ids: readonly number[]) => void;
  readonly mergeIndex: MessageIndex["merge"];
  /** Erases conversations without messages, and what is known about them. */
  readonly tidy: () => void;
  readonly message: (row: Row) => Message;
};

export function messageRows(database: DatabaseSync): MessageRows {
  const sql = statements(database);
  const index = messageIndex(database);
  const left = new Set<number>();

  const conversationId = (message: Message): number => {
    const key = storable(message.conversation);
    const storedId = sql.conversation.get(key)?.["id"];
    if (storedId !== undefined) return Number(storedId);
    return Number(sql.addConversation.run(key, storable(message.topic)).lastInsertRowid);
  };
  /** The messages of these rows, which are no longer there. */
  const taken = (ids: readonly number[]): readonly Message[] =>
    ids.flatMap((id) => {
      const row = sql.before.get(id);
      if (row === undefined) return [];
      left.add(Number(row["conversation_id"]));
      sql.erase.run(id);
      return [messageOf(row as Row)];
    });
  const insert = (message: Message): void => {
    sql.addSender.run(message.senderId, storable(message.senderName));
    const conversation = conversationId(message);
    const row: Row = {
      id: message.id,
      stream_id: message.streamId ?? null,
      sender_id: message.senderId,
      sent_at: message.sentAt,
      is_history: Number(message.isHistory),
      starred: Number(message.starred),
      mentioned: Number(message.mentioned),
      wildcard_mentioned: Number(message.wildcardMentioned),
      alerted: Number(message.alerted),
      content: storable(message.content),
    };
    const names = { ...sql.names.get(conversation, message.senderId) } as Row;
    const rest = difference(message, messageOf({ ...row, ...names }));
    sql.insert.run({ ...row, conversation_id: conversation, rest });
  };
  return {
    put(messages) {
      let isReplaced = false;
      for (const message of messages) {
        const [before] = taken([message.id]);
        isReplaced ||= before !== undefined && saysOther(before, message);
        insert(message);
        index.put(message, before);
      }
      return isReplaced;
    },
    erase(ids) {
      const erased = taken(ids);
      index.erase(erased);
      return erased.length > 0;
    },
    drop: (ids) => index.drop(taken(ids)),
    mergeIndex: index.merge,
    tidy() {
      for (const id of left) {
        const key = sql.emptyConversation.get(id)?.["key"];
        if (typeof key !== "string") continue;
        sql.forgetKnown.run(key);
        sql.eraseConversation.run(id);
      }
      left.clear();
    },
    message: messageOf,
  };
}

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    conversation: prepare("SELECT id FROM conversations WHERE key = ?"),
    addConversation: prepare("INSERT INTO conversations (key, topic) VALUES (?, ?)"),
    emptyConversation: prepare(
      `SELECT key FROM conversations c
       WHERE id = ? AND NOT EXISTS (SELECT * FROM messages WHERE conversation_id = c.id)`,
    ),
    eraseConversation: prepare("DELETE FROM conversations WHERE id = ?"),
    forgetKnown: prepare("DELETE FROM known WHERE narrow = ?"),
    addSender: prepare("INSERT INTO senders (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING"),
    names: prepare(
      `SELECT c.key, c.topic, s.name FROM conversations c CROSS JOIN senders s
       WHERE c.id = ? AND s.id = ?`,
    ),
    before: prepare(`${selectMessages} WHERE m.id = ?`),
    erase: prepare("DELETE FROM messages WHERE id = ?"),
    insert: prepare(
      `INSERT INTO messages (id, conversation_id, stream_id, sender_id, sent_at, is_history,
         starred, mentioned, wildcard_mentioned, alerted, content, rest)
       VALUES (:id, :conversation_id, :stream_id, :sender_id, :sent_at, :is_history,
         :starred, :mentioned, :wildcard_mentioned, :alerted, :content, :rest)`,
    ),
  };
}

/**
 * The text, or an equally unique one if SQLite would cut or change it: it ends texts at a NUL and has no lone surrogates.
 */
export function storable(text: string): string {
  return text.isWellFormed() && !text.includes("\0") ? text : JSON.stringify(text);
}

function restored(key: string): string {
  return key.startsWith('"') ? JSON.parse(key) : key;
}

export function messageOf(row: Row): Message {
  const conversation = restored(String(row["key"])) as ConversationKey;
  const { stream_id: stream } = row;
  const isTopic = typeof stream === "number";
  const message: Message = {
    id: row["id"] as MessageId,
    conversation,
    streamId: isTopic ? (stream as StreamId) : undefined,
    topic: String(row["topic"]),
    userIds: isTopic ? undefined : peopleOf(conversation),
    senderId: row["sender_id"] as UserId,
    senderName: String(row["name"]),
    content: String(row["content"]),
    sentAt: Number(row["sent_at"]),
    editedAt: undefined,
    movedAt: undefined,
    isHistory: row["is_history"] === 1,
    starred: row["starred"] === 1,
    mentioned: row["mentioned"] === 1,
    wildcardMentioned: row["wildcard_mentioned"] === 1,
    alerted: row["alerted"] === 1,
    reactions: [],
    submessages: [],
  };
  const { rest } = row;
  return typeof rest === "string" ? { ...message, ...JSON.parse(rest) } : message;
}

function peopleOf(key: ConversationKey): Sorted<UserId> {
  const ids = key.slice("d:".length).split(",");
  return ids.map(Number) as readonly number[] as Sorted<UserId>;
}

/** Whether texts of the one are not those of the other. */
function saysOther(before: Message, now: Message): boolean {
  return before.content !== now.content || before.topic !== now.topic;
}

/** What of the message its columns do not say, as JSON; null: nothing. */
function difference(message: Message, columns: Message): string | null {
  const isEqual = (name: string, value: unknown) => {
    const other: unknown = columns[name as keyof Message];
    return value === other || JSON.stringify(value) === JSON.stringify(other);
  };
  const rest = Object.entries(message).filter(([name, value]) => !isEqual(name, value));
  return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest));
}
