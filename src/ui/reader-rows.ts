/** The rows of a conversation or another narrow: the messages that are known, and below them what is being sent. */
import { position, type Sorted } from "#base/sorted.ts";
import type { Intent } from "#journal/intent.ts";
import type { History } from "#model/history.ts";
import type { RowId } from "#store/screen.ts";
import type { MessageId } from "#wire/ids.ts";

export type ReaderRows = {
  readonly ids: Sorted<MessageId>;
  readonly sends: readonly Intent[];
  readonly startKnown: boolean;
  readonly endKnown: boolean;
};

export const unknownRows: ReaderRows = { ids: [], sends: [], startKnown: false, endKnown: false };

export function readerRows(history: History | undefined, sends: readonly Intent[]): ReaderRows {
  if (history === undefined) return { ...unknownRows, sends };
  return {
    ids: history.ids,
    sends,
    startKnown: history.oldestKnown,
    endKnown: history.newestKnown,
  };
}

export function countOf({ ids, sends }: ReaderRows): number {
  return ids.length + sends.length;
}

/** Undefined outside the list. */
export function rowAt({ ids, sends }: ReaderRows, index: number): RowId | undefined {
  return index < ids.length ? ids[index] : sends[index - ids.length]?.id;
}

/** Where the row is, or where it would be when it is gone; -1 when the list is empty. */
export function indexOfRow({ ids, sends }: ReaderRows, row: RowId): number {
  const last = ids.length + sends.length - 1;
  if (typeof row === "number") return Math.min(last, position(ids, row));
  const at = sends.findIndex(({ id }) => id === row);
  return at === -1 ? last : ids.length + at;
}
