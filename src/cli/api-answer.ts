/** An answer of the API as text that is safe to print: what a terminal could obey is escaped, as JSON allows. */
import { safeText } from "#base/safe-text.ts";

/** Controls and marks without a shape; joiners are left, since emoji are made with them. */
const unseen = /[[\p{Cc}\p{Cf}\u2028\u2029]--[\n\u200c\u200d]]/gv;

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** One line; says the same as the answer, to the letter. */
export function jsonLine(answer: unknown): string {
  return JSON.stringify(answer).replace(unseen, escaped);
}

/** Indented, for people. */
export function jsonPage(answer: unknown): string {
  return safeText(JSON.stringify(answer, undefined, 2).replace(unseen, escaped));
}
