/** A session with one account: restores what an earlier run left, starts the loops, and stops them in the right order. */
import type { Connection } from "#api/connection.ts";
import { rekeyed } from "#api/rekeyed.ts";
import { type Archive, archiveDropped, noArchive } from "#archive/archive.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import type { Intent } from "#journal/intent.ts";
import { recovered } from "#journal/phases.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { Replica } from "#model/replica.ts";
import { owned } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { changeSession, restoreIntents } from "#store/store.ts";
import { erasureOf } from "#sync/archive/changes.ts";
import { restoreRealm, showRealm } from "#sync/archive/restoring.ts";
import { type ArchiveOptions, startWriteBehind } from "#sync/archive/write-behind.ts";
import { startAsking } from "#sync/asks/asking.ts";
import { type Documents, startEmojiNames } from "#sync/asks/emoji-names.ts";
import { inboxFacts } from "#sync/asks/inbox-facts.ts";
import { type RenewKey, startServerRequests } from "#sync/asks/requests.ts";
import type { SyncContext } from "#sync/context.ts";
import { startDelivery } from "#sync/delivery/delivery.ts";
import { startReminders } from "#sync/delivery/reminder.ts";
import { startUnacknowledged, startUnconfirmedSends } from "#sync/delivery/results.ts";
import { startCatchingUp, startDrafts } from "#sync/drafts/local.ts";
import { startSharedDrafts } from "#sync/drafts/shared.ts";
import { startWaitingDrafts } from "#sync/drafts/waiting.ts";
import { startArchiveSearch } from "#sync/history/archive-search.ts";
import { type PrefetchTarget, startEviction, startHistory } from "#sync/history/history.ts";
import { startPreviews } from "#sync/history/previews.ts";
import { searchArrivals } from "#sync/history/search.ts";
import { startTypedSearch } from "#sync/history/typed-search.ts";
import { startQueue, watchSleep } from "#sync/queue/queue.ts";
import type { QueueContext } from "#sync/queue/registering.ts";
import { startRules } from "#sync/rules/rules.ts";
import { type StoringContext, startDiskWrites } from "#sync/storage/disk-writes.ts";
import { persistIntents, restore, startClaimingOrphans } from "#sync/storage/intents.ts";
import { startLocalRows } from "#sync/storage/local-rows.ts";
import { startNameCache, startNewestSent, startPlaces } from "#sync/storage/places.ts";
import { startProposals } from "#sync/storage/proposals.ts";
import { restoreSnoozes, startSnoozes } from "#sync/storage/snoozes.ts";
import { startStatusExpiry } from "#sync/storage/status-until.ts";
import { startSteps } from "#sync/storage/steps.ts";
import { type Unsaved, unsavedIn } from "#sync/storage/unsaved.ts";
import { startAnswers } from "./answers.ts";
import { startAwaited } from "./awaited.ts";
import {
  createCollector,
  createIdleTracker,
  type OpenFile,
  type Pictures,
  Stopped,
} from "./context.ts";
import { startOpenEnds } from "./open-ends.ts";
import { type OwnKey, type SessionKey, sessionKey } from "./own-key.ts";
import { startOwnNotices } from "./own-notices.ts";
import { startOwnPresence, startTyping } from "./presence.ts";
import { type Attention, startReads } from "./reads.ts";
import { startViewCounts } from "./view-counts.ts";

export type SessionOptions = LoopOptions & {
  readonly store: Store;
  readonly connection: Connection;
  readonly storage: JournalStorage;
  /** If absent, what was seen is kept in memory only. */
  readonly archive?: Archive;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A fresh random identifier, unique across processes. */
  readonly newId: () => string;
  /** What was restored into the store already, if anything. The session starts when it resolves. */
  readonly restored?: Restored | Promise<Restored>;
  /** If absent, nothing is uploaded. */
  readonly openFile?: OpenFile;
  /** If absent, no pictures are drawn. */
  readonly pictures?: Pictures | undefined;
  /** If absent, the key is never replaced. */
  readonly ownKey?: OwnKey;
};

export type RunningSession = {
  /**
   * Flushes pending writes, deletes the queue and releases the storage. `tell` gets what could not be saved as soon
   * as that is known: the exit may not wait for a server that answers late.
   */
  readonly stop: (tell?: (unsaved: readonly Unsaved[]) => void) => Promise<void>;
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
  await eraseDeleted(context, left);
  const realm = await restoreRealm(context, saved);
  // Before the realm is shown: lists keep rows that are dealt with while they are shown.
  restoreIntents(
    context.store,
    left.map(recovered).filter((intent) => intent !== undefined),
  );
  if (realm !== undefined) showRealm(context, realm);
  else if (saved !== undefined) tellDropped(context.store);
  return { left, archived: realm?.replica };
}

function tellDropped(store: Store): void {
  changeSession(store, (now) => ({ ...now, notice: now.notice ?? archiveDropped }));
}

/** What the server had deleted for the user when the earlier run ended, before it could write that to the archive. */
async function eraseDeleted({ archive }: RestoreContext, left: readonly Intent[]): Promise<void> {
  const erasures = left.flatMap(({ action, phase }) =>
    phase === "answered" ? (erasureOf(action) ?? []) : [],
  );
  if (erasures.length > 0) await archive.write(erasures, true);
}

