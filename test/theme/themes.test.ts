import { expect, test } from "vitest";
import { plain } from "#base/safe-text.ts";
import { ansiPalette, contrast } from "#theme/colour.ts";
import { painter } from "#theme/painter.ts";
import type { Colour, Theme } from "#theme/theme.ts";
import { themeNames, themeOf, withOwnForeground } from "#theme/themes.ts";
import { backgroundTokens, foregroundTokens, type Token } from "#theme/tokens.ts";

const themes = (["dark", "light"] as const).flatMap((tone) =>
  themeNames.map((name): [string, Theme] => [`${name} on ${tone}`, themeOf(name, tone)]),
);

/** Minimum contrasts of less important tokens. */
const quiet = new Map<Token, number>([
  ["dim", 3],
  ["faint", 3],
  ["muted", 3],
  ["comment", 3],
  ["quote", 3],
  ["rule", 1.3],
]);

function hexOf(theme: Theme, colour: Colour | undefined, otherwise: `#${string}`) {
  if (colour === undefined || theme.name === "mono") return otherwise;
  return colour.hex ?? ansiPalette[colour.ansi] ?? otherwise;
}

test.each(themes)("%s: every token is readable on the background", (_, theme) => {
  for (const token of foregroundTokens) {
    const colour = hexOf(theme, theme.styles[token].colour, theme.foreground);
    const least = quiet.get(token) ?? 4.5;
    expect(contrast(colour, theme.background), token).toBeGreaterThanOrEqual(least);
  }
});

test.each(themes)("%s: plain text is readable on every background token", (_, theme) => {
  for (const token of backgroundTokens) {
    const behind = hexOf(theme, theme.styles[token].background, theme.background);
    expect(contrast(theme.foreground, behind), token).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(themes)("%s: code, mentions and links are readable in a selected row", (_, theme) => {
  const behind = hexOf(theme, theme.styles.selection.background, theme.background);
  for (const token of ["mention", "link", "accent", "name", "string", "followed"] as const) {
    const colour = hexOf(theme, theme.styles[token].colour, theme.foreground);
    expect(contrast(colour, behind), token).toBeGreaterThanOrEqual(4);
  }
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
