import fc from "fast-check";
import { expect, test } from "vitest";
import {
  nearestShown,
  type Rows,
  scrolled,
  type Window,
  windowAt,
  windowShowing,
  windowWith,
} from "#ui/viewport.ts";

type Shape = { readonly height: number; readonly lead: number };

function rowsOf(shapes: readonly Shape[], ends: Partial<Rows> = {}): Rows {
  return {
    count: shapes.length,
    height: (index) => shapes[index]!.height,
    lead: (index) => shapes[index]!.lead,
    startKnown: true,
    endKnown: true,
    ...ends,
  };
}

const shape = fc
  .record({ height: fc.integer({ min: 1, max: 9 }), lead: fc.integer({ min: 0, max: 3 }) })
  .map(({ height, lead }) => ({ height, lead: Math.min(lead, height - 1) }));
const lists = fc.record({
  shapes: fc.array(shape, { minLength: 1, maxLength: 30 }),
  startKnown: fc.boolean(),
  endKnown: fc.boolean(),
  standAtEnd: fc.boolean(),
});
const screens = fc.integer({ min: 1, max: 100 });
const positions = fc.option(
  fc.record({ index: fc.nat(29), offset: fc.integer({ min: -40, max: 40 }) }),
  { nil: undefined },
);

function expectNoHoles(rows: Rows, height: number, window: Window) {
  let y = Math.max(0, -window.top.offset);
  if (y > 0 && rows.startKnown) {
    expect(rows.standAtEnd).toBe(true);
    expect(window.below).toBe(0);
  }
  for (const [at, part] of window.parts.entries()) {
    const before = window.parts[at - 1];
    expect(part.y).toBe(y);
    if (before !== undefined) {
      expect(part.index).toBe(before.index + 1);
      expect(part.from).toBe(0);
      expect(before.to).toBe(rows.height(before.index));
    }
    y += part.to - part.from;
  }
  expect(y + window.below).toBe(height);
  if (window.below > 0 && rows.endKnown) expect(window.top).toEqual({ index: 0, offset: 0 });
}

test("at any position and size the window has no gaps and shows the selected row", () => {
  fc.assert(
    fc.property(lists, screens, positions, fc.nat(), (list, height, position, pick) => {
      const rows = rowsOf(list.shapes, list);
      const chosen = pick % rows.count;
      const top = position && { ...position, index: position.index % rows.count };
      const window = windowWith(rows, height, windowAt(rows, height, top), chosen);
      expectNoHoles(rows, height, window);
      const part = window.parts.find(({ index }) => index === chosen);
      expect(part?.to).toBeGreaterThan(rows.lead(chosen));
    }),
  );
});

test("showing a row shows it completely if it fits", () => {
  fc.assert(
    fc.property(lists, screens, positions, fc.nat(), (list, height, position, pick) => {
      const rows = rowsOf(list.shapes, list);
      const chosen = pick % rows.count;
      const top = position && { ...position, index: position.index % rows.count };
      const window = windowShowing(rows, height, windowAt(rows, height, top), chosen);
      expectNoHoles(rows, height, window);
      const part = window.parts.find(({ index }) => index === chosen);
      expect(part).toBeDefined();
      if (rows.height(chosen) <= height) {
        expect(part).toMatchObject({ from: 0, to: rows.height(chosen) });
      }
    }),
  );
});

test("scrolling down and up by the same number of lines returns to the same position", () => {
  fc.assert(
    fc.property(
      lists,
      screens,
      positions,
      fc.integer({ min: -20, max: 20 }),
      (list, height, position, lines) => {
        const rows = rowsOf(list.shapes, list);
        const top = position && { ...position, index: position.index % rows.count };
        const before = windowAt(rows, height, top);
        const after = scrolled(rows, height, before, lines);
        expectNoHoles(rows, height, after);
        const cameToAnEnd = before.atStart || before.atEnd || after.atStart || after.atEnd;
        if (!cameToAnEnd) expect(scrolled(rows, height, after, -lines).top).toEqual(before.top);
      },
    ),
  );
});

test("rows added above or below do not move the visible ones", () => {
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 5, maxLength: 20 }),
      fc.array(shape, { maxLength: 10 }),
      fc.array(shape, { maxLength: 10 }),
      fc.integer({ min: 1, max: 10 }),
      fc.nat(4),
      (known, above, below, height, index) => {
        const before = windowAt(rowsOf(known), height, { index, offset: 0 });
        if (before.atEnd) return;
        const grown = rowsOf([...above, ...known, ...below]);
        const top = { index: before.top.index + above.length, offset: before.top.offset };
        const after = windowAt(grown, height, top);
        expect(after.parts.map(({ from, to, y }) => [from, to, y])).toEqual(
          before.parts.map(({ from, to, y }) => [from, to, y]),
        );
      },
    ),
  );
});

test("far from its end, only visible rows of a list are laid out", () => {
  const asked = new Set<number>();
  const rows = rowsOf(Array.from({ length: 100 }, () => ({ height: 2, lead: 0 })));
  const height = (index: number) => {
    asked.add(index);
    return rows.height(index);
  };
  const window = windowAt({ ...rows, height }, 10, { index: 20, offset: 1 });
  expect([...asked].sort((a, b) => a - b)).toEqual(window.parts.map(({ index }) => index));
});

test("a short list is at the top if its start is known and nothing follows it, else at the bottom", () => {
  const shapes = [
    { height: 2, lead: 0 },
    { height: 1, lead: 0 },
  ];
  expect(windowAt(rowsOf(shapes), 10, undefined).parts[0]?.y).toBe(0);
  expect(windowAt(rowsOf(shapes, { startKnown: false }), 10, undefined).parts[0]?.y).toBe(7);
  for (const top of [undefined, { index: 0, offset: 0 }, { index: 1, offset: -3 }])
    expect(windowAt(rowsOf(shapes, { standAtEnd: true }), 10, top).parts[0]?.y).toBe(7);
  expect(windowAt(rowsOf(shapes, { standAtEnd: true }), 2, undefined).parts[0]?.y).toBe(0);
});

test("nearestShown is the visible row with text that is nearest to the selection", () => {
  const rows = rowsOf(Array.from({ length: 10 }, () => ({ height: 3, lead: 1 })));
  const window = windowAt(rows, 7, { index: 4, offset: 0 });
  expect([0, 5, 9].map((index) => nearestShown(rows, window, index))).toEqual([4, 5, 5]);
});
