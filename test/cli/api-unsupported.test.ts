import { expect, test } from "vitest";
import { unsupportedText } from "#cli/api-unsupported.ts";

test("what a server lacks is listed by rising level, as the ends of one sentence", () => {
  expect(unsupportedText(218)).toBe(
    ["Your server has level 218. It", "  cannot follow topics (from level 219 on)", ""].join("\n"),
  );
  const lines = unsupportedText(0).split("\n");
  expect(lines).toContain("  cannot mark messages unread (from level 121 on)");
  const levels = [...lines.join("\n").matchAll(/level (\d+) on/g)].map(([, level]) =>
    Number(level),
  );
  expect(levels.length).toBeGreaterThan(6);
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
});

test("nothing is listed for a new server, and while none is known", () => {
  expect([unsupportedText(278), unsupportedText(undefined)]).toEqual(["", ""]);
});
