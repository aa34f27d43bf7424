/**
 * Keeps the archive up to date: writes what has changed in the replica a moment later, in slices, and never on a key's
 * way.
 */
import { deactivated } from "#api/failure.ts";
import { type Archive, type ArchiveChange, noArchive } from "#archive/archive.ts";
import { confirmation } from "#archive/saved-replica.ts";
import { values } from "#base/table.ts";
import { agreesWith } from "#journal/action.ts";
import type { MessageChange } from "#model/recent-events.ts";
import { confirmedMessage, type Replica } from "#model/replica.ts";
import { follow, parts } from "#store/follow.ts";
import type { State } from "#store/state.ts";
import { inBackground, isReachable, type SyncContext } from "#sync/context.ts";
import type { Event } from "#wire/events.ts";
import type { MessageId } from "#wire/ids.ts";
import {
  changesSince,
  concernedBy,
  erasureOf,
  followed,
  gainedBy,
  hiddenChanges,
  messagesChange,
  shrinkRules,
} from "./changes.ts";

/** Written after this long without a change, and at the latest after that long. */
const quietMs = 1_000;
const longestMs = 5_000;
/** While the user does something, which changes the screen, a round waits this long at the most. */
const longestBusyMs = 30_000;
/** Keys are not delayed by more. */
const sliceMs = 4;
/** How long the last round may take. */
const lastMs = 1_000;
/** How many of the archive's messages are changed at once. */
const atOnce = 200;
/** A file beyond its limit is shrunk at most this often. */
const shrinkEveryMs = 60_000;
/** With more changes that could not be written, the archive is too far behind. */
const maxOwed = 20_000;
/** After a lost round, everything is written again, but not at once: the disk may be full. */
const retryMs = 60_000;

export type WriteBehind = {
  /** Events that were applied. */
  readonly note: (events: readonly Event[]) => void;
  /** Another realm answers at the address: nothing of the former one is kept. */
  readonly forget: () => void;
  /** Writes what is left; resolves when that is done, or takes too long. */
  readonly finish: () => Promise<void>;
  /** The archive, whose searches are answered once it has all that is known. What is written there joins the next round. */
  readonly upToDate: Archive;
};

export type ArchiveOptions = {
  /** The size of the archive's file in bytes; absent: unlimited. */
  readonly archiveSize?: number;
};

type Writer = SyncContext & {
  readonly limit: number;
  /** What the archive has, if anything. */
  written: Replica | undefined;
  /** Of this one, the archive knows what it must not have any more; undefined: of none. */
  erasedAsOf: Replica | undefined;
  /** What it does not know of that yet. */
  erasures: ArchiveChange[];
  /** Those whose deletion is confirmed: until the event has come, the replica may have them. */
  gone: Set<MessageId>;
  changes: MessageChange[];
  /** Pages that were fetched for the archive alone. */
  pages: ArchiveChange[];
  /** Nobody waits for frames any more. */
  isLast: boolean;
  /** Rounds of an older one are given up. */
  era: number;
  shrunkAt: number;
  /** After a lost round. */
  retryAt: number;
};

const idle: WriteBehind = {
  note: () => {},
  forget: () => {},
  finish: async () => {},
  upToDate: noArchive,
};

/** `restored`: what the archive has, if it is known. */
export function startWriteBehind(
  context: SyncContext,
  restored: Replica | undefined,
  { archiveSize: limit = Number.POSITIVE_INFINITY }: ArchiveOptions,
): WriteBehind {
  const { store, archive } = context;
  if (archive === noArchive) return idle;
  const writer: Writer = {
    ...context,
    limit,
    written: restored,
    erasedAsOf: restored,
    erasures: [],
    gone: new Set(),
    changes: [],
    pages: [],
    isLast: false,
    era: 0,
    shrunkAt: Number.NEGATIVE_INFINITY,
    retryAt: Number.NEGATIVE_INFINITY,
  };
  const { plan, writeNow, writeLast } = scheduled(context, writer);
  const forget = () => forgetAll(writer);
  follow(store, [parts.replica], plan);
  follow(store, [parts.connection], (state) => {
    if (isDeactivated(state)) forget();
  });
  follow(store, [parts.intents], (state, last) => {
    const erasures = deletedByUser(last, state);
    if (erasures.length === 0) return;
    for (const id of idsOf(erasures, state.replica)) writer.gone.add(id);
    writer.erasures.push(...erasures);
    plan();
  });
  return {
    note: (events) => noteEvents(writer, events),
    forget,
    upToDate: {
      ...archive,
      search: (query) => writeNow().then(() => archive.search(query)),
      revision: () => writeNow().then(() => archive.revision()),
      extent: (narrow) => writeNow().then(() => archive.extent(narrow)),
      write: async (changes) => {
        writer.pages.push(...changes);
        plan();
        // Nothing is lost yet.
        return 1;
      },
    },
    finish: writeLast,
  };
}

