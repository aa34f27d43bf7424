import { expect, test } from "vitest";
import {
  asksForLines,
  backgroundGuess,
  colourDepth,
  dateOrder,
  fillsErased,
  glyphSet,
  isDumb,
  isUtf8,
  pictureQuestions,
  pixelsBy,
  reversesWords,
} from "#host/environment.ts";

test.each([
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, 16_777_216],
  [{ TERM: "xterm-direct" }, 16_777_216],
  [{ TERM: "xterm-256color" }, 256],
  [{ TERM: "foot" }, 256],
  [{ TERM: "screen-256color", COLORTERM: "truecolor", STY: "1.pts-0" }, 256],
  [
    { TERM: "screen-256color", COLORTERM: "truecolor", TMUX: "/tmp/tmux-0/default,1,0" },
    16_777_216,
  ],
  [{ TERM: "xterm", NO_COLOR: "" }, 16],
  [{ TERM: "linux" }, 8],
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

test.each([
  [{ LANG: "en_US.UTF-8" }, "month"],
  [{ LANG: "en_GB.UTF-8" }, "day"],
  [{ LANG: "en_US.UTF-8", LC_TIME: "de_DE.UTF-8@euro" }, "day"],
  [{ LANG: "de_DE", LC_TIME: "de_DE", LC_ALL: "ja_JP.UTF-8" }, "month"],
  [{ LANG: "C.UTF-8" }, undefined],
  [{ LANG: "de_DE", LC_ALL: "POSIX" }, undefined],
  [{ LANG: "en" }, undefined],
  [{ LANG: "zzz_QQ" }, undefined],
  [{}, undefined],
])("in dates with slashes, %j puts the %s first", (environment, order) => {
  expect(dateOrder(environment)).toBe(order);
});

test("symbols are ASCII if the locale or the terminal requires it, unless configured", () => {
  const utf8 = { LANG: "en_GB.UTF-8", TERM: "xterm" };
  expect(glyphSet(utf8, "auto")).toBe("unicode");
  expect(glyphSet({ ...utf8, TERM: "linux" }, "auto")).toBe("console");
  expect(glyphSet({ TERM: "linux" }, "auto")).toBe("ascii");
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

const kitty = { hasKittyGraphics: true, name: "kitty(0.36.1)" };
const cell = { width: 9, height: 18 };

test.each([
  [{}, kitty, "kitty"],
  [{}, { hasKittyGraphics: true, name: "ghostty 1.1.3" }, "kitty"],
  [{}, { hasKittyGraphics: true, name: "kitty(0.26.5)" }, undefined],
  [{}, { hasKittyGraphics: true, name: "WezTerm 20240203" }, "iterm"],
  [{}, { hasKittyGraphics: false, name: "iTerm2 3.5.0", hasSixel: true, cell }, "iterm"],
  [{}, { hasSixel: true, cell }, "sixel"],
  [{}, { hasSixel: true }, undefined],
  [{}, {}, undefined],
  [{ TMUX: "x" }, kitty, undefined],
  [{ TMUX: "x", KITTY_WINDOW_ID: "1" }, { hasKittyGraphics: true }, "kitty-tmux"],
  [{ TMUX: "x", KITTY_WINDOW_ID: "1" }, {}, undefined],
  [{ TMUX: "x" }, { hasSixel: true, cell }, undefined],
] as const)("with %j, a terminal that says %j draws pixels by %s", (environment, said, way) => {
  expect(pixelsBy(environment, said)).toBe(way);
});

test.each([
  [{ TERM: "xterm-256color" }, "direct"],
  [{ TERM: "xterm-kitty" }, "direct"],
  [{ TERM: "linux" }, "none"],
  [{ TERM: "dumb" }, "none"],
  [{ TERM: "screen-256color", STY: "1" }, "none"],
  [{ TERM: "screen-256color" }, "none"],
  [{ TERM: "tmux-256color", TMUX: "x" }, "none"],
  [{ TERM: "tmux-256color", TMUX: "x", KITTY_WINDOW_ID: "1" }, "tmux"],
] as const)("with %j, pictures are asked about: %s", (environment, how) => {
  expect(pictureQuestions(environment, "auto")).toBe(how);
});

test.each([
  ["kitty(0.41.1)", {}, true],
  ["kitty(0.40.0)", {}, true],
  ["kitty(1.0.0)", {}, true],
  ["kitty(0.39.1)", {}, false],
  ["kitty(0.41.1)", { TMUX: "/tmp/tmux-0/default,1,0" }, false],
  ["XTerm(379)", {}, false],
  [undefined, {}, false],
])("%s in %j reverses words, and can be told not to: %s", (name, environment, reverses) => {
  expect(reversesWords(environment, name === undefined ? {} : { name })).toBe(reverses);
});

test("with images = off the terminal is asked for its name, and nothing else about pictures", () => {
  expect(pictureQuestions({ TERM: "xterm-kitty" }, "off")).toBe("name");
  expect(pictureQuestions({ TERM: "linux" }, "off")).toBe("none");
  const tmux = { TERM: "tmux-256color", TMUX: "x", KITTY_WINDOW_ID: "1" };
  expect([pictureQuestions(tmux, "off"), pictureQuestions(tmux, "auto")]).toEqual(["none", "tmux"]);
});

test("erased cells are filled by all terminals but GNU screen, which is not tmux with the same name", () => {
  expect(fillsErased({ TERM: "xterm-256color" })).toBe(true);
  expect(fillsErased({ TERM: "screen-256color", TMUX: "/tmp/tmux-0/default,1,0" })).toBe(true);
  expect(fillsErased({ TERM: "screen-256color" })).toBe(false);
  expect(fillsErased({ TERM: "xterm-256color", STY: "1.pts-0" })).toBe(false);
});
