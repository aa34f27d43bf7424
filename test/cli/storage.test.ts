import { expect, test } from "vitest";
import { Exit } from "#cli/exit-codes.ts";
import { withStorage } from "#cli/storage.ts";
import type { JournalStorage } from "#journal/storage.ts";
import { full, memoryDisk } from "../support/storage.ts";

function setUp() {
  const disk = memoryDisk();
  let isOpen = false;
  const openOutbox = async (): Promise<JournalStorage> => {
    isOpen = true;
    const close = async () => {
      isOpen = false;
    };
    return { ...disk.open(), close };
  };
  return { disk, context: { openOutbox }, isOpen: () => isOpen };
}

const write = async (storage: JournalStorage) => {
  await storage.putValue("place", "here");
  return "kept";
};

test("a disk that refuses ends the verb, unless it can do without; it is closed in any case", async () => {
  const { disk, context, isOpen } = setUp();
  expect(await withStorage(context, write)).toBe("kept");
  expect(isOpen()).toBe(false);
  disk.fail(full);
  await expect(withStorage(context, write)).rejects.toEqual(new Exit("refused", full.sentence));
  expect(await withStorage(context, write, () => "lost")).toBe("lost");
  expect(isOpen()).toBe(false);
});

test("only a refusal of the disk is one", async () => {
  const { disk, context, isOpen } = setUp();
  const bug = new TypeError("A bug.");
  disk.fail(bug);
  await expect(withStorage(context, write, () => "lost")).rejects.toBe(bug);
  expect(isOpen()).toBe(false);
});
