/** The promise-based interface to accounts' files, which are served by a thread of their own. */
import { MessageChannel, type MessagePort } from "node:worker_threads";
import {
  type Answer,
  type CacheOwner,
  type Connect,
  leaves,
  type OpenRequest,
  type OpenResult,
  type Question,
  type Request,
  type StateCall,
  type StateFailure,
  type StateStore,
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

export type AccountFiles = {
  readonly state: StateStore;
  /** Executes a call on the disposable file, whose floor declares the calls. It rejects only if the thread has died. */
  readonly cache: (call: unknown) => Promise<unknown>;
  /** The answer to the first call on it; absent: there was none. */
  readonly first?: Promise<unknown>;
  /** Notices for the user about opening the files. */
  readonly sentences: readonly string[];
  /** Completes pending writes, releases the intents and closes both files. */
  readonly close: () => Promise<void>;
};

/** One thread for the files of all accounts: none of them waits for a key, and a second account costs no second thread. */
export type StorageThread = {
  /**
   * Opens the files in `folder`. Rejects with a StateError when the durable file can neither be opened nor moved aside;
   * other accounts are not affected. The thread runs from the first opening until the last account is closed. `first` is a
   * call on the disposable file that is executed as soon as it is open, however busy this thread is.
   */
  readonly open: (folder: string, cache: CacheOwner, first?: unknown) => Promise<AccountFiles>;
};

const leaseMs = 30_000;

/** `worker` is the built `state-worker.js`. */
export function storageThread(worker: URL): StorageThread {
  /** It is undefined while no account is open. */
  let running: Thread | undefined;
  return {
    open: async (folder, cache, first) => {
      running = running?.isRunning() ? running : startStorage(worker);
      return openOn(running, { folder, leaseMs, cache }, first);
    },
  };
}

type Thread = {
  readonly isRunning: () => boolean;
  /** A line to the files of one account; `ended` is called if the thread dies before the line is released. */
  readonly connect: (
    opening: OpenRequest,
    ended: (sentence: string) => void,
  ) => { readonly port: MessagePort; readonly release: () => void };
};

function startStorage(worker: URL): Thread {
  // Separate standard error: Node 22 prints a warning there that its SQLite is experimental.
  const thread = startThread(worker, { name: "weir-files", stderr: true });
  thread.stderr.resume();
  const users = new Set<(sentence: string) => void>();
  let isRunning = true;
  const end = (sentence: string) => {
    isRunning = false;
    for (const ended of users) ended(sentence);
    users.clear();
  };
  thread.on("error", (error) => end(`${error}.`));
  thread.on("exit", () => end("its thread has ended."));
  return {
    isRunning: () => isRunning,
    connect: (opening, ended) => {
      const { port1: port, port2 } = new MessageChannel();
      users.add(ended);
      thread.postMessage({ port: port2, opening } satisfies Connect, [port2]);
      const release = () => {
        port.close();
        if (!users.delete(ended) || users.size > 0) return;
        isRunning = false;
        thread.postMessage(undefined);
      };
      return { port, release };
    },
  };
}

/** Request-response messaging with the thread; when it ends, pending and later requests are rejected. */
async function openOn(
  thread: Thread,
  opening: OpenRequest,
  firstCall: unknown,
): Promise<AccountFiles> {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  const opened = Promise.withResolvers<OpenResult>();
  let seq = 0;
  let gone: StateError | undefined;

  const end = (sentence: string) => {
    gone ??= new StateError({ kind: "broken", sentence });
    opened.resolve({ kind: "failed", failure: gone.failure });
    for (const { reject } of open.values()) reject(gone);
    open.clear();
    release();
  };
  const { port, release } = thread.connect(opening, (reason) => end(`Saving stopped: ${reason}`));
  const ask = (question: Question) => {
    if (gone !== undefined) return Promise.reject(gone);
    seq += 1;
    const asked = Promise.withResolvers<unknown>();
    open.set(seq, asked);
    port.postMessage({ ...question, seq } satisfies Request);
    return asked.promise;
  };
  port.once("message", (result: OpenResult) => {
    opened.resolve(result);
    port.on("message", (answer: Answer) => {
      const asked = open.get(answer.seq);
      open.delete(answer.seq);
      if ("failure" in answer) asked?.reject(new StateError(answer.failure));
      else asked?.resolve(answer.value);
    });
  });
  const first = firstCall === undefined ? undefined : ask({ file: "cache", call: firstCall });
  // If the files cannot be opened, that is what is thrown.
  first?.catch(() => undefined);
  const result = await opened.promise;
  if (result.kind === "failed") {
    end(result.failure.sentence);
    throw new StateError(result.failure);
  }
  return {
    state: stateStore((call) => ask({ file: "state", call })),
    cache: (call) => ask({ file: "cache", call }),
    ...(first && { first }),
    sentences: result.sentences,
    close: async () => {
      await ask({ file: "close" });
      end("Saving stopped.");
    },
  };
}

/** The durable file's interface, over any transport: each call is answered with the value that it promises. */
export function stateStore(ask: (call: StateCall) => Promise<unknown>): StateStore {
  const method =
    (call: string) =>
    (...args: readonly unknown[]) =>
      ask({ call, args } as unknown as StateCall);
  const methods = Object.keys(leaves).map((call) => [call, method(call)]);
  return Object.fromEntries(methods) as StateStore;
}
