/** Rows on disk that all windows of an account change: which of them this window has changed, and not written yet. */
import type { StoringContext } from "./disk-writes.ts";

export type SharedRows = {
  /** Writes the newest state of a row. */
  readonly write: (key: string, write: () => Promise<void>) => void;
  /** Whether the disk does not have this window's state of the row yet: what it has is not to be read. */
  readonly isOwn: (key: string) => boolean;
  /** Changes the store as the disk is, which is not written back. */
  readonly asRead: (change: () => void) => void;
  /** Whether the store is being changed so. */
  readonly isReading: () => boolean;
};

export function sharedRows(
  { store, disk }: Pick<StoringContext, "store" | "disk">,
  rowName: (key: string) => string,
): SharedRows {
  /** The number of pending writes of a row. */
  const underWay = new Map<string, number>();
  let isReading = false;
  const put = async (key: string, write: () => Promise<void>) => {
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
    await disk.write(rowName(key), write);
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  };
  return {
    write: (key, write) => void put(key, write),
    isOwn: (key) => underWay.has(key) || store.getState().session.unsaved.has(rowName(key)),
    asRead: (change) => {
      isReading = true;
      try {
        change();
      } finally {
        isReading = false;
      }
    },
    isReading: () => isReading,
  };
}
