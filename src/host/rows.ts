/**
 * Rows stored for an account: JSON that only the writer interprets, plus the columns that the database needs.
 *
 * Also the messages between the main thread and the storage thread.
 */
import type { MessagePort } from "node:worker_threads";

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

/** A place, or a conversation that is snoozed. */
export type KeyedRow = { readonly key: string; readonly json: string };

/** A step of the undo log. */
export type StoredStep = {
  readonly id: string;
  /** UNIX milliseconds. */
  readonly at: number;
  /** It is empty if the step was removed. */
  readonly json: string;
};

/** The steps that others changed, oldest first. */
export type ChangedSteps = {
  readonly rows: readonly StoredStep[];
  /** The number of the last change. */
  readonly seen: number;
  /** The intents that others have now. */
  readonly openElsewhere: readonly string[];
};

/** Everything left by earlier runs; excludes intents held by other running processes. */
export type StoredState = {
  readonly intents: readonly StoredIntent[];
  readonly drafts: readonly StoredDraft[];
  readonly places: readonly KeyedRow[];
};

/** Changes to the set of intents held by a process. */
export type Claimed = {
  /** Claimed from processes that died or have been stopped too long. */
  readonly gained: readonly StoredIntent[];
  /** Claimed by another process, and possibly completed. */
  readonly lost: readonly string[];
  /** What other processes hold now. */
  readonly elsewhere: readonly StoredIntent[];
};

export type TakenNumbers = {
  /** Those that nobody had taken before: of several processes, one takes each. */
  readonly fresh: readonly number[];
  /** Those that a process which has died left open: they are open for this one now. */
  readonly left: readonly number[];
};

/** The intent is on disk, and no other process claims it for this long. */
export type Lease = { readonly leaseMs: number };

/**
 * Why something is not on disk:
 * `full`, `read-only` — a condition of the disk or the file; retry when it has changed;
 * `busy` — another program locked the file for too long;
 * `taken` — another weir process has claimed the intent, and will send it;
 * `broken` — any other error, and all calls after the thread has died.
 */
export type StateFailure = {
  readonly kind: "full" | "read-only" | "busy" | "taken" | "broken";
  readonly sentence: string;
};

/** The durable file. Each call resolves once the change is on disk, and rejects with a StateError. */
export type StateStore = {
  /** Everything left by earlier runs. Claims the intents that no other running process holds; excludes the others. */
  readonly load: () => Promise<StoredState>;
  /** Claims intents orphaned since, and reports which of the `known` ones others have claimed. */
  readonly claim: (known: readonly string[]) => Promise<Claimed>;
  /** Stores or replaces an intent and holds it; rejects as `taken` if another process holds or has completed it. */
  readonly putIntent: (row: StoredIntent) => Promise<Lease>;
  /** Rejects as `taken` likewise, and keeps the row. `once`: for others it is `taken` from then on. */
  readonly removeIntent: (id: string, once?: boolean) => Promise<void>;
  /** Rows that this version cannot read: the intents are released, the drafts never overwritten. */
  readonly leave: (intents: readonly string[], drafts: readonly string[]) => Promise<void>;
  /** Keeps a stored version that is newer than `over`, in UNIX milliseconds of its update. */
  readonly putDraft: (row: StoredDraft, over: number) => Promise<void>;
  /** Likewise. */
  readonly removeDraft: (key: string, over: number) => Promise<void>;
  /** As the file has them now; unlike `load`, this claims nothing. */
  readonly places: () => Promise<readonly KeyedRow[]>;
  readonly putPlace: (row: KeyedRow) => Promise<void>;
  /** Takes numbers of the set under the key, of which `due` stay open until they are settled, or this process has died. */
  readonly take: (
    key: string,
    numbers: readonly number[],
    due: readonly number[],
  ) => Promise<TakenNumbers>;
  readonly settle: (key: string, numbers: readonly number[]) => Promise<void>;
  /** Those above the number are no longer taken, and not open. */
  readonly release: (key: string, above: number) => Promise<void>;
  /** As the file has them now, whichever process stored them. */
  readonly snoozes: () => Promise<readonly KeyedRow[]>;
  readonly putSnooze: (row: KeyedRow) => Promise<void>;
  readonly removeSnooze: (key: string) => Promise<void>;
  /**
   * When the account is signed out: erases places but these, snoozes, and the undo log, which nobody stores any more until
   * `load` is called.
   */
  readonly forget: (places: readonly string[]) => Promise<void>;
  /** What others changed after `seen`. Those taken before `since` are removed. */
  readonly steps: (since: number, seen: number) => Promise<ChangedSteps>;
  readonly putStep: (row: StoredStep) => Promise<void>;
};

/** A call of one of these, which is answered after its commit. */
export type StateCall = {
  readonly [Name in keyof StateStore]: {
    readonly call: Name;
    readonly args: Parameters<StateStore[Name]>;
  };
}[keyof StateStore];

/** What a call may leave on the disk: a text that was replaced goes with the next that is erased, since nobody has deleted it yet. */
export const leaves: Readonly<Record<keyof StateStore, "nothing" | "replaced" | "erased">> = {
  load: "nothing",
  claim: "nothing",
  putIntent: "replaced",
  removeIntent: "erased",
  leave: "nothing",
  putDraft: "replaced",
  removeDraft: "erased",
  putPlace: "replaced",
  take: "replaced",
  settle: "replaced",
  release: "replaced",
  places: "nothing",
  snoozes: "nothing",
  putSnooze: "replaced",
  removeSnooze: "erased",
  forget: "erased",
  steps: "replaced",
  putStep: "erased",
};

/** To the thread, which knows the calls on the disposable file. The last one of a port closes its two files. */
export type Question =
  | { readonly file: "state"; readonly call: StateCall }
  | { readonly file: "cache"; readonly call: unknown }
  | { readonly file: "close" };
export type Request = Question & { readonly seq: number };

export type Answer =
  | { readonly seq: number; readonly value: unknown }
  | { readonly seq: number; readonly failure: StateFailure };

/** To the thread: open an account's files and serve them at `port`. Undefined instead: no account is left, end. */
export type Connect = { readonly port: MessagePort; readonly opening: OpenRequest };

export type OpenRequest = {
  readonly folder: string;
  readonly leaseMs: number;
  readonly cache: CacheOwner;
};

/** Whose the disposable file is: it is dropped if it belongs to another account. */
export type CacheOwner = {
  readonly account: string;
  /** False: messages are not kept, and those of an earlier run are erased. */
  readonly keepsMessages: boolean;
};

/** The first message of an account's port: both files are open, or opening failed. `sentences` are notices for the user. */
export type OpenResult =
  | { readonly kind: "opened"; readonly sentences: readonly string[] }
  | { readonly kind: "failed"; readonly failure: StateFailure };
