/** The durable file of an account: drafts, intents, places, snoozes, undo log. Synchronous, so only used on the storage thread. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Clock } from "#base/clock.ts";
import { overwriteDeleted, rewrite } from "./erasure.ts";
import { type Holder, leasesOf, leaseTables } from "./leases.ts";
import {
  type ChangedSteps,
  type KeyedRow,
  leaves,
  type StateCall,
  type StateFailure,
  type StateStore,
  type StoredDraft,
  type StoredState,
  type StoredStep,
  type TakenNumbers,
} from "./rows.ts";
import {
  failureOf,
  inodeOf,
  isCorrupt,
  moveAside,
  openSqlite,
  openUnwritable,
  type Schema,
  sizesOf,
} from "./sqlite.ts";

const draftTables = `
  CREATE TABLE IF NOT EXISTS drafts (
    key TEXT PRIMARY KEY, updated_at INTEGER NOT NULL, json TEXT NOT NULL) STRICT`;

/** Changes are numbered, so that other windows of the account find those that they have not seen. */
const stepTables = `
  CREATE TABLE IF NOT EXISTS steps (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
    writer TEXT NOT NULL, json TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS steps_at ON steps (at)`;

const schema: Schema = {
  version: 3,
  synchronous: "full",
  tables: `
    ${leaseTables};
    ${draftTables};
    ${stepTables};
    CREATE TABLE IF NOT EXISTS places (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS snoozes (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT`,
};

type Outcome = { readonly value: unknown } | { readonly failure: StateFailure };

export type StateFile = {
  /** Executes the calls in one transaction and answers each. Throws if none of them was committed. */
  readonly run: (calls: readonly StateCall[]) => Outcome[];
  /** Answers calls whose write failed: reads still work, and so do checks of who holds an intent. */
  readonly refused: (calls: readonly StateCall[], failure: StateFailure) => Outcome[];
  readonly renew: () => void;
  /**
   * Removes from the disk what calls have erased or replaced; of what was only replaced, with `all`. Call soon after calls,
   * and with `all` from time to time: what others prevent is done at the next one, at the latest by `close`.
   */
  readonly tidy: (all?: "all") => void;
  /** Tidies, releases the leases and closes the file. */
  readonly close: () => void;
  /** What the user has to know about how it was found: damaged, or unwritable. */
  readonly notice?: string;
};

/** All rows, by table. */
type Rows = ReadonlyMap<string, readonly Readonly<Record<string, SQLOutputValue>>[]>;

type OpenFile = StateFile & {
  readonly rows: () => Rows;
  /** Adds those of the file that it replaces. Throws if none was added. */
  readonly take: (rows: Rows) => void;
  /** Closes it without a change. */
  readonly leave: () => void;
};

/**
 * Opens or creates the file. A damaged one is moved aside, never deleted. One that cannot be written is read: `refused`
 * answers from it, without the intents, which nobody could claim. It is opened again when it can be written. If another
 * program removes or replaces it meanwhile, all that was in it goes on in the one that is there now.
 */
export function openStateFile(path: string, clock: Clock, holder: Holder): StateFile {
  let file = openFile(path, clock, holder);
  let inode = inodeOf(path);
  const follow = () => {
    if (inodeOf(path) === inode) return;
    const next = openFile(path, clock, holder);
    try {
      next.take(file.rows());
    } catch (error) {
      next.leave();
      throw error;
    }
    file.leave();
    file = next;
    inode = inodeOf(path);
  };
  const { notice } = file;
  return {
    run: (calls) => {
      follow();
      return file.run(calls);
    },
    refused: (calls, failure) => file.refused(calls, failure),
    renew: () => {
      follow();
      file.renew();
    },
    tidy: (all) => file.tidy(all),
    close: () => {
      try {
        follow();
      } catch {
        // There is no place for it any more.
      }
      file.close();
    },
    ...(notice !== undefined && { notice }),
  };
}

