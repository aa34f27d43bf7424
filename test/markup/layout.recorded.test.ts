import { test } from "vitest";
import { checkLines } from "../support/exact-lines.ts";
import { inEachSet, renderedBy } from "../support/recordings.ts";

inEachSet((name, set) => {
  test(`${name}: lines of recorded messages have the exact width and closed styles`, () => {
    for (const { source } of renderedBy(set))
      for (const asked of [7, 40]) checkLines(source, asked);
  });
});
