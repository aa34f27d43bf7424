/**
 * Overwrites the unused parts of pages after something was erased.
 *
 * `secure_delete` overwrites what is deleted, but when SQLite distributes the cells of neighbouring pages anew, it leaves
 * copies between those that remain, which it knows nothing about. They are overwritten in the file itself, while the
 * write-ahead log is empty and nobody can write: to SQLite these bytes have no meaning.
 */
import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

type UnusedSpace = {
  /** Everything is to be looked at once more. Call within the transaction that erases. */
  readonly makeDue: () => void;
  readonly isDue: () => boolean;
  /** Looks at the next pages; call after the log was emptied. */
  readonly slice: () => void;
  /** Call after the database was closed: closing this file ends SQLite's locks on it. */
  readonly close: () => void;
};

/** Pages looked at between two looks at the log, and those read at once. */
const slicePages = 2048;
const readPages = 64;

/** The number of pages that were looked at since the last erasure; NULL: nothing is due. */
export const unusedSpaceTables = `
  CREATE TABLE overwriting (done INTEGER) STRICT; INSERT INTO overwriting VALUES (NULL)`;

export function unusedSpace(database: DatabaseSync, path: string): UnusedSpace {
  const due = database.prepare("SELECT done FROM overwriting WHERE done IS NOT NULL");
  const set = database.prepare("UPDATE overwriting SET done = ?");
  const pageSize = Number(database.prepare("PRAGMA page_size").get()?.["page_size"]);
  let file: number | undefined;

  const isLogEmpty = () => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0;
  /** Where the next slice begins; undefined: it was the last one. */
  const overwrite = (from: number): number | undefined => {
    file ??= openSync(path, "r+");
    const buffer = Buffer.alloc(readPages * pageSize);
    for (let page = from; page < from + slicePages; page += readPages) {
      const length = readSync(file, buffer, 0, buffer.length, page * pageSize);
      for (let at = 0; at + pageSize <= length; at += pageSize) {
        const start = page * pageSize + at;
        const gap = unusedIn(buffer.subarray(at, at + pageSize), start / pageSize + 1);
        if (gap !== undefined)
          clear(file, buffer.subarray(at + gap.from, at + gap.to), start + gap.from);
      }
      if (length < buffer.length) return undefined;
    }
    return from + slicePages;
  };
  return {
    makeDue: () => void set.run(0),
    isDue: () => due.get() !== undefined,
    slice() {
      database.exec("BEGIN IMMEDIATE");
      try {
        const done = Number(due.get()?.["done"] ?? 0);
        // Else others have written meanwhile: the log has pages that are not in the file.
        if (isLogEmpty()) set.run(overwrite(done) ?? null);
      } finally {
        // The commit also makes other connections forget what they have read of these pages before.
        database.exec("COMMIT; PRAGMA shrink_memory");
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function clear(file: number, bytes: Buffer, position: number): void {
  if (bytes.every((byte) => byte === 0)) return;
  writeSync(file, Buffer.alloc(bytes.length), 0, bytes.length, position);
}

/** By the type of a page of a tree: the length of its header. */
const headerLengths: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/** What is between the list of cells and the first cell of a page, whose numbers start at 1; undefined: no page of a tree. */
export function unusedIn(
  page: Buffer,
  number: number,
): { readonly from: number; readonly to: number } | undefined {
  if (isPointerMap(number, page.length)) return undefined;
  const header = number === 1 ? 100 : 0;
  const length = headerLengths[page[header] ?? 0];
  if (length === undefined) return undefined;
  const from = header + length + 2 * page.readUInt16BE(header + 3);
  const to = page.readUInt16BE(header + 5) || 65_536;
  return from < to && to <= page.length ? { from, to } : undefined;
}

/** Pages that say where others belong; their entries begin with the same numbers as pages of trees. */
function isPointerMap(number: number, pageSize: number): boolean {
  return (number - 2) % (Math.floor(pageSize / 5) + 1) === 0;
}
