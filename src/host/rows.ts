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

export type StoredPlace = { readonly key: string; readonly json: string };

/** A conversation that is snoozed, by its key. */
export type StoredSnooze = { readonly key: string; readonly json: string };

/** A step of the undo log. */
export type StoredStep = {
  readonly id: string;
  /** UNIX milliseconds. */
  readonly at: number;
  /** Empty: it was removed. */
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
  readonly places: readonly StoredPlace[];
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

/** Calls that change or read the durable file. Each is answered after its commit. */
export type StateCall =
  | { readonly call: "load" }
  | { readonly call: "claim"; readonly known: readonly string[] }
  | { readonly call: "putIntent"; readonly row: StoredIntent }
  /** `once`: nobody can store it again. */
  | { readonly call: "removeIntent"; readonly id: string; readonly once?: boolean }
  /** Rows that this version cannot read: left untouched for one that can. */
  | {
      readonly call: "leave";
      readonly intents: readonly string[];
      readonly drafts: readonly string[];
    }
  /** Neither replaces nor removes a version newer than `over`, in UNIX milliseconds of its update. */
  | { readonly call: "putDraft"; readonly row: StoredDraft; readonly over: number }
  | { readonly call: "removeDraft"; readonly key: string; readonly over: number }
  /** Without claiming anything. */
  | { readonly call: "places" }
  | { readonly call: "putPlace"; readonly row: StoredPlace }
  /** Of several processes, one raises the number above each value. */
  | { readonly call: "raise"; readonly key: string; readonly to: number }
  | { readonly call: "snoozes" }
  | { readonly call: "putSnooze"; readonly row: StoredSnooze }
  | { readonly call: "removeSnooze"; readonly key: string }
  /**
   * The account is signed out: erases places but these, snoozes and the undo log, which nobody stores any more until
   * `load` is called.
   */
  | { readonly call: "forget"; readonly places: readonly string[] }
  /** What others changed after `seen`. Those taken before `since` are removed. */
  | { readonly call: "steps"; readonly since: number; readonly seen: number }
  | { readonly call: "putStep"; readonly row: StoredStep };

/** To the thread, which knows the calls on the disposable file. The last one of a port closes its two files. */
export type Request =
  | { readonly seq: number; readonly file: "state"; readonly call: StateCall }
  | { readonly seq: number; readonly file: "cache"; readonly call: unknown }
  | { readonly seq: number; readonly file: "close" };

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
