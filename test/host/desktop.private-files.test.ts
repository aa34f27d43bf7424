/** Temporary files for other programs: names, modes and deletion. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPrivateFiles, fileName } from "#host/desktop.ts";
import { folder } from "../support/folder.ts";

test.for([
  ["cat.png", "cat.png"],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["-rf.png", "rf.png"],
  [".bashrc", "bashrc"],
  ["a\x1b[2Jb\n.txt", "a__2Jb_.txt"],
  ["猫 (1).jpg", "猫 _1_.jpg"],
  ["...", "file"],
  [`${"x".repeat(200)}.png`, `${"x".repeat(76)}.png`],
] as const)("%s becomes %s", ([received, name]) => {
  expect(fileName(received)).toBe(name);
});

test("a file is private, and removeAll deletes it with its folder", async () => {
  const files = createPrivateFiles();
  const path = await files.write("cat.png", async (take) => {
    await take(Buffer.from("mi"));
    await take(Buffer.from("au"));
  });
  expect(basename(path)).toBe("cat.png");
  expect(readFileSync(path, "utf8")).toBe("miau");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  await files.removeAll();
  expect(existsSync(dirname(path))).toBe(false);
});

test("a failed download leaves no file", async () => {
  const around = folder();
  vi.stubEnv("TMPDIR", around);
  onTestFinished(() => void vi.unstubAllEnvs());
  const files = createPrivateFiles();
  const failing = files.write("cat.png", async (take) => {
    await take(Buffer.from("mi"));
    throw new Error("cut");
  });
  await expect(failing).rejects.toThrow("cut");
  expect(readdirSync(around)).toEqual([]);
});
