/** The promise-based interface to an account's files, which are served by a separate thread. */
import type { Worker } from "node:worker_threads";
import type {
  Answer,
  CacheOwner,
  Claimed,
  Lease,
  OpenRequest,
  OpenResult,
  Request,
  StateCall,
  StateFailure,
  StoredDraft,
  StoredIntent,
  StoredPlace,
  StoredSnooze,
  StoredState,
} from "./rows.ts";
import { startThread } from "./thread.ts";

export class StateError extends Error {
  readonly failure: StateFailure;
  constructor(failure: StateFailure) {
    super(failure.sentence);
    this.name = "StateError";
    this.failure = failure;
  }
}

/** The durable file. Each call resolves once the change is on disk, and rejects with a StateError. */
export type StateStore = {
  /** Everything left by earlier runs. Claims the intents that no other running process holds; excludes the others. */
  readonly load: () => Promise<StoredState>;
  /** Claims intents orphaned since, and reports which of the `known` ones others have claimed. */
  readonly claim: (known: readonly string[]) => Promise<Claimed>;
  /** Stores or replaces an intent and holds it; rejects as `taken` if another process holds or has completed it. */
  readonly putIntent: (row: StoredIntent) => Promise<Lease>;
  /** Rejects as `taken` likewise, and keeps the row. */
  readonly removeIntent: (id: string) => Promise<void>;
  /** Rows that this version cannot read: the intents are released, the drafts never overwritten. */
  readonly leave: (intents: readonly string[], drafts: readonly string[]) => Promise<void>;
  /** Keeps a stored version that is newer than `over`. */
  readonly putDraft: (row: StoredDraft, over: number) => Promise<void>;
  /** Likewise. */
  readonly removeDraft: (key: string, over: number) => Promise<void>;
  readonly putPlace: (row: StoredPlace) => Promise<void>;
  /** As the file has them now, whichever process stored them. */
  readonly snoozes: () => Promise<readonly StoredSnooze[]>;
  readonly putSnooze: (row: StoredSnooze) => Promise<void>;
  readonly removeSnooze: (key: string) => Promise<void>;
};

export type AccountFiles = {
  readonly state: StateStore;
  /** Executes a call on the disposable file, whose floor declares the calls. It rejects only if the thread has died. */
  readonly cache: (call: unknown) => Promise<unknown>;
  /** Notices for the user about opening the files. */
  readonly sentences: readonly string[];
  /** Completes pending writes, releases the intents and closes both files. */
  readonly close: () => Promise<void>;
};

/**
 * Opens the files in `folder` on a thread that runs the module at `worker` (the built `state-worker.js`).
 * Rejects with a StateError when the durable file can neither be opened nor moved aside.
 */
export async function openAccountFiles(
  folder: string,
  worker: URL,
  cache: CacheOwner,
  leaseMs = 30_000,
): Promise<AccountFiles> {
  const opening: OpenRequest = { folder, leaseMs, cache };
  // Separate standard error: Node 22 prints a warning there that its SQLite is experimental.
  const thread = startThread(worker, { workerData: opening, name: "weir-files", stderr: true });
  thread.stderr.resume();
  const opened = await firstWord(thread);
  if (opened.kind === "failed") throw new StateError(opened.failure);
  const ask = line(thread);
  return {
    state: stateStore((call) => ask({ file: "state", call })),
    cache: (call) => ask({ file: "cache", call }),
    sentences: opened.sentences,
    close: () => ask({ file: "close" }) as Promise<void>,
  };
}

function firstWord(thread: Worker): Promise<OpenResult> {
  const { promise, resolve } = Promise.withResolvers<OpenResult>();
  const failed = (sentence: string) =>
    resolve({ kind: "failed", failure: { kind: "broken", sentence } });
  thread.once("message", resolve);
  thread.once("error", (error) => failed(`The files could not be opened: ${error}.`));
  thread.once("exit", () => failed("The files could not be opened."));
  return promise;
}

type Question =
  | { readonly file: "state"; readonly call: StateCall }
  | { readonly file: "cache"; readonly call: unknown }
  | { readonly file: "close" };

type SendQuestion = (question: Question) => Promise<unknown>;

/** Request-response messaging with a thread; when it ends, pending and later requests are rejected. */
function line(thread: Worker): SendQuestion {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let seq = 0;
  let gone: StateError | undefined;

  const end = (sentence: string) => {
    gone ??= new StateError({ kind: "broken", sentence });
    for (const { reject } of open.values()) reject(gone);
    open.clear();
  };
  thread.on("message", (answer: Answer) => {
    const asked = open.get(answer.seq);
    open.delete(answer.seq);
    if ("failure" in answer) asked?.reject(new StateError(answer.failure));
    else asked?.resolve(answer.value);
  });
  thread.on("error", (error) => end(`Saving stopped: ${error}.`));
  thread.on("exit", () => end("Saving stopped."));

  return (question) => {
    if (gone !== undefined) return Promise.reject(gone);
    seq += 1;
    const asked = Promise.withResolvers<unknown>();
    open.set(seq, asked);
    thread.postMessage({ ...question, seq } satisfies Request);
    return asked.promise;
  };
}

/* The thread answers each call with the value that its row in `rows.ts` promises; the port carries no types. */

/** The durable file's interface, over any transport. */
export function stateStore(ask: (call: StateCall) => Promise<unknown>): StateStore {
  const change = (call: StateCall) => ask(call) as Promise<void>;
  return {
    load: () => ask({ call: "load" }) as Promise<StoredState>,
    claim: (known) => ask({ call: "claim", known }) as Promise<Claimed>,
    putIntent: (row) => ask({ call: "putIntent", row }) as Promise<Lease>,
    removeIntent: (id) => change({ call: "removeIntent", id }),
    leave: (intents, drafts) => change({ call: "leave", intents, drafts }),
    putDraft: (row, over) => change({ call: "putDraft", row, over }),
    removeDraft: (key, over) => change({ call: "removeDraft", key, over }),
    putPlace: (row) => change({ call: "putPlace", row }),
    snoozes: () => ask({ call: "snoozes" }) as Promise<readonly StoredSnooze[]>,
    putSnooze: (row) => change({ call: "putSnooze", row }),
    removeSnooze: (key) => change({ call: "removeSnooze", key }),
  };
}
