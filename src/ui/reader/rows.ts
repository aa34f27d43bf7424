/** The rows of a narrow: the known messages, and the sends among them. */
import { has, position, type Sorted } from "#base/sorted.ts";
import type { Intent } from "#journal/intent.ts";
import type { History } from "#model/histories.ts";
import type { RowId } from "#store/screen.ts";
import type { MessageId } from "#wire/ids.ts";

export type ReaderRows = {
  readonly ids: Sorted<MessageId>;
  /** In row order. */
  readonly sends: readonly Send[];
  readonly startKnown: boolean;
  readonly endKnown: boolean;
  /** Messages after which others may be missing. */
  readonly holes?: Sorted<MessageId> | undefined;
  /** True: of an older epoch, so a page of the server will replace these. */
  readonly isOlder?: boolean;
};

/** A send that is not a message yet. */
export type Send = {
  readonly intent: Intent;
  /** How many messages are above it. */
  readonly above: number;
  /** False: the disk has rejected it, so far. */
  readonly isSaved: boolean;
};

export const unknownRows: ReaderRows = { ids: [], sends: [], startKnown: false, endKnown: false };

/** `unsaved` are the IDs of what the disk has rejected; `epoch` is the replica's. */
export function readerRows(
  history: History | undefined,
  intents: readonly Intent[],
  unsaved: ReadonlySet<string>,
  epoch = history?.epoch,
): ReaderRows {
  const ids = history?.ids ?? unknownRows.ids;
  const sends = intents.map((intent) => ({
    intent,
    above: messagesAbove(ids, intent),
    isSaved: !unsaved.has(intent.id),
  }));
  return {
    ids,
    sends: sends.sort((one, other) => one.above - other.above),
    startKnown: history?.oldestKnown ?? false,
    endKnown: history?.newestKnown ?? false,
    holes: history?.holes,
    isOlder: history?.epoch !== epoch,
  };
}

/** An unconfirmed send stays where it was when it left; all others are at the end. */
function messagesAbove(ids: Sorted<MessageId>, { phase, knownBefore }: Intent): number {
  const isInDoubt = phase === "unconfirmed" || phase === "undecided";
  return isInDoubt && knownBefore !== undefined ? position(ids, knownBefore + 1) : ids.length;
}

export function countOf({ ids, sends }: ReaderRows): number {
  return ids.length + sends.length;
}

/** The send at that row; undefined for messages, and outside the list. */
export function sendAt({ sends }: ReaderRows, index: number): Send | undefined {
  return sends.find(({ above }, at) => above + at === index);
}

/** The message at that row; undefined for sends, and outside the list. */
export function messageIdAt(rows: ReaderRows, index: number): MessageId | undefined {
  if (sendAt(rows, index) !== undefined) return undefined;
  const sendsAbove = rows.sends.filter(({ above }, at) => above + at < index).length;
  return rows.ids[index - sendsAbove];
}

/** Whether messages may be missing after that one. */
export function isHole({ holes }: ReaderRows, id: MessageId | undefined): boolean {
  return holes !== undefined && id !== undefined && has(holes, id);
}

/** Undefined outside the list. */
export function rowAt(rows: ReaderRows, index: number): RowId | undefined {
  return sendAt(rows, index)?.intent.id ?? messageIdAt(rows, index);
}

export function lastRow(rows: ReaderRows): RowId | undefined {
  return rowAt(rows, countOf(rows) - 1);
}

/** The row's index, or where it would be if it is gone; -1 if the list is empty. */
export function indexOfRow(rows: ReaderRows, row: RowId): number {
  const { ids, sends } = rows;
  const last = countOf(rows) - 1;
  if (typeof row === "number") {
    const at = position(ids, row);
    return Math.min(last, at + sends.filter(({ above }) => above <= at).length);
  }
  const at = sends.findIndex(({ intent }) => intent.id === row);
  return at === -1 ? last : (sends[at]?.above ?? 0) + at;
}
