import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exposure, readTextFile, writePrivate } from "#host/credentials.ts";
import { folder } from "../support/folder.ts";

const text = (content: string) => ({
  kind: "text",
  text: content,
  isWhole: true,
  exposed: undefined,
});

test("a file that only its owner can read is accepted", async () => {
  const path = join(folder(), "rc");
  await writePrivate(path, "key = k");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readTextFile(path)).toEqual(text("key = k"));
});

test.each([0o640, 0o604, 0o644])(
  "a file of mode %o is reported with the command that makes it private",
  async (mode) => {
    const path = join(folder(), "my rc");
    writeFileSync(path, "key = k");
    chmodSync(path, mode);
    expect(await readTextFile(path)).toEqual({
      ...text("key = k"),
      exposed: `${path} contains a key, but others can read it. Run: chmod 600 '${path}'`,
    });
  },
);

test.each([
  [1000, 0o600, 1000, undefined],
  [0, 0o600, 1000, undefined],
  [1001, 0o600, 1000, /belongs to another user/],
  [1001, 0o600, 0, /belongs to another user/],
  [0, 0o640, 1000, /chmod 600/],
])("the exposure of a file of user %i and mode %o for user %i", (uid, mode, user, sentence) => {
  if (sentence === undefined) expect(exposure("rc", { uid, mode }, user)).toBeUndefined();
  else expect(exposure("rc", { uid, mode }, user)).toMatch(sentence);
});

test("a read error states its reason, and reading never blocks on a pipe", async () => {
  const path = folder();
  const pipe = join(path, "pipe");
  execFileSync("mkfifo", [pipe]);
  writeFileSync(join(path, "huge"), "x".repeat(1_000_001));
  symlinkSync(join(path, "loop"), join(path, "loop"));
  expect(await readTextFile(join(path, "rc"))).toEqual({
    kind: "missing",
    sentence: `There is no file ${join(path, "rc")}.`,
  });
  const sentences = ["", "pipe", "huge", "loop", "huge/rc"].map(async (name) => {
    const reading = await readTextFile(join(path, name));
    return reading.kind === "unreadable" && reading.sentence.split(": ")[1];
  });
  expect(await Promise.all(sentences)).toEqual([
    "it is a folder.",
    "it is not a regular file.",
    "it is larger than 1 MB.",
    "its symbolic links form a loop.",
    "a part of its path is not a folder.",
  ]);
  expect(await readTextFile("/dev/zero")).toMatchObject({ kind: "unreadable" });
});

test("writing creates the folder, replaces the whole file and leaves no temporary file", async () => {
  const path = join(folder(), "config", "weir", "config.toml");
  await writePrivate(path, "a long first text");
  await writePrivate(path, "short");
  expect(readFileSync(path, "utf8")).toBe("short");
  expect(readdirSync(join(path, ".."))).toEqual(["config.toml"]);
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
});

test("a link is preserved, and its target is written", async () => {
  const path = folder();
  writeFileSync(join(path, "real"), "old");
  symlinkSync(join(path, "real"), join(path, "link"));
  await writePrivate(join(path, "link"), "new");
  expect(lstatSync(join(path, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(path, "real"), "utf8")).toBe("new");
});

test("a failed write leaves no temporary file", async () => {
  const path = join(folder(), "taken");
  mkdirSync(path);
  await expect(writePrivate(path, "secret")).rejects.toThrow();
  expect(readdirSync(join(path, ".."))).toEqual(["taken"]);
});
