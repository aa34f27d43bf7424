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
import { type OpenFile, Stopped } from "./context.ts";
import { startDelivery } from "./delivery.ts";
import { type StoringContext, startDiskWrites } from "./disk-writes.ts";
import { startDrafts } from "./drafts/local.ts";
import { startSharedDrafts } from "./drafts/shared.ts";
import { type Documents, startEmojiNames } from "./emoji-names.ts";
import { startEviction } from "./evict.ts";
import { type PrefetchTarget, startHistory } from "./history.ts";
import { createIdleTracker } from "./idle.ts";
import { inboxFacts } from "./inbox-facts.ts";
import { startNewestSent } from "./newest-sent.ts";
import { type OwnKey, type SessionKey, sessionKey } from "./own-key.ts";
import { startOwnPresence } from "./own-presence.ts";
import { persistIntents } from "./persist-intents.ts";
import { startPlaces } from "./places.ts";
import { startPreviews } from "./previews.ts";
import { startQueue } from "./queue.ts";
import { type Attention, startReads } from "./reads.ts";
import { restore } from "./restoring.ts";
import { searchArrivals } from "./search-arrivals.ts";
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
  readonly key: SessionKey["changes"];
};

export function startSession(options: SessionOptions): RunningSession {
  const own = rekeyed(options.connection);
  const stopping = new AbortController();
  const { clock, store, release } = owned(options.clock, options.store);
  const idle = createIdleTracker(clock);
  const connection = () => own.connection;
  const general = { ...options, clock, store, idle, connection, stopped: stopping.signal };
  const context: StoringContext = { ...general, disk: startDiskWrites(general) };
  const resume = () => void parts.then(({ queue }) => queue.signIn());
  const key = sessionKey(options.ownKey, own, context, resume);
  const parts = idle.during(
    restore(context).then((left) => startParts(context, options, key.renew, left)),
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
      const { flush, end, queue, persistence } = await parts;
      await key.settled();
      end();
      await flush();
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

function startParts(
  session: StoringContext,
  { attention, prefetchTarget = () => undefined, documents }: SessionOptions,
  renewKey: RenewKey,
  left: readonly Intent[],
) {
  const persistence = persistIntents(session);
  persistence.takeIn(left);
  const { clock, store, owning, release } = owned(session.clock, session.store);
  const idle = { ...session.idle, after: owning(session.idle.after) };
  const context: StoringContext = { ...session, clock, store, idle };
  const toSearch = searchArrivals(context);
  const toDrafts = startSharedDrafts(context, {
    unreachable: () => queue.poke(),
    readEvents: () => queue.readEvents(),
  });
  const facts = inboxFacts(context);
  const queue = startQueue({ ...session, factsWithFirst: facts.withFirst }, (events) => {
    toSearch(events);
    toDrafts(events);
  });
  const { poke, signOut } = queue;
  const flushDrafts = startDrafts(context);
  const flushPlaces = startPlaces(context);
  startDelivery(context, persistence, { unreachable: poke, unauthorized: signOut });
  const ends = [startTyping(context), startReads(context, attention)];
  startOwnPresence(context, attention);
  startNewestSent(context);
  startNameCache(context);
  startUnconfirmedSends(context);
  startUnacknowledged(context);
  startHistory(context, prefetchTarget);
  startPreviews(context);
  startAsking(context);
  startStatusExpiry(context);
  facts.start();
  startServerRequests(context, { renewKey, unauthorized: signOut });
  startEviction(context);
  startClaimingOrphans(context, persistence);
  startSnoozes(context);
  watchSleep(clock, poke);
  if (documents !== undefined) startEmojiNames(context, documents);
  return {
    persistence,
    queue,
    flush: async () => {
      flushDrafts();
      flushPlaces();
      await session.idle.during(session.disk.settled());
    },
    end: () => {
      for (const end of ends) end();
      release();
    },
  };
}
