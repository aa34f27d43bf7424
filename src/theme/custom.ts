/** Custom themes: a built-in theme with overrides from a configuration table. */
import { nearest16, parseHex } from "./colour.ts";
import type { Colour, Look, Theme } from "./theme.ts";
import { themeNames, themeOf } from "./themes.ts";
import { backgroundTokens, type Token, tokens } from "./tokens.ts";

/** A theme, and errors about entries of the table that were ignored. */
export type CustomTheme = { readonly theme: Theme; readonly problems: readonly string[] };

const colourNames = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const attributes = ["bold", "faint", "italic", "underline", "struck", "inverse"] as const;

/**
 * A theme from a table such as `{ base = "dark", accent = "#6fb3d2", mention = { colour = "red", bold = true } }`.
 * For background tokens, the colour is that of the background.
 */
export function customTheme(
  name: string,
  table: Readonly<Record<string, unknown>>,
  tone: "dark" | "light",
): CustomTheme {
  const problems: string[] = [];
  const { base: wanted, ...changes } = table;
  const baseName = themeNames.find((known) => known === wanted);
  if (wanted !== undefined && baseName === undefined) {
    problems.push(`Unknown theme "${String(wanted)}".`);
  }
  const base = themeOf(baseName ?? tone, tone);
  const looks: Record<Token, Look> = { ...base.looks };
  for (const [key, value] of Object.entries(changes)) {
    const token = tokens.find((known) => known === key);
    const look = token && lookOf(token, value, base.looks[token]);
    if (token === undefined) problems.push(`"${key}" is not a theme token.`);
    else if (look === undefined) problems.push(`"${key}" has no valid colour.`);
    else looks[token] = look;
  }
  return { theme: { ...base, name, looks }, problems };
}

function lookOf(token: Token, value: unknown, before: Look): Look | undefined {
  const place = backgroundTokens.some((behind) => behind === token) ? "background" : "colour";
  if (typeof value === "string") {
    const colour = colourOf(value);
    return colour && { ...before, inverse: false, [place]: colour };
  }
  if (typeof value !== "object" || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  const look: Record<string, unknown> = {};
  for (const attribute of attributes) {
    if (typeof given[attribute] === "boolean") look[attribute] = given[attribute];
  }
  for (const part of ["colour", "background"] as const) {
    const text = given[part];
    if (text === undefined) continue;
    const colour = typeof text === "string" ? colourOf(text) : undefined;
    if (colour === undefined) return undefined;
    look[part] = colour;
  }
  return look as Look;
}

function colourOf(text: string): Colour | undefined {
  const hex = parseHex(text);
  if (hex !== undefined) return { hex, ansi: nearest16(hex) };
  const [, bright, name = ""] = /^(bright-)?([a-z]+)$/.exec(text) ?? [];
  const number = colourNames.indexOf(name);
  return number === -1 ? undefined : { ansi: number + (bright ? 8 : 0) };
}
