/**
 * Keeps snoozes: on disk, in step with the account's other windows, and until their time has come.
 *
 * A snooze ends by itself when something arrives that needs the user, and, once it is due, when its conversation was
 * opened and left with nothing unread.
 */
import type { SnoozeChanges } from "#journal/journal.ts";
import type { JournalStorage } from "#journal/storage.ts";
import type { ConversationKey } from "#model/conversation.ts";
import { unreadCountOf } from "#model/select/conversations.ts";
import { isInterrupted, type Snooze, type Snoozes } from "#model/snooze.ts";
import type { State, Store } from "#store/state.ts";
import { changeSnoozes } from "#store/store.ts";
import { reasonOf } from "./background.ts";
import type { SyncContext } from "./context.ts";
import type { DiskWrites } from "./disk-writes.ts";

/** Other windows' snoozes are not urgent. */
const everyMs = 30_000;
/** The clock may be changed, or the machine sleep, so no wait is longer. */
const longestMs = 60_000;

type Context = Pick<SyncContext, "store" | "clock" | "log" | "idle">;

/** The returned function stops it. */
export function startSnoozes(
  context: Context,
  storage: JournalStorage,
  disk: DiskWrites,
): () => void {
  const { store } = context;
  const file = snoozeFile(context, storage, disk);
  const due = watchDue(context);
  const visits = watchVisits(store);
  const stop = store.subscribe((state, last) => {
    visits(state, last);
    if (state.journal.snoozes !== last.journal.snoozes) {
      file.write(last.journal.snoozes, state.journal.snoozes);
      due.arm();
    }
    if (state.replica.unreads !== last.replica.unreads) endInterrupted(store);
  });
  due.arm();
  file.follow();
  return () => {
    stop();
    due.stop();
    file.stop();
  };
}

function rowName(key: ConversationKey): string {
  return `snooze ${key}`;
}

/** Whether a snooze is due is not stored: each window determines it from its clock. */
function isSameRow(one: Snooze | undefined, other: Snooze | undefined): boolean {
  return one?.until === other?.until && one?.newest === other?.newest;
}

function snoozeFile(
  { store, clock, log, idle }: Context,
  storage: JournalStorage,
  disk: DiskWrites,
) {
  /** The number of pending writes of a row. */
  const underWay = new Map<ConversationKey, number>();
  let cancel = () => {};

  const put = async (key: ConversationKey, snooze: Snooze | undefined) => {
    const change = () =>
      snooze === undefined ? storage.removeSnooze(key) : storage.putSnooze(key, snooze);
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
    await disk.write(rowName(key), change);
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  };
  let isReading = false;
  const write = (before: Snoozes, after: Snoozes) => {
    // These were just read from the disk.
    if (isReading) return;
    for (const key of new Set([...before.keys(), ...after.keys()]))
      if (!isSameRow(before.get(key), after.get(key))) void put(key, after.get(key));
  };
  const isOwn = (key: ConversationKey) =>
    underWay.has(key) || store.getState().session.unsaved.has(rowName(key));
  const read = async () => {
    try {
      const stored = await storage.snoozes();
      const { snoozes } = store.getState().journal;
      const keys = [...new Set([...snoozes.keys(), ...stored.keys()])].filter(
        (key) => !isOwn(key) && !isSameRow(snoozes.get(key), stored.get(key)),
      );
      isReading = true;
      changeSnoozes(store, new Map(keys.map((key) => [key, stored.get(key)])));
    } catch (error) {
      log.warn("Snoozes could not be read.", { reason: reasonOf(error) });
    } finally {
      isReading = false;
    }
  };
  const follow = () => {
    void idle.during(read());
    cancel = clock.after(everyMs, follow);
  };
  return { write, follow, stop: () => cancel() };
}

/** Marks snoozes as due when their time has come. */
function watchDue({ store, clock }: Context) {
  let cancel = () => {};
  const arm = () => {
    cancel();
    const now = clock.now() / 1000;
    const changes = new Map<ConversationKey, Snooze>();
    let next = Number.POSITIVE_INFINITY;
    for (const [key, snooze] of store.getState().journal.snoozes) {
      if (snooze.isDue) continue;
      if (snooze.until <= now) changes.set(key, { ...snooze, isDue: true });
      else next = Math.min(next, snooze.until);
    }
    if (next < Number.POSITIVE_INFINITY)
      cancel = clock.after(Math.min(longestMs, (next - now) * 1000), arm);
    if (changes.size > 0) changeSnoozes(store, changes);
  };
  return { arm, stop: () => cancel() };
}

function endInterrupted(store: Store): void {
  const { journal, replica } = store.getState();
  const over: SnoozeChanges = new Map(
    [...journal.snoozes].flatMap(([key, snooze]) =>
      isInterrupted(replica.unreads, key, snooze) ? [[key, undefined]] : [],
    ),
  );
  changeSnoozes(store, over);
}

/** A due snooze ends when its conversation was opened and left with nothing unread. */
function watchVisits(store: Store) {
  let opened: ConversationKey | undefined;
  return ({ screen, journal, view }: State, last: State) => {
    const visited = screen.visit?.conversation;
    if (visited === last.screen.visit?.conversation) return;
    const left = opened;
    opened =
      visited !== undefined && journal.snoozes.get(visited)?.isDue === true ? visited : undefined;
    const isOver = left !== undefined && journal.snoozes.get(left)?.isDue === true;
    if (isOver && unreadCountOf(view, left) === 0)
      changeSnoozes(store, new Map([[left, undefined]]));
  };
}
