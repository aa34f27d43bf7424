/** What the times and sizes of answers tell about the line. */
import { expect, test } from "vitest";
import { type Answered, createLine } from "#api/line.ts";

const small = (firstByteMs: number | undefined): Answered => ({
  firstByteMs,
  restMs: 0,
  bytes: 300,
});
const large = (firstByteMs: number, restMs = 100): Answered => ({
  firstByteMs,
  restMs,
  bytes: 40_000,
});

test.each<[string, readonly Answered[], readonly (boolean | undefined)[]]>([
  ["a small answer decides", [small(900), small(1_100)], [false, false]],
  ["so it does if it is late", [small(1_500)], [true]],
  ["nothing was measured", [small(undefined)], [false]],
  ["a large answer is late: maybe the server", [large(2_500), small(50)], [undefined, false]],
  ["a large answer is late: it was the line", [large(2_500), small(1_500)], [undefined, true]],
  ["a large answer says nothing else", [small(50), large(9_000)], [false, false]],
  [
    "five late ones in a row",
    [small(50), ...Array.from({ length: 5 }, () => small(1_500))],
    [false, false, false, false, false, true],
  ],
  [
    "a slow line that is hardly faster",
    [small(1_100), small(800), small(600)],
    [true, true, false],
  ],
  ["few bytes a second", [large(100, 4_000), large(100, 1_600), large(100)], [true, true, false]],
  ["one answer stalls", [large(100), large(100, 9_000)], [false, false]],
  ["a small answer stalls", [{ ...small(50), restMs: 1_500 }], [false]],
])("%s", (_, answers, expected) => {
  const line = createLine();
  expect(line.isSlow()).toBe(false);
  const seen = answers.map((each) => {
    line.note(each);
    return line.isSlow();
  });
  expect(seen).toEqual(expected);
});
