/** Exports that end early: killed, interrupted, or on a full disk. */
import { spawn } from "node:child_process";
import { readFileSync, watch } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { run } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { weir } from "../support/program.ts";
import { serveRealm } from "../support/realm-server.ts";

const mbox = ["export", "all", "--format", "mbox", "--to"];

async function seat() {
  const realm = await serveRealm("demo");
  const home = folder();
  const environment = { HOME: home, ...realm.as("Robin").environment };
  const path = (name: string) => join(home, name);
  const exported = (name: string) => run([...mbox, path(name)], environment);
  const content = (name: string) => readFileSync(path(name));
  return { realm, home, environment, path, exported, content };
}

type Seat = Awaited<ReturnType<typeof seat>>;

/** Ends with the signal once the file has begun to grow. */
async function ended({ home, environment, path }: Seat, name: string, signal: NodeJS.Signals) {
  const [program = "", ...argv] = weir;
  const child = spawn(program, [...argv, ...mbox, path(name)], {
    stdio: "ignore",
    env: { PATH: process.env["PATH"] ?? "", ...environment },
  });
  try {
    const watcher = watch(home, (_, changed) => {
      if (changed === name) child.kill(signal);
    });
    onTestFinished(() => watcher.close());
  } catch {
    // No system watches any number of folders: then it ends on its own.
  }
  return new Promise((resolve) => child.once("close", (code, by) => resolve(by ?? code)));
}

// In process, a file of each format is completed wherever it was cut.
/**
 * An export that is killed or interrupted is completed by the next run; on a full disk, a file has whole messages, and
 * the next run adds the others.
 */
test("an export that was cut off is completed by the next run", async () => {
  const one = await seat();
  await one.exported("whole");
  const whole = one.content("whole");
  expect([0, "SIGKILL"]).toContain(await ended(one, "cut", "SIGKILL"));
  expect([0, 130, "SIGINT"]).toContain(await ended(one, "cut", "SIGINT"));
  expect(await one.exported("cut")).toMatchObject({ code: 0, err: "" });
  expect(one.content("cut").equals(whole), "cut").toBe(true);

  // In blocks of 512 or 1024 bytes: about a third of the file, which is written in pages.
  const limit = Math.floor(whole.length / 3 / 1024);
  const words = [process.execPath, ...weir.slice(1), ...mbox, one.path("part")];
  const line = words.map((word) => `'${word}'`).join(" ");
  const failed = await run(["-c", `ulimit -f ${limit}; ${line}`], one.environment, ["/bin/sh"]);
  expect(failed).toMatchObject({ code: 1, out: "" });
  expect(failed.err).toMatch(/part cannot be written: .*\.\n$/);
  const part = one.content("part");
  expect(whole.subarray(0, part.length).equals(part), "part").toBe(true);
  expect(await one.exported("part")).toMatchObject({ code: 0, err: "" });
  expect(one.content("part").equals(whole), "completed").toBe(true);
});
