/** A session with one account: the parts of the synchronisation, started and stopped in the right order. */
import type { Connection } from "#api/connection.ts";
import type { Clock } from "#base/clock.ts";
import type { Log } from "#base/log.ts";
import type { Random } from "#base/random.ts";
import type { Intent } from "#journal/intent.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { Store } from "#store/state.ts";
import { createBusy } from "./busy.ts";
import { Stopped, type SyncContext } from "./context.ts";
import { startDelivery } from "./delivery.ts";
import { type DiskWrites, startDiskWrites } from "./disk-writes.ts";
import { startDrafts } from "./drafts.ts";
import { startEchoes } from "./echoes.ts";
import { type Ahead, startHistory } from "./history.ts";
import { startInheritance } from "./inheritance.ts";
import { startKeeper } from "./keeper.ts";
import { startMemory } from "./memory.ts";
import { startPlaces } from "./places.ts";
import { startPreviews } from "./previews.ts";
import { startQueue } from "./queue.ts";
import { type Attention, startReads } from "./reads.ts";
import { restore } from "./restoring.ts";
import { startRiddles } from "./riddles.ts";
import { startSharedDrafts } from "./shared-drafts.ts";
import { watchSleep } from "./sleep.ts";
import { startTopics } from "./topics.ts";
import { startTyping } from "./typing.ts";
import { type UnsavedText, unsavedTexts } from "./unsaved-texts.ts";

export type SessionOptions = {
  readonly store: Store;
  readonly connection: Connection;
  readonly storage: JournalStorage;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** A fresh random identifier, unique over all processes. */
  readonly newId: () => string;
  readonly attention: Attention;
  /** What will be read next, for fetching it ahead; nothing when absent. */
  readonly ahead?: Ahead;
};

export type RunningSession = {
  /** Writes what is not written, gives the queue up and lets go of the storage. Gives the texts that no disk took. */
  readonly stop: () => Promise<readonly UnsavedText[]>;
  /** Writes drafts and the place, now: for signals, which leave no time for more. */
  readonly flush: () => Promise<void>;
  /** Resolves once no request is under way but the long poll, and no short wait is left. */
  readonly whenIdle: () => Promise<void>;
  /** Asks the server at once: after a suspend. */
  readonly poke: () => void;
  /** Goes on with new credentials after the old ones were refused. */
  readonly signIn: (connection: Connection) => void;
};

export function startSession(options: SessionOptions): RunningSession {
  let connection = options.connection;
  const stopping = new AbortController();
  const busy = createBusy(options.clock);
  const context: SyncContext = {
    ...options,
    connection: () => connection,
    busy,
    stopped: stopping.signal,
  };
  const disk = startDiskWrites(context);
  const restored = restore(context, options.storage);
  const parts = busy.during(restored.then((left) => startParts(context, options, disk, left)));
  return {
    whenIdle: busy.whenIdle,
    poke: () => void parts.then(({ queue }) => queue.poke()),
    flush: async () => (await parts).flush(),
    signIn: (next) => {
      // The same server: its words are known.
      next.setLevel(connection.level());
      connection = next;
      void parts.then(({ queue }) => queue.signIn());
    },
    stop: async () => {
      const { flush, end, queue, keeper } = await parts;
      end();
      await flush();
      keeper.stop();
      disk.stop();
      await disk.settled();
      stopping.abort(new Stopped());
      await Promise.all([queue.stop(), options.storage.close()]);
      return unsavedTexts(options.store.getState(), keeper.isOnDisk);
    },
  };
}

function startParts(
  context: SyncContext,
  { storage, attention, ahead = () => undefined }: SessionOptions,
  disk: DiskWrites,
  left: readonly Intent[],
) {
  const keeper = startKeeper(context, storage, disk);
  keeper.takeIn(left);
  const queue = startQueue(context);
  const drafts = startDrafts(context);
  const places = startPlaces(context, storage, disk);
  const delivery = startDelivery(context, keeper, {
    unreachable: queue.poke,
    unauthorized: queue.signOut,
  });
  const ends = [
    startTyping(context),
    startReads(context, attention),
    startRiddles(context),
    startEchoes(context),
    startHistory(context, ahead),
    startPreviews(context),
    startTopics(context),
    startMemory(context),
    startInheritance(context, storage, keeper),
    startSharedDrafts(context, queue.poke),
    watchSleep(context.clock, queue.poke),
    delivery.stop,
    drafts.stop,
    places.stop,
  ];
  return {
    keeper,
    queue,
    flush: async () => {
      drafts.flush();
      places.flush();
      await context.busy.during(disk.settled());
    },
    end: () => {
      for (const end of ends) end();
    },
  };
}
