/**
 * The archived messages, and the intervals of IDs in which each narrow is complete.
 *
 * Which messages belong to a narrow follows from their columns, so a page also has those that came by other ways; where
 * no interval covers two neighbours, others may be missing between them.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Message } from "#model/message.ts";
import {
  conversationOf,
  isConversation,
  isConversationKey,
  type Narrow,
  type NarrowKey,
  narrowKey,
} from "#model/narrow.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import type { ArchiveChange, ArchiveExtent, ArchivePage, ArchivePageRequest } from "./archive.ts";
import {
  type MessageRows,
  messageRows,
  type Row,
  rowTables,
  selectMessages,
  storable,
} from "./rows.ts";

/** Disjoint for each narrow. `lo` is 0 if nothing older exists; `newest`: nothing newer existed when it was saved. */
const knownTables = `
  CREATE TABLE known (
    narrow TEXT NOT NULL, lo INTEGER NOT NULL, hi INTEGER NOT NULL, newest INTEGER NOT NULL,
    PRIMARY KEY (narrow, lo)) STRICT, WITHOUT ROWID`;

export const messageTables = `${rowTables}; ${knownTables}`;

type MessageChange = Exclude<ArchiveChange, { readonly kind: "section" }>;

type MessageChanges = {
  readonly rows: MessageRows;
  /** Call within a transaction, like what is below. Answers whether something was erased or replaced. */
  readonly apply: (change: MessageChange) => boolean;
  /** Erases what no message needs any more: call after the last change of a round. */
  readonly tidy: () => void;
};

type MessagePages = {
  readonly page: (request: ArchivePageRequest) => ArchivePage;
  /** Ascending. */
  readonly some: (ids: readonly MessageId[]) => readonly Message[];
  readonly extent: (narrow: Narrow) => ArchiveExtent;
};

export function archivedMessages(database: DatabaseSync): MessageChanges & MessagePages {
  const rows = messageRows(database);
  const intervals = knownIntervals(database);
  return { ...changesOf(database, rows, intervals), ...pagesOf(database, rows, intervals) };
}

function changesOf(
  database: DatabaseSync,
  rows: MessageRows,
  intervals: KnownIntervals,
): MessageChanges {
  const selectIds = database.prepare(
    "SELECT id FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
  );
  const inConversation = database.prepare(
    `SELECT id FROM messages WHERE id BETWEEN ? AND ?
     AND conversation_id = (SELECT id FROM conversations WHERE key = ?)`,
  );
  const ofStream = database.prepare("SELECT id FROM messages WHERE stream_id = ?");
  const present = (ids: readonly MessageId[]) =>
    new Set(selectIds.all(JSON.stringify(ids)).map(({ id }) => Number(id)));

  /** Erases messages of the conversation that the interval proves gone. */
  const eraseOthers = (change: Extract<MessageChange, { readonly kind: "known" }>): boolean => {
    const { narrow, ids, oldestKnown, newestKnown } = change;
    if (!isConversationKey(narrow)) return false;
    const last = ids.at(-1) ?? 0;
    const from = oldestKnown ? 0 : (ids[0] ?? 0);
    const to = newestKnown ? Number.MAX_SAFE_INTEGER : last;
    const listed = new Set<number>(ids);
    const stored = inConversation.all(from, to, storable(narrow)).map(({ id }) => Number(id));
    const gone = stored.filter((id) => !listed.has(id));
    if (newestKnown) intervals.cutAfter(narrow, last);
    return rows.erase(gone);
  };
  const apply = (change: MessageChange): boolean => {
    switch (change.kind) {
      case "messages":
        return rows.put(JSON.parse(change.json));
      case "known": {
        if (change.ids.length === 0 && !(change.oldestKnown && change.newestKnown)) return false;
        const isErased = eraseOthers(change);
        // Nothing is left that names a conversation without messages.
        const isNamed = change.ids.length > 0 || !isConversationKey(change.narrow);
        if (isNamed) intervals.add(change, present(change.ids));
        return isErased;
      }
      case "gained": {
        const there = present(change.ids);
        const missing = change.ids.filter((id) => !there.has(id));
        for (const narrow of change.narrows) intervals.cutAt(narrow, missing);
        return false;
      }
      case "deleted":
        return rows.erase(change.ids);
      case "emptied": {
        const emptied = inConversation.all(0, change.to, storable(change.conversation));
        return rows.erase(emptied.map(({ id }) => Number(id)));
      }
      case "hidden": {
        const erased = change.streams.map((stream) => {
          intervals.forgetStream(stream);
          return rows.erase(ofStream.all(stream).map(({ id }) => Number(id)));
        });
        return erased.includes(true);
      }
    }
  };

  return { rows, apply, tidy: rows.tidy };
}