function openFile(path: string, clock: Clock, holder: Holder): OpenFile {
  const { main, ahead } = sizesOf(path);
  const open = () => stateFile(openSqlite(path, schema), clock, holder, ahead > 0);
  const recreate = () => {
    const notice = `The saved text was damaged. It was moved to ${moveAside(path, clock.now())}.`;
    return { ...open(), notice };
  };
  if (main === 0) return ahead > 0 ? recreate() : { ...open(), notice: emptied };
  try {
    return open();
  } catch (error) {
    if (mayPass(failureOf(error))) return readUntilWritable(path, clock, holder, error);
    if (!isCorrupt(error)) throw error;
    return recreate();
  }
}

/** How long after a file could not be written that is tried again. */
const retryMs = 30_000;

function readUntilWritable(path: string, clock: Clock, holder: Holder, refusal: unknown): OpenFile {
  const { sentence: notice } = failureOf(refusal);
  const read = () => stateFile(openUnwritable(path, schema), clock, holder);
  let file = read();
  let triedAt: number | undefined = clock.elapsed();
  const tryAgain = () => {
    triedAt = clock.elapsed();
    // Before it is opened for writing: closing a reader later would release the locks of both.
    file.close();
    try {
      file = stateFile(openSqlite(path, schema), clock, holder);
      triedAt = undefined;
    } catch {
      file = read();
    }
  };
  return {
    run: (calls) => {
      if (triedAt !== undefined && clock.elapsed() - triedAt >= retryMs) tryAgain();
      if (triedAt !== undefined) throw refusal;
      return file.run(calls);
    },
    refused: (calls, failure) => file.refused(calls, failure),
    renew: () => file.renew(),
    tidy: (all) => file.tidy(all),
    close: () => file.close(),
    rows: () => file.rows(),
    take: (rows) => file.take(rows),
    leave: () => file.leave(),
    notice,
  };
}

/** Executes the calls in one transaction; if none of them was committed, reads are answered all the same. */
export function answersOf(file: StateFile, calls: readonly StateCall[]): readonly Outcome[] {
  try {
    return file.run(calls);
  } catch (error) {
    return file.refused(calls, failureOf(error));
  }
}

const emptied =
  "The file with saved text was empty: drafts and unsent messages of earlier runs are lost.";

/** What refuses to be written may be read, and may change while weir runs. */
function mayPass({ kind }: StateFailure): boolean {
  return kind === "read-only" || kind === "full";
}

const taken: StateFailure = {
  kind: "taken",
  sentence: "Another weir process has taken this over.",
};

/** `isDue`: it was not tidied when it was closed. */
function stateFile(database: DatabaseSync, clock: Clock, holder: Holder, isDue = false): OpenFile {
  overwriteDeleted(database);
  const left = leavings(database, isDue);
  const tables = {
    sql: statements(database),
    leases: leasesOf(database, clock, holder),
    drafts: draftRowsOf(database),
    steps: stepRowsOf(database, holder.id),
  };
  const { leases } = tables;
  const answers = answersFrom(tables, holder);
  /** Those that need no write. */
  const reads: Partial<Answers> = {
    load: () => loaded(tables),
    places: answers.places,
    snoozes: answers.snoozes,
    steps: (since, seen) => changedSteps(tables, since, seen),
  };
  const answer = (call: StateCall): Outcome => {
    const id = intentOf(call);
    if (id !== undefined && leases.isTaken(id)) return { failure: taken };
    return { value: resultOf(answers[call.call], call) };
  };
  const readOnly = (call: StateCall, failure: StateFailure): Outcome => {
    const read = reads[call.call];
    try {
      if (read !== undefined) return { value: resultOf(read, call) };
      if (call.call === "putIntent" && leases.isTaken(call.args[0].id)) return { failure: taken };
    } catch {
      // It cannot be read either.
    }
    return { failure };
  };

  return {
    run(calls) {
      const outcomes = committed(database, () => calls.map(answer));
      left.note(calls);
      return outcomes;
    },
    rows: () => tablesOf(database),
    take: (rows) => committed(database, () => takeRows(database, holder, rows)),
    leave: () => database.close(),
    refused: (calls, failure) => {
      leases.resetGrace();
      return calls.map((call) => readOnly(call, failure));
    },
    renew: leases.renew,
    tidy: left.tidy,
    close() {
      try {
        leases.release();
      } catch {
        // The leases run out by themselves.
      }
      left.tidy("all");
      if (database.isOpen) database.close();
    },
  };
}

