import { expect, test } from "vitest";
import { type MeasuredTerminal, measure } from "#host/measure.ts";
import { fakeClock } from "../support/clock.ts";

/** A terminal that answers writes with these texts. */
function answering(answer: (written: string) => string): MeasuredTerminal {
  let listener: (text: string) => void = () => undefined;
  return {
    write: (text) => listener(answer(text)),
    listen: (added) => {
      listener = added;
      return () => undefined;
    },
  };
}

test("widths are computed from the reported cursor, and capabilities from the answers", async () => {
  const port = answering((written) => {
    if (written.includes("[6n")) return `\x1b[3;${written.includes("日") ? 3 : 2}R`;
    return "\x1b[?1004;2$y\x1b[?1u\x1b[?62;52c";
  });
  expect(await measure(port, ["a", "日"], fakeClock())).toEqual({
    widths: new Map([
      ["a", 1],
      ["日", 2],
    ]),
    focus: true,
    keyboard: true,
    clipboard: true,
  });
});

test("a terminal that does not answer times out after half a second", async () => {
  const clock = fakeClock();
  const measured = measure(
    answering(() => ""),
    ["a"],
    clock,
  );
  await clock.pass("500 ms");
  expect(await measured).toBeUndefined();
});
