/**
 * What is kept on disk for one account, as rows: JSON that only its owner reads, beside the columns that the file needs.
 *
 * Also the words that the program and the thread with the files exchange.
 */

export type StoredIntent = {
  readonly id: string;
  /** UNIX milliseconds. */
  readonly createdAt: number;
  readonly json: string;
};

export type StoredDraft = {
  readonly key: string;
  /** UNIX milliseconds. */
  readonly updatedAt: number;
  readonly json: string;
};

export type StoredPlace = { readonly key: string; readonly json: string };

export type StoredMessage = { readonly id: number; readonly json: string };

/** Everything that an earlier run left; of the intents those that no other living process holds. */
export type StoredState = {
  readonly intents: readonly StoredIntent[];
  readonly drafts: readonly StoredDraft[];
  readonly places: readonly StoredPlace[];
};

/** What changed among the intents that a process believes to hold. */
export type Claimed = {
  /** Those of processes that died or have been stopped too long: held by this one from now on. */
  readonly gained: readonly StoredIntent[];
  /** Those that another process has taken over, and perhaps finished. */
  readonly lost: readonly string[];
};

/** The intent is on disk, and for so long no other process takes it over. */
export type Lease = { readonly leaseMs: number };

/**
 * Why something is not on disk:
 * `full`, `read-only` — the disk's or the file's fault, worth trying again when that has changed;
 * `busy` — another program held the file for too long;
 * `taken` — another running weir has claimed the intent, and will send it;
 * `broken` — anything else, and also everything after the thread has died.
 */
export type StateFailure = {
  readonly kind: "full" | "read-only" | "busy" | "taken" | "broken";
  readonly sentence: string;
};

/** Calls that change or read the durable file. Each is answered after its commit. */
export type StateCall =
  | { readonly call: "load" }
  | { readonly call: "claim"; readonly known: readonly string[] }
  | { readonly call: "putIntent"; readonly row: StoredIntent }
  | { readonly call: "removeIntent"; readonly id: string }
  /** This version cannot read these rows: they stay as they are, for one that can. */
  | {
      readonly call: "leave";
      readonly intents: readonly string[];
      readonly drafts: readonly string[];
    }
  /** Neither replaces nor removes a version newer than `over`, in UNIX milliseconds of its update. */
  | { readonly call: "putDraft"; readonly row: StoredDraft; readonly over: number }
  | { readonly call: "removeDraft"; readonly key: string; readonly over: number }
  | { readonly call: "putPlace"; readonly row: StoredPlace };

/** Calls on the disposable file. They never fail: what cannot be read is not there. */
export type CacheCall =
  | { readonly call: "putDocument"; readonly key: string; readonly json: string }
  | { readonly call: "getDocument"; readonly key: string }
  | { readonly call: "putMessages"; readonly rows: readonly StoredMessage[] }
  | { readonly call: "getMessages"; readonly ids: readonly number[] }
  | { readonly call: "removeMessages"; readonly ids: readonly number[] }
  | { readonly call: "keepNewest"; readonly count: number }
  | { readonly call: "drop" };

/** To the thread. The last one closes both files and ends it. */
export type Request =
  | { readonly seq: number; readonly file: "state"; readonly call: StateCall }
  | { readonly seq: number; readonly file: "cache"; readonly call: CacheCall }
  | { readonly seq: number; readonly file: "close" };

export type Answer =
  | { readonly seq: number; readonly value: unknown }
  | { readonly seq: number; readonly failure: StateFailure };

/** What the thread is started with. */
export type Opening = {
  readonly folder: string;
  readonly leaseMs: number;
};

/** The thread's first word: both files are open, or they cannot be. `sentences` tell what a person should know. */
export type Opened =
  | { readonly kind: "opened"; readonly sentences: readonly string[] }
  | { readonly kind: "failed"; readonly failure: StateFailure };
