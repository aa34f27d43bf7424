/**
 * Patterns as people write them in the configuration: words in which `*` stands for anything, or a regular expression
 * between slashes. The cost of a match is at most the length of the text times that of the pattern.
 */
import { UnknownPattern } from "./pattern-classes.ts";
import { findsIn, type Program, programOf } from "./pattern-match.ts";
import { parsePattern } from "./pattern-syntax.ts";
import { isUnspaced } from "./words.ts";

/** A text to be compared with many patterns. */
export type Subject = {
  readonly text: string;
  /** In small letters, on one line. */
  readonly folded: string;
};

export type TextPattern = (subject: Subject) => boolean;

/** Nobody writes longer ones, and a message has no more characters. */
const longestText = 20_000;
/** What a text that was made to cost much may cost: about a millisecond. Beyond it, it does not match. */
const mostSteps = 100_000;

export function subjectOf(text: string): Subject {
  const composed = text.slice(0, longestText).normalize("NFC");
  let folded: string | undefined;
  return {
    text: composed,
    get folded() {
      folded ??= onOneLine(composed.toLowerCase());
      return folded;
    },
  };
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * A pattern for all of a name, or for a part of a text, where words match as whole words. A sentence's end, such as "a
 * pattern", if it cannot be read.
 */
export function textPattern(written: string, of: "name" | "text"): TextPattern | { why: string } {
  const source = written.trim().normalize("NFC");
  const [, expression] = /^\/(.+)\/$/s.exec(source) ?? [];
  if (expression !== undefined) return expressionPattern(expression);
  const parts = onOneLine(source.toLowerCase()).split(/\*+/);
  if (parts.every((part) => part === "")) return { why: "it would match everything" };
  return of === "name"
    ? ({ folded }) => isWhole(folded, parts)
    : ({ folded }) => isInside(folded, parts);
}

function expressionPattern(expression: string): TextPattern | { why: string } {
  const program = programFor(expression);
  if (!("instructions" in program)) return program;
  return ({ text }) => findsIn(program, text, { forPatterns: mostSteps });
}

/** Without capitals it ignores case. */
function programFor(expression: string): Program | { why: string } {
  try {
    return programOf(parsePattern(/\p{Lu}/u.test(expression) ? expression : `(?i)${expression}`));
  } catch (error) {
    if (error instanceof UnknownPattern) return { why: error.message.replace(/\.$/, "") };
    throw error;
  }
}

/** Whether the text begins with the first part, ends with the last, and has the others between them, in order. */
function isWhole(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const index = text.indexOf(part, at);
    if (index < 0) return false;
    at = index + part.length;
  }
  return at <= end;
}

/** The same anywhere in the text: what begins with a part does so at a word's beginning, likewise at its end. */
function isInside(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  // The first place leaves the most for what follows, so no other need be tried.
  let at = 0;
  if (first !== "") {
    at = placeOf(text, first, 0, last === undefined);
    if (at < 0) return false;
    at += first.length;
  }
  for (const part of rest) {
    const index = text.indexOf(part, at);
    if (index < 0) return false;
    at = index + part.length;
  }
  return last === undefined || last === "" || endOf(text, last, at);
}

/** Where the part is at a word's beginning, and `whole` also at its end; -1: nowhere. */
function placeOf(text: string, part: string, from: number, whole: boolean): number {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) {
    if (isEdge(text, at) && (!whole || isEdge(text, at + part.length))) return at;
  }
  return -1;
}

function endOf(text: string, part: string, from: number): boolean {
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1))
    if (isEdge(text, at + part.length)) return true;
  return false;
}

const letter = /[\p{L}\p{N}\p{M}_]/u;

/** Whether no word goes on there. Scripts without blanks have no edges, so everywhere is one. */
function isEdge(text: string, at: number): boolean {
  const [before, after] = [characterBefore(text, at), characterAt(text, at)];
  if (!letter.test(before) || !letter.test(after)) return true;
  return isUnspaced(before) || isUnspaced(after);
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return "";
  const isPair = at > 1 && /[\udc00-\udfff]/.test(text[at - 1] ?? "");
  return characterAt(text, isPair ? at - 2 : at - 1);
}
