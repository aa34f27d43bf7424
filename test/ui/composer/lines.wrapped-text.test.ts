import fc from "fast-check";
import { expect, test } from "vitest";
import { standardCells } from "#base/cells.ts";
import { createWrapping } from "#ui/composer/lines.ts";

const word = fc.constantFrom("a", "word", "\n", " ", "日本", "👨‍👩‍👧", "é", "unbroken".repeat(4));
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
const change = fc.record({ from: fc.nat(200), to: fc.nat(200), inserted: text });

test("after any edits, incremental wrapping equals wrapping the whole text", () => {
  fc.assert(
    fc.property(
      text,
      fc.array(change, { maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (first, changes, columns) => {
        const lines = createWrapping();
        let now = first;
        expect(lines(standardCells, now, columns)).toEqual(standardCells.lines(now, columns));
        for (const { from, to, inserted } of changes) {
          const [start, end] = [Math.min(from, to), Math.max(from, to)];
          now = now.slice(0, start) + inserted + now.slice(end);
          expect(lines(standardCells, now, columns)).toEqual(standardCells.lines(now, columns));
        }
      },
    ),
  );
});
