/**
 * Loaded before the program when the build runs it (`compile.ts`): caches the compiled code of its modules as it is after they
 * have run. Asked for by SIGUSR2, or when nothing is left to do; then the process ends.
 *
 * Node makes what it caches before a module runs: without the functions in it, which are compiled when they are first called.
 * But the engine takes a source that it has compiled before for the same code. So each module is imported once more, as one that
 * Node does not know, with the cache turned on; it fails before it would run again.
 */
import { enableCompileCache, flushCompileCache, registerHooks } from "node:module";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { BroadcastChannel, isMainThread, threadId } from "node:worker_threads";

/** The folder for what is compiled. */
const folder = process.env["COMPILED_FOLDER"] ?? "";
/** Of the program, or of the thread. */
const program = pathToFileURL(`${dirname(process.argv[1] ?? "")}/`).href;

/** What every file of the bundle imports, by its banner; not the entry file, which nothing would keep from running again. */
const common = "node:module";

const loaded = new Set<string>();
let isAgain = false;

registerHooks({
  resolve(specifier, context, next) {
    if (isAgain && loaded.has(specifier)) {
      const importAttributes = { type: "again" };
      return { url: specifier, format: "module", importAttributes, shortCircuit: true };
    }
    const { parentURL } = context;
    if (specifier === common && parentURL?.startsWith(program)) {
      if (isAgain) throw new Error("It has run.");
      loaded.add(parentURL);
    }
    return next(specifier, context);
  },
  load: (url, context, next) => next(url, { ...context, importAttributes: {} }),
});

async function compileAgain(): Promise<void> {
  isAgain = true;
  delete process.env["NODE_DISABLE_COMPILE_CACHE"];
  enableCompileCache(folder);
  await Promise.allSettled(Array.from(loaded, (url) => import(url)));
  flushCompileCache();
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
