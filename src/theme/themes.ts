/** The built-in themes. */
import type { Hex } from "./colour.ts";
import { backgroundTokens, type Token } from "./tokens.ts";

export const themeNames = [
  "terminal",
  "dark",
  "light",
  "high-contrast",
  "high-contrast-light",
  "mono",
] as const;
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
    // Its frame is enough: so large an inverse part would be loud, and hide the selected row.
    dialog: palette.toast.inverse ? {} : palette.toast,
  };
}

const behind = (hex: Hex, number: number): TextStyle => ({ background: colour(hex, number) });

const dark: Theme = {
  name: "dark",
  tone: "dark",
  background: "#15171c",
  foreground: "#d6d9df",
  styles: looks({
    dim: { colour: colour("#a2a9b5", 7) },
    faint: { colour: colour("#8c94a1", 8) },
    rule: { colour: colour("#6f7784", 8) },
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
    hit: { background: colour("#372a00", 3), bold: true, underline: true },
    toast: behind("#262b33", 8),
  }),
};

const light: Theme = {
  name: "light",
  tone: "light",
  background: "#ffffff",
  foreground: "#1f2328",
  styles: looks({
    dim: { colour: colour("#4c535d", 8) },
    faint: { colour: colour("#626973", 8) },
    rule: { colour: colour("#7f868f", 7) },
    accent: colour("#0f6f94", 6),
    mention: colour("#a14a00", 1),
    followed: colour("#7043b8", 5),
    good: { colour: colour("#1e6e2e", 2) },
    warning: colour("#805a00", 3),
    bad: colour("#b9231c", 1),
    link: colour("#0a6a8c", 4),
    name: colour("#2a5da8", 4),
    selection: behind("#dfeaf4", 7),
    codeBackground: behind("#f1f3f5", 7),
    hit: { background: colour("#ffeaa8", 11), bold: true },
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
    dim: { colour: colour("#dcdcdc", 7) },
    faint: { colour: colour("#c8c8c8", 7) },
    rule: { colour: colour("#a0a0a0", 7) },
    accent: colour("#4de1ff", 14),
    mention: colour("#ffb347", 11),
    followed: colour("#d9b8ff", 13),
    good: { colour: colour("#7dff8a", 10) },
    warning: colour("#ffe14d", 11),
    bad: colour("#ffb3ae", 9),
    link: colour("#6fe0ff", 14),
    name: colour("#9cc9ff", 14),
    selection: { background: colour("#00344d", 4), bold: true },
    codeBackground: behind("#1c1c1c", 0),
    hit: { background: colour("#332900", 4), bold: true, underline: true },
    toast: behind("#2a2a2a", 4),
  }),
};

const highContrastLight: Theme = {
  name: "high-contrast-light",
  tone: "light",
  background: "#ffffff",
  foreground: "#000000",
  styles: looks({
    text: colour("#000000", 0),
    dim: { colour: colour("#2b2b2b", 0) },
    faint: { colour: colour("#3d3d3d", 0) },
    rule: { colour: colour("#5c5c5c", 8) },
    accent: colour("#003f66", 4),
    mention: colour("#6b2800", 1),
    followed: colour("#4a1a8c", 5),
    good: { colour: colour("#0b4718", 2) },
    warning: colour("#4f3500", 1),
    bad: colour("#7d0c08", 1),
    link: colour("#003c66", 4),
    name: colour("#0a3270", 4),
    selection: { background: colour("#cfe6ff", 7), bold: true },
    codeBackground: behind("#f0f0f0", 7),
    hit: { background: colour("#ffec99", 7), bold: true, underline: true },
    toast: behind("#e4e4e4", 7),
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

/**
 * A theme for the Linux console, which draws faint text in a grey that is hardly legible, and on an inverse background not
 * at all; nor is bold legible there. Of its backgrounds, blue is the only one that the other colours are legible on: it is
 * that of selected rows, also in dialogs, which have none.
 */
export function forConsole(theme: Theme): Theme {
  const hasColours = theme.name !== mono.name;
  const shown = ({ faint: _, inverse, background, ...look }: TextStyle): TextStyle => {
    if (!hasColours) return { ...look, ...(inverse && { inverse }) };
    if (inverse && look.bold) return { ...look, background: ansi(4), underline: true };
    return inverse || background ? { ...look, background: ansi(4) } : look;
  };
  const styles = Object.entries(theme.styles).map(([token, look]) => [token, shown(look)]);
  const shownStyles = Object.fromEntries(styles) as Theme["styles"];
  return { ...theme, styles: hasColours ? { ...shownStyles, toast: {} } : shownStyles };
}

/** The theme of a name for a light or dark terminal; only `terminal` and `high-contrast` differ between them. */
export function themeOf(name: ThemeName, tone: "dark" | "light"): Theme {
  const named = {
    dark,
    light,
    "high-contrast": tone === "dark" ? highContrast : highContrastLight,
    "high-contrast-light": highContrastLight,
    mono,
    terminal: terminal(tone),
  };
  return named[name];
}

export type Colour = {
  /** For terminals with 256 or more colours. Absent if the user's palette applies at every depth. */
  readonly hex?: Hex;
  /** One of the 16 palette colours, for other terminals. */
  readonly ansi: number;
};

/** A text style. Absent properties keep the terminal's default. */
export type TextStyle = {
  readonly colour?: Colour;
  readonly background?: Colour;
  readonly bold?: boolean;
  /** The faint attribute; only where no colour expresses it. */
  readonly faint?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly struck?: boolean;
  readonly inverse?: boolean;
};

export type Theme = {
  readonly name: string;
  readonly tone: "dark" | "light";
  /** The background assumed for contrast; the terminal's own is displayed. */
  readonly background: Hex;
  readonly foreground: Hex;
  readonly styles: Readonly<Record<Token, TextStyle>>;
};

/** The terminal's colour depth; `none` also if the user disabled colours. Of 8, the bright ones are those of bold text. */
export type Depth = "none" | "8" | "16" | "256" | "true";

/** An RGB colour, with the nearest of the 16 palette colours as fallback. */
function colour(hex: Hex, ansi: number): Colour {
  return { hex, ansi };
}

/** One of the user's 16 palette colours. */
function ansi(number: number): Colour {
  return { ansi: number };
}
