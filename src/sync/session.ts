/** A session with one account: restores what an earlier run left, starts the loops, and stops them in the right order. */
import type { Connection } from "#api/connection.ts";
import { rekeyed } from "#api/rekeyed.ts";
import { type Archive, noArchive } from "#archive/archive.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import { recovered } from "#journal/phases.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { owned } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { restoreIntents } from "#store/store.ts";
import { restoreRealm, showRealm } from "#sync/archive/restoring.ts";
import { type StoringContext, startDiskWrites } from "#sync/storage/disk-writes.ts";
import { restore, type UnsavedText, unsavedTexts } from "#sync/storage/intents.ts";
import { restoreSnoozes } from "#sync/storage/snoozes.ts";
import { type OpenFile, type Pictures, Stopped } from "./context.ts";
import { createIdleTracker } from "./idle.ts";
import { type LoopOptions, type Restored, startLoops } from "./loops.ts";
import { type OwnKey, type SessionKey, sessionKey } from "./own-key.ts";

export type SessionOptions = LoopOptions & {
  readonly store: Store;
  readonly connection: Connection;
  readonly storage: JournalStorage;
  /** Absent: what was seen is kept in memory only. */
  readonly archive?: Archive;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A fresh random identifier, unique across processes. */
  readonly newId: () => string;
  /** What was restored into the store already; absent: nothing. The session starts when it resolves. */
  readonly restored?: Restored | Promise<Restored>;
  /** Absent: nothing is uploaded. */
  readonly openFile?: OpenFile;
  /** Absent: no pictures are drawn. */
  readonly pictures?: Pictures | undefined;
  /** Absent: the key is never replaced. */
  readonly ownKey?: OwnKey;
};

export type RunningSession = {
  /** Flushes pending writes, deletes the queue and releases the storage. Returns the texts that could not be saved. */
  readonly stop: () => Promise<readonly UnsavedText[]>;
  /** Writes drafts and place immediately: for signals, which leave no time for more. */
  readonly flush: () => Promise<void>;
  /** Resolves once no request is pending except the long poll, and no short timer. */
  readonly whenIdle: () => Promise<void>;
  /** Polls at once: after a suspend. */
  readonly poke: () => void;
  /** The current connection: it changes when the user signs in again. */
  readonly connection: () => Connection;
  /** Continues with new credentials after the old ones were refused. */
  readonly signIn: (connection: Connection) => void;
  /** Signs in again: with a key stored by another process, or with a typed key or password. */
  readonly key: SessionKey["changes"];
};

type RestoreContext = Pick<StoringContext, "store" | "clock" | "log" | "storage" | "archive">;

/**
 * Restores what earlier runs left in the account's files. If nothing is drawn before that, the first frame shows it; else
 * the session does it at its start.
 */
export async function restoreFiles(context: RestoreContext): Promise<Restored> {
  const [saved, left] = await Promise.all([
    context.archive.load(),
    restore(context),
    restoreSnoozes(context),
  ]);
  const realm = await restoreRealm(context, saved);
  // Before the realm is shown: lists keep rows that are dealt with while they are shown.
  restoreIntents(
    context.store,
    left.map(recovered).filter((intent) => intent !== undefined),
  );
  if (realm !== undefined) showRealm(context, realm);
  return { left, archived: realm?.replica };
}

export function startSession(options: SessionOptions): RunningSession {
  const own = rekeyed(options.connection);
  const stopping = new AbortController();
  const { clock, store, release } = owned(options.clock, options.store);
  const idle = createIdleTracker(clock);
  const connection = () => own.connection;
  const { archive = noArchive } = options;
  const stopped = stopping.signal;
  const general = { ...options, archive, clock, store, idle, connection, stopped };
  const context: StoringContext = { ...general, disk: startDiskWrites(general) };
  const resume = () => void parts.then(({ queue }) => queue.signIn());
  const key = sessionKey(options.ownKey, own, context, resume);
  const parts = idle.during(
    Promise.resolve(options.restored ?? restoreFiles(context)).then((restored) =>
      startLoops(context, options, key.renew, restored),
    ),
  );
  return {
    whenIdle: idle.whenIdle,
    connection,
    poke: () => void parts.then(({ queue }) => queue.poke()),
    flush: async () => (await parts).flush(),
    signIn: (next) => {
      own.use(next);
      resume();
    },
    key: key.changes,
    stop: async () => {
      const { flush, end, finishArchive, queue, persistence } = await parts;
      await key.settled();
      end();
      await flush();
      await finishArchive();
      persistence.stop();
      context.disk.stop();
      await context.disk.settled();
      stopping.abort(new Stopped());
      await Promise.all([queue.stop(), options.storage.close()]);
      release();
      return unsavedTexts(options.store.getState(), persistence.isOnDisk);
    },
  };
}
