import { expect, test } from "vitest";
import { unsupportedText } from "#cli/api-list.ts";
import { newestLevel } from "#wire/levels.ts";

test("unsupported features are listed by ascending level", () => {
  expect(unsupportedText(218)).toBe(
    [
      "Your server has level 218. It",
      "  cannot follow topics (from level 219 on)",
      "  does not list archived streams (from level 315 on)",
      "  does not remind of messages (from level 381 on)",
      "  cannot unarchive streams (from level 388 on)",
      "  does not store views (from level 390 on)",
      "  neither lists nor deletes reminders (from level 399 on)",
      "  has no notes in reminders (from level 415 on)",
      "  cannot delete the profile or the messages of people who are deactivated (from level 459 on)",
      "  does not list the topics of archived streams (from level 480 on)",
      "",
    ].join("\n"),
  );
  const lines = unsupportedText(0).split("\n");
  expect(lines).toContain("  cannot mark messages unread (from level 121 on)");
  const levels = [...lines.join("\n").matchAll(/level (\d+) on/g)].map(([, level]) =>
    Number(level),
  );
  expect(levels.length).toBeGreaterThan(6);
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
});

test("nothing is listed for a new or an unknown server", () => {
  expect([unsupportedText(newestLevel), unsupportedText(undefined)]).toEqual(["", ""]);
});
