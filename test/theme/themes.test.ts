import { expect, test } from "vitest";
import { plain } from "#base/safe-text.ts";
import { ansiPalette, contrast } from "#theme/colour.ts";
import { painter } from "#theme/painter.ts";
import type { Colour, Theme } from "#theme/themes.ts";
import { forConsole, themeNames, themeOf, withOwnForeground } from "#theme/themes.ts";
import { backgroundTokens, foregroundTokens, type Token } from "#theme/tokens.ts";

const themes = (["dark", "light"] as const).flatMap((tone) =>
  themeNames.map((name): [string, Theme] => [`${name} on ${tone}`, themeOf(name, tone)]),
);

/** Ratios of WCAG: rules and frames are signs, everything else is text. */
function leastFor({ name }: Theme, token: Token): number {
  if (token === "rule") return 3;
  return name.startsWith("high-contrast") ? 7 : 4.5;
}

function hexOf(theme: Theme, colour: Colour | undefined, otherwise: `#${string}`) {
  if (colour === undefined || theme.name === "mono") return otherwise;
  return colour.hex ?? ansiPalette[colour.ansi] ?? otherwise;
}

const behinds = [undefined, ...backgroundTokens] as const;

test.each(themes)("%s: every token is readable on every background", (_, theme) => {
  const dim: string[] = [];
  for (const behind of behinds) {
    const style = behind && theme.styles[behind];
    const background = hexOf(theme, style?.background, theme.background);
    for (const token of foregroundTokens) {
      const { colour } = theme.styles[token];
      const inverse = style?.inverse === true;
      const text = hexOf(theme, colour, theme.foreground);
      const ratio = contrast(inverse ? theme.background : background, text);
      if (ratio < leastFor(theme, token)) dim.push(`${token} on ${behind}: ${ratio.toFixed(2)}`);
    }
  }
  expect(dim).toEqual([]);
});

test("without colours unread, mention and selection still differ from plain text", () => {
  const { styles } = themeOf("mono", "dark");
  expect(styles.unread).toMatchObject({ bold: true });
  expect(styles.mention).toMatchObject({ bold: true, underline: true });
  expect(styles.selection).toMatchObject({ inverse: true });
  expect(styles.muted).toMatchObject({ faint: true });
  expect(styles.link).toMatchObject({ underline: true });
});

/** The theme for a terminal that did not report whether it is light or dark. */
const withForeground = withOwnForeground(themeOf("dark", "dark"));
const { behind, paint } = painter(withForeground, "true");
const foreground = "\x1b[38;2;214;217;223m";

test.each(backgroundTokens)("text on %s has its own colour with enough contrast", (token) => {
  const { background, colour } = withForeground.styles[token];
  expect(contrast(background?.hex ?? "#000000", colour?.hex ?? "#000000")).toBeGreaterThan(4.5);
});

test("text after a coloured piece in a selected row has the theme's foreground again", () => {
  const line = behind("selection", `${paint("link", plain("link"))} and more`);
  expect(line).toContain(`\x1b[24;39m\x1b[48;2;34;42;53m${foreground} and more`);
});

test("a keyword on a code background keeps its own colour", () => {
  const painted = paint(["keyword", "codeBackground"], plain("let"));
  expect(painted.indexOf("\x1b[38;2;185;160;232m")).toBeGreaterThan(-1);
  expect(painted).not.toContain(foreground);
});

test("a theme that inverts instead of colouring is unchanged", () => {
  const terminal = themeOf("terminal", "dark");
  expect(withOwnForeground(terminal)).toBe(terminal);
});

/** The colours of the Linux console: each as it is, and bold. */
const consoleColours = {
  plain: ["000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa"],
  bold: ["555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff"],
};

/** What `open` makes of text on the console: no faint text, no inverse one, no bright codes. */
function onConsole(open: string): { readonly text: string; readonly background: string } {
  const numbers = [...open.matchAll(/\d+/g)].map(Number);
  expect(numbers.filter((code) => [2, 7].includes(code) || code > 49)).toEqual([]);
  const colours = numbers.includes(1) ? consoleColours.bold : consoleColours.plain;
  const place = (from: number) => numbers.findLast((code) => code >= from && code < from + 8);
  return {
    text: colours[(place(30) ?? 37) - 30] ?? "",
    background: consoleColours.plain[(place(40) ?? 40) - 40] ?? "",
  };
}

const onDark = themes.filter(([, { name, tone }]) => tone === "dark" && name !== "mono");

test.each(onDark)(
  "%s: on the Linux console every token is readable on every background",
  (_, own) => {
    const { sgr } = painter(forConsole(withOwnForeground(own)), "8");
    for (const behind of [[], ...backgroundTokens.map((token) => [token])]) {
      for (const token of foregroundTokens) {
        const { text, background } = onConsole(sgr([...behind, token]).open);
        expect(contrast(`#${background}`, `#${text}`), `${token} on ${behind}`).toBeGreaterThan(3);
      }
    }
    expect(onConsole(sgr(["selection"]).open).background).toBe("0000aa");
  },
);

test("without colours, text on the Linux console is inverse, but never faint, which would be black there", () => {
  const { sgr } = painter(forConsole(themeOf("mono", "dark")), "none");
  expect(sgr(["selection"]).open).toBe("\x1b[7m");
  for (const token of foregroundTokens) expect(sgr([token]).open).not.toMatch(/[[;]2[;m]/);
});

test("of 8 colours, a bright one is bold, and ends with it", () => {
  const { paint, streamColour } = painter(themeOf("dark", "dark"), "8");
  expect(paint("accent", plain("x"))).toBe("\x1b[1;36mx\x1b[22;39m");
  expect(streamColour("#0000ff").open).toBe("\x1b[1;36m");
});
