/** The intervals of message IDs in which the archive has every message of a narrow. */
import type { DatabaseSync } from "node:sqlite";
import type { NarrowKey } from "#model/narrow.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { ArchiveChange } from "./archive.ts";
import { storable } from "./rows.ts";

/** Disjoint for each narrow. `lo` is 0 if nothing older exists; `newest`: nothing newer existed when it was saved. */
export const knownTables = `
  CREATE TABLE known (
    narrow TEXT NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL, newest INTEGER NOT NULL,
    PRIMARY KEY (narrow, lo)) STRICT, WITHOUT ROWID`;

type Interval = { readonly lo: number; readonly hi: number; readonly newest: boolean };

export type KnownIntervals = {
  readonly of: (narrows: readonly NarrowKey[]) => readonly Interval[];
  /** Claims only the neighbours among the listed messages that are present. */
  readonly add: (
    change: Extract<ArchiveChange, { readonly kind: "known" }>,
    present: ReadonlySet<number>,
  ) => void;
  /** Nothing after this ID is claimed any more. */
  readonly cutAfter: (narrow: NarrowKey, id: number) => void;
  /** Of the stream and its topics, and of the narrows across streams. */
  readonly forgetStream: (stream: StreamId) => void;
};

export function knownIntervals(database: DatabaseSync): KnownIntervals {
  const prepare = (text: string) => database.prepare(text);
  const sql = {
    of: prepare("SELECT lo, hi, newest FROM known WHERE narrow = ? ORDER BY lo"),
    touching: prepare(
      "SELECT lo, hi, newest FROM known WHERE narrow = ? AND lo <= ? + 1 AND hi >= ? - 1",
    ),
    removeTouching: prepare("DELETE FROM known WHERE narrow = ? AND lo <= ? + 1 AND hi >= ? - 1"),
    put: prepare("INSERT INTO known (narrow, lo, hi, newest) VALUES (?, ?, ?, ?)"),
    removeAfter: prepare("DELETE FROM known WHERE narrow = ? AND lo > ?"),
    cut: prepare("UPDATE known SET hi = ?, newest = 0 WHERE narrow = ? AND hi > ?"),
    forgetStream: prepare(
      `DELETE FROM known WHERE narrow = 's:' || :stream
       OR narrow >= 't:' || :stream || ':' AND narrow < 't:' || :stream || ';'
       OR narrow >= 'u:' AND narrow < 'u;' OR narrow IN ('all', 'mentions', 'starred')`,
    ),
  };
  const join = (narrow: string, lo: number, hi: number, newest: boolean) => {
    const others = sql.touching.all(narrow, hi, lo).map(intervalOf);
    const all = [...others, { lo, hi, newest }];
    const end = Math.max(...all.map((interval) => interval.hi));
    sql.removeTouching.run(narrow, hi, lo);
    sql.put.run(
      narrow,
      Math.min(...all.map((interval) => interval.lo)),
      end,
      all.some((interval) => interval.hi === end && interval.newest) ? 1 : 0,
    );
  };
  return {
    of: (narrows) => narrows.flatMap((narrow) => sql.of.all(storable(narrow)).map(intervalOf)),
    add({ narrow, ids, oldestKnown, newestKnown }, present) {
      const key = storable(narrow);
      if (ids.length === 0) return join(key, 0, 0, true);
      for (const run of runsOf(ids, present)) {
        const first = run[0] ?? 0;
        const last = run.at(-1) ?? 0;
        const lo = oldestKnown && first === ids[0] ? 0 : first;
        join(key, lo, last, newestKnown && last === ids.at(-1));
      }
    },
    cutAfter(narrow, id) {
      const key = storable(narrow);
      sql.removeAfter.run(key, id);
      sql.cut.run(id, key, id);
    },
    forgetStream: (stream) => void sql.forgetStream.run({ stream: String(stream) }),
  };
}

function intervalOf(row: Readonly<Record<string, unknown>>): Interval {
  return { lo: Number(row["lo"]), hi: Number(row["hi"]), newest: row["newest"] === 1 };
}

/** The longest parts of `ids` without an absent one. */
function runsOf(ids: readonly MessageId[], present: ReadonlySet<number>): MessageId[][] {
  const runs: MessageId[][] = [];
  let run: MessageId[] = [];
  for (const id of ids) {
    if (present.has(id)) {
      if (run.length === 0) runs.push(run);
      run.push(id);
    } else run = [];
  }
  return runs;
}
