/**
 * The properties with a fresh seed and many runs: `npm run storm [-- FILTER…]`.
 *
 * `FC_RUNS` says how many (2,000 unless told), `FC_SEED` repeats an earlier storm. The seed is printed first.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { folders } from "./support/recordings-folder.ts";

const root = new URL("..", import.meta.url).pathname;
const { FC_RUNS = "2000", FC_SEED = String(Math.floor(Math.random() * 2 ** 31)) } = process.env;

/** How a test shows that it holds a property. */
const holdsProperty = /from "(?:fast-check|.*support\/runs\.ts)"/;

/** The tests that hold a property; those of recordings only where there are some. */
function properties(filters: readonly string[]): string[] {
  return globSync("test/**/*.test.{ts,tsx}", { cwd: root })
    .filter((path) => !path.startsWith("test/e2e/"))
    .filter((path) => folders.length > 0 || !path.includes(".recorded."))
    .filter((path) => holdsProperty.test(readFileSync(root + path, "utf8")))
    .filter((path) => filters.length === 0 || filters.some((part) => path.includes(part)));
}

const files = properties(process.argv.slice(2));
process.stdout.write(`FC_SEED=${FC_SEED} FC_RUNS=${FC_RUNS} in ${files.length} files\n`);
const hourMs = 3_600_000;
// Without a file, everything would run.
if (files.length === 0) process.exit(2);
const { status } = spawnSync(
  process.execPath,
  [
    `${root}node_modules/vitest/vitest.mjs`,
    "run",
    "--config",
    "test/vitest.config.ts",
    "--project",
    "fast",
    `--testTimeout=${hourMs}`,
    ...files,
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, FC_RUNS, FC_SEED } },
);
process.exitCode = status ?? 1;
