/** Files that several programs change, with real ones. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import type { FileResult } from "#host/credentials.ts";
import { holderId } from "#host/leases.ts";
import { updateFile } from "#host/shared-file.ts";
import { folder } from "../support/folder.ts";

function file(content = "first\n") {
  const home = folder();
  const path = join(home, "config.toml");
  writeFileSync(path, content);
  return { home, path, text: () => readFileSync(path, "utf8") };
}

const textIn = (reading: FileResult) => (reading.kind === "text" ? reading.text : "");
const adding = (line: string) => (before: FileResult) => `${textIn(before)}${line}\n`;

test("of changes at once none is lost, and nothing is left beside the file", async () => {
  const { home, path, text } = file();
  const lines = ["a", "b", "c", "d", "e"];
  await Promise.all(lines.map((line) => updateFile(path, adding(line))));
  expect(text().trim().split("\n").toSorted()).toEqual([...lines, "first"]);
  expect(readdirSync(home)).toEqual(["config.toml"]);
});

test.each<[how: string, save: (path: string, text: string) => void]>([
  ["in place", (path, text) => writeFileSync(path, text)],
  [
    "by replacing it",
    (path, text) => {
      writeFileSync(`${path}~`, text);
      renameSync(`${path}~`, path);
    },
  ],
])("what an editor saves %s while it is changed stays", async (_, save) => {
  const { path, text } = file();
  let isSaved = false;
  await updateFile(path, (before) => {
    if (!isSaved) save(path, "edited\n");
    isSaved = true;
    return adding("mine")(before);
  });
  expect(text()).toBe("edited\nmine\n");
});

test("a file that never rests is left alone, with a reason", async () => {
  const { home, path, text } = file();
  let saves = 0;
  const changing = updateFile(path, (before) => {
    saves += 1;
    writeFileSync(path, `edited ${saves}\n`);
    return adding("mine")(before);
  });
  await expect(changing).rejects.toThrow("another program keeps changing it");
  expect(text()).toBe(`edited ${saves}\n`);
  expect(readdirSync(home)).toEqual(["config.toml"]);
});

test("a change that fails leaves the file as it was, and the next one goes on", async () => {
  const { path, text } = file();
  const failing = updateFile(path, () => {
    throw new Error("No.");
  });
  await expect(failing).rejects.toThrow("No.");
  expect(text()).toBe("first\n");
  await updateFile(path, adding("second"));
  expect(text()).toBe("first\nsecond\n");
});

test("the lock of a process that was killed is broken, and that of one that was stopped after ten seconds", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const { home, path, text } = file();
  const lock = `${path}.lock`;
  for (const left of [`${pid}:1:x`, "", holderId(process.pid)]) {
    writeFileSync(lock, left);
    const since = systemClock.now() / 1000 - 11;
    if (!left.startsWith(`${pid}`)) utimesSync(lock, since, since);
    await updateFile(path, adding("x"));
  }
  expect(text()).toBe("first\nx\nx\nx\n");
  expect(readdirSync(home)).toEqual(["config.toml"]);
});

test("whoever changes the file now is waited for, and after ten seconds that is said", async () => {
  const { path, text } = file();
  let seconds = 0;
  const elapsed = () => {
    seconds += 1;
    return seconds * 1000;
  };
  const clock = { ...systemClock, elapsed, sleep: async () => {} };
  writeFileSync(`${path}.lock`, holderId(process.pid));
  const changing = updateFile(path, adding("x"), clock);
  await expect(changing).rejects.toThrow("another program is changing it");
  expect(seconds).toBeGreaterThan(10);
  expect(text()).toBe("first\n");
});

test("a disk without room for the lock is a refusal, which leaves none behind", () => {
  const { home, path, text } = file();
  const change = `
    import { updateFile } from "#host/shared-file.ts";
    const changed = updateFile(${JSON.stringify(path)}, () => "second");
    process.stdout.write(await changed.then(() => "changed", ({ code }) => code));`;
  const program = [process.execPath, "--input-type=module", "-e", change];
  const full = ["-c", `trap '' XFSZ; ulimit -f 0; exec "$@"`, "", ...program];
  expect(spawnSync("/bin/sh", full, { encoding: "utf8" }).stdout).toBe("EFBIG");
  expect([text(), readdirSync(home)]).toEqual(["first\n", ["config.toml"]]);
});