type SelectMessages = (text: string, ...values: readonly (string | number)[]) => Message[];

function pagesOf(
  database: DatabaseSync,
  rows: MessageRows,
  intervals: KnownIntervals,
): MessagePages {
  const select: SelectMessages = (text, ...values) =>
    database
      .prepare(`${selectMessages} WHERE ${text}`)
      .all(...values)
      .map((row) => rows.message(row as Row));

  return {
    some: (ids) =>
      select("m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id", JSON.stringify(ids)),
    page: (request) => pageOf(select, intervals.of(coveringKeys(request.narrow)), request),
    extent: (narrow) => extentOf(database, select, intervals.of([narrowKey(narrow)]), narrow),
  };
}

function pageOf(
  select: SelectMessages,
  intervals: readonly Interval[],
  { narrow, anchor, before, after }: ArchivePageRequest,
): ArchivePage {
  const { where, values } = membersOf(narrow);
  const at = anchor === "newest" ? Number.MAX_SAFE_INTEGER : anchor;
  const older = `${where} AND m.id < ? ORDER BY m.id DESC LIMIT ?`;
  const newer = `${where} AND m.id >= ? ORDER BY m.id LIMIT ?`;
  // One more on each side shows whether there are others.
  const below = select(older, ...values, at, before + 1).reverse();
  const above = select(newer, ...values, at, after + 1);
  const messages = [...below.slice(Math.max(0, below.length - before)), ...above.slice(0, after)];
  const first = (messages[0] ?? above[0])?.id;
  const last = (messages.at(-1) ?? below.at(-1))?.id;
  const isEmpty = intervals.some(({ lo, newest }) => lo === 0 && newest);
  const reachesOldest = (id: number) => intervals.some(({ lo, hi }) => lo === 0 && hi >= id);
  const reachesNewest = (id: number) =>
    intervals.some(({ lo, hi, newest }) => newest && lo <= id && hi >= id);
  return {
    messages,
    holes: holesIn(messages, intervals),
    oldestKnown: below.length <= before && (first === undefined ? isEmpty : reachesOldest(first)),
    newestKnown: above.length <= after && (last === undefined ? isEmpty : reachesNewest(last)),
  };
}

/** The messages after which others may be missing. */
function holesIn(
  messages: readonly Message[],
  intervals: readonly Interval[],
): readonly MessageId[] {
  return messages.flatMap(({ id }, index) => {
    const next = messages[index + 1]?.id;
    if (next === undefined) return [];
    return intervals.some(({ lo, hi }) => lo <= id && next <= hi) ? [] : [id];
  });
}

function extentOf(
  database: DatabaseSync,
  select: SelectMessages,
  intervals: readonly Interval[],
  narrow: Narrow,
): ArchiveExtent {
  // Counting all of them, the index suffices.
  const { where, values } =
    narrow.kind === "all" ? { where: "true", values: [] } : membersOf(narrow);
  // Each by itself, because together they would visit every entry.
  const number = (value: string, condition = where) => {
    const statement = `SELECT ${value} AS value FROM messages m WHERE ${condition}`;
    return Number(database.prepare(statement).get(...values)?.["value"] ?? 0);
  };
  const [count, first, last] = [number("count(*)"), number("min(m.id)"), number("max(m.id)")];
  const oldest = count === 0 ? undefined : select("m.id = ?", first)[0];
  const end = intervals.find(({ lo, hi, newest }) => newest && lo <= last && last <= hi);
  const unbroken = end === undefined ? 0 : number("count(*)", `${where} AND m.id >= ${end.lo}`);
  return { count, since: oldest?.sentAt, unbroken };
}

