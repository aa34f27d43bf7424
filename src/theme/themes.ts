/** The built-in themes. */
import type { Hex } from "./colour.ts";
import { ansi, type Colour, colour, type TextStyle, type Theme } from "./theme.ts";
import { backgroundTokens, type Token } from "./tokens.ts";

export const themeNames = ["terminal", "dark", "light", "high-contrast", "mono"] as const;
export type ThemeName = (typeof themeNames)[number];

/** A theme's colours; their assignment to tokens is the same in all themes. */
type Palette = {
  readonly text?: Colour;
  readonly dim: TextStyle;
  readonly faint: TextStyle;
  readonly rule: TextStyle;
  readonly accent: Colour;
  readonly mention: Colour;
  readonly followed: Colour;
  readonly good: TextStyle;
  readonly warning: Colour;
  readonly bad: Colour;
  readonly link: Colour;
  readonly name: Colour;
  readonly selection: TextStyle;
  readonly codeBackground: TextStyle;
  readonly hit: TextStyle;
  readonly toast: TextStyle;
};

function looks(palette: Palette): Record<Token, TextStyle> {
  const text: TextStyle = palette.text === undefined ? {} : { colour: palette.text };
  return {
    text,
    strong: { ...text, bold: true },
    unread: { ...text, bold: true },
    dim: palette.dim,
    faint: palette.faint,
    muted: palette.faint,
    quote: palette.dim,
    comment: palette.dim,
    rule: palette.rule,
    accent: { colour: palette.accent },
    mention: { colour: palette.mention, bold: true },
    followed: { colour: palette.followed },
    good: palette.good,
    self: { ...palette.good, bold: true },
    warning: { colour: palette.warning },
    bad: { colour: palette.bad },
    link: { colour: palette.link, underline: true },
    code: text,
    keyword: { colour: palette.followed },
    string: palette.good,
    number: { colour: palette.warning },
    name: { colour: palette.name },
    emphasis: { italic: true },
    struck: { struck: true },
    underline: { underline: true },
    selection: palette.selection,
    codeBackground: palette.codeBackground,
    hit: palette.hit,
    toast: palette.toast,
  };
}

const behind = (hex: Hex, number: number): TextStyle => ({ background: colour(hex, number) });

const dark: Theme = {
  name: "dark",
  tone: "dark",
  background: "#15171c",
  foreground: "#d6d9df",
  styles: looks({
    dim: { colour: colour("#8b929e", 7) },
    faint: { colour: colour("#6a717d", 8) },
    rule: { colour: colour("#4e545d", 8) },
    accent: colour("#6fb3d2", 14),
    mention: colour("#e8a35c", 11),
    followed: colour("#b9a0e8", 13),
    good: { colour: colour("#8fc28a", 10) },
    warning: colour("#dcc06c", 11),
    bad: colour("#e8827c", 9),
    link: colour("#7cc4dc", 14),
    name: colour("#8fb7e0", 12),
    selection: behind("#222a35", 8),
    codeBackground: behind("#1d2027", 0),
    hit: { background: colour("#5a4a17", 3), bold: true },
    toast: behind("#262b33", 8),
  }),
};

const light: Theme = {
  name: "light",
  tone: "light",
  background: "#ffffff",
  foreground: "#1f2328",
  styles: looks({
    dim: { colour: colour("#5f6670", 8) },
    faint: { colour: colour("#80868f", 8) },
    rule: { colour: colour("#c4c8ce", 7) },
    accent: colour("#0f6f94", 6),
    mention: colour("#a14a00", 1),
    followed: colour("#7043b8", 5),
    good: { colour: colour("#237a35", 2) },
    warning: colour("#805a00", 3),
    bad: colour("#b9231c", 1),
    link: colour("#0a6a8c", 4),
    name: colour("#2a5da8", 4),
    selection: behind("#dfeaf4", 7),
    codeBackground: behind("#f1f3f5", 7),
    hit: { background: colour("#ffe69a", 11), bold: true },
    toast: behind("#e8ebef", 7),
  }),
};

