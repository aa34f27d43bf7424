import { expect, test } from "vitest";
import { ansiPalette, contrast } from "../../src/theme/colour.ts";
import type { Colour, Theme } from "../../src/theme/theme.ts";
import { themeNames, themeOf } from "../../src/theme/themes.ts";
import { backgroundTokens, foregroundTokens, type Token } from "../../src/theme/tokens.ts";

const themes = (["dark", "light"] as const).flatMap((tone) =>
  themeNames.map((name): [string, Theme] => [`${name} on ${tone}`, themeOf(name, tone)]),
);

/** Text in these is read in passing or only seen. */
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

test.each(themes)("%s: every text can be read on its background", (_, theme) => {
  for (const token of foregroundTokens) {
    const colour = hexOf(theme, theme.looks[token].colour, theme.foreground);
    const least = quiet.get(token) ?? 4.5;
    expect(contrast(colour, theme.background), token).toBeGreaterThanOrEqual(least);
  }
});

test.each(themes)("%s: plain text can be read on every background that is set", (_, theme) => {
  for (const token of backgroundTokens) {
    const behind = hexOf(theme, theme.looks[token].background, theme.background);
    expect(contrast(theme.foreground, behind), token).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(themes)("%s: code, mentions and links can be read in a selected row", (_, theme) => {
  const behind = hexOf(theme, theme.looks.selection.background, theme.background);
  for (const token of ["mention", "link", "accent", "name", "string", "followed"] as const) {
    const colour = hexOf(theme, theme.looks[token].colour, theme.foreground);
    expect(contrast(colour, behind), token).toBeGreaterThanOrEqual(4);
  }
});

test("without colours unread, mention and selection still differ from plain text", () => {
  const { looks } = themeOf("mono", "dark");
  expect(looks.unread).toMatchObject({ bold: true });
  expect(looks.mention).toMatchObject({ bold: true, underline: true });
  expect(looks.selection).toMatchObject({ inverse: true });
  expect(looks.muted).toMatchObject({ faint: true });
  expect(looks.link).toMatchObject({ underline: true });
});
