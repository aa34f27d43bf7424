/**
 * How the tests run: `fast` (the client) and `realm` (the embedded server) in process and side by side, `e2e` in
 * pseudo-terminals and afterwards, `recordings` only where there are recordings of a real server, or where it is
 * asked for by name.
 */
import { existsSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { folder } from "./support/recordings-folder.ts";

const root = new URL("..", import.meta.url).pathname;
const recorded = "test/**/*.recorded.test.ts";
const hasRecordings = existsSync(folder) || process.argv.includes("recordings");

const recordings = {
  root,
  test: {
    name: "recordings",
    include: [recorded],
    pool: "threads" as const,
    isolate: false,
    testTimeout: 60_000,
  },
};

/** What tests the embedded realm. */
const realm = [
  "test/realm/**/*.test.ts",
  "test/access/**/*.test.ts",
  "test/contract/**/*.test.ts",
  "test/levels/realm/**/*.test.ts",
  "test/fuzz/{examples,realm}.test.ts",
];

const inProcess = {
  pool: "threads",
  // Loading the modules anew for each file took longer than the tests. What they keep are caches alone.
  isolate: false,
  setupFiles: "test/support/properties.ts",
  testTimeout: 20_000,
} as const;

export default defineConfig({
  root,
  test: {
    reporters: ["default"],
    projects: [
      {
        root,
        test: {
          ...inProcess,
          name: "fast",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/e2e/**", recorded, ...realm],
        },
      },
      { root, test: { ...inProcess, name: "realm", include: realm, exclude: [recorded] } },
      {
        root,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          pool: "forks",
          // They wait for terminals and clocks more than they compute, so three at once keep two cores busy.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: ["test/support/built.ts"],
          setupFiles: ["test/support/properties.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...(hasRecordings ? [recordings] : []),
    ],
  },
});
