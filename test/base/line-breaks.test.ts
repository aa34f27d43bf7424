import fc from "fast-check";
import { expect, test } from "vitest";
import { width, wrap } from "#base/cells.ts";
import { graphemes } from "#base/safe-text.ts";
import { lineRanges } from "../../src/base/line-breaks.ts";
import { growth } from "../support/growth.ts";
import { mixedText } from "../support/texts.ts";

const columns = fc.integer({ min: 1, max: 40 });
const text = fc.array(fc.oneof(mixedText, fc.constant("\n"))).map((all) => all.join(""));
const ink = (all: string) => all.replace(/[ \u3000\n]/g, "");

test("no line is wider than requested, except for a single wide cluster", () => {
  fc.assert(
    fc.property(text, columns, (all, requested) => {
      for (const line of wrap(all, requested)) {
        if (graphemes(line).length > 1) expect(width(line)).toBeLessThanOrEqual(requested);
      }
    }),
  );
});

test("only blanks at line ends are dropped", () => {
  fc.assert(
    fc.property(text, columns, (all, requested) => {
      expect(ink(wrap(all, requested).join(""))).toBe(ink(all));
    }),
  );
});

test("no cluster is split across lines", () => {
  fc.assert(
    fc.property(mixedText, columns, (all, requested) => {
      const edges = new Set([0]);
      let at = 0;
      for (const cluster of graphemes(all)) {
        at += cluster.length;
        edges.add(at);
      }
      for (const { start, end } of lineRanges(all, requested, width)) {
        expect(edges.has(start)).toBe(true);
        expect(edges.has(end)).toBe(true);
      }
    }),
  );
});

test("a line's cells are its width", () => {
  fc.assert(
    fc.property(text, columns, (all, requested) => {
      for (const { start, end, cells } of lineRanges(all, requested, width)) {
        expect(cells).toBe(width(all.slice(start, end)));
      }
    }),
  );
});

test("words wider than a line are split, others are not", () => {
  expect(wrap("rolling back 4.2", 8)).toEqual(["rolling", "back 4.2"]);
  expect(wrap("abcdefghijkl mn", 5)).toEqual(["abcde", "fghij", "kl mn"]);
});

test("newlines and leading blanks are preserved", () => {
  expect(wrap("a\n\n  b", 5)).toEqual(["a", "", "  b"]);
  expect(wrap("", 5)).toEqual([""]);
});

test("ideographs may be split anywhere except before characters that cannot start a line", () => {
  expect(wrap("日本語の文章です。ここ", 8)).toEqual(["日本語の", "文章で", "す。ここ"]);
  expect(wrap("ab「日本」", 4)).toEqual(["ab", "「日", "本」"]);
});

test("Thai, which has no blanks between words, breaks between them", () => {
  expect(wrap("สวัสดีครับขอบคุณมาก", 8)).toEqual(["สวัสดีครับ", "ขอบคุณมาก"]);
});

test.each(["x", "e\u0301", "ครับ"])("a long text of %j is wrapped in linear time", (unit) => {
  const wrapAt = (size: number) => lineRanges(unit.repeat(size / unit.length), 70, width);
  expect(growth(12_500, 200_000, wrapAt)).toBeLessThan(5);
});
