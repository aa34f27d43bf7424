/**
 * Parses the regular expressions of patterns: the common subset of RE2 and Python.
 *
 * Backreferences and lookaround cannot be matched in linear time; patterns with them are rejected.
 */
import {
  type CharacterTest,
  casesOf,
  classAt,
  escapedTest,
  literal,
  notNewline,
  UnknownPattern,
} from "./pattern-classes.ts";

export type Assertion = "textStart" | "textEnd" | "lineStart" | "lineEnd" | "boundary" | "inside";

export type Pattern =
  | {
      readonly kind: "character";
      readonly test: CharacterTest;
      /** All characters that it matches, if they are few. */
      readonly only?: readonly string[];
    }
  | { readonly kind: "assertion"; readonly assertion: Assertion }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "choice"; readonly parts: readonly Pattern[] }
  /** Only named groups capture. */
  | { readonly kind: "group"; readonly name: string; readonly inside: Pattern }
  | {
      readonly kind: "repeat";
      readonly inside: Pattern;
      readonly least: number;
      readonly most: number;
      readonly isLazy: boolean;
    };

type Flags = {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
};
type Scanner = { readonly source: string; at: number; depth: number };

const deepestGroups = 50;
const maxRepeats = 1_000;

/** Throws `UnknownPattern`. */
export function parsePattern(source: string): Pattern {
  const scanner: Scanner = { source, at: 0, depth: 0 };
  const whole = choice(scanner, { ignoreCase: false, multiline: false, dotAll: false });
  if (scanner.at < source.length) throw new UnknownPattern("Unmatched closing parenthesis.");
  return whole;
}

function choice(scanner: Scanner, flags: Flags): Pattern {
  let current = flags;
  const parts: Pattern[] = [];
  let sequence: Pattern[] = [];
  const endPart = () => {
    parts.push({ kind: "sequence", parts: sequence });
    sequence = [];
  };
  while (scanner.at < scanner.source.length && scanner.source[scanner.at] !== ")") {
    if (scanner.source[scanner.at] === "|") {
      scanner.at += 1;
      endPart();
      continue;
    }
    const changed = flagsAlone(scanner, current);
    if (changed !== undefined) current = changed;
    else sequence.push(repeated(scanner, atom(scanner, current)));
  }
  endPart();
  return parts.length === 1 && parts[0] ? parts[0] : { kind: "choice", parts };
}

const flagsPattern = /\(\?([imsU]*)(?:-([imsU]+))?([:)])/y;

/** `(?i)`, which applies until the end of the enclosing group. */
function flagsAlone(scanner: Scanner, flags: Flags): Flags | undefined {
  flagsPattern.lastIndex = scanner.at;
  const [whole, on = "", off = "", end] = flagsPattern.exec(scanner.source) ?? [];
  if (whole === undefined || end !== ")") return undefined;
  scanner.at += whole.length;
  return withFlags(flags, on, off);
}

function withFlags(flags: Flags, on: string, off: string): Flags {
  if ((on + off).includes("U")) throw new UnknownPattern("The U flag is not supported.");
  const is = (flag: string, before: boolean) =>
    on.includes(flag) || (before && !off.includes(flag));
  return {
    ignoreCase: is("i", flags.ignoreCase),
    multiline: is("m", flags.multiline),
    dotAll: is("s", flags.dotAll),
  };
}

function atom(scanner: Scanner, flags: Flags): Pattern {
  const { source, at } = scanner;
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  switch (character) {
    case "(":
      return group(scanner, flags);
    case "[": {
      const { test, end } = classAt(source, at, flags.ignoreCase);
      scanner.at = end;
      return { kind: "character", test };
    }
    case "\\":
      return escaped(scanner, flags);
    case "*":
    case "+":
    case "?":
      throw new UnknownPattern("Nothing to repeat.");
    case "^":
      scanner.at += 1;
      return { kind: "assertion", assertion: flags.multiline ? "lineStart" : "textStart" };
    case "$":
      scanner.at += 1;
      return { kind: "assertion", assertion: flags.multiline ? "lineEnd" : "textEnd" };
    case ".":
      scanner.at += 1;
      return { kind: "character", test: flags.dotAll ? () => true : notNewline };
    default:
      scanner.at += character.length;
      return {
        kind: "character",
        test: literal(character, flags.ignoreCase),
        only: casesOf(character, flags.ignoreCase),
      };
  }
}