export function startSession(options: SessionOptions): RunningSession {
  const own = rekeyed(options.connection);
  const stopping = new AbortController();
  const { clock, store, release } = owned(options.clock, options.store);
  const idle = createIdleTracker(clock);
  const connection = () => own.connection;
  const { archive = noArchive } = options;
  const stopped = stopping.signal;
  const collect = createCollector({ store, clock, stopped });
  const general = { ...options, archive, clock, store, idle, collect, connection, stopped };
  tellSkips(general);
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
    stop: async (tell) => {
      const { flush, end, finishArchive, queue, persistence } = await parts;
      // An exit has two seconds, and a server that answers late has no part in what was typed.
      await flush();
      await key.settled();
      end();
      await flush();
      await finishArchive();
      persistence.stop();
      context.disk.stop();
      await context.disk.settled();
      tell?.(unsavedIn(options.store.getState(), persistence.isOnDisk));
      stopping.abort(new Stopped());
      await Promise.all([queue.stop(), options.storage.close()]);
      release();
    },
  };
}

/** The header and the log tell what could not be read, each once. */
function tellSkips({
  connection,
  store,
  log,
}: Pick<SyncContext, "connection" | "store" | "log">): void {
  connection().skips.listen((skipped, { path, reason }) => {
    log.noteDaily("Something of the server could not be read.", { path, reason });
    changeSession(store, (session) => ({ ...session, skipped }));
  });
}

// The loops of a session. They meet in the store; what else one needs of another is handed to it here: waking the queue and
// reading from it, its events, the inbox's facts for the first register, and the archive.

/** What loops need from outside. */
type LoopOptions = ArchiveOptions &
  Pick<QueueContext, "firstRequest" | "isLineSlow"> & {
    readonly attention: Attention;
    /** Predicts what will be read next, which is prefetched; without it nothing is. */
    readonly prefetchTarget?: PrefetchTarget;
    /** If absent, emoji have the bundled names. */
    readonly documents?: Documents;
    /** Whether the rules are first another program's, which somebody sees; absent: never. */
    readonly yieldsRules?: () => boolean;
  };

/** What an earlier run left. */
type Restored = {
  readonly left: readonly Intent[];
  /** As in the archive, if it has any. */
  readonly archived: Replica | undefined;
};

/** Starts everything that runs while a session does, in the right order. */
function startLoops(
  session: StoringContext,
  options: LoopOptions,
  renewKey: RenewKey,
  { left, archived }: Restored,
) {
  const { attention, prefetchTarget = () => undefined, documents } = options;
  const persistence = persistIntents(session);
  persistence.adopt(left);
  const { clock, store, owning, release } = owned(session.clock, session.store);
  const idle = { ...session.idle, after: owning(session.idle.after) };
  const context: StoringContext = { ...session, clock, store, idle };
  const toSearch = searchArrivals(context);
  const toDrafts = startSharedDrafts(context, {
    unreachable: () => queue.poke(),
    readEvents: () => queue.readEvents(),
  });
  const facts = inboxFacts(context);
  const toArchive = startWriteBehind(context, archived, options);
  const { forget: forgetArchive } = toArchive;
  const { firstRequest, isLineSlow } = options;
  const whole = {
    ...session,
    ...(firstRequest && { firstRequest }),
    ...(isLineSlow && { isLineSlow }),
    factsWithFirst: facts.withFirst,
    forgetArchive,
  };
  const queue = startQueue(whole, (events) => {
    toSearch(events);
    toDrafts(events);
    toArchive.note(events);
  });
  const { poke, signOut } = queue;
  const flushDrafts = startDrafts(context);
  const flushPlaces = startPlaces(context, attention);
  startDelivery(context, persistence, { unreachable: poke, unauthorized: signOut });
  const ends = [startTyping(context), startReads(context, attention), startCatchingUp(context)];
  if (!attention.isUnseen) startOwnPresence(context, attention);
  startNewestSent(context);
  startNameCache(context);
  startReminders(context);
  startUnconfirmedSends(context);
  startUnacknowledged(context, queue.readEvents);
  const withArchive = { ...context, archive: toArchive.upToDate };
  startHistory(withArchive, attention, prefetchTarget);
  startPreviews(context);
  startArchiveSearch(withArchive);
  startTypedSearch(withArchive);
  startAsking(context);
  startStatusExpiry(context);
  facts.start();
  startServerRequests(context, { renewKey, unauthorized: signOut });
  startEviction(context);
  startClaimingOrphans(context, persistence);
  startRows(context, options);
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
    finishArchive: toArchive.finish,
  };
}

/** What conversations, views and the undo log have on disk, shared by all windows; and what is read without a key. */
function startRows(context: StoringContext, { yieldsRules }: LoopOptions): void {
  startSnoozes(context);
  startLocalRows(context);
  startProposals(context);
  startWaitingDrafts(context);
  startAnswers(context);
  startAwaited(context);
  startOpenEnds(context);
  startOwnNotices(context);
  startSteps(context);
  startRules(context, yieldsRules);
  startViewCounts(context);
}
