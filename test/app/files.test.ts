/** What the demo, whose realm is new at each start, takes over from the last one. */
import { expect, test } from "vitest";
import { type Files, noMessages, openFiles, withoutSteps } from "#app/files.ts";
import { noArchive } from "#archive/archive.ts";
import { folders } from "#host/paths.ts";
import type { StateFailure } from "#host/rows.ts";
import { StateError } from "#host/state-db.ts";
import type { Step } from "#journal/journal.ts";
import { folder } from "../support/folder.ts";
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

test.each<[kind: StateFailure["kind"], said: string, sentence: string]>([
  ["full", "Nothing is saved to disk: it is full.", "Nothing is saved to disk: it is full."],
  ["broken", "It is newer.", "What you write is not saved to disk. It is newer."],
])(
  "of files that cannot be opened, as of a disk that is %s, it is said once that nothing is saved",
  async (kind, said, sentence) => {
    const home = folder();
    const owner = { site: "https://acme.example", email: "ana@acme.example" };
    const open = () => Promise.reject(new StateError({ kind, sentence: said }));
    expect((await openFiles(folders({}, home), owner, { open }, noMessages)).sentences).toEqual([
      sentence,
    ]);
  },
);
