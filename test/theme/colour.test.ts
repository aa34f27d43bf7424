import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contrast,
  type Hex,
  nearest16,
  nearest256,
  parseHex,
  readable,
} from "../../src/theme/colour.ts";

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number): Hex => `#${number.toString(16).padStart(6, "0")}`);

test("colours are parsed in all common notations", () => {
  expect(["#76ce90", "76CE90", "#abc", " #fff "].map(parseHex)).toEqual([
    "#76ce90",
    "#76ce90",
    "#aabbcc",
    "#ffffff",
  ]);
  expect(["", "red", "#12", "#1234567"].map(parseHex)).toEqual(new Array(4).fill(undefined));
});

test("contrast is computed as in the guidelines", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("any colour is made readable on any background, and left alone if it is readable", () => {
  fc.assert(
    fc.property(hex, hex, (colour, background) => {
      const moved = readable(colour, background);
      expect(contrast(moved, background)).toBeGreaterThanOrEqual(3);
      if (contrast(colour, background) >= 3) expect(moved).toBe(colour);
    }),
  );
});

test("the nearest of 256 colours is not one that palettes redefine", () => {
  expect(nearest256("#ff0000")).toBe(196);
  expect(nearest256("#15171c")).toBe(234);
  fc.assert(
    fc.property(hex, (colour) => {
      expect(nearest256(colour)).toBeGreaterThanOrEqual(16);
      expect(nearest256(colour)).toBeLessThanOrEqual(255);
    }),
  );
});

test("the nearest of 16 colours has the same hue", () => {
  expect([nearest16("#ff1010"), nearest16("#20ffff"), nearest16("#6060ff")]).toEqual([9, 14, 12]);
});