const highContrast: Theme = {
  name: "high-contrast",
  tone: "dark",
  background: "#000000",
  foreground: "#ffffff",
  styles: looks({
    text: colour("#ffffff", 15),
    dim: { colour: colour("#d0d0d0", 7) },
    faint: { colour: colour("#b0b0b0", 7) },
    rule: { colour: colour("#909090", 7) },
    accent: colour("#4de1ff", 14),
    mention: colour("#ffb347", 11),
    followed: colour("#d9b8ff", 13),
    good: { colour: colour("#7dff8a", 10) },
    warning: colour("#ffe14d", 11),
    bad: colour("#ff8f8a", 9),
    link: colour("#6fe0ff", 14),
    name: colour("#9cc9ff", 14),
    selection: { background: colour("#00344d", 4), bold: true },
    codeBackground: behind("#1c1c1c", 0),
    hit: { background: colour("#5c4a00", 4), bold: true, underline: true },
    toast: behind("#2a2a2a", 4),
  }),
};

/** The user's 16 palette colours, which suit the user's background. */
function terminal(tone: "dark" | "light"): Theme {
  const isDark = tone === "dark";
  return {
    name: "terminal",
    tone,
    background: isDark ? "#000000" : "#ffffff",
    foreground: isDark ? "#e5e5e5" : "#000000",
    styles: looks({
      // Faint, not a grey: in several popular palettes colour 8 is the background.
      dim: { faint: true },
      faint: { faint: true },
      rule: { faint: true },
      // On white, only red, blue and magenta are legible in most palettes.
      accent: ansi(isDark ? 14 : 4),
      mention: ansi(isDark ? 11 : 1),
      followed: ansi(isDark ? 13 : 5),
      good: isDark ? { colour: ansi(10) } : {},
      warning: ansi(isDark ? 11 : 5),
      bad: ansi(isDark ? 9 : 1),
      link: ansi(isDark ? 14 : 4),
      name: ansi(isDark ? 6 : 4),
      selection: { inverse: true },
      codeBackground: {},
      hit: { inverse: true, bold: true },
      toast: { inverse: true },
    }),
  };
}

/** No colours: only bold, underline and inverse. */
export const mono: Theme = {
  name: "mono",
  tone: "dark",
  background: "#000000",
  foreground: "#ffffff",
  styles: {
    ...looks({
      dim: { faint: true },
      faint: { faint: true },
      rule: { faint: true },
      accent: ansi(15),
      mention: ansi(15),
      followed: ansi(15),
      good: {},
      warning: ansi(15),
      bad: ansi(15),
      link: ansi(15),
      name: ansi(15),
      selection: { inverse: true },
      codeBackground: {},
      hit: { inverse: true, bold: true },
      toast: { inverse: true },
    }),
    accent: { bold: true },
    mention: { bold: true, underline: true },
    followed: { italic: true },
    good: {},
    self: { bold: true },
    warning: { bold: true },
    bad: { bold: true },
    link: { underline: true },
    keyword: { bold: true },
    string: {},
    number: {},
    name: {},
  },
};

/**
 * A theme for terminals of unknown background: text on our own backgrounds also gets our own foreground, so that it
 * is legible on light and dark terminals.
 */
export function withOwnForeground(theme: Theme): Theme {
  const text = colour(theme.foreground, theme.tone === "dark" ? 15 : 0);
  const onBackground = (token: Token): TextStyle => ({ colour: text, ...theme.styles[token] });
  const { selection, codeBackground, hit, toast } = theme.styles;
  const hasBackgrounds = [selection, codeBackground, hit, toast].every((look) => look.background);
  if (!hasBackgrounds) return theme;
  const sure = Object.fromEntries(backgroundTokens.map((token) => [token, onBackground(token)]));
  return { ...theme, styles: { ...theme.styles, ...sure } };
}

/** The theme of a name for a light or dark terminal; only `terminal` differs between them. */
export function themeOf(name: ThemeName, tone: "dark" | "light"): Theme {
  const named = { dark, light, "high-contrast": highContrast, mono, terminal: terminal(tone) };
  return named[name];
}
