/**
 * Converts style tokens to escape sequences.
 *
 * Every style is closed by its own code, never by a reset: styled text can be nested in a selected row, and a line does
 * not depend on the lines around it.
 */
import type { SafeText } from "#base/safe-text.ts";
import { nearest16, nearest256, parseHex, readable, rgbOf } from "./colour.ts";
import type { Colour, Depth, TextStyle, Theme } from "./themes.ts";
import { mono } from "./themes.ts";
import { type BackgroundToken, backgroundTokens, type Token } from "./tokens.ts";

/** The sequences before and after a text; both empty for unstyled text. */
export type Sgr = { readonly open: string; readonly close: string };

export type Painter = {
  readonly theme: Theme;
  readonly depth: Depth;
  /** The looks of all tokens combined; later ones take precedence. The same object for the same tokens. */
  readonly sgr: (tokens: readonly Token[]) => Sgr;
  readonly paint: (token: Token | readonly Token[], text: SafeText) => string;
  /** A stream's colour from the server, adjusted until a sign or a text in it is legible; empty without colours. */
  readonly streamColour: (hex: string, of?: "sign" | "text") => Sgr;
  /** A styled line with a background behind all of it, restored after parts that have their own. */
  readonly behind: (token: BackgroundToken, line: string) => string;
};

const nothing: Sgr = { open: "", close: "" };
const signContrast = 3;

function textContrast({ name }: Theme): number {
  return name.startsWith("high-contrast") ? 7 : 4.5;
}

const closesBackground = "\x1b[49m";
const closesInverse = "\x1b[27m";
// Not a colour whose last part is 39.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is an escape sequence that is looked for.
const closesColour = /\x1b\[(?!(?:\d+;)*[34]8;)(?:\d+;)*39m/g;

/** A painter for one theme on one terminal. It caches results, so reuse it. */
export function painter(chosen: Theme, depth: Depth): Painter {
  const theme = depth === "none" && chosen.name !== mono.name ? mono : chosen;
  const sequences = new Map<string, Sgr>();
  const streams = new Map<string, Sgr>();

  const sgr = (tokens: readonly Token[]) => {
    const key = tokens.length === 1 ? (tokens[0] ?? "") : tokens.join();
    let found = sequences.get(key);
    if (found === undefined) {
      found = sgrOf(overlaid(theme, tokens), depth);
      sequences.set(key, found);
    }
    return found;
  };
  const streamColour: Painter["streamColour"] = (text, of = "sign") => {
    const key = `${of} ${text}`;
    let found = streams.get(key);
    if (found === undefined) {
      found = streamSgr(theme, depth, text, of === "sign" ? signContrast : textContrast(theme));
      streams.set(key, found);
    }
    return found;
  };
  return {
    theme,
    depth,
    sgr,
    streamColour,
    paint: (token, text) => {
      const { open, close } = sgr(typeof token === "string" ? [token] : token);
      return open + text + close;
    },
    behind: (token, line) => {
      const { open, close } = sgr([token]);
      if (open === "") return line;
      if (theme.styles[token].inverse) return open + inverted(line, open) + close;
      const reopened = line
        .replaceAll(closesBackground, closesBackground + open)
        .replaceAll(closesInverse, closesInverse + open);
      const hasColour = theme.styles[token].colour !== undefined;
      return open + (hasColour ? reopened.replace(closesColour, `$&${open}`) : reopened) + close;
    },
  };
}

/** Not those of exact colours, which pictures consist of. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is an escape sequence that is looked for.
const ofPalette = /\x1b\[(?![34]8;)([\d;]+)m/g;
const faintOrColour = /^(?:2|3[0-7]|9[0-7])$/;

/** What is inverse has the colour of a text as its background, which would be a patch of its own for each. */
function inverted(line: string, open: string): string {
  const even = line.replace(ofPalette, (_, codes: string) => {
    const kept = codes.split(";").filter((code) => !faintOrColour.test(code));
    return kept.length === 0 ? "" : `\x1b[${kept.join(";")}m`;
  });
  return even
    .replaceAll(closesBackground, closesBackground + open)
    .replaceAll(closesInverse, closesInverse + open);
}

/** Applies no styles at all: for lines that a screen reader reads, where even bold would be noise. */
export const unstyled: Painter = {
  theme: mono,
  depth: "none",
  sgr: () => nothing,
  paint: (_, text) => text,
  streamColour: () => nothing,
  behind: (_, line) => line,
};

/** Backgrounds come first, so that the text colour of other tokens takes precedence over theirs. */
function overlaid(theme: Theme, tokens: readonly Token[]): TextStyle {
  const isBackground = (token: Token) => backgrounds.has(token);
  const ordered = [
    ...tokens.filter(isBackground),
    ...tokens.filter((token) => !isBackground(token)),
  ];
  return Object.assign({}, ...ordered.map((token) => theme.styles[token]));
}

const backgrounds: ReadonlySet<Token> = new Set(backgroundTokens);

function streamSgr(theme: Theme, depth: Depth, text: string, least: number): Sgr {
  const hex = parseHex(text);
  if (hex === undefined || depth === "none" || theme.name === mono.name) return nothing;
  const behind = backgroundTokens.flatMap((token) => theme.styles[token].background?.hex ?? []);
  const moved = [theme.background, ...behind].reduce(
    (one, under) => readable(one, under, least),
    hex,
  );
  return sgrOf({ colour: { hex: moved, ansi: nearest16(moved) } }, depth);
}

function sgrOf(look: TextStyle, depth: Depth): Sgr {
  const opens: string[] = [];
  const closes: string[] = [];
  const add = (open: string, close: string) => {
    opens.push(open);
    closes.push(close);
  };
  const isBright = depth === "8" && look.colour !== undefined && eighth(look.colour) >= 8;
  if (look.bold || isBright) add("1", "22");
  if (look.faint) add("2", "22");
  if (look.italic) add("3", "23");
  if (look.underline) add("4", "24");
  if (look.struck) add("9", "29");
  if (look.colour && depth !== "none") add(colourCode(look.colour, depth, 30), "39");
  if (opens.length === 0 && !look.inverse && !look.background) return nothing;
  const open = opens.length > 0 ? `\x1b[${opens.join(";")}m` : "";
  const close = closes.length > 0 ? `\x1b[${[...new Set(closes)].join(";")}m` : "";
  const under = backgroundSgr(look, depth);
  return { open: under.open + open, close: close + under.close };
}

/** Separate sequences, so that `behind` finds where the background is closed. */
function backgroundSgr(look: TextStyle, depth: Depth): Sgr {
  const inverse = look.inverse ? "\x1b[7m" : "";
  const coloured = look.background && depth !== "none";
  const background = coloured ? `\x1b[${colourCode(look.background, depth, 40)}m` : "";
  return {
    open: inverse + background,
    close: (coloured ? closesBackground : "") + (inverse && closesInverse),
  };
}

function colourCode(colour: Colour, depth: Depth, base: 30 | 40): string {
  const { hex, ansi } = colour;
  if (depth === "8") return String(base + ((base === 30 ? eighth(colour) : ansi) % 8));
  if (depth === "16" || hex === undefined) {
    return String(ansi < 8 ? base + ansi : base + 60 + ansi - 8);
  }
  if (depth === "256") return `${base + 8};5;${nearest256(hex)}`;
  return `${base + 8};2;${rgbOf(hex).join(";")}`;
}

/** Of 8 colours, blue is the background of what is selected, and black of the rest: text has other ones. */
function eighth({ ansi }: Colour): number {
  return { 0: 7, 8: 7, 4: 6, 12: 14 }[ansi] ?? ansi;
}
