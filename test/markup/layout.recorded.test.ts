import { test } from "vitest";
import { checkLines } from "../support/exact-lines.ts";
import { renderedMessages } from "../support/recordings.ts";

test("the recorded messages give exact lines", () => {
  for (const { source } of renderedMessages())
    for (const asked of [7, 40]) checkLines(source, asked);
});
