/** Persists the journal: each change in memory is written in order; and restores and claims what other runs left. */

import { type Clock, untilNextLook } from "#base/clock.ts";
import { kindOf } from "#journal/action.ts";
import { isOfTurn } from "#journal/append.ts";
import type { Draft, Intent, IntentId } from "#journal/intent.ts";
import type { Journal } from "#journal/journal.ts";
import { recovered } from "#journal/phases.ts";
import { type Lease, StorageError } from "#journal/storage.ts";
import { withCachedNames } from "#journal/stored-rows.ts";
import { restoreTexts } from "#store/composer.ts";
import { follow, parts } from "#store/follow.ts";
import { testedIn } from "#store/rules.ts";
import { draftRow } from "#store/session.ts";
import type { State, Store } from "#store/state.ts";
import {
  changeDraft,
  changeReplica,
  changeScreen,
  changeSession,
  restoreIntents,
  retire,
} from "#store/store.ts";
import { showError } from "#store/toast.ts";
import { placeholdersIn, uploadsOf } from "#store/uploads.ts";
import { reasonOf, type SyncContext } from "#sync/context.ts";
import { type StoringContext, sentenceOf } from "./disk-writes.ts";
import { hereIn } from "./here.ts";
import { restoreLocalRows } from "./local-rows.ts";
import { namesRow, newestSentIn, placed } from "./places.ts";
import { statusUntilFrom } from "./status-until.ts";

export type IntentPersistence = {
  /**
   * Await just before a request is sent: resolves once the intent's current state is on disk and this process holds it,
   * or once the disk has refused it, which blocks nothing. Rejects with NoLongerOpen if it must not be delivered.
   */
  readonly hold: (id: IntentId) => Promise<void>;
  /** Adopts these intents of another run, except answered ones. */
  readonly adopt: (intents: readonly Intent[]) => void;
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

type JournalContext = Pick<StoringContext, "store" | "clock" | "log" | "storage" | "disk">;

export function persistIntents(context: JournalContext): IntentPersistence {
  const { store, log } = context;
  /** Claimed by others: not to be removed from the disk. */
  const lost = new Set<IntentId>();

  const handOver: IntentPersistence["handOver"] = (ids) => {
    const { intents } = store.getState().journal;
    const lostNow = ids.flatMap((id) => intents.get(id) ?? []);
    for (const { id } of lostNow) lost.add(id);
    reportLost(store, lostNow);
    if (lostNow.length > 0)
      log.note("Another process took over intents.", { count: lostNow.length });
    retire(store, ids);
  };
  const rows = intentRows(context, handOver);
  const remove = (intent: Intent) => {
    if (lost.delete(intent.id)) rows.forget(intent.id);
    else rows.remove(intent);
  };
  const write = (before: Journal["intents"], after: Journal["intents"]) => {
    for (const intent of after.values()) {
      if (before.get(intent.id) === intent) continue;
      const isNew = !before.has(intent.id) && !rows.has(intent.id);
      const stored = rows.put(intent);
      if (isNew && kindOf(intent.action).text !== undefined) showLater(context, stored);
    }
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
  const adopt = (intents: readonly Intent[]) => {
    for (const { id } of intents) rows.adoptLease(id);
    restoreIntents(
      store,
      intents.map(recovered).filter((intent) => intent !== undefined),
    );
    // The result of an answered intent is in the next register response, or an event reports it.
    const over = intents.filter((intent) => recovered(intent) === undefined);
    const { intents: open } = store.getState().journal;
    // Also those that were over as soon as they were restored, of which no change of the journal tells.
    for (const intent of intents) if (!open.has(intent.id)) rows.remove(intent);
    retire(
      store,
      over.map(({ id }) => id),
    );
  };
  return { hold: rows.hold, adopt, handOver, isOnDisk: rows.has, stop };
}

/** Longer than a disk takes that works: the screen does not wait for another one. */
const longestStoringMs = 50;

/** What was written is on the disk, as a draft or as this, whenever the screen shows that it has left the composer. */
function showLater({ store, clock }: JournalContext, stored: Promise<boolean>): void {
  const count = (by: 1 | -1) =>
    changeSession(store, (session) => ({ ...session, storing: session.storing + by }));
  const late = Promise.withResolvers<void>();
  const cancel = clock.after(longestStoringMs, late.resolve);
  count(1);
  void Promise.race([stored, late.promise]).then(() => {
    cancel();
    count(-1);
  });
}

/** The intents' rows on disk, with the leases under which this process holds them. */
function intentRows(
  { store, clock, storage, disk }: JournalContext,
  onTaken: (ids: readonly IntentId[]) => void,
) {
  const writes = new Map<IntentId, Promise<boolean>>();
  const leases = knownLeases(clock);
  const put = (intent: Intent) => {
    const { id } = intent;
    const claim = () => leases.renewed(id, () => storage.putIntent(intent));
    const stored = disk.write(id, () => unlessTaken(claim, () => onTaken([id])));
    writes.set(id, stored);
    return stored;
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
        () => storage.removeIntent(intent),
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
  const { undo, redo } = store.getState().journal;
  const isApproved = ({ id, once }: Intent) =>
    once === true && ![...undo, ...redo].some((step) => isOfTurn(id, step.id));
  if (intents.some(isApproved)) {
    showError(store, "Another window has approved it, or undone that: nothing is done from here.");
    return;
  }
  if (intents.some(({ action, phase }) => action.kind === "send" && phase !== "answered"))
    showError(store, "Another weir process has a message now and may send it.");
}

async function unlessTaken(write: () => Promise<void>, onTaken: () => void): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof StorageError && error.failure.kind === "taken")) throw error;
    onTaken();
  }
}

