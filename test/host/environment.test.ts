import { expect, test } from "vitest";
import {
  asksForLines,
  backgroundGuess,
  colourDepth,
  glyphSet,
  isDumb,
  isUtf8,
} from "#host/environment.ts";

test.each([
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, 16_777_216],
  [{ TERM: "xterm-direct" }, 16_777_216],
  [{ TERM: "xterm-256color" }, 256],
  [{ TERM: "foot" }, 256],
  [{ TERM: "xterm", NO_COLOR: "" }, 16],
  [{ TERM: "linux" }, 16],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor", NO_COLOR: "1" }, 0],
  [{ TERM: "dumb", COLORTERM: "truecolor" }, 0],
  [{}, 0],
])("%j has %i colours", (environment, depth) => {
  expect(colourDepth(environment)).toBe(depth);
});

test("the first locale variable that is set decides", () => {
  expect(isUtf8({ LC_ALL: "C", LANG: "de_DE.UTF-8" })).toBe(false);
  expect(isUtf8({ LC_ALL: "", LC_CTYPE: "C.utf8", LANG: "C" })).toBe(true);
  expect(isUtf8({})).toBe(false);
});

test("symbols are ASCII if the locale or the terminal requires it, unless configured", () => {
  const utf8 = { LANG: "en_GB.UTF-8", TERM: "xterm" };
  expect(glyphSet(utf8, "auto")).toBe("unicode");
  expect(glyphSet({ ...utf8, TERM: "linux" }, "auto")).toBe("ascii");
  expect(glyphSet({ TERM: "xterm" }, "auto")).toBe("ascii");
  expect(glyphSet({ TERM: "linux" }, "unicode")).toBe("unicode");
  expect(glyphSet(utf8, "ascii")).toBe("ascii");
});

test("a terminal without a name is treated as dumb", () => {
  expect([{}, { TERM: "" }, { TERM: "dumb" }, { TERM: "xterm" }].map(isDumb)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test("the background is derived from the last number of COLORFGBG", () => {
  const guesses = ["15;0", "0;15", "0;default;7", "7;8", "0;default", ""].map((COLORFGBG) =>
    backgroundGuess({ COLORFGBG }),
  );
  expect(guesses).toEqual(["dark", "light", "light", "dark", undefined, undefined]);
  expect(backgroundGuess({})).toBeUndefined();
});

test("a screen reader asks for lines by the environment", () => {
  const asking = [{ ACCESSIBLE: "1" }, { INK_SCREEN_READER: "true" }, { TERM: "dumb" }];
  expect(asking.map(asksForLines)).toEqual(["ACCESSIBLE", "INK_SCREEN_READER", "TERM=dumb"]);
  const not = [{}, { ACCESSIBLE: "0" }, { ACCESSIBLE: "" }, { TERM: "xterm" }];
  expect(not.map(asksForLines)).toEqual(not.map(() => undefined));
});
