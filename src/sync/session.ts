/** A session with one account: starts and stops the parts of the synchronisation in the right order. */
import type { Connection } from "#api/connection.ts";
import { rekeyed } from "#api/rekeyed.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import type { Intent } from "#journal/intent.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { owned } from "#store/owned.ts";
import type { Store } from "#store/state.ts";
import { startAsking } from "./asking.ts";
import { startNameCache } from "./cached-names.ts";
import { startClaimingOrphans } from "./claim-orphans.ts";
import { type OpenFile, Stopped, type SyncContext } from "./context.ts";
import { startDelivery } from "./delivery.ts";
import { type DiskWrites, startDiskWrites } from "./disk-writes.ts";
import { startDrafts } from "./drafts/local.ts";
import { startSharedDrafts } from "./drafts/shared.ts";
import { type Documents, startEmojiNames } from "./emoji-names.ts";
import { startEviction } from "./evict.ts";
import { type PrefetchTarget, startHistory } from "./history.ts";
import { createIdleTracker } from "./idle.ts";
import { inboxFacts } from "./inbox-facts.ts";
import { startNewestSent } from "./newest-sent.ts";
import { type KeyChanges, keyChanges, type OwnKey } from "./own-key.ts";
import { startOwnPresence } from "./own-presence.ts";
import { persistIntents } from "./persist-intents.ts";
import { startPlaces } from "./places.ts";
import { startPreviews } from "./previews.ts";
import { startQueue } from "./queue.ts";
import { type Attention, startReads } from "./reads.ts";
import { restore } from "./restoring.ts";
import { startSearchArrivals } from "./search-arrivals.ts";
import { type RenewKey, startServerRequests } from "./server-requests.ts";
import { watchSleep } from "./sleep.ts";
import { startSnoozes } from "./snoozes.ts";
import { startStatusExpiry } from "./status-expiry.ts";
import { startTyping } from "./typing.ts";
import { startUnacknowledged } from "./unacknowledged.ts";
import { startUnconfirmedSends } from "./unconfirmed-sends.ts";
import { type UnsavedText, unsavedTexts } from "./unsaved-texts.ts";

export type SessionOptions = {
  readonly store: Store;
  readonly connection: Connection;
  readonly storage: JournalStorage;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A fresh random identifier, unique across processes. */
  readonly newId: () => string;
  readonly attention: Attention;
  /** Predicts what will be read next, for prefetching; absent: no prefetching. */
  readonly prefetchTarget?: PrefetchTarget;
  /** Absent: emoji have the bundled names. */
  readonly documents?: Documents;
  /** Absent: nothing is uploaded. */
  readonly openFile?: OpenFile;
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
  readonly key: Pick<KeyChanges, "tryStoredKey" | "signIn"> | undefined;
};

export function startSession(options: SessionOptions): RunningSession {
  const own = rekeyed(options.connection);
  const changes = options.ownKey && keyChanges(options.ownKey, own, options.log);
  const stopping = new AbortController();
  const { clock, store, release } = owned(options.clock, options.store);
  const idle = createIdleTracker(clock);
  const context: SyncContext = {
    ...options,
    clock,
    store,
    connection: () => own.connection,
    idle,
    stopped: stopping.signal,
  };
  const disk = startDiskWrites(context);
  const restored = restore(context, options.storage);
  let renewing: Promise<unknown> = Promise.resolve();
  const renewKey: RenewKey = async () => {
    if (changes === undefined) throw new Error("This key cannot be replaced.");
    const renewal = changes.renew();
    renewing = Promise.allSettled([renewal]);
    return renewal;
  };
  const ports = { ...options, renewKey };
  const parts = idle.during(restored.then((left) => startParts(context, ports, disk, left)));
  const resume = () => void parts.then(({ queue }) => queue.signIn());
  return {
    whenIdle: idle.whenIdle,
    connection: () => own.connection,
    poke: () => void parts.then(({ queue }) => queue.poke()),
    flush: async () => (await parts).flush(),
    signIn: (next) => {
      own.use(next);
      resume();
    },
    key: changes && {
      tryStoredKey: async () => {
        const isTaken = await idle.during(changes.tryStoredKey());
        if (isTaken) resume();
        return isTaken;
      },
      signIn: async (secret) => {
        const result = await idle.during(changes.signIn(secret));
        if (result.signedIn) resume();
        return result;
      },
    },
    stop: async () => {
      const { flush, end, queue, persistence } = await parts;
      // A regenerated key that is not on disk yet would be lost.
      await renewing;
      end();
      await flush();
      persistence.stop();
      disk.stop();
      await disk.settled();
      stopping.abort(new Stopped());
      await Promise.all([queue.stop(), options.storage.close()]);
      release();
      return unsavedTexts(options.store.getState(), persistence.isOnDisk);
    },
  };
}

type PartOptions = SessionOptions & { readonly renewKey: RenewKey };

function startParts(
  context: SyncContext,
  { storage, attention, prefetchTarget = () => undefined, documents, renewKey }: PartOptions,
  disk: DiskWrites,
  left: readonly Intent[],
) {
  const persistence = persistIntents(context, storage, disk);
  persistence.takeIn(left);
  const searchArrivals = startSearchArrivals(context);
  const sharedDrafts = startSharedDrafts(context, {
    unreachable: () => queue.poke(),
    readEvents: () => queue.readEvents(),
  });
  const facts = inboxFacts(context);
  const queue = startQueue({ ...context, factsWithFirst: facts.withFirst }, (events) => {
    searchArrivals.onEvents(events);
    sharedDrafts.onEvents(events);
  });
  const drafts = startDrafts(context);
  const places = startPlaces(context, storage, disk);
  const delivery = startDelivery(context, persistence, {
    unreachable: queue.poke,
    unauthorized: queue.signOut,
  });
  const ends = [
    startTyping(context),
    startReads(context, attention),
    startOwnPresence(context, attention),
    startNewestSent(context, storage, disk),
    startNameCache(context, storage, disk),
    startUnconfirmedSends(context),
    startUnacknowledged(context),
    startHistory(context, prefetchTarget),
    startPreviews(context),
    startAsking(context),
    startStatusExpiry(context, storage, disk),
    facts.start(),
    startServerRequests(context, { renewKey, unauthorized: queue.signOut }),
    startEviction(context),
    startClaimingOrphans(context, storage, persistence),
    startSnoozes(context, storage, disk),
    watchSleep(context.clock, queue.poke),
    ...(documents === undefined ? [] : [startEmojiNames(context, documents)]),
    searchArrivals.stop,
    sharedDrafts.stop,
    delivery.stop,
    drafts.stop,
    places.stop,
  ];
  return {
    persistence,
    queue,
    flush: async () => {
      drafts.flush();
      places.flush();
      await context.idle.during(disk.settled());
    },
    end: () => {
      for (const end of ends) end();
    },
  };
}
