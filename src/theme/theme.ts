/** What a theme is: a look for every token. */
import type { Hex } from "./colour.ts";
import type { Token } from "./tokens.ts";

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
export function colour(hex: Hex, ansi: number): Colour {
  return { hex, ansi };
}

/** One of the user's 16 palette colours. */
export function ansi(number: number): Colour {
  return { ansi: number };
}
