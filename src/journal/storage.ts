/** Persists the journal across runs: an asynchronous port, because a disk must never delay a key. */
import type { Snooze, SnoozeKey, Snoozes } from "#model/local-state.ts";
import type { Draft, Intent, IntentId } from "./intent.ts";
import type { Step } from "./journal.ts";

/**
 * Why something could not be stored. `full`, `read-only`, `busy`, `broken`: a disk error; it is kept in memory and
 * retried. `taken`: another process of this account has claimed the intent and executes it.
 */
export type StorageFailure = {
  readonly kind: "full" | "read-only" | "busy" | "broken" | "taken";
  readonly sentence: string;
};

export class StorageError extends Error {
  readonly failure: StorageFailure;
  constructor(failure: StorageFailure) {
    super(failure.sentence);
    this.name = "StorageError";
    this.failure = failure;
  }
}

/** How long no other process may claim an intent. */
export type Lease = { readonly leaseMs: number };

/** A step of the undo log, which is decoded when it is needed. */
export type StoredStep = Pick<Step, "id" | "at"> & {
  /** Returns undefined if it was removed, or this version cannot read it. */
  readonly read: () => Step | undefined;
};

export type StoredSteps = {
  readonly rows: readonly StoredStep[];
  readonly seen: number;
  /** The intents that other windows have, or nobody yet, at that time. */
  readonly openElsewhere: readonly IntentId[];
};

/** Each call resolves once the change is on disk, and rejects with a StorageError. */
export type JournalStorage = {
  /** Everything left by earlier runs, without intents held by another running process. */
  readonly load: () => Promise<{
    readonly intents: readonly Intent[];
    readonly drafts: ReadonlyMap<string, Draft>;
    readonly values: ReadonlyMap<string, unknown>;
    /** The number of rows that this version cannot read; they are left unchanged. */
    readonly unreadable: number;
  }>;
  /**
   * Claims the intents of processes that died or were suspended too long. `lost` are those of `known` that another
   * process has claimed from this one. `elsewhere` are the intents of other running processes, as far as they can be
   * read.
   */
  readonly claim: (known: readonly IntentId[]) => Promise<{
    readonly gained: readonly Intent[];
    readonly lost: readonly IntentId[];
    readonly elsewhere: readonly Intent[];
    readonly unreadable: number;
  }>;
  /** Inserts or replaces the intent, and claims it for this process. Never stored if it is `taken`. */
  readonly putIntent: (intent: Intent) => Promise<Lease>;
  /** Never removed if it is `taken`. */
  readonly removeIntent: (intent: Pick<Intent, "id" | "once">) => Promise<void>;
  /**
   * Keyed by conversation. A version that another window stored after `over` (its update time in UNIX milliseconds) is
   * kept.
   */
  readonly putDraft: (key: string, draft: Draft, over: number) => Promise<void>;
  readonly removeDraft: (key: string, over: number) => Promise<void>;
  /**
   * Those of `load` whose keys begin with the prefix, as the disk has them now; it claims no intents. Without one all are
   * read, among them the cached names, which are long.
   */
  readonly values: (prefix?: string) => Promise<ReadonlyMap<string, unknown>>;
  readonly putValue: (key: string, value: unknown) => Promise<void>;
  /** Tells the account's windows to look at the values, which they do by themselves only now and then. Never rejects. */
  readonly tellWindows: () => Promise<void>;
  /** Calls back when this window is told, until the returned function is called. */
  readonly whenTold: (listener: () => void) => () => void;
  /**
   * Takes numbers of the set under the key. Only the highest thousand are told apart; all below count as taken. Of `fresh`,
   * which nobody had taken before, one of several windows takes each. Those among `due` are open until they are settled: if
   * this process dies before, another one gets them as `left`.
   */
  readonly take: (
    key: string,
    numbers: readonly number[],
    due: readonly number[],
  ) => Promise<{ readonly fresh: readonly number[]; readonly left: readonly number[] }>;
  readonly settle: (key: string, numbers: readonly number[]) => Promise<void>;
  /** Those above the number are no longer taken, and not open: they stand for something else now. */
  readonly release: (key: string, above: number) => Promise<void>;
  /** As the disk has them now, whichever process stored them; none of them is marked as due. */
  readonly snoozes: () => Promise<Snoozes>;
  readonly putSnooze: (key: SnoozeKey, snooze: Snooze) => Promise<void>;
  readonly removeSnooze: (key: SnoozeKey) => Promise<void>;
  /**
   * The steps of the undo log taken since then (UNIX milliseconds) that other windows and earlier runs stored or removed
   * after `seen`, oldest first. Earlier ones are removed from the disk.
   */
  readonly steps: (since: number, seen: number) => Promise<StoredSteps>;
  readonly putStep: (step: Step) => Promise<void>;
  readonly removeStep: (step: Pick<Step, "id" | "at">) => Promise<void>;
  /** Flushes pending writes and releases the file. */
  readonly close: () => Promise<void>;
};
