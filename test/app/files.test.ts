/** What the demo, whose realm is new at each start, takes over from the last one. */
import { expect, test } from "vitest";
import { type Files, withoutSteps } from "#app/files.ts";
import { noArchive } from "#archive/archive.ts";
import type { Step } from "#journal/journal.ts";
import { memoryDisk } from "../support/storage.ts";

test("the place is there at the next start, and nothing can be undone in another realm", async () => {
  const disk = memoryDisk();
  const open = () =>
    withoutSteps({ storage: disk.open(), archive: noArchive } as unknown as Files).storage;
  const step = { id: "a", at: 1, sentence: "Done #dev", inverse: [] } as unknown as Step;
  const first = open();
  await first.putValue("place", "here");
  await first.putStep(step);
  const next = open();
  expect((await next.load()).values.get("place")).toBe("here");
  expect((await next.steps(0, 0)).rows).toEqual([]);
  expect(disk.steps.size).toBe(0);
});
