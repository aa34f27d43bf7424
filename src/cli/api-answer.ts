/** Formats an API answer as JSON that is safe to print: control characters are escaped. */
import { safeText } from "#base/safe-text.ts";

/** Control and invisible characters, except joiners, which emoji use. */
const unseen = /[[\p{Cc}\p{Cf}\u2028\u2029]--[\n\u200c\u200d]]/gv;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** One line; equal to the answer. */
export function jsonLine(answer: unknown): string {
  return JSON.stringify(answer).replace(unseen, escaped);
}

/** Indented. */
export function jsonPage(answer: unknown): string {
  return safeText(JSON.stringify(answer, undefined, 2).replace(unseen, escaped));
}
