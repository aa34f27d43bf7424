/** Threads beside the main one. */
import { setFlagsFromString } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Megabytes of half a thread's young generation, all of which stays in memory. The main thread has more, because keys wait for its
 * collections, and for those of no other thread.
 */
const youngMb = 1;

/** Starts a thread. V8 reads the size of its heap from flags; that of the main thread is fixed since its start. */
export function startThread(module: URL, options: WorkerOptions): Worker {
  setFlagsFromString(`--min-semi-space-size=${youngMb}`);
  setFlagsFromString(`--max-semi-space-size=${youngMb}`);
  return new Worker(module, options);
}
