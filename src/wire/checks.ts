/** Validation of texts as servers do it, for forms while typing and for the embedded realm; and types in words. */

import * as z from "zod";
import { wordList } from "#base/word-list.ts";
import type { Check, ErrorRow, Parameter } from "./endpoint.ts";
import type { Fill } from "./error-texts.ts";
import { type LimitName, type Limits, limits } from "./limits.ts";

export function notBlank(error: ErrorRow): Check {
  return { error, finds: (text) => (text.trim() === "" ? {} : undefined) };
}

/** At most that many code points. */
export function atMost(limit: LimitName, error: ErrorRow): Check {
  return {
    error,
    finds: (text, { [limit]: most }) =>
      text.length > most && [...text].length > most ? { limit: most } : undefined,
  };
}

export function atLeast(least: number, error: ErrorRow): Check {
  return { error, finds: (text) => ([...text].length < least ? {} : undefined) };
}

/** Refuses texts that the pattern matches; the error may contain the `position`, counted in code points from 1. */
export function without(pattern: RegExp, error: ErrorRow): Check {
  return {
    error,
    finds: (text) => {
      const at = text.search(pattern);
      return at < 0 ? undefined : { position: [...text.slice(0, at)].length + 1 };
    },
  };
}

/** Refuses texts for which `isSo` is false. */
export function that(isSo: (text: string) => boolean, error: ErrorRow): Check {
  return { error, finds: (text) => (isSo(text) ? undefined : { value: text }) };
}

/** The first error of a server about a text, with the values for its placeholders. */
export function checkError(
  { checks = [] }: Pick<Parameter, "checks">,
  text: string,
  realmLimits: Limits = limits,
): { readonly error: ErrorRow; readonly fill: Fill } | undefined {
  for (const { error, finds } of checks) {
    const fill = finds(text, realmLimits);
    if (fill !== undefined) return { error, fill };
  }
  return undefined;
}

/** The text as servers store it. */
export function asStored({ isTrimmed }: Pick<Parameter, "isTrimmed">, text: string): string {
  return isTrimmed === true ? text.trim() : text;
}

/** The errors that an endpoint may return because of this parameter. */
export function errorsOf({ checks = [] }: Pick<Parameter, "checks">): readonly ErrorRow[] {
  return checks.map(({ error }) => error);
}

/** Whether a server of that level supports the number. */
export function isChoice(
  { choices = [] }: Pick<Parameter, "choices">,
  number: number,
  level: number,
): boolean {
  return choices.some(({ value, since = 0 }) => value === number && since <= level);
}

/** The title of the choice: `Full members`. Undefined for numbers of newer servers. */
export function choiceTitle(
  { choices = [] }: Pick<Parameter, "choices">,
  number: number,
): string | undefined {
  const words = choices.find(({ value }) => value === number)?.words;
  return words && words.charAt(0).toUpperCase() + words.slice(1);
}

// Describes a schema for users: "integer", "list of strings", "add or remove".

type Shape = z.core.JSONSchema.BaseSchema;

const plurals: Readonly<Record<string, string>> = {
  integer: "integers",
  number: "numbers",
  string: "strings",
  boolean: "booleans",
  object: "objects",
};

export function typeWords(schema: z.ZodType): string {
  return wordList([...new Set(wordsOf(z.toJSONSchema(schema, { unrepresentable: "any" })))], "or");
}

function wordsOf(shape: Shape): readonly string[] {
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches !== undefined) return branches.flatMap((branch) => inner(branch));
  if (shape.enum !== undefined) return shape.enum.map(String);
  if (shape.const !== undefined) return [String(shape.const)];
  // Integers without explicit bounds have the bounds of safe integers.
  const { minimum = Number.MIN_SAFE_INTEGER } = shape;
  if (shape.type === "integer" && minimum > Number.MIN_SAFE_INTEGER)
    return [`integer from ${minimum}`];
  if (shape.type !== "array") return [typeof shape.type === "string" ? shape.type : "anything"];
  const { items } = shape;
  const element = typeof items === "object" && !Array.isArray(items) ? wordsOf(items) : [];
  const [only = ""] = element;
  return [element.length === 1 ? `list of ${plurals[only] ?? only}` : "list"];
}

function inner(branch: z.core.JSONSchema._JSONSchema): readonly string[] {
  return typeof branch === "object" ? wordsOf(branch) : [];
}

/** The keys of an object schema with their types; a question mark marks optional keys. */
export function keyWords(schema: z.ZodType): readonly (readonly [string, string])[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { unrepresentable: "any" });
  return Object.entries(properties).map(([name, shape]) => [
    required.includes(name) ? name : `${name}?`,
    wordList([...new Set(inner(shape))], "or"),
  ]);
}
