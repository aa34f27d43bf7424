/** Where the journal outlives the program: an asynchronous port, because a disk must never delay a key. */
import type { Draft, Intent, IntentId } from "./intent.ts";

/**
 * Why something could not be stored:
 * `full`, `read-only`, `busy`, `broken` — the disk's fault: it is kept in memory and tried again;
 * `taken` — another process of this account has taken the intent over: it is that one's to carry out.
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

/** For how long no other process takes an intent over. */
export type Lease = { readonly leaseMs: number };

/** Each call resolves once the change is on disk, and rejects with a StorageError. */
export type JournalStorage = {
  /** Everything that an earlier run left, without the intents that another running process holds. */
  readonly load: () => Promise<{
    readonly intents: readonly Intent[];
    readonly drafts: ReadonlyMap<string, Draft>;
    readonly places: ReadonlyMap<string, unknown>;
    /** How many of them this version cannot read: those stay as they are. */
    readonly unreadable: number;
  }>;
  /**
   * Takes over the intents of processes that died or have been stopped too long. `lost` are those of `known` that
   * another process has taken over from this one.
   */
  readonly claim: (known: readonly IntentId[]) => Promise<{
    readonly gained: readonly Intent[];
    readonly lost: readonly IntentId[];
    readonly unreadable: number;
  }>;
  /** Stores or replaces, and claims the intent for this process. Never stored where it is `taken`. */
  readonly putIntent: (intent: Intent) => Promise<Lease>;
  /** Never removed where it is `taken`. */
  readonly removeIntent: (id: IntentId) => Promise<void>;
  /**
   * Keyed by conversation. Another window may have stored a version that is newer than `over`, in UNIX milliseconds of
   * its update: that one stays.
   */
  readonly putDraft: (key: string, draft: Draft, over: number) => Promise<void>;
  readonly removeDraft: (key: string, over: number) => Promise<void>;
  readonly putPlace: (key: string, value: unknown) => Promise<void>;
  /** Writes what is under way and lets go of the file. */
  readonly close: () => Promise<void>;
};
