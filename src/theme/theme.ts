/** What a theme is: a look for every token. */
import type { Hex } from "./colour.ts";
import type { Token } from "./tokens.ts";

/** A colour as each depth shows it. */
export type Colour = {
  /** For terminals of 256 colours and more. Absent where the user's own palette decides at every depth. */
  readonly hex?: Hex;
  /** One of the 16, for the others. */
  readonly ansi: number;
};

/** A look. Absent means: as the terminal writes anyway. */
export type Look = {
  readonly colour?: Colour;
  readonly background?: Colour;
  readonly bold?: boolean;
  /** The terminal's own faint; only where no colour says it. */
  readonly faint?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly struck?: boolean;
  readonly inverse?: boolean;
};

export type Theme = {
  readonly name: string;
  /** Whether it is made for dark or light backgrounds. */
  readonly tone: "dark" | "light";
  /** What contrast is computed against. The terminal's own background is what stands there. */
  readonly background: Hex;
  readonly foreground: Hex;
  readonly looks: Readonly<Record<Token, Look>>;
};

/** How many colours a terminal has; `none` also when the user asked for none. */
export type Depth = "none" | "16" | "256" | "true";

/** A colour of its own with the nearest of the 16 named. */
export function colour(hex: Hex, ansi: number): Colour {
  return { hex, ansi };
}

/** One of the user's 16. */
export function ansi(number: number): Colour {
  return { ansi: number };
}
