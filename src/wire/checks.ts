/** Validation of texts as servers do it: declared once, for forms while typing and for the embedded realm. */
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
