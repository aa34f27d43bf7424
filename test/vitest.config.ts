/**
 * How the tests run: `fast` in process, and `e2e` in pseudo-terminals and afterwards. Tests of recordings of a real server
 * run only where there are some, or where they are asked for by name.
 */
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { defineConfig } from "vitest/config";
import { folders } from "./support/recordings-folder.ts";
import { isStorm } from "./support/runs.ts";
import { SlowFirst } from "./support/slow-first.ts";

const root = new URL("..", import.meta.url).pathname;
const recorded = "test/**/*.recorded.test.ts";
const asksForRecordings = process.argv.some((word) => word.includes(".recorded."));
const hasRecordings = folders.some((folder) => existsSync(folder));
const withoutRecordings = hasRecordings || asksForRecordings ? [] : [recorded];

// The zone of the times that tests expect: threads and processes take it from here.
process.env["TZ"] = "UTC";

// What is compiled is kept for the next run, also by the threads and programs that tests start: each would take up to a second of
// a core longer to compile its modules and strip their types.
const compiled = `${root}node_modules/.cache/tests`;
process.env["NODE_COMPILE_CACHE"] = compiled;
enableCompileCache(compiled);

// One a core: the main thread has little to do beside them.
const maxWorkers = Math.max(2, availableParallelism());

// The threads take these from here. Tests leave much behind that is soon garbage, and most of the work of a collection
// is to copy what is still in use.
setFlagsFromString("--min-semi-space-size=64");
setFlagsFromString("--max-semi-space-size=64");
// A heap grows by modules that stay; a collector that starts with little room marks them again and again.
setFlagsFromString("--initial-old-space-size=700");
// Most functions run too rarely to repay the slowest compiler; in a storm they do.
if (!isStorm) setFlagsFromString("--no-turbofan");

// What a test waits for comes at once, or late on a busy machine: only what never comes should fail. With six times as many
// processes as cores the slowest tests took 11 s in process and 25 s end to end.
const patient = {
  testTimeout: 100_000,
  hookTimeout: 100_000,
  expect: { poll: { timeout: 40_000 } },
};

// Nothing is mocked, so Node imports the tests itself: Vite would transform every module in the main thread, and each use of
// an import would be a call.
const experimental = { viteModuleRunner: false, nodeLoader: false };

// Another project is other threads, which load every module once more.
export default defineConfig({
  root,
  test: {
    reporters: ["default"],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: "fast",
          // React as the program has it: what it checks and notes for developers takes time and is not read here.
          env: { NODE_ENV: "production" },
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/e2e/**", ...withoutRecordings],
          pool: "threads",
          // Loading the modules anew for each file took longer than the tests. What they keep are caches alone.
          isolate: false,
          experimental,
          maxWorkers,
          setupFiles: ["test/support/in-process.ts"],
          ...patient,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          pool: "forks",
          // Processes do not take the flags above. The programs that they start have flags of their own.
          execArgv: ["--no-turbofan"],
          isolate: false,
          experimental,
          // They wait for terminals and clocks as well as compute, so eight at once keep two cores busy.
          maxWorkers: maxWorkers + 6,
          sequence: { groupOrder: 1 },
          globalSetup: ["test/support/built.ts"],
          setupFiles: ["test/support/end-to-end.ts"],
          ...patient,
        },
      },
    ],
  },
});
