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
import { readPrivate, writePrivate } from "#host/credentials.ts";
import { folder } from "../support/folder.ts";

test("a file that its owner alone can read is read", async () => {
  const path = join(folder(), "rc");
  await writePrivate(path, "key = k");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await readPrivate(path)).toEqual({ kind: "text", text: "key = k" });
});

test.each([0o640, 0o604, 0o644])(
  "a secret in a file of mode %o is refused with the command that helps",
  async (mode) => {
    const path = join(folder(), "my rc");
    writeFileSync(path, "key = k");
    chmodSync(path, mode);
    expect(await readPrivate(path)).toEqual({
      kind: "exposed",
      sentence: `Others can read ${path}, and it holds a key. Run: chmod 600 '${path}'`,
    });
    expect(await readPrivate(path, (text) => text.includes("password"))).toMatchObject({
      kind: "text",
    });
  },
);

test("what cannot be read says why", async () => {
  const here = folder();
  expect(await readPrivate(join(here, "rc"))).toEqual({
    kind: "missing",
    sentence: `There is no file ${join(here, "rc")}.`,
  });
  expect(await readPrivate(here, () => false)).toEqual({
    kind: "unreadable",
    sentence: `${here} cannot be read: it is a folder.`,
  });
});

test("writing makes the folder, replaces the whole text and leaves nothing beside it", async () => {
  const path = join(folder(), "config", "weir", "config.toml");
  await writePrivate(path, "a long first text");
  await writePrivate(path, "short");
  expect(readFileSync(path, "utf8")).toBe("short");
  expect(readdirSync(join(path, ".."))).toEqual(["config.toml"]);
  expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
});

test("a link stays a link, and its file gets the text", async () => {
  const here = folder();
  writeFileSync(join(here, "real"), "old");
  symlinkSync(join(here, "real"), join(here, "link"));
  await writePrivate(join(here, "link"), "new");
  expect(lstatSync(join(here, "link")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(here, "real"), "utf8")).toBe("new");
});

test("a text that cannot be put in place leaves no draft of it", async () => {
  const path = join(folder(), "taken");
  mkdirSync(path);
  await expect(writePrivate(path, "secret")).rejects.toThrow();
  expect(readdirSync(join(path, ".."))).toEqual(["taken"]);
});