function committed<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite rolls back by itself when the disk is full.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

// What goes on in another file.

function tablesOf(database: DatabaseSync): Rows {
  const tables = ["passed", "intents", "drafts", "places", "snoozes", "steps"];
  return new Map(tables.map((name) => [name, database.prepare(`SELECT * FROM ${name}`).all()]));
}

/** Of a draft in both, the newer version. */
const newerDraft = `(key) DO UPDATE SET updated_at = excluded.updated_at, json = excluded.json
  WHERE drafts.updated_at < excluded.updated_at`;

function takeRows(database: DatabaseSync, { id }: Holder, rows: Rows): void {
  // An older copy of the file may have what this process has sent since.
  database.prepare("DELETE FROM intents WHERE holder = ?").run(id);
  for (const [table, all] of rows)
    for (const row of all) {
      const columns = Object.keys(row);
      const values = columns.map(() => "?").join(", ");
      const conflict = table === "drafts" ? newerDraft : "DO NOTHING";
      database
        .prepare(
          `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values}) ON CONFLICT ${conflict}`,
        )
        .run(...Object.values(row));
    }
}

// What is left on the disk of what was erased.

function leavings(database: DatabaseSync, isDue: boolean) {
  const freePages = Number(database.prepare("PRAGMA freelist_count").get()?.["freelist_count"]);
  // Those of older versions were not overwritten.
  let due: "nothing" | "replaced" | "erased" = isDue || freePages > 0 ? "erased" : "nothing";
  return {
    note: (calls: readonly StateCall[]) => {
      const all = calls.map(({ call }) => leaves[call]);
      if (all.includes("erased")) due = "erased";
      else if (all.includes("replaced") && due === "nothing") due = "replaced";
    },
    tidy: (all?: "all") => {
      if (due === "nothing" || (due === "replaced" && all === undefined)) return;
      try {
        if (rewrite(database)) due = "nothing";
      } catch {
        // Another process writes, or the disk is full: at the next one.
      }
    },
  };
}

type Tables = {
  readonly sql: ReturnType<typeof statements>;
  readonly leases: ReturnType<typeof leasesOf>;
  readonly drafts: ReturnType<typeof draftRowsOf>;
  readonly steps: ReturnType<typeof stepRowsOf>;
};

function loaded({ sql, leases, drafts }: Tables): StoredState {
  return {
    intents: leases.held(),
    drafts: drafts.all(),
    places: sql.places.all().map(keyedRow),
  };
}

/** Together: a step that others have taken, and not sent, is never known without its intents. */
function changedSteps({ leases, steps }: Tables, since: number, seen: number): ChangedSteps {
  return { ...steps.changed(since, seen), openElsewhere: leases.notHeld() };
}

/** The calls without waiting. */
type Answers = {
  readonly [Name in keyof StateStore]: (
    ...args: Parameters<StateStore[Name]>
  ) => Awaited<ReturnType<StateStore[Name]>>;
};

function resultOf(answer: Answers[keyof Answers], { args }: StateCall): unknown {
  return (answer as (...args: readonly unknown[]) => unknown)(...args);
}

/** The intent that the call changes, which another process may have taken. */
function intentOf({ call, args }: StateCall): string | undefined {
  if (call === "putIntent") return args[0].id;
  return call === "removeIntent" ? args[0] : undefined;
}

