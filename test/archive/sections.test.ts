import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { ArchiveChange } from "#archive/archive.ts";
import { openCacheFile } from "#archive/cache-file.ts";
import { fakeClock } from "../support/clock.ts";
import { folder } from "../support/folder.ts";

/** One opening of the file by a process that runs if it is in `running`. */
function processOn(path: string, id: string, running: ReadonlySet<string>, now = 1000) {
  const clock = { ...fakeClock(), now: () => now };
  const holder = { id, isAlive: (other: string) => running.has(other) };
  const file = openCacheFile({ folder: path, account: "me", keepsMessages: true, clock, holder });
  return {
    close: file.close,
    load: () => file.run({ call: "load", args: [] }),
    save: (sections: Readonly<Record<string, string | undefined>>) => {
      const changes = Object.entries(sections).map(
        ([name, json]): ArchiveChange => ({ kind: "section", name, json }),
      );
      return file.run({ call: "write", args: [changes, true] });
    },
  };
}

function saved(sections: Readonly<Record<string, string>>, savedAt = 1000) {
  return {
    sections: Object.entries(sections).map(([name, json]) => ({ name, json })),
    savedAt,
  };
}

test("two processes each keep a replica of one moment, and the one saved last is loaded", () => {
  const path = folder();
  const running = new Set(["a", "b"]);
  const a = processOn(path, "a", running);
  expect(a.load()).toBeUndefined();
  a.save({ people: "1", streams: "1" });
  const b = processOn(path, "b", running);
  expect(b.load()).toEqual(saved({ people: "1", streams: "1" }));
  b.save({ streams: "2" });
  a.save({ people: "3" });
  // The clock was set back: what was saved last is not what has the latest time.
  const c = processOn(path, "c", running, 5);
  expect(c.load()).toEqual(saved({ people: "3", streams: "1" }));
  c.save({ people: undefined });
  expect(b.load()).toEqual(saved({ streams: "1" }, 5));
});

test("a process that loads what it has saved itself goes on with it", () => {
  const a = processOn(folder(), "a", new Set(["a"]));
  a.save({ people: "1", streams: "1" });
  a.load();
  a.save({ people: "2" });
  expect(a.load()).toEqual(saved({ people: "2", streams: "1" }));
});

test("the replicas of processes that have ended are erased", () => {
  const path = folder();
  for (const id of ["a", "b"]) {
    const ended = processOn(path, id, new Set());
    ended.load();
    ended.save({ [id]: "1" });
    ended.close();
  }
  const c = processOn(path, "c", new Set(["c"]));
  c.load();
  c.save({ c: "1" });
  c.close();
  const database = new DatabaseSync(join(path, "cache.db"));
  expect(database.prepare("SELECT DISTINCT owner FROM sections").all()).toMatchObject([
    { owner: "c" },
  ]);
  database.close();
});

test("who loaded a replica that changed meanwhile has to write all of it", () => {
  const path = folder();
  const running = new Set(["a", "b"]);
  const a = processOn(path, "a", running);
  a.save({ people: "1", streams: "1" });
  const b = processOn(path, "b", running);
  b.load();
  a.save({ people: "2", streams: "2" });
  expect(b.save({ streams: "3" })).toBe(0);
  expect(b.load()).toEqual(saved({ people: "2", streams: "2" }));
});
