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

/** A colour each on dark and on light backgrounds, and with high contrast on these, with the nearest of the 16 palette colours. */
const colours = {
  background: ["#15171c 0", "#ffffff 15", "#000000 0", "#ffffff 15"],
  foreground: ["#d6d9df 7", "#1f2328 0", "#ffffff 15", "#000000 0"],
  dim: ["#a2a9b5 7", "#4c535d 8", "#dcdcdc 7", "#2b2b2b 0"],
  faint: ["#8c94a1 8", "#626973 8", "#c8c8c8 7", "#3d3d3d 0"],
  rule: ["#6f7784 8", "#7f868f 7", "#a0a0a0 7", "#5c5c5c 8"],
  accent: ["#6fb3d2 14", "#0f6f94 6", "#4de1ff 14", "#003f66 4"],
  mention: ["#e8a35c 11", "#a14a00 1", "#ffb347 11", "#6b2800 1"],
  followed: ["#b9a0e8 13", "#7043b8 5", "#d9b8ff 13", "#4a1a8c 5"],
  good: ["#8fc28a 10", "#1e6e2e 2", "#7dff8a 10", "#0b4718 2"],
  warning: ["#dcc06c 11", "#805a00 3", "#ffe14d 11", "#4f3500 1"],
  bad: ["#e8827c 9", "#b9231c 1", "#ffb3ae 9", "#7d0c08 1"],
  link: ["#7cc4dc 14", "#0a6a8c 4", "#6fe0ff 14", "#003c66 4"],
  name: ["#8fb7e0 12", "#2a5da8 4", "#9cc9ff 14", "#0a3270 4"],
  selection: ["#222a35 8", "#dfeaf4 7", "#00344d 4", "#cfe6ff 7"],
  codeBackground: ["#1d2027 0", "#f1f3f5 7", "#1c1c1c 0", "#f0f0f0 7"],
  hit: ["#372a00 3", "#ffeaa8 11", "#332900 4", "#ffec99 7"],
  toast: ["#262b33 8", "#e8ebef 7", "#2a2a2a 4", "#e4e4e4 7"],
} as const satisfies Readonly<Record<string, readonly `${Hex} ${number}`[]>>;

function coloured(name: ThemeName, tone: "dark" | "light", hasContrast: boolean): Theme {
  const colourOf = (part: keyof typeof colours): Required<Colour> => {
    const at = (hasContrast ? 2 : 0) + (tone === "dark" ? 0 : 1);
    const [hex = "#000000", ansi] = (colours[part][at] ?? "").split(" ");
    return { hex: hex as Hex, ansi: Number(ansi) };
  };
  const inColour = (part: keyof typeof colours): TextStyle => ({ colour: colourOf(part) });
  const behind = (part: keyof typeof colours): TextStyle => ({ background: colourOf(part) });
  return {
    name,
    tone,
    background: colourOf("background").hex,
    foreground: colourOf("foreground").hex,
    styles: looks({
      ...(hasContrast && { text: colourOf("foreground") }),
      dim: inColour("dim"),
      faint: inColour("faint"),
      rule: inColour("rule"),
      accent: colourOf("accent"),
      mention: colourOf("mention"),
      followed: colourOf("followed"),
      good: inColour("good"),
      warning: colourOf("warning"),
      bad: colourOf("bad"),
      link: colourOf("link"),
      name: colourOf("name"),
      selection: { ...behind("selection"), ...(hasContrast && { bold: true }) },
      codeBackground: behind("codeBackground"),
      hit: { ...behind("hit"), bold: true, ...(name !== "light" && { underline: true }) },
      toast: behind("toast"),
    }),
  };
}

const dark = coloured("dark", "dark", false);
const light = coloured("light", "light", false);
const highContrast = coloured("high-contrast", "dark", true);
const highContrastLight = coloured("high-contrast-light", "light", true);

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
