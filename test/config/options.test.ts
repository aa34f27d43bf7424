import { expect, test } from "vitest";
import { defaults, type Option, optionError, options } from "#config/options.ts";

const rows: [string, Option][] = Object.entries(options);

test.each(rows)(
  "the default of %s is a valid value, and the option is described",
  (key, option) => {
    expect(optionError(option, option.default)).toBeUndefined();
    expect(Object.entries(defaults)).toContainEqual([key, option.default]);
    expect(option.description).toMatch(/^[A-Z].*\.$/);
  },
);

test("an invalid value is reported with the valid ones", () => {
  expect(optionError(options.glyphs, "emoji")).toBe(
    'glyphs is "emoji"; it must be one of auto, unicode, ascii.',
  );
  expect(optionError(options.mouse, "on")).toBe('mouse is "on"; it must be true or false.');
  expect(optionError(options.ambiguousWidth, 2)).toBeUndefined();
  for (const wrong of [9, 10.5, "500", true])
    expect(optionError(options.archiveSize, wrong)).toBe(
      `archive_size is ${JSON.stringify(wrong)}; it must be a number of at least 10.`,
    );
  expect(optionError(options.quietHours, "22-7")).toBeUndefined();
  expect(optionError(options.quietHours, "")).toBeUndefined();
  expect(optionError(options.quietHours, "at night")).toBe(
    'quiet_hours is "at night"; it must be hours such as 22:00-7:00, or empty.',
  );
});