const assertions: Readonly<Record<string, Assertion>> = {
  A: "textStart",
  z: "textEnd",
  Z: "textEnd",
  b: "boundary",
  B: "inside",
};

function escaped(scanner: Scanner, flags: Flags): Pattern {
  const assertion = assertions[scanner.source[scanner.at + 1] ?? ""];
  if (assertion !== undefined) {
    scanner.at += 2;
    return { kind: "assertion", assertion };
  }
  const { test, end } = escapedTest(scanner.source, scanner.at, flags.ignoreCase);
  scanner.at = end;
  return { kind: "character", test };
}

const groupName = /\(\?P?<([A-Za-z_]\w*)>/y;

function group(scanner: Scanner, flags: Flags): Pattern {
  const opening = openingOf(scanner, flags);
  scanner.at += opening.length;
  scanner.depth += 1;
  if (scanner.depth > deepestGroups) throw new UnknownPattern("Groups are nested too deeply.");
  const inside = choice(scanner, opening.flags);
  if (scanner.source[scanner.at] !== ")") throw new UnknownPattern("Unclosed group.");
  scanner.at += 1;
  scanner.depth -= 1;
  return opening.name === undefined ? inside : { kind: "group", name: opening.name, inside };
}

type GroupOpening = {
  readonly length: number;
  readonly flags: Flags;
  readonly name?: string | undefined;
};

function openingOf({ source, at }: Scanner, flags: Flags): GroupOpening {
  if (source[at + 1] !== "?") return { length: 1, flags };
  groupName.lastIndex = at;
  const named = groupName.exec(source);
  if (named !== null) return { length: named[0].length, flags, name: named[1] };
  flagsPattern.lastIndex = at;
  const [whole, on = "", off = ""] = flagsPattern.exec(source) ?? [];
  if (whole === undefined) throw new UnknownPattern("Unsupported kind of group.");
  return { length: whole.length, flags: withFlags(flags, on, off) };
}

const repetition = /(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})([?+]?)/y;

function repeated(scanner: Scanner, inside: Pattern): Pattern {
  repetition.lastIndex = scanner.at;
  const match = repetition.exec(scanner.source);
  if (match === null) return inside;
  const [whole, sign, first, comma, last, manner] = match;
  if (manner === "+") throw new UnknownPattern("Possessive repetitions are not supported.");
  scanner.at += whole.length;
  repetition.lastIndex = scanner.at;
  if (repetition.test(scanner.source)) throw new UnknownPattern("A repetition cannot be repeated.");
  const [least, most] = bounds[sign ?? ""] ?? counted(first, comma, last);
  return { kind: "repeat", inside, least, most, isLazy: manner === "?" };
}

type Bounds = readonly [least: number, most: number];

const bounds: Readonly<Record<string, Bounds>> = {
  "*": [0, Number.POSITIVE_INFINITY],
  "+": [1, Number.POSITIVE_INFINITY],
  "?": [0, 1],
};

function counted(first = "0", comma = "", last = ""): Bounds {
  const least = Number(first);
  const upper = last === "" ? Number.POSITIVE_INFINITY : Number(last);
  const most = comma === "" ? least : upper;
  const isTooMuch = least > maxRepeats || (most > maxRepeats && most !== Number.POSITIVE_INFINITY);
  if (isTooMuch || most < least) throw new UnknownPattern("Invalid repetition bounds.");
  return [least, most];
}
