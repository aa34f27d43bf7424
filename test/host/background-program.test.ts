/** Programs beside the screen: what they print, and how they are ended. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { type Bounds, runInBackground } from "#host/background-program.ts";
import { folder } from "../support/folder.ts";

const { PATH } = process.env;

function run(words: readonly [string, ...string[]], bounds: Partial<Bounds> = {}, input?: string) {
  return runInBackground(
    { words, environment: { PATH }, ...(input !== undefined && { input }) },
    { bytes: 1_000_000, ...bounds },
    systemClock,
  );
}

const shell = (line: string, ...rest: string[]) => ["sh", "-c", line, "sh", ...rest] as const;

test("arguments and input arrive as they are, and output and errors come back", async () => {
  const hostile = "$(touch /tmp/x) `id` \"' ; rm -rf / \n--help";
  const printed = shell('printf %s "$1"; cat; echo sorry >&2; exit 3', hostile);
  expect(await run([...printed], {}, " and input")).toEqual({
    kind: "ended",
    code: 3,
    output: `${hostile} and input`,
    errors: "sorry\n",
  });
});

test("a program that ends before it has read its input is no error", async () => {
  expect(await run(["true"], {}, "x".repeat(1_000_000))).toMatchObject({ kind: "ended", code: 0 });
});

test("a program that does not exist, or that the system refuses, is told", async () => {
  expect(await run(["there-is-no-such-program"])).toEqual({ kind: "not found" });
  expect(await run(["true", "x".repeat(5_000_000)])).toMatchObject({ kind: "refused" });
  expect(await run(["true", "a\0b"])).toMatchObject({ kind: "refused" });
});

test("one that takes too long or prints too much is ended with what it started", async () => {
  const path = join(folder(), "alive");
  const line = `(sleep 1; touch ${path}) & sleep 60`;
  expect(await run([...shell(line)], { ms: 200 })).toEqual({ kind: "took too long" });
  expect(await run(["yes"], { bytes: 10_000 })).toEqual({ kind: "printed too much" });
  await wait(1_500);
  expect(existsSync(path)).toBe(false);
});

test("it can be stopped, also before it has begun", async () => {
  const { signal } = new AbortController();
  const running = new AbortController();
  const stopped = run(["sleep", "60"], { signal: running.signal });
  running.abort();
  expect(await stopped).toEqual({ kind: "stopped" });
  expect(await run(["sleep", "60"], { signal: AbortSignal.abort() })).toEqual({ kind: "stopped" });
  expect(await run(["true"], { signal })).toMatchObject({ kind: "ended" });
});

test("what it leaves running does not hold it up, and goes on", async () => {
  const path = join(folder(), "left");
  const ran = await run([...shell(`(sleep 1; touch ${path}) & echo done`)]);
  expect(ran).toMatchObject({ kind: "ended", output: "done\n" });
  await expect.poll(() => existsSync(path), { timeout: 10_000 }).toBe(true);
});
