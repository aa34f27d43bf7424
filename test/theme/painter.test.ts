import { expect, test } from "vitest";
import { plain } from "../../src/base/safe-text.ts";
import { contrast } from "../../src/theme/colour.ts";
import { painter, unstyled } from "../../src/theme/painter.ts";
import type { Depth } from "../../src/theme/themes.ts";
import { themeOf } from "../../src/theme/themes.ts";
import { tokens } from "../../src/theme/tokens.ts";

const dark = themeOf("dark", "dark");
const depths: readonly Depth[] = ["none", "16", "256", "true"];

test("a token is painted in the terminal's colour depth", () => {
  const written = depths.map((depth) => painter(dark, depth).paint("mention", plain("@you")));
  expect(written).toEqual([
    "\x1b[1;4m@you\x1b[22;24m",
    "\x1b[1;93m@you\x1b[22;39m",
    "\x1b[1;38;5;179m@you\x1b[22;39m",
    "\x1b[1;38;2;232;163;92m@you\x1b[22;39m",
  ]);
});

/** The numbers of the sequences in `sgr`; of colours only the first number. */
function codes(sgr: string): readonly number[] {
  const all = sgr.replaceAll("\x1b[", "").replaceAll("m", ";");
  return all
    .replace(/([34]8);(?:5;\d+|2;\d+;\d+;\d+)/g, "$1")
    .split(";")
    .filter((code) => code !== "")
    .map(Number);
}

function closerOf(code: number): number {
  if (code <= 2) return 22;
  if (code < 10) return code + 20;
  return (code >= 40 && code < 50) || code >= 100 ? 49 : 39;
}

test("styles are closed individually and completely", () => {
  for (const painting of depths.map((depth) => painter(dark, depth))) {
    for (const token of tokens) {
      const { open, close } = painting.sgr([token]);
      expect(new Set(codes(close)), token).toEqual(new Set(codes(open).map(closerOf)));
    }
  }
});

test("of several tokens the later ones override the earlier ones", () => {
  const { open } = painter(dark, "true").sgr(["strong", "link", "codeBackground"]);
  expect(open).toBe("\x1b[48;2;29;32;39m\x1b[1;4;38;2;124;196;220m");
});

test("the background of a selected row continues after code", () => {
  const { behind, paint } = painter(dark, "true");
  const line = behind("selection", `a ${paint("codeBackground", plain("code"))} b`);
  const selected = "\x1b[48;2;34;42;53m";
  expect(line).toBe(`${selected}a \x1b[48;2;29;32;39mcode\x1b[49m${selected} b\x1b[49m`);
});

test("a selected row without colours is inverse to the end", () => {
  const { behind, paint } = painter(dark, "none");
  expect(behind("selection", `a ${paint("hit", plain("x"))} b`)).toBe(
    "\x1b[7ma \x1b[7m\x1b[1mx\x1b[22m\x1b[27m\x1b[7m b\x1b[27m",
  );
});

test("a stream's colour is made readable", () => {
  const { streamColour } = painter(dark, "true");
  expect(streamColour("#76ce90").open).toBe("\x1b[38;2;118;206;144m");
  expect(streamColour("#000044").open).not.toBe("\x1b[38;2;0;0;68m");
  expect(streamColour("no colour")).toEqual({ open: "", close: "" });
  expect(painter(dark, "none").streamColour("#76ce90").open).toBe("");
});

test.each(["light", "high-contrast-light", "dark"] as const)(
  "a text in a stream's colour is as readable as other texts, on a selected row too: %s",
  (name) => {
    const theme = themeOf(name, name === "dark" ? "dark" : "light");
    for (const hex of ["#76ce90", "#fae589", "#4f8de4", "#c2c2c2", "#a6c7e5", "#202020"] as const) {
      const { open } = painter(theme, "true").streamColour(hex, "text");
      const [r = 0, g = 0, b = 0] = (/38;2;(\d+);(\d+);(\d+)/.exec(open) ?? [])
        .slice(1)
        .map(Number);
      const text =
        `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}` as const;
      for (const under of [theme.background, theme.styles.selection.background?.hex ?? "#000000"])
        expect(contrast(text as `#${string}`, under as `#${string}`)).toBeGreaterThanOrEqual(
          name === "high-contrast-light" ? 7 : 4.5,
        );
    }
  },
);

test("equal tokens return the same object, so that styles can be compared by identity", () => {
  const { sgr } = painter(dark, "256");
  expect(sgr(["strong", "link"])).toBe(sgr(["strong", "link"]));
});

test("the unstyled painter adds nothing", () => {
  const line = unstyled.behind("selection", unstyled.paint(["bad", "strong"], plain("x")));
  expect(line + unstyled.streamColour("#76ce90").open).toBe("x");
});

test("a colour whose last part is that of closing one is kept behind a dialog", () => {
  const { behind } = painter(dark, "true");
  for (const colour of ["38;2;9;9;39", "38;5;39", "48;2;1;2;39"])
    expect(behind("toast", `\x1b[${colour}m▀`)).toContain(`\x1b[${colour}m▀`);
});

test("an inverse row has no patches of other colours, but weights, and the colours of a picture", () => {
  const { behind, paint } = painter(themeOf("terminal", "dark"), "256");
  const texts = [
    paint("faint", plain("faint")),
    paint("mention", plain("@you")),
    paint("link", plain("x")),
  ];
  const picture = "\x1b[38;5;7m▀\x1b[39m";
  expect(behind("selection", texts.join(" ") + picture)).toBe(
    `\x1b[7mfaint\x1b[22m \x1b[1m@you\x1b[22;39m \x1b[4mx\x1b[24;39m${picture}\x1b[27m`,
  );
});
