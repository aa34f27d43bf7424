import { expect, test } from "vitest";
import { opensScreen, paintEarly, skeleton } from "#app/early-screen.ts";
import { createTerminalOutput } from "#host/terminal-output.ts";
import { fakeClock } from "../support/clock.ts";

function terminal(columns = 80, rows = 24) {
  const seen: string[] = [];
  return {
    seen,
    columns,
    rows,
    isUnicode: true,
    output: createTerminalOutput((bytes) => {
      seen.push(Buffer.from(bytes).toString());
      return bytes.length;
    }, fakeClock()),
    setRawMode: (on: boolean) => void seen.push(on ? "raw" : "cooked"),
  };
}

test.each([[[]], [["demo"]], [["--rc", "file"]], [["--rc=file"]], [["demo", "--seed", "big"]]])(
  "%j opens the screen",
  (argv) => expect(opensScreen(argv)).toBe(true),
);

test.each([
  [["send", "hello"]],
  [["--help"]],
  [["realm", "--port", "1"]],
  [["--rc", "file", "read"]],
  [["--colour"]],
])("%j does not open the screen", (argv) => expect(opensScreen(argv)).toBe(false));

test("raw mode is set before the first byte, so that typing is not echoed into the frame", () => {
  const tty = terminal();
  expect(paintEarly(tty).output).toBe(tty.output);
  expect(tty.seen[0]).toBe("raw");
  expect(tty.seen[1]?.startsWith("\u001b[?1049h\u001b[H\u001b[2J\u001b[?25l")).toBe(true);
});

test("the terminal is restored once, and not after the program has taken over", () => {
  const tty = terminal();
  const early = paintEarly(tty);
  early.restore();
  early.restore();
  expect(tty.seen.slice(2)).toEqual(["\u001b[?25h\u001b[H\u001b[2J\u001b[?1049l", "cooked"]);

  const other = terminal();
  const handed = paintEarly(other);
  handed.handOver();
  handed.restore();
  expect(other.seen).toHaveLength(2);
});

test("the rule is drawn between header and footer, except on a narrow terminal", () => {
  expect(skeleton(terminal(80, 24)).split("\u2502")).toHaveLength(23);
  expect(skeleton(terminal(79, 24))).not.toContain("\u2502");
  expect(skeleton(terminal(1, 1))).toBe("\u001b[2m\u001b[22m");
});
