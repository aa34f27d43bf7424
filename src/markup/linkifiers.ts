/** Links from the realm's patterns, such as `#1234` for a ticket. */

import { UnknownPattern } from "#base/pattern-classes.ts";
import { matchAt, type Program, programOf } from "#base/pattern-match.ts";
import { parsePattern } from "#base/pattern-syntax.ts";
import type { Steps } from "./fragment.ts";
import { placeholder, type Replacement } from "./fragment.ts";

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
  const replacements: Replacement[] = [];
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
    replacements.push({
      start,
      from: start,
      to: end,
      end,
      make: (label) => ({ kind: "link", target, label }),
    });
    done = end;
  }
  return replacements;
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

// Expands the URLs of link patterns: URI templates (RFC 6570).

type Operator = {
  /** The prefix of the first value, and the separator. */
  readonly first: string;
  readonly between: string;
  /** Whether values are preceded by their names, and what follows the name of an empty value. */
  readonly isNamed: boolean;
  readonly ifEmpty: string;
  /** Whether reserved characters in values are kept unencoded. */
  readonly allowsReserved: boolean;
};

const simple: Operator = {
  first: "",
  between: ",",
  isNamed: false,
  ifEmpty: "",
  allowsReserved: false,
};

const operators: Readonly<Record<string, Operator>> = {
  "+": { ...simple, allowsReserved: true },
  "#": { ...simple, first: "#", allowsReserved: true },
  ".": { ...simple, first: ".", between: "." },
  "/": { ...simple, first: "/", between: "/" },
  ";": { ...simple, first: ";", between: ";", isNamed: true },
  "?": { ...simple, first: "?", between: "&", isNamed: true, ifEmpty: "=" },
  "&": { ...simple, first: "&", between: "&", isNamed: true, ifEmpty: "=" },
};

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable = /^([\w.%]+?)(?:\*|:(\d{1,4}))?$/;

/** The URL for these values; missing values expand to nothing. */
export function expandTemplate(
  template: string,
  values: Readonly<Record<string, string | undefined>>,
): string {
  return template.replace(expression, (_, sign: string, names: string) => {
    const operator = operators[sign] ?? simple;
    const parts = names.split(",").flatMap((name) => partOf(name, operator, values));
    return parts.length === 0 ? "" : operator.first + parts.join(operator.between);
  });
}

function partOf(
  written: string,
  { isNamed, ifEmpty, allowsReserved }: Operator,
  values: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const [, name = "", length] = variable.exec(written.trim()) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return [];
  const cut = length === undefined ? value : [...value].slice(0, Number(length)).join("");
  const encoded = allowsReserved ? encodedButReserved(cut) : encodedWhole(cut);
  if (!isNamed) return [encoded];
  return [name + (encoded === "" ? ifEmpty : `=${encoded}`)];
}

function encodedWhole(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, percentEncoded);
}

/** Keeps existing percent-encoding. */
function encodedButReserved(value: string): string {
  return encodeURI(value.toWellFormed())
    .replace(/%25(?=[\da-fA-F]{2})/g, "%")
    .replaceAll("%5B", "[")
    .replaceAll("%5D", "]");
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
