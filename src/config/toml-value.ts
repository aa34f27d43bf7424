/** What a value of a TOML document is: the one place that looks at values of unknown kinds. */

import { TomlDate } from "smol-toml";

export type TomlTable = Readonly<Record<string, unknown>>;

export function isTable(value: unknown): value is TomlTable {
  const isObject = typeof value === "object" && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof TomlDate);
}

/** The values of a table; none if it is not one. */
export function tableOf(value: unknown): TomlTable {
  return isTable(value) ? { ...value } : {};
}

/** A single value as text, since `2` and `"2"` mean the same to an option; undefined for lists, tables and times. */
export function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return `${value}`;
    default:
      return undefined;
  }
}

const longestQuote = 40;

/** A sentence about a value that is not what it should be. */
export function mustBe(what: string, value: unknown, expected: string): string {
  return `${what} is ${wordsForValue(value)}; it must be ${expected}.`;
}

/** Completes `… is `. */
export function wordsForValue(value: unknown): string {
  if (typeof value === "string") {
    const isLong = value.length > longestQuote;
    return JSON.stringify(isLong ? `${value.slice(0, longestQuote).toWellFormed()}…` : value);
  }
  if (Array.isArray(value)) return "a list";
  return scalarText(value) ?? (value instanceof TomlDate ? "a date or time" : "a table");
}