function forgetAll(writer: Writer): void {
  writer.era += 1;
  writer.written = undefined;
  writer.erasedAsOf = undefined;
  writer.gone = new Set();
  writer.erasures = [];
  writer.changes = [];
  writer.pages = [];
  void writer.archive.forget();
}

/** When rounds are written. */
function scheduled(context: SyncContext, writer: Writer) {
  const { store, clock } = context;
  let cancel = () => {};
  /** When the oldest change that is not written was made; undefined: there is none. */
  let since: number | undefined;
  let running: Promise<void> | undefined;
  let touchedAt = Number.NEGATIVE_INFINITY;

  const write = () => {
    cancel();
    since = undefined;
    running = context.idle.during(
      inBackground(context, "The archive was not written.", round(writer)),
    );
    return running.finally(() => {
      running = undefined;
      if (since !== undefined) plan();
    });
  };
  const plan = () => {
    since ??= clock.elapsed();
    if (running !== undefined) return;
    cancel();
    const wait = Math.min(quietMs, since + longestMs - clock.elapsed());
    cancel = clock.after(Math.max(0, wait), () => writeUnlessBusy());
  };
  /** The first round of a big realm takes a tenth of a second of two threads, which keys should not share. */
  const writeUnlessBusy = () => {
    const untouched = clock.elapsed() - touchedAt;
    const isDue = since === undefined || clock.elapsed() - since >= longestBusyMs;
    if (untouched >= quietMs || isDue) void write();
    else cancel = clock.after(quietMs - untouched, writeUnlessBusy);
  };
  follow(store, [parts.screen], () => {
    touchedAt = clock.elapsed();
  });
  return {
    plan,
    writeNow: async () => {
      await running;
      if (since !== undefined) await write();
    },
    writeLast: async () => {
      writer.isLast = true;
      await running;
      cancel();
      // Also what a lost round has left.
      const isBehind = writer.written !== store.getState().replica || writer.erasures.length > 0;
      if (isBehind || isReachable(context)) await round(writer);
    },
  };
}

/**
 * By the code alone: a sentence may be anybody's, such as a proxy's, and what is erased may not be there any more.
 * At level 278, and maybe beyond, whatever is refused for a key has the code `UNAUTHORIZED`, also for an account that is
 * deactivated, and no event tells it. There the archive stays, readable by its owner alone, until `weir logout` erases it.
 */
function isDeactivated({ session: { connection } }: State): boolean {
  return connection.kind === "signed-out" && connection.code === deactivated;
}

function noteEvents(writer: Writer, events: readonly Event[]): void {
  for (const event of events) {
    const { deleted, ids: concerned } = concernedBy(event);
    if (deleted) writer.erasures.push({ kind: "deleted", ids: concerned });
    else if (concerned.length > 0) writer.changes.push(event as MessageChange);
  }
}

/** What the server has just confirmed to be deleted: the events may come much later, or after the end. */
function deletedByUser(last: State, { journal, replica }: State): readonly ArchiveChange[] {
  const agrees = agreesWith(replica);
  return [...last.journal.intents.values()].flatMap(({ id, action, phase }) => {
    const erasure = phase === "sending" ? erasureOf(action) : undefined;
    if (erasure === undefined) return [];
    const next = journal.intents.get(id);
    // One that the replica agrees with already is retired at once, and so is one that was refused.
    const isDone = next === undefined ? agrees(action, undefined) : next.phase === "answered";
    return isDone ? [erasure] : [];
  });
}

