/**
 * The storage thread: owns an account's files, so that a slow disk never delays a key.
 *
 * Pending requests are executed in one transaction per file, and answered after the commit.
 */
import { join } from "node:path";
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from "node:worker_threads";
import { systemClock } from "#base/clock.ts";
import { openCacheFile } from "./cache-file.ts";
import { holderId, isHolderAlive } from "./leases.ts";
import type { Answer, CacheCall, OpenRequest, OpenResult, Request, StateCall } from "./rows.ts";
import { failureOf } from "./sqlite.ts";
import { openStateFile } from "./state-file.ts";

/** All pending messages of the port, after `first`. */
function waiting(port: MessagePort, first: Request): Request[] {
  const requests = [first];
  for (;;) {
    const next = receiveMessageOnPort(port);
    if (next === undefined) return requests;
    requests.push(next.message);
  }
}

function open({ folder, leaseMs }: OpenRequest) {
  const holder = { id: holderId(process.pid), leaseMs, isAlive: isHolderAlive };
  const state = openStateFile(join(folder, "state.db"), systemClock, holder);
  const cache = openCacheFile(join(folder, "cache.db"));
  return { state, cache };
}

function answersOf(
  { state, cache }: ReturnType<typeof open>,
  requests: readonly Request[],
): Answer[] {
  const durable = requests.filter((request) => request.file === "state");
  const disposable = requests.filter((request) => request.file === "cache");
  return [
    ...durableAnswers(state, durable),
    ...answered(disposable, (calls) => cache.run(calls).map((value) => ({ value }))),
  ];
}

type StateRequest = { readonly seq: number; readonly call: StateCall };
type CacheRequest = { readonly seq: number; readonly call: CacheCall };

function durableAnswers(
  state: ReturnType<typeof openStateFile>,
  requests: readonly StateRequest[],
): Answer[] {
  try {
    return answered(requests, state.run);
  } catch (error) {
    const failure = failureOf(error);
    return answered(requests, (calls) => state.refused(calls, failure));
  }
}

/** Executes the requests' calls together, if any, and answers each request. */
function answered<R extends StateRequest | CacheRequest, A extends object>(
  requests: readonly R[],
  run: (calls: readonly R["call"][]) => readonly A[],
): (A & { readonly seq: number })[] {
  if (requests.length === 0) return [];
  const answers = run(requests.map(({ call }) => call));
  return answers.map((answer, at) => ({ ...answer, seq: requests[at]?.seq ?? -1 }));
}

function serve(port: MessagePort, opening: OpenRequest): void {
  const files = open(opening);
  const renewing = new AbortController();
  const renew = async () => {
    for (;;) {
      await systemClock.sleep(opening.leaseMs / 3, renewing.signal);
      try {
        files.state.renew();
      } catch {
        // A lease that could not be renewed expires; the next write of the intent reveals whether it was taken.
      }
    }
  };
  // Only the signal ends the loop.
  renew().catch(() => undefined);

  port.on("message", (first: Request) => {
    const requests = waiting(port, first);
    for (const answer of answersOf(files, requests)) port.postMessage(answer);
    const closing = requests.find((request) => request.file === "close");
    if (closing === undefined) return;
    renewing.abort();
    files.state.close();
    files.cache.close();
    port.postMessage({ seq: closing.seq, value: undefined } satisfies Answer);
    port.close();
  });
  const { damage } = files.state;
  const sentences = damage === undefined ? [] : [damage];
  port.postMessage({ kind: "opened", sentences } satisfies OpenResult);
}

if (parentPort !== null) {
  try {
    serve(parentPort, workerData);
  } catch (error) {
    parentPort.postMessage({ kind: "failed", failure: failureOf(error) } satisfies OpenResult);
    parentPort.close();
  }
}
