/** Persists the journal: each change in memory is written in order, and each intent in every phase. */

import type { Clock } from "#base/clock.ts";
import type { Draft, Intent, IntentId } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { recovered } from "#journal/phases.ts";
import { type Lease, StorageError } from "#journal/storage.ts";
import { showError } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import type { Store } from "#store/state.ts";
import { restoreIntents, retire } from "#store/store.ts";
import type { StoringContext } from "./disk-writes.ts";

export type IntentPersistence = {
  /**
   * Await just before a request is sent: resolves once the intent's current state is on disk and this process holds it,
   * or once the disk has refused it, which blocks nothing. Rejects with NoLongerOpen if it must not be delivered.
   */
  readonly hold: (id: IntentId) => Promise<void>;
  /** Adopts these intents of another run, except answered ones. */
  readonly takeIn: (intents: readonly Intent[]) => void;
  /** Another process has claimed these: they are removed from the journal, and stay on disk. */
  readonly handOver: (ids: readonly IntentId[]) => void;
  /** Whether the intent is on disk, possibly in an earlier phase. */
  readonly isOnDisk: (id: IntentId) => boolean;
  readonly stop: () => void;
};

/** The intent is no longer in the journal: it was cancelled, or another process delivers it. */
export class NoLongerOpen extends Error {
  constructor() {
    super("This process must not deliver the intent.");
    this.name = "NoLongerOpen";
  }
}

type Context = Pick<StoringContext, "store" | "clock" | "log" | "storage" | "disk">;

export function persistIntents(context: Context): IntentPersistence {
  const { store, log } = context;
  /** Claimed by others: not to be removed from the disk. */
  const lost = new Set<IntentId>();

  const handOver: IntentPersistence["handOver"] = (ids) => {
    const { intents } = store.getState().journal;
    const taken = ids.flatMap((id) => intents.get(id) ?? []);
    for (const { id } of taken) lost.add(id);
    reportLost(store, taken);
    if (taken.length > 0) log.note("Another process took over intents.", { count: taken.length });
    retire(store, ids);
  };
  const rows = intentRows(context, handOver);
  const remove = (intent: Intent) => {
    if (lost.delete(intent.id)) rows.forget(intent.id);
    else rows.remove(intent);
  };
  const write = (before: Journal["intents"], after: Journal["intents"]) => {
    for (const intent of after.values()) if (before.get(intent.id) !== intent) rows.put(intent);
    for (const intent of before.values()) if (!after.has(intent.id)) remove(intent);
  };

  write(new Map(), store.getState().journal.intents);
  // In this order: a draft is removed after the intent that its text became was queued.
  const ends = [
    follow(store, [parts.intents], ({ journal }, last) =>
      write(last.journal.intents, journal.intents),
    ),
    follow(store, [parts.drafts], ({ journal }, last) =>
      writeDrafts(context, last.journal.drafts, journal.drafts),
    ),
  ];
  const stop = () => {
    for (const end of ends) end();
  };
  const takeIn = (intents: readonly Intent[]) => {
    for (const { id } of intents) rows.adoptLease(id);
    restoreIntents(
      store,
      intents.map(recovered).filter((intent) => intent !== undefined),
    );
    // The result of an answered intent is in the next register response, or an event reports it.
    const over = intents.filter((intent) => recovered(intent) === undefined);
    const { intents: open } = store.getState().journal;
    for (const intent of over) if (!open.has(intent.id)) rows.remove(intent);
    retire(
      store,
      over.map(({ id }) => id),
    );
  };
  return { hold: rows.hold, takeIn, handOver, isOnDisk: rows.has, stop };
}

/** The intents' rows on disk, with the leases under which this process holds them. */
function intentRows(
  { store, clock, storage, disk }: Context,
  onTaken: (ids: readonly IntentId[]) => void,
) {
  const writes = new Map<IntentId, Promise<boolean>>();
  const leases = knownLeases(clock);
  const put = (intent: Intent) => {
    const { id } = intent;
    const claim = () => leases.renewed(id, () => storage.putIntent(intent));
    writes.set(
      id,
      disk.write(id, () => unlessTaken(claim, () => onTaken([id]))),
    );
  };
  const forget = (id: IntentId) => {
    writes.delete(id);
    leases.forget(id);
  };
  const remove = (intent: Intent) => {
    const { id } = intent;
    writes.delete(id);
    const removed = async () => {
      await unlessTaken(
        () => storage.removeIntent(id),
        () => reportLost(store, [intent]),
      );
      leases.forget(id);
    };
    void disk.write(id, removed);
  };
  const hold = async (id: IntentId) => {
    for (let isRenewed = false; ; ) {
      const write = writes.get(id);
      const isStored = await write;
      const intent = store.getState().journal.intents.get(id);
      if (intent === undefined) throw new NoLongerOpen();
      if (writes.get(id) !== write) continue;
      // The claim may be old: the program was suspended, or waited for its turn. If it is stale as soon as it is made,
      // the disk is slower than any lease, and nothing waits for that.
      if (isStored === false || isRenewed || leases.isFresh(id)) return;
      isRenewed = true;
      put(intent);
    }
  };
  return { put, remove, forget, hold, has: leases.has, adoptLease: leases.adoptLease };
}

/** When a lease was requested, by wall and monotonic clock, and its duration. */
type KnownLease = { readonly at: number; readonly elapsed: number } & Lease;

/** The leases of persisted intents as last known to this thread: they may have been renewed since. */
function knownLeases(clock: Clock) {
  const leases = new Map<IntentId, KnownLease>();
  return {
    renewed: async (id: IntentId, claim: () => Promise<Lease>) => {
      const [at, elapsed] = [clock.now(), clock.elapsed()];
      leases.set(id, { at, elapsed, ...(await claim()) });
    },
    /** Held since another run, or by a claim of unknown age. */
    adoptLease: (id: IntentId) => void leases.set(id, { at: 0, elapsed: 0, leaseMs: 0 }),
    forget: (id: IntentId) => void leases.delete(id),
    has: (id: IntentId) => leases.has(id),
    isFresh: (id: IntentId): boolean => {
      const lease = leases.get(id);
      if (lease === undefined) return false;
      // One clock stops while the machine sleeps, the other may be set back.
      const age = Math.max(clock.now() - lease.at, clock.elapsed() - lease.elapsed);
      return age < lease.leaseMs;
    },
  };
}

/** A claimed send that was delivered is found on the server by the process that claimed it. */
function reportLost(store: Store, intents: readonly Intent[]): void {
  if (intents.some(({ action, phase }) => action.kind === "send" && phase !== "answered"))
    showError(store, "Another weir process has taken over a message and may send it.");
}

async function unlessTaken(write: () => Promise<void>, onTaken: () => void): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StorageError && error.failure.kind === "taken")) throw error;
    onTaken();
  }
}

/** The disk row of a conversation's draft. */
export function draftRow(key: string): string {
  return `draft ${key}`;
}

type Drafts = ReadonlyMap<string, Draft>;

/** The newest text wins, whichever window wrote it; deleting a draft deletes the version that was known. */
function writeDrafts({ storage, disk }: Context, before: Drafts, after: Drafts): void {
  for (const [key, draft] of after) {
    const known = before.get(key);
    if (known === draft) continue;
    const over = draft.text === "" ? (known?.updatedAt ?? 0) : draft.updatedAt;
    void disk.write(draftRow(key), () => storage.putDraft(key, draft, over));
  }
  for (const [key, { updatedAt }] of before)
    if (!after.has(key)) void disk.write(draftRow(key), () => storage.removeDraft(key, updatedAt));
}