function answersFrom(tables: Tables, holder: Holder): Answers {
  const { sql, leases, drafts, steps } = tables;
  return {
    load: () => {
      sql.signIn.run();
      leases.claim();
      return loaded(tables);
    },
    claim: (known) => ({
      gained: leases.claim(),
      lost: known.filter(leases.isTaken),
      elsewhere: leases.elsewhere(),
    }),
    putIntent: leases.put,
    removeIntent: leases.remove,
    leave: (intents, left) => {
      for (const id of intents) leases.leave(id);
      for (const key of left) drafts.leave(key);
    },
    putDraft: drafts.put,
    removeDraft: drafts.remove,
    places: () => sql.places.all().map(keyedRow),
    putPlace: ({ key, json }) => void sql.putPlace.run(key, json),
    take: (key, numbers, due) => takenNumbers(tables, holder, key, numbers, due),
    settle: (key, numbers) => settledNumbers(tables, holder, key, numbers),
    release: (key, above) => releasedNumbers(tables, key, above),
    snoozes: () => sql.snoozes.all().map(keyedRow),
    putSnooze: ({ key, json }) => void sql.putSnooze.run(key, json),
    removeSnooze: (key) => void sql.removeSnooze.run(key),
    forget: (places) => {
      sql.forgetPlaces.run(JSON.stringify(places));
      sql.forgetSnoozes.run();
      steps.forget(Number.MAX_SAFE_INTEGER);
      sql.signOut.run();
    },
    steps: (since, seen) => {
      steps.forget(since);
      return changedSteps(tables, since, seen);
    },
    putStep: steps.put,
  };
}

/** So many of the highest numbers are remembered singly; all below them count as taken. */
const mostTaken = 1_000;

type Taken = {
  readonly through: number;
  /** Above that, ascending. */
  readonly singly: readonly number[];
  /** Those that are open, with the holder who took them. */
  readonly due: readonly Due[];
};

type Due = readonly [holder: string, number: number];

function takenIn(json: unknown): Taken {
  try {
    const { through, singly, due = [] }: Partial<Taken> = JSON.parse(String(json));
    return {
      through: Math.max(0, through ?? 0) || 0,
      singly: (singly ?? []).filter(Number.isSafeInteger),
      due: due.filter(([, number]) => Number.isSafeInteger(number)),
    };
  } catch {
    return { through: 0, singly: [], due: [] };
  }
}

function takenNumbers(
  { sql }: Tables,
  { id, isAlive }: Holder,
  key: string,
  numbers: readonly number[],
  open: readonly number[],
): TakenNumbers {
  const { through, singly, due } = takenIn(sql.place.get(key)?.["json"]);
  const before = new Set(singly);
  const fresh = [...new Set(numbers)].filter((one) => one > through && !before.has(one));
  const left = due.filter(([holder]) => holder !== id && !isAlive(holder));
  if (fresh.length === 0 && left.length === 0) return { fresh, left: [] };
  const own = [...left.map(([, number]) => number), ...fresh.filter((one) => open.includes(one))];
  const all = [...singly, ...fresh].sort((one, other) => one - other);
  const now: Taken = {
    through: all.at(-mostTaken - 1) ?? through,
    singly: all.slice(-mostTaken),
    due: [...due.filter((one) => !left.includes(one)), ...own.map((one): Due => [id, one])],
  };
  sql.putPlace.run(key, JSON.stringify(now));
  return { fresh, left: left.map(([, number]) => number) };
}

function settledNumbers(
  { sql }: Tables,
  { id }: Holder,
  key: string,
  numbers: readonly number[],
): void {
  const taken = takenIn(sql.place.get(key)?.["json"]);
  const due = taken.due.filter(([holder, one]) => holder !== id || !numbers.includes(one));
  sql.putPlace.run(key, JSON.stringify({ ...taken, due } satisfies Taken));
}

function releasedNumbers({ sql }: Tables, key: string, above: number): void {
  const { through, singly, due } = takenIn(sql.place.get(key)?.["json"]);
  const left: Taken = {
    through: Math.min(through, above),
    singly: singly.filter((one) => one <= above),
    due: due.filter(([, one]) => one <= above),
  };
  sql.putPlace.run(key, JSON.stringify(left));
}

/** Other processes may still have the account open after it was signed out: they keep nothing of what they see. */
const isSignedIn = "NOT EXISTS (SELECT * FROM places WHERE key = 'signed out')";

