/** The loops of a session, which are independent of each other: they meet in the store. */
import type { Intent } from "#journal/intent.ts";
import type { Replica } from "#model/replica.ts";
import { owned } from "#store/follow.ts";
import { type ArchiveOptions, startWriteBehind } from "#sync/archive/write-behind.ts";
import { startAsking } from "#sync/asks/asking.ts";
import { type Documents, startEmojiNames } from "#sync/asks/emoji-names.ts";
import { inboxFacts } from "#sync/asks/inbox-facts.ts";
import { type RenewKey, startServerRequests } from "#sync/asks/requests.ts";
import { startDelivery } from "#sync/delivery/delivery.ts";
import { startUnacknowledged, startUnconfirmedSends } from "#sync/delivery/results.ts";
import { startArchiveSearch } from "#sync/history/archive-search.ts";
import { type PrefetchTarget, startEviction, startHistory } from "#sync/history/history.ts";
import { startPreviews } from "#sync/history/previews.ts";
import { searchArrivals } from "#sync/history/search.ts";
import { startTypedSearch } from "#sync/history/typed-search.ts";
import { startQueue, watchSleep } from "#sync/queue/queue.ts";
import type { QueueContext } from "#sync/queue/registering.ts";
import type { StoringContext } from "#sync/storage/disk-writes.ts";
import { persistIntents, startClaimingOrphans } from "#sync/storage/intents.ts";
import { startNameCache, startNewestSent, startPlaces } from "#sync/storage/places.ts";
import { startSnoozes } from "#sync/storage/snoozes.ts";
import { startDrafts } from "./drafts/local.ts";
import { startSharedDrafts } from "./drafts/shared.ts";
import { startOwnPresence, startStatusExpiry, startTyping } from "./presence.ts";
import { type Attention, startReads } from "./reads.ts";

/** What loops need from outside. */
export type LoopOptions = ArchiveOptions &
  Pick<QueueContext, "firstRequest" | "isLineSlow"> & {
    readonly attention: Attention;
    /** Predicts what will be read next, for prefetching; absent: no prefetching. */
    readonly prefetchTarget?: PrefetchTarget;
    /** Absent: emoji have the bundled names. */
    readonly documents?: Documents;
  };

/** What an earlier run left. */
export type Restored = {
  readonly left: readonly Intent[];
  /** As in the archive; undefined: nothing. */
  readonly archived: Replica | undefined;
};

/** Starts everything that runs while a session does, in the right order. */
export function startLoops(
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
  const flushPlaces = startPlaces(context);
  startDelivery(context, persistence, { unreachable: poke, unauthorized: signOut });
  const ends = [startTyping(context), startReads(context, attention)];
  startOwnPresence(context, attention);
  startNewestSent(context);
  startNameCache(context);
  startUnconfirmedSends(context);
  startUnacknowledged(context);
  const withArchive = { ...context, archive: toArchive.upToDate };
  startHistory(withArchive, prefetchTarget);
  startPreviews(context);
  startArchiveSearch(withArchive);
  startTypedSearch(withArchive);
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
    finishArchive: toArchive.finish,
  };
}
