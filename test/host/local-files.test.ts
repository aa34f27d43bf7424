/** Listing, finding and reading the user's files. */
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createFile, FileExists, findFile, listFolder, openLocalFile } from "#host/local-files.ts";
import { folder } from "../support/folder.ts";

test("a folder lists files and folders, and links as their targets", async () => {
  const home = folder();
  mkdirSync(join(home, "sub"));
  writeFileSync(join(home, "a b.txt"), "hello");
  symlinkSync(join(home, "sub"), join(home, "to sub"));
  symlinkSync(join(home, "nowhere"), join(home, "to nowhere"));
  expect(await listFolder(home)).toEqual([
    { name: "a b.txt", isFolder: false },
    { name: "sub", isFolder: true },
    { name: "to nowhere", isFolder: false },
    { name: "to sub", isFolder: true },
  ]);
  expect(await listFolder(join(home, "no"))).toEqual([]);
});

test("a file is found with its size, and anything else is an error", async () => {
  const home = folder();
  const path = join(home, "a.txt");
  writeFileSync(path, "hello");
  expect(await findFile(path)).toMatchObject({ path, name: "a.txt", size: 5 });
  expect(await findFile(home)).toBe(`${home} cannot be read: it is a folder.`);
  expect(await findFile(`${path}x`)).toMatch(/cannot be read: there is no such file or folder\.$/);
});

test("a file is read from its beginning each time", async () => {
  const path = join(folder(), "a.txt");
  writeFileSync(path, "hello");
  const { size, chunks } = await openLocalFile(path);
  for (let times = 0; times < 2; times += 1) {
    expect([size, await textOf(chunks)]).toEqual([5, "hello"]);
  }
  await expect(openLocalFile(`${path}x`)).rejects.toThrow(/cannot be read/);
});

test.each([
  ["written anew", "B".repeat(300_000)],
  ["cut", "A"],
  ["longer", "A".repeat(300_001)],
])("of a file that is %s while it is read, the end is not given", async (_, text) => {
  const path = join(folder(), "a.txt");
  writeFileSync(path, "A".repeat(300_000));
  // Clocks of file systems are coarse.
  utimesSync(path, 1, 1);
  const { chunks } = await openLocalFile(path);
  const read: string[] = [];
  const reading = (async () => {
    for await (const chunk of chunks) {
      if (read.length === 0) writeFileSync(path, text);
      read.push(new TextDecoder().decode(chunk));
    }
  })();
  await expect(reading).rejects.toThrow("It was changed while it was read.");
  expect(read.join("").length).toBeLessThan(300_000);
  // Nor is another version given from its beginning.
  const again = chunks[Symbol.asyncIterator]().next();
  await expect(again).rejects.toThrow("It was changed while it was read.");
});

test("a pipe or a device is refused, also where there was a file before", async () => {
  const home = folder();
  const [path, pipe] = [join(home, "a.txt"), join(home, "pipe")];
  writeFileSync(path, "hello");
  execFileSync("mkfifo", [pipe]);
  const reason = /: it is not a regular file\.$/;
  expect(await findFile(pipe)).toMatch(reason);
  await expect(openLocalFile("/dev/zero")).rejects.toThrow(reason);
  const { chunks } = await openLocalFile(path);
  renameSync(pipe, path);
  await expect(textOf(chunks)).rejects.toThrow("it is not a regular file");
});

test("a file is created whole or not at all, in a folder under its name, and never over another one", async () => {
  const home = folder();
  const says = (text: string) => async (take: (part: Uint8Array) => Promise<void>) =>
    take(new TextEncoder().encode(text));
  const path = join(home, "a.txt");
  expect(await createFile(path, "b.txt", says("one"))).toBe(path);
  expect(readFileSync(path, "utf8")).toBe("one");
  expect(await createFile(home, "b.txt", says("two"))).toBe(join(home, "b.txt"));
  await expect(createFile(path, "b.txt", says("three"))).rejects.toThrow(FileExists);
  expect(readFileSync(path, "utf8")).toBe("one");
  const fails = async (take: (part: Uint8Array) => Promise<void>) => {
    await take(new Uint8Array(9));
    throw new Error("The line is gone.");
  };
  await expect(createFile(join(home, "c.txt"), "c.txt", fails)).rejects.toThrow("gone");
  expect((await listFolder(home)).map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
});
