/**
 * The storage thread: owns the accounts' files, so that a slow disk never delays a key.
 *
 * Each account has a port, and what fails there fails for this account alone. Pending requests of a port are answered after their commit: those for the durable file first, in one transaction.
 */
import { join } from "node:path";
import { type MessagePort, parentPort, receiveMessageOnPort } from "node:worker_threads";
import { systemClock, untilNextLook } from "#base/clock.ts";
import { collectInQuiet, engineMemory } from "#host/engine-memory.ts";
import { holderId, isHolderAlive } from "#host/leases.ts";
import type { Answer, Connect, OpenRequest, OpenResult, Request, StateCall } from "#host/rows.ts";
import { failureOf } from "#host/sqlite.ts";
import { answersOf, openStateFile } from "#host/state-file.ts";
import { type CacheCall, type CacheFile, openCacheFile } from "./cache-file.ts";

/** All pending messages of the port, after `first`. */
function waiting(port: MessagePort, first: Request): Request[] {
  const requests = [first];
  for (;;) {
    const next = receiveMessageOnPort(port);
    if (next === undefined) return requests;
    requests.push(next.message);
  }
}

function open({ folder, leaseMs, cache: owner }: OpenRequest) {
  const holder = { id: holderId(process.pid), leaseMs, isAlive: isHolderAlive };
  const state = openStateFile(join(folder, "state.db"), systemClock, holder);
  const cache = openCacheFile({ folder, ...owner, clock: systemClock, holder });
  return { state, cache };
}

function* answersTo(
  { state, cache }: ReturnType<typeof open>,
  requests: readonly Request[],
): Generator<Answer> {
  const durable = requests.filter((request) => request.file === "state");
  const disposable = requests.filter((request) => request.file === "cache");
  yield* durableAnswers(state, durable);
  for (const { seq, call } of disposable) yield { seq, ...cacheAnswer(cache, call as CacheCall) };
}

/** An error here is a fault of weir: it must not end the thread, which has other accounts' files. */
function cacheAnswer(cache: CacheFile, call: CacheCall) {
  try {
    return { value: cache.run(call) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

type StateRequest = { readonly seq: number; readonly call: StateCall };

/** Executes the requests' calls together, if any, and answers each request. */
function durableAnswers(
  state: ReturnType<typeof openStateFile>,
  requests: readonly StateRequest[],
): Answer[] {
  if (requests.length === 0) return [];
  const answers = answersOf(
    state,
    requests.map(({ call }) => call),
  );
  return answers.map((answer, at) => ({ ...answer, seq: requests[at]?.seq ?? -1 }));
}

let hasLocaleData = false;

/**
 * The engine reads what it knows of texts and time zones when it is first asked, which takes 20 to 30 ms, and keeps it for all threads.
 * Here nobody waits for that: the main thread is still loading the screen, and needs it to draw.
 */
function readLocaleData(): void {
  if (hasLocaleData) return;
  hasLocaleData = true;
  new Intl.DateTimeFormat("en", { timeZone: "Europe/London" });
  new Intl.Segmenter("en").segment("\u00e9").containing(0);
}

/** How long after a text was erased it is removed from the disk, at the latest. */
const tidyMs = 500;

function serve(port: MessagePort, opening: OpenRequest): void {
  const files = open(opening);
  const renewing = new AbortController();
  const renew = async () => {
    for (;;) {
      await systemClock.sleep(untilNextLook(systemClock, opening.leaseMs / 3), renewing.signal);
      try {
        files.state.renew();
        files.state.tidy("all");
      } catch {
        // A lease that could not be renewed expires; the next write of the intent reveals whether it was taken.
      }
    }
  };
  // Only the signal ends the loop.
  renew().catch(() => undefined);

  let cancelTidying: (() => void) | undefined;
  /** Nobody waits for it, and what is erased together is removed from the disk together. */
  const tidySoon = () => {
    cancelTidying ??= systemClock.after(tidyMs, () => {
      cancelTidying = undefined;
      files.state.tidy();
    });
  };

  port.on("message", (first: Request) => {
    const requests = waiting(port, first);
    for (const answer of answersTo(files, requests)) port.postMessage(answer);
    readLocaleData();
    const closing = requests.find((request) => request.file === "close");
    if (closing === undefined) return tidySoon();
    cancelTidying?.();
    renewing.abort();
    files.state.close();
    files.cache.close();
    port.postMessage({ seq: closing.seq, value: undefined } satisfies Answer);
    port.close();
  });
  const { notice = files.cache.notice() } = files.state;
  const sentences = notice === undefined ? [] : [notice];
  port.postMessage({ kind: "opened", sentences } satisfies OpenResult);
}

// With the renewal of the leases. Nobody waits for this thread.
collectInQuiet(systemClock, engineMemory(systemClock), 10_000);

parentPort?.on("message", (message: Connect | undefined) => {
  if (message === undefined) {
    parentPort?.close();
    return;
  }
  const { port, opening } = message;
  try {
    serve(port, opening);
  } catch (error) {
    port.postMessage({ kind: "failed", failure: failureOf(error) } satisfies OpenResult);
    port.close();
  }
});
