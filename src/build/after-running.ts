/**
 * Loaded before the program when the build runs it (`compile.ts`): caches the compiled code of its modules as it is after they
 * have run. Asked for by SIGUSR2, or when nothing is left to do; then the process ends.
 */
import { syncBuiltinESMExports } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";
import { compilingAgain } from "#app/compile-again.ts";

// Code is valid for the flags of the moment when it is cached, which another thread could have changed.
v8.setFlagsFromString = () => {};
syncBuiltinESMExports();

/** The folder for what is compiled. */
const folder = process.env["COMPILED_FOLDER"] ?? "";
/** Of the program, or of the thread. */
const program = pathToFileURL(`${dirname(process.argv[1] ?? "")}/`).href;

const compile = compilingAgain(program);

async function compileAgain(): Promise<void> {
  delete process.env["NODE_DISABLE_COMPILE_CACHE"];
  await compile(folder);
}

/** Asks all threads to compile; each answers with its number. */
const channel = new BroadcastChannel("weir-after-running");
channel.unref();
const ask = "compile";
const threads = new Set<number>();
let hasCompiled = false;

function endIfDone(): void {
  if (hasCompiled && threads.size === 0) process.exit();
}

async function compileAll(): Promise<void> {
  await compileAgain();
  hasCompiled = true;
  channel.postMessage(ask);
  endIfDone();
}

function forget(thread: number): void {
  threads.delete(thread);
  endIfDone();
}

if (isMainThread) {
  process.on("worker", (worker) => {
    const { threadId: thread } = worker;
    threads.add(thread);
    worker.once("exit", () => forget(thread));
  });
  channel.onmessage = ({ data: thread }) => forget(thread);
  process.on("SIGUSR2", compileAll).once("beforeExit", compileAll);
} else {
  channel.onmessage = async ({ data }) => {
    if (data !== ask) return;
    await compileAgain();
    channel.postMessage(threadId);
  };
}
