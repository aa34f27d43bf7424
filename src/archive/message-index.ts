/**
 * The full-text index of the archived messages.
 *
 * It has no copy of the text: whoever erases or replaces a message hands over what was there.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Message } from "#model/message.ts";
import { indexWords } from "./index-text.ts";

/** 1: what is erased leaves the index at once; 0: when it is written again. */
function secureDelete(is: 0 | 1): string {
  return `INSERT INTO words (words, rank) VALUES ('secure-delete', ${is})`;
}

/** Words are divided and folded before: what is above U+007F is a part of a word for this tokenizer. */
export const indexTables = `
  CREATE VIRTUAL TABLE words USING fts5 (text, content = '', columnsize = 0, tokenize = 'ascii');
  ${secureDelete(1)}`;

export type MessageIndex = {
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
