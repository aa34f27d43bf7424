import { expect, test } from "vitest";
import { width } from "#base/cells.ts";
import { cases, linesOf } from "./cases.ts";

test.each(cases.map((one) => [one.columns, one.title, one] as const))(
  "in %i columns: %s",
  (columns, _, one) => {
    const lines = linesOf(one);
    expect(lines).toEqual(one.lines);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(columns);
  },
);
