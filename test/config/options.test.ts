import { expect, test } from "vitest";
import { defaults, type Option, optionComplaint, options } from "#config/options.ts";

const rows: [string, Option][] = Object.entries(options);

test.each(rows)("the default of %s is a value it takes, and it is explained", (key, option) => {
  expect(optionComplaint(option, option.fallback)).toBeUndefined();
  expect(Object.entries(defaults)).toContainEqual([key, option.fallback]);
  expect(option.says).toMatch(/^[A-Z].*\.$/);
});

test("a value that an option does not take is answered with those it takes", () => {
  expect(optionComplaint(options.glyphs, "emoji")).toBe("glyphs is one of auto, unicode, ascii.");
  expect(optionComplaint(options.mouse, "on")).toBe("mouse is true or false.");
  expect(optionComplaint(options.ambiguousWidth, 2)).toBeUndefined();
});