function statements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  const all = (table: string) => prepare(`SELECT key, json FROM ${table} ORDER BY key`);
  const put = (table: string) =>
    prepare(
      `INSERT INTO ${table} (key, json) SELECT ?, ? WHERE ${isSignedIn}
       ON CONFLICT (key) DO UPDATE SET json = excluded.json`,
    );
  return {
    forgetPlaces: prepare("DELETE FROM places WHERE key NOT IN (SELECT value FROM json_each(?))"),
    forgetSnoozes: prepare("DELETE FROM snoozes"),
    signOut: prepare("INSERT INTO places (key, json) VALUES ('signed out', 'true')"),
    signIn: prepare("DELETE FROM places WHERE key = 'signed out'"),
    places: all("places"),
    place: prepare("SELECT json FROM places WHERE key = ?"),
    putPlace: put("places"),
    snoozes: all("snoozes"),
    putSnooze: put("snoozes"),
    removeSnooze: prepare("DELETE FROM snoozes WHERE key = ?"),
  };
}

function keyedRow(row: Readonly<Record<string, unknown>>): KeyedRow {
  return { key: String(row["key"]), json: String(row["json"]) };
}

// The drafts of the durable file, by conversation. Several processes write them: none replaces or removes a version
// newer than the one it knows.

type DraftRows = {
  /** Oldest first. */
  readonly all: () => StoredDraft[];
  /** Stores or replaces, unless the file has a version newer than `over`. */
  readonly put: (row: StoredDraft, over: number) => void;
  /** Removes, unless the file has a version newer than `over`. */
  readonly remove: (key: string, over: number) => void;
  /** Unreadable for this version of weir: moved to another key, so that a new draft can be written. */
  readonly leave: (key: string) => void;
};

function draftRowsOf(database: DatabaseSync): DraftRows {
  const sql = draftStatements(database);
  const left = new Set<string>();
  return {
    all: () => sql.all.all().map(draftOf),
    put: ({ key, updatedAt, json }, over) => {
      if (left.delete(key)) sql.setAside.run(key);
      sql.put.run(key, updatedAt, json, over);
    },
    remove: (key, over) => void sql.remove.run(key, over),
    leave: (key) => void left.add(key),
  };
}

function draftStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    all: prepare("SELECT key, updated_at, json FROM drafts ORDER BY updated_at, key"),
    put: prepare(
      `INSERT INTO drafts (key, updated_at, json) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at, json = excluded.json
       WHERE drafts.updated_at <= ?`,
    ),
    setAside: prepare("UPDATE drafts SET key = key || ' set aside ' || updated_at WHERE key = ?"),
    remove: prepare("DELETE FROM drafts WHERE key = ? AND updated_at <= ?"),
  };
}

function draftOf(row: Readonly<Record<string, unknown>>): StoredDraft {
  return {
    key: String(row["key"]),
    updatedAt: Number(row["updated_at"]),
    json: String(row["json"]),
  };
}

// The undo log, which all windows of the account share.

function stepRowsOf(database: DatabaseSync, writer: string) {
  const forget = database.prepare("DELETE FROM steps WHERE at < ?");
  // The row gets a new number.
  const put = database.prepare(
    `INSERT OR REPLACE INTO steps (id, at, writer, json) SELECT ?, ?, ?, ? WHERE ${isSignedIn}`,
  );
  const changed = database.prepare(
    `SELECT number, id, at, json FROM steps
     WHERE number > ? AND writer <> ? AND at >= ? ORDER BY at, number`,
  );
  return {
    forget: (since: number) => void forget.run(since),
    put: ({ id, at, json }: StoredStep) => void put.run(id, at, writer, json),
    /** What others have changed. */
    changed: (since: number, seen: number): Omit<ChangedSteps, "openElsewhere"> => {
      const rows = changed.all(seen, writer, since);
      const numbers = rows.map((row) => Number(row["number"]));
      const all = rows.map((row) => ({
        id: String(row["id"]),
        at: Number(row["at"]),
        json: String(row["json"]),
      }));
      return { rows: all, seen: Math.max(seen, ...numbers) };
    },
  };
}
