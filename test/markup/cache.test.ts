import { expect, test } from "vitest";
import { type LayoutKey, layoutCache } from "../../src/markup/cache.ts";
import { emptyDocument } from "../../src/markup/document.ts";

const key: LayoutKey = { messageId: 1, revision: "a", names: 0, columns: 80, look: 0 };

function counted(capacity?: number) {
  const cache = layoutCache(capacity);
  const counts = { read: 0, laidOut: 0 };
  const ask = (changes: Partial<LayoutKey> = {}) => {
    const read = () => {
      counts.read += 1;
      return emptyDocument;
    };
    const layOut = () => {
      counts.laidOut += 1;
      return { rows: [], lines: [] };
    };
    return cache.get({ ...key, ...changes }, read, layOut);
  };
  return { cache, counts, ask };
}

test("what was laid out is not laid out again", () => {
  const { counts, ask } = counted();
  expect(ask()).toBe(ask());
  expect(counts).toEqual({ read: 1, laidOut: 1 });
});

test.each([
  ["a new width", { columns: 40 }],
  ["a new look", { look: 1 }],
])("%s lays out again what was read once", (_, change) => {
  const { counts, ask } = counted();
  ask();
  ask(change);
  expect(counts).toEqual({ read: 1, laidOut: 2 });
});

test.each([
  ["a new text", { revision: "b" }],
  ["a new name", { names: 1 }],
])("%s reads the message again", (_, change) => {
  const { counts, ask } = counted();
  ask();
  ask(change);
  expect(counts).toEqual({ read: 2, laidOut: 2 });
});

test("the message that nobody looked at for longest goes first", () => {
  const { cache, counts, ask } = counted(2);
  for (const messageId of [1, 2, 1, 3]) ask({ messageId });
  expect([cache.size(), counts.read]).toEqual([2, 3]);
  ask({ messageId: 1 });
  expect(counts.read).toBe(3);
  ask({ messageId: 2 });
  expect(counts.read).toBe(4);
});
