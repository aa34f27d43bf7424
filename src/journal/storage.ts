/** Where the journal outlives the program: an asynchronous port, because a disk must never delay a key. */
import type { Draft, Intent, IntentId } from "./intent.ts";

/** Why something could not be stored; the text stays on the screen then. */
export type StorageFailure = {
  readonly kind: "full" | "read-only" | "busy" | "broken";
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

/** Each call resolves once the change is on disk, and rejects with a StorageError. */
export type JournalStorage = {
  /** Everything that an earlier run left, without the intents that another running process holds. */
  readonly load: () => Promise<{
    readonly intents: readonly Intent[];
    readonly drafts: ReadonlyMap<string, Draft>;
    readonly places: ReadonlyMap<string, unknown>;
  }>;
  /** The intents of processes that died since, which are this process's from now on; usually none. */
  readonly claim: () => Promise<readonly Intent[]>;
  /** Stores or replaces, and claims the intent for this process. */
  readonly putIntent: (intent: Intent) => Promise<void>;
  readonly removeIntent: (id: IntentId) => Promise<void>;
  /** Keyed by conversation. */
  readonly putDraft: (key: string, draft: Draft) => Promise<void>;
  readonly removeDraft: (key: string) => Promise<void>;
  readonly putPlace: (key: string, value: unknown) => Promise<void>;
  /** Writes what is under way and lets go of the file. */
  readonly close: () => Promise<void>;
};