/** The messages that the replica has until the events have come. */
function idsOf(erasures: readonly ArchiveChange[], replica: Replica): readonly MessageId[] {
  return erasures.flatMap((erasure) => {
    if (erasure.kind === "deleted") return erasure.ids;
    if (erasure.kind !== "emptied") return [];
    const { conversation, to } = erasure;
    return [...values(replica.messages)].flatMap((message) =>
      message.id <= to && message.conversation === conversation ? [message.id] : [],
    );
  });
}

/** Before a register of this run, nothing is newer than the archive. */
function isRegistered({ store }: Writer): boolean {
  return store.getState().session.queueId !== undefined;
}

/** Everything since the last round. Until its last call, the archive shows what it had before. */
async function round(writer: Writer): Promise<void> {
  const isEarly = !writer.isLast && writer.clock.elapsed() < writer.retryAt;
  if (!isRegistered(writer) || isEarly) return;
  const { archive, pages, erasures, changes, era, written, erasedAsOf } = writer;
  const { replica } = writer.store.getState();
  writer.pages = [];
  writer.erasures = [];
  writer.changes = [];
  const lost = (size: number) => {
    if (size > 0) return false;
    writer.written = undefined;
    // The rest is in the replica.
    writer.changes = [...changes, ...writer.changes];
    writer.retryAt = writer.clock.elapsed() + retryMs;
    if (writer.changes.length > maxOwed) forgetAll(writer);
    return true;
  };
  // By themselves: the rest may be given up, and messages of pages follow events like others that only the archive has.
  const first = [...pages, ...erasures, ...hiddenChanges(erasedAsOf, replica)];
  if (first.length > 0 && lost(await archive.write(first, true))) {
    writer.erasures = [...erasures, ...writer.erasures];
    return;
  }
  writer.erasedAsOf = replica;
  const slices = slicesOf(writer);
  const isWritten =
    (await slices.add(followedChanges(writer, replica, changes))) &&
    (await slices.add(changesSince(written, replica, writer.gone))) &&
    (await slices.add(gainedBy(changes))) &&
    (await slices.add(writer.isLast && isReachable(writer) ? [confirmation] : []));
  if (!isWritten || writer.era !== era) return;
  writer.written = replica;
  const size = await slices.end();
  if (size === undefined || lost(size)) return;
  if (size > writer.limit) await shrink(writer, replica);
}

type Changes = Iterable<ArchiveChange | undefined> | AsyncIterable<ArchiveChange | undefined>;

/** Sends changes as soon as collecting them has taken a slice of time. */
function slicesOf(writer: Writer) {
  const { archive, clock, stopped, era } = writer;
  const start = clock.elapsed();
  let began = start;
  let isAny = false;
  let some: ArchiveChange[] = [];
  /** False: the round is given up. */
  const pass = async () => {
    if (writer.era !== era) return false;
    isAny ||= some.length > 0;
    if (some.length > 0) await archive.write(some, false);
    some = [];
    if (!writer.isLast) await clock.sleep(0, stopped);
    began = clock.elapsed();
    return writer.era === era && !(writer.isLast && began - start > lastMs);
  };
  return {
    add: async (changes: Changes): Promise<boolean> => {
      for await (const change of changes) {
        if (change !== undefined) some.push(change);
        if (clock.elapsed() - began >= sliceMs && !(await pass())) return false;
      }
      return true;
    },
    /** Answers the size of the file; undefined if nothing was to be written. */
    end: async () => (isAny || some.length > 0 ? archive.write(some, true) : undefined),
  };
}

/** The archive's messages that events have changed and the replica does not have. */
async function* followedChanges(
  { archive }: Writer,
  replica: Replica,
  events: readonly MessageChange[],
): AsyncGenerator<ArchiveChange | undefined> {
  const concerned = new Set(events.flatMap((event) => concernedBy(event).ids));
  const unknown = [...concerned].filter((id) => confirmedMessage(replica, id) === undefined);
  for (let at = 0; at < unknown.length; at += atOnce) {
    const archived = await archive.messages(unknown.slice(at, at + atOnce));
    yield messagesChange(followed(archived, events));
  }
}

async function shrink(writer: Writer, replica: Replica): Promise<void> {
  const { archive, clock, limit } = writer;
  if (clock.elapsed() - writer.shrunkAt < shrinkEveryMs) return;
  writer.shrunkAt = clock.elapsed();
  await archive.shrink(shrinkRules(replica, limit));
}