/** The condition on `m` for the messages of a narrow, as `narrowsOf` has it. */
function membersOf(narrow: Narrow): {
  readonly where: string;
  readonly values: readonly (string | number)[];
} {
  switch (narrow.kind) {
    case "topic":
    case "direct":
      return {
        where: "m.conversation_id = (SELECT id FROM conversations WHERE key = ?)",
        values: [storable(conversationOf(narrow) ?? "")],
      };
    case "stream":
      return { where: "m.stream_id = ?", values: [narrow.streamId] };
    case "sender":
      return { where: "m.sender_id = ? AND NOT m.is_history", values: [narrow.userId] };
    case "all":
      return { where: "NOT m.is_history", values: [] };
    case "mentions":
      return { where: "(m.mentioned OR m.wildcard_mentioned)", values: [] };
    case "starred":
      return { where: "m.starred", values: [] };
    case "directs":
      return { where: "m.stream_id IS NULL", values: [] };
    case "search":
      return { where: "false", values: [] };
  }
}

/** Narrows whose intervals are complete for this one too. */
function coveringKeys(narrow: Narrow): NarrowKey[] {
  const key = narrowKey(narrow);
  if (!isConversation(narrow)) return [key];
  const around: Narrow =
    narrow.kind === "topic" ? { kind: "stream", streamId: narrow.streamId } : { kind: "directs" };
  return [key, narrowKey(around)];
}

type Interval = { readonly lo: number; readonly hi: number; readonly newest: boolean };

type KnownIntervals = {
  readonly of: (narrows: readonly NarrowKey[]) => readonly Interval[];
  /** Claims only the neighbours among the listed messages that are present. */
  readonly add: (
    change: Extract<ArchiveChange, { readonly kind: "known" }>,
    present: ReadonlySet<number>,
  ) => void;
  /** Nothing is claimed about these IDs any more. */
  readonly cutAt: (narrow: NarrowKey, ids: readonly MessageId[]) => void;
  /** Nothing after this ID is claimed any more. */
  readonly cutAfter: (narrow: NarrowKey, id: number) => void;
  /** Of the stream and its topics, and of the narrows across streams. */
  readonly forgetStream: (stream: StreamId) => void;
};

function knownIntervals(database: DatabaseSync): KnownIntervals {
  const prepare = (text: string) => database.prepare(text);
  const sql = {
    of: prepare("SELECT lo, hi, newest FROM known WHERE narrow = ? ORDER BY lo"),
    touching: prepare(
      "SELECT lo, hi, newest FROM known WHERE narrow = ? AND lo <= ? + 1 AND hi >= ? - 1",
    ),
    removeTouching: prepare("DELETE FROM known WHERE narrow = ? AND lo <= ? + 1 AND hi >= ? - 1"),
    remove: prepare("DELETE FROM known WHERE narrow = ? AND lo = ?"),
    put: prepare("INSERT INTO known (narrow, lo, hi, newest) VALUES (?, ?, ?, ?)"),
    removeAfter: prepare("DELETE FROM known WHERE narrow = ? AND lo > ?"),
    cut: prepare("UPDATE known SET hi = ?, newest = 0 WHERE narrow = ? AND hi > ?"),
    around: prepare("SELECT lo, hi, newest FROM known WHERE narrow = ? AND lo <= ? AND hi >= ?"),
    notNewest: prepare("UPDATE known SET newest = 0 WHERE narrow = ? AND hi < ?"),
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
  const cut = (narrow: string, id: number) => {
    sql.notNewest.run(narrow, id);
    for (const { lo, hi, newest } of sql.around.all(narrow, id, id).map(intervalOf)) {
      sql.remove.run(narrow, lo);
      if (lo < id) sql.put.run(narrow, lo, id - 1, 0);
      if (id < hi) sql.put.run(narrow, id + 1, hi, newest ? 1 : 0);
    }
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
    cutAt(narrow, ids) {
      for (const id of ids) cut(storable(narrow), id);
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
