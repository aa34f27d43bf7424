/**
 * A thread for work that may take too long or too much: it is started for the first job, does one at a time, and is ended
 * when a job exceeds its time, when one fails, when it has taken much memory, and when there was none for a while.
 */
import type { Worker } from "node:worker_threads";
import type { Clock } from "#base/clock.ts";
import { startThread } from "./thread.ts";

export type JobThread = {
  /**
   * Resolves with what the thread answers. Rejects if it fails or is ended meanwhile, or with the signal's reason if that
   * came before the job was begun.
   */
  readonly run: (job: object, signal?: AbortSignal) => Promise<unknown>;
  /** Ends the thread; the next job would start another one. */
  readonly stop: () => void;
};

export type JobLimits = {
  /** For one job. */
  readonly jobMs: number;
  /** How long the thread is kept without a job: it takes memory. */
  readonly idleMs: number;
  /** Megabytes of its heap; typed arrays are not part of it. */
  readonly heapMb: number;
};

type Job = {
  readonly job: object;
  readonly signal: AbortSignal | undefined;
  readonly settle: PromiseWithResolvers<unknown>;
};

/** An answer after which the thread is ended: it keeps memory that the next job may not need. */
export type LastAnswer = { readonly isLast?: true };

/** `module` answers each message with an object of its own. */
export function createJobThread(module: URL, clock: Clock, limits: JobLimits): JobThread {
  const waiting: Job[] = [];
  let thread: Worker | undefined;
  let running: Job | undefined;
  let forgetTimer = () => {};

  const end = (reason: string) => {
    forgetTimer();
    void thread?.terminate();
    thread = undefined;
    const job = running;
    running = undefined;
    job?.settle.reject(new Error(reason));
  };
  const answered = (from: Worker, answer: LastAnswer) => {
    if (from !== thread) return;
    const job = running;
    running = undefined;
    if (answer.isLast) end("it has taken much memory");
    job?.settle.resolve(answer);
    next();
  };
  const started = (): Worker => {
    const worker = quietThread(module, limits);
    const lost = (reason: unknown) => {
      if (worker !== thread) return;
      end(String(reason));
      next();
    };
    worker.on("message", (answer) => answered(worker, answer));
    worker.on("error", lost);
    worker.on("exit", () => lost("the thread ended"));
    return worker;
  };
  const next = () => {
    if (running !== undefined) return;
    forgetTimer();
    running = waiting.shift();
    if (running === undefined) {
      forgetTimer = thread === undefined ? () => {} : clock.after(limits.idleMs, () => end("idle"));
      return;
    }
    if (running.signal?.aborted) {
      running.settle.reject(running.signal.reason);
      running = undefined;
      return next();
    }
    thread ??= started();
    thread.postMessage(running.job);
    forgetTimer = clock.after(limits.jobMs, () => {
      end("it took too long");
      next();
    });
  };

  return {
    run: (job, signal) => {
      const settle = Promise.withResolvers<unknown>();
      waiting.push({ job, signal, settle });
      next();
      return settle.promise;
    },
    stop: () => {
      for (const { settle } of waiting.splice(0)) settle.reject(new Error("stopped"));
      end("stopped");
    },
  };
}

/** It prints nothing, as decoders would, and does not keep the program alive. */
function quietThread(module: URL, { heapMb }: JobLimits): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: heapMb };
  const options = { name: "weir-jobs", resourceLimits, stdout: true, stderr: true };
  const worker = startThread(module, options);
  worker.stdout.resume();
  worker.stderr.resume();
  worker.unref();
  return worker;
}
