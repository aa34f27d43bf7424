/** Links from the realm's patterns, such as `#1234` for a ticket. */
import { placeholder, type Replacement } from "./fragment.ts";
import { UnknownPattern } from "./pattern-classes.ts";
import { matchAt } from "./pattern-match.ts";
import { type Program, programOf } from "./pattern-program.ts";
import { parsePattern } from "./pattern-syntax.ts";
import type { Steps } from "./steps.ts";
import { expandTemplate } from "./url-template.ts";

export type Linkifier = { readonly program: Program; readonly template: string };

/** Longer ones are rejected without parsing. */
const longestPattern = 1_000;

/** A linkifier from the server; undefined if its pattern is not supported. */
export function linkifier(pattern: string, template: string): Linkifier | undefined {
  if (pattern.length > longestPattern) return undefined;
  try {
    return { program: programOf(parsePattern(pattern)), template };
  } catch (error) {
    if (error instanceof UnknownPattern) return undefined;
    throw error;
  }
}

const before = /[\s'"(,:<]/;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** The matches of the pattern that begin and end at word boundaries. */
export function linkified(
  text: string,
  { program, template }: Linkifier,
  steps: Steps,
): readonly Replacement[] {
  const found: Replacement[] = [];
  // Testing whether a match may begin at a character costs a fraction of a step.
  steps.forPatterns -= Math.ceil(text.length / 16);
  const mayEnd = (end: number) =>
    !letterOrDigit.test(String.fromCodePoint(text.codePointAt(end) ?? 0));
  let done = 0;
  for (let start = 0; start < text.length && steps.forPatterns > 0; start += 1) {
    if (start < done || !mayBegin(text, start, program)) continue;
    const match = matchAt(program, text, start, mayEnd, steps);
    if (match === undefined || match.end === start) continue;
    const { end, groups } = match;
    const url = text.slice(start, end).includes(placeholder)
      ? undefined
      : safeUrl(template, groups);
    if (url === undefined) continue;
    const target = { kind: "link", url } as const;
    found.push({
      start,
      from: start,
      to: end,
      end,
      make: (label) => ({ kind: "link", target, label }),
    });
    done = end;
  }
  return found;
}

function mayBegin(text: string, start: number, program: Program): boolean {
  if (!program.mayBegin(text.codePointAt(start) ?? 0)) return false;
  return start === 0 || before.test(text[start - 1] ?? "");
}

/** Undefined if the URL is not a web or mail address: the template comes from the server. */
function safeUrl(template: string, groups: Readonly<Record<string, string>>): string | undefined {
  const url = expandTemplate(template, groups);
  if (!/^(?:https?|mailto):/i.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).href;
}