type Drafts = ReadonlyMap<string, Draft>;

/** The newest text wins, whichever window wrote it; deleting a draft deletes the version that was known. */
function writeDrafts({ storage, disk }: JournalContext, before: Drafts, after: Drafts): void {
  for (const [key, draft] of after) {
    const last = before.get(key);
    if (last === draft) continue;
    const over = draft.text === "" ? (last?.updatedAt ?? 0) : draft.updatedAt;
    void disk.write(draftRow(key), () => storage.putDraft(key, draft, over));
  }
  for (const [key, { updatedAt }] of before)
    if (!after.has(key)) void disk.write(draftRow(key), () => storage.removeDraft(key, updatedAt));
}

/** Restores the drafts and the place of an earlier run. Returns the intents, which are older than any added now. */
export async function restore({
  store,
  log,
  storage,
}: Pick<StoringContext, "store" | "log" | "storage">): Promise<readonly Intent[]> {
  try {
    const { intents, drafts, values, unreadable } = await storage.load();
    changeReplica(store, (replica) => withCachedNames(replica, values.get(namesRow)));
    for (const [key, draft] of drafts) changeDraft(store, key, draft);
    restoreTexts(store, drafts);
    changeScreen(store, (screen) => placed(screen, values));
    const newestSent = newestSentIn(values);
    const statusUntil = statusUntilFrom(values);
    const here = hereIn(values);
    const tested = testedIn(values);
    changeSession(store, (session) => {
      const rules = { ...session.rules, tested };
      return { ...session, newestSent, statusUntil, here, rules };
    });
    restoreLocalRows(store, values);
    reportUnreadable({ store, log }, unreadable);
    return intents;
  } catch (error) {
    log.warn("The state of an earlier run could not be read.", { reason: reasonOf(error) });
    showError(store, sentenceOf(error));
    return [];
  }
}

/** Notifies the user of data that only another version of weir can show or send. */
function reportUnreadable({ store, log }: Pick<SyncContext, "store" | "log">, count: number): void {
  if (count === 0) return;
  log.warn("Saved rows cannot be read by this version.", { count });
  const what = count === 1 ? "A saved text or change" : `${count} saved texts or changes`;
  showError(store, `${what} cannot be read by this version of weir. Nothing was deleted.`);
}

/** About the duration of a lease: this is not urgent. */
const everyMs = 30_000;

/**
 * Claims the intents of this account's processes that died or were suspended, so that each is delivered once, and gives
 * up those that another process has claimed.
 */
export function startClaimingOrphans(
  { store, clock, log, idle, stopped, storage }: StoringContext,
  persistence: IntentPersistence,
): void {
  let cancel = () => {};
  const look = async () => {
    cancel();
    try {
      const open = [...store.getState().journal.intents.keys()];
      const { gained, lost, elsewhere, unreadable } = await storage.claim(open);
      persistence.handOver(lost);
      persistence.adopt(gained);
      const uploadedElsewhere = new Set(elsewhere.flatMap(runningPlaceholder));
      changeSession(store, (session) => ({ ...session, uploadedElsewhere }));
      reportUnreadable({ store, log }, unreadable);
    } catch (error) {
      if (stopped.aborted) return;
      log.warn("Intents of other processes could not be checked.", { reason: reasonOf(error) });
    }
    arm();
  };
  /** However many checks end, one is planned. */
  const arm = () => {
    cancel();
    cancel = clock.after(untilNextLook(clock, everyMs), () => void idle.during(look()));
  };
  const sought = new Set<string>();
  const notice = (state: State) => {
    const unknown = unknownPlaceholders(state).filter((placeholder) => !sought.has(placeholder));
    for (const placeholder of unknown) sought.add(placeholder);
    if (unknown.length > 0) void idle.during(look());
  };
  follow(store, [parts.drafts], notice);
  arm();
  notice(store.getState());
}

function runningPlaceholder({ action, phase }: Intent): readonly string[] {
  return action.kind === "upload" && phase !== "failed" ? [action.placeholder] : [];
}

/** Placeholders in drafts whose upload is not this process's: another window may have it. */
function unknownPlaceholders(state: State): readonly string[] {
  const uploading = new Set(uploadsOf(state).map(({ placeholder }) => placeholder));
  const placeholders = [...state.journal.drafts.values()].flatMap(({ text }) =>
    placeholdersIn(text),
  );
  return placeholders.filter((placeholder) => !uploading.has(placeholder));
}
