/** Rows on disk that all windows of an account change: which of them this window has changed, and not written yet. */
import { lookEvery } from "#base/clock.ts";
import type { Journal } from "#journal/journal.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { follow } from "#store/follow.ts";
import { reasonOf } from "#sync/context.ts";
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

/** What the disk has; undefined: it could not be read, which the log says of them by their name. */
export async function readRows<Rows>(
  { log }: Pick<StoringContext, "log">,
  name: string,
  read: () => Promise<Rows>,
): Promise<Rows | undefined> {
  try {
    return await read();
  } catch (error) {
    log.warn(`${name} could not be read.`, { reason: reasonOf(error) });
    return undefined;
  }
}

type SharedMap<Key extends string | number, Row> = {
  /** What a row is called, for what is not written yet. */
  readonly nameOf: (key: Key) => string;
  /** What the disk has; undefined: it could not be read. */
  readonly stored: () => Promise<ReadonlyMap<Key, Row> | undefined>;
  readonly put: (key: Key, row: Row | undefined) => Promise<void>;
  readonly isSame: (one: Row | undefined, other: Row | undefined) => boolean;
  readonly current: () => ReadonlyMap<Key, Row>;
  /** Changes the store; undefined removes. */
  readonly change: (changes: ReadonlyMap<Key, Row | undefined>) => void;
};

/** Other windows' rows are not urgent. */
const everyMs = 30_000;

/** Keeps a map of the journal in step with what all windows have on disk. */
export function keptInStep<Key extends string | number, Row>(
  { store, clock, idle, disk }: Pick<StoringContext, "store" | "clock" | "idle" | "disk">,
  { nameOf, stored, put, isSame, current, change }: SharedMap<Key, Row>,
) {
  const rows = sharedRows({ store, disk }, (name) => name);
  const differing = (one: ReadonlyMap<Key, Row>, other: ReadonlyMap<Key, Row>) =>
    [...new Set([...one.keys(), ...other.keys()])].filter(
      (key) => !isSame(one.get(key), other.get(key)),
    );
  const read = async () => {
    const there = await stored();
    if (there === undefined) return;
    const keys = differing(current(), there).filter((key) => !rows.isOwn(nameOf(key)));
    rows.asRead(() => change(new Map(keys.map((key) => [key, there.get(key)]))));
  };
  const readNow = () => void idle.during(read());
  return {
    readNow,
    /** Writes what this window has changed. */
    write: (before: ReadonlyMap<Key, Row>, after: ReadonlyMap<Key, Row>) => {
      if (rows.isReading()) return;
      for (const key of differing(before, after))
        rows.write(nameOf(key), () => put(key, after.get(key)));
    },
    /** Now, and every half a minute. */
    readAgain: () => {
      readNow();
      lookEvery(clock, everyMs, readNow);
    },
  };
}

// Maps of the journal of which each row is one of the account's values on disk.

type Values = Pick<JournalStorage, "values" | "putValue">;

/** The rows of one map, by the keys of the map. */
export type ValueRows<Key extends string | number, Row> = {
  /** Begins the name of each row on disk; the key follows. */
  readonly prefix: string;
  /** Of values of any name; what this version cannot read is left out. */
  readonly among: (values: ReadonlyMap<string, unknown>) => ReadonlyMap<Key, Row>;
  /** As the disk has them now. */
  readonly stored: (storage: Pick<Values, "values">) => Promise<ReadonlyMap<Key, Row>>;
  /** Undefined removes the row. */
  readonly put: (
    storage: Pick<Values, "putValue">,
    key: Key,
    row: Row | undefined,
  ) => Promise<void>;
};

/** `rowFrom` reads a value, and is undefined if it cannot, or if the row was removed. */
export function valueRows<Key extends string | number, Row>(
  prefix: string,
  rowFrom: (value: unknown) => Row | undefined,
  keyFrom = (name: string) => name as Key,
): ValueRows<Key, Row> {
  const among: ValueRows<Key, Row>["among"] = (values) =>
    new Map(
      [...values].flatMap(([name, value]) => {
        const row = name.startsWith(prefix) ? rowFrom(value) : undefined;
        return row === undefined ? [] : [[keyFrom(name.slice(prefix.length)), row]];
      }),
    );
  return {
    prefix,
    among,
    stored: async (storage) => among(await storage.values(prefix)),
    put: (storage, key, row) => storage.putValue(`${prefix}${key}`, row ?? null),
  };
}

/**
 * Keeps such a map on disk, in step with the account's other windows. `title` names the rows in the log; `isOver` tells of
 * rows that are not to be read any more. The returned function reads the disk at once.
 */
export function keepValues<Key extends string | number, Row>(
  context: StoringContext,
  { prefix, stored, put }: ValueRows<Key, Row>,
  kept: {
    readonly title: string;
    readonly of: (journal: Journal) => ReadonlyMap<Key, Row>;
    readonly change: SharedMap<Key, Row>["change"];
    readonly isOver?: (row: Row) => boolean;
  },
): () => void {
  const { store, storage } = context;
  const { title, of, change, isOver = () => false } = kept;
  const file = keptInStep<Key, Row>(context, {
    nameOf: (key) => `${prefix}${key}`,
    current: () => of(store.getState().journal),
    isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
    stored: () =>
      readRows(context, title, async () => {
        const rows = await stored(storage);
        return new Map([...rows].filter(([, row]) => !isOver(row)));
      }),
    put: (key, row) => put(storage, key, row),
    change,
  });
  follow(store, [({ journal }) => of(journal)], ({ journal }, last) =>
    file.write(of(last.journal), of(journal)),
  );
  file.readAgain();
  return file.readNow;
}
