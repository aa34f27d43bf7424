import { test } from "vitest";
import { checkLines } from "../support/exact-lines.ts";
import { renderedMessages } from "../support/recordings.ts";

test("lines of recorded messages have the exact width and closed styles", () => {
  for (const { source } of renderedMessages())
    for (const asked of [7, 40]) checkLines(source, asked);
});
