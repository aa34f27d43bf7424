/** Character classes of patterns: single characters, bracket expressions and escapes. */

export type CharacterTest = (code: number) => boolean;

type ParsedClass = { readonly test: CharacterTest; readonly end: number };

/** Why a pattern cannot be used. */
export class UnknownPattern extends Error {}

export const notNewline: CharacterTest = (code) => code !== 10;

/** As in the servers' engine, these match ASCII only. */
const isDigit: CharacterTest = (code) => code >= 48 && code <= 57;
const isBlank: CharacterTest = (code) => code === 32 || (code >= 9 && code <= 13 && code !== 11);

export function isWordCharacter(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

const inverse =
  (test: CharacterTest): CharacterTest =>
  (code) =>
    !test(code);

const families: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: inverse(isDigit),
  s: isBlank,
  S: inverse(isBlank),
  w: isWordCharacter,
  W: inverse(isWordCharacter),
};

/** A literal character, optionally case-insensitive. */
export function literal(character: string, ignoreCase: boolean): CharacterTest {
  const codes = casesOf(character, ignoreCase).map((each) => each.codePointAt(0) ?? 0);
  const [only] = codes;
  return codes.length === 1 ? (code) => code === only : (code) => codes.includes(code);
}

export function casesOf(character: string, ignoreCase: boolean): readonly string[] {
  if (!ignoreCase) return [character];
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  // Letters with a multi-character case mapping are not mapped.
  return [...cases].filter((each) => [...each].length === 1);
}

const codeEscape = /\\x(?:([\da-fA-F]{2})|\{([\da-fA-F]{1,6})\})/y;
const propertyEscape = /\\([pP])(?:([A-Z])|\{(\^?)([A-Za-z_]{1,40})\})/y;

const controls: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Parses the escape at `at`, inside or outside brackets. */
export function escapedTest(source: string, at: number, ignoreCase: boolean): ParsedClass {
  const property = propertyAt(source, at);
  if (property !== undefined) return property;
  const family = families[source[at + 1] ?? ""];
  if (family !== undefined) return { test: family, end: at + 2 };
  const { code, end } = codeAt(source, at);
  return { test: literal(String.fromCodePoint(code), ignoreCase), end };
}

function codeAt(source: string, at: number): { readonly code: number; readonly end: number } {
  codeEscape.lastIndex = at;
  const [whole, two, many] = codeEscape.exec(source) ?? [];
  if (whole !== undefined) {
    const code = Number.parseInt(two ?? many ?? "", 16);
    if (code > 0x10ffff) throw new UnknownPattern("Invalid character code.");
    return { code, end: at + whole.length };
  }
  const character = String.fromCodePoint(source.codePointAt(at + 1) ?? 0);
  const control = controls[character];
  if (control !== undefined) return { code: control, end: at + 2 };
  // Other punctuation is literal; other letters and digits are unknown escapes.
  if (at + 1 >= source.length || /[\p{L}\p{N}]/u.test(character)) {
    throw new UnknownPattern("Unknown escape sequence.");
  }
  return { code: character.codePointAt(0) ?? 0, end: at + 1 + character.length };
}

function propertyAt(source: string, at: number): ParsedClass | undefined {
  propertyEscape.lastIndex = at;
  const [whole, letter, short, not = "", long] = propertyEscape.exec(source) ?? [];
  if (whole === undefined) return undefined;
  const has = propertyTest(short ?? long ?? "");
  const test = (letter === "P") === (not === "^") ? has : inverse(has);
  return { test, end: at + whole.length };
}

function propertyTest(name: string): CharacterTest {
  for (const property of [name, `Script=${name}`]) {
    try {
      const pattern = new RegExp(`^\\p{${property}}$`, "u");
      return (code) => pattern.test(String.fromCodePoint(code));
    } catch {
      // Not a property of that kind: try the other one.
    }
  }
  throw new UnknownPattern("Unknown character property.");
}

const posix: Readonly<Record<string, string>> = {
  alnum: "A-Za-z0-9",
  alpha: "A-Za-z",
  digit: "0-9",
  lower: "a-z",
  upper: "A-Z",
  xdigit: "A-Fa-f0-9",
  word: "\\w",
  space: "\\s\\v",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
};

const posixName = /\[:(\^?)(\w+):\]/y;

/** The class whose bracket opens at `at`. */
export function classAt(source: string, at: number, ignoreCase: boolean): ParsedClass {
  const isNegated = source[at + 1] === "^";
  const tests: CharacterTest[] = [];
  let next = at + (isNegated ? 2 : 1);
  // A closing bracket in first position is literal.
  for (let isFirst = true; isFirst || source[next] !== "]"; isFirst = false) {
    if (next >= source.length) throw new UnknownPattern("Unclosed character class.");
    const { test, end } = memberAt(source, next, ignoreCase);
    tests.push(test);
    next = end;
  }
  const has: CharacterTest = (code) => tests.some((test) => test(code));
  return { test: quick(isNegated ? inverse(has) : has), end: next + 1 };
}

/** With a fast path for ASCII, since every character is tested. */
export function quick(has: CharacterTest): CharacterTest {
  const asciiCodes = Uint8Array.from({ length: 0x80 }, (_, code) => (has(code) ? 1 : 0));
  return (code) => (code < 0x80 ? asciiCodes[code] === 1 : has(code));
}

function memberAt(source: string, at: number, ignoreCase: boolean): ParsedClass {
  posixName.lastIndex = at;
  const [whole, not, name = ""] = posixName.exec(source) ?? [];
  if (whole !== undefined) {
    const members = posix[name];
    if (members === undefined) throw new UnknownPattern("Unknown named character class.");
    const { test } = classAt(`[${members}]`, 0, ignoreCase);
    return { test: not === "^" ? inverse(test) : test, end: at + whole.length };
  }
  const isFamily = source[at] === "\\" && /[dDsSwWpP]/.test(source[at + 1] ?? "");
  if (isFamily) return escapedTest(source, at, ignoreCase);
  const first = memberCode(source, at);
  const isRange = source[first.end] === "-" && !"]".includes(source[first.end + 1] ?? "]");
  if (!isRange) return { test: rangeTest(first.code, first.code, ignoreCase), end: first.end };
  const last = memberCode(source, first.end + 1);
  if (last.code < first.code) throw new UnknownPattern("Invalid character range.");
  return { test: rangeTest(first.code, last.code, ignoreCase), end: last.end };
}

function memberCode(source: string, at: number): { readonly code: number; readonly end: number } {
  if (source[at] === "\\") return codeAt(source, at);
  const code = source.codePointAt(at) ?? 0;
  return { code, end: at + (code > 0xffff ? 2 : 1) };
}

function rangeTest(first: number, last: number, ignoreCase: boolean): CharacterTest {
  const has: CharacterTest = (code) => code >= first && code <= last;
  if (!ignoreCase) return has;
  return (code) =>
    casesOf(String.fromCodePoint(code), true).some((each) => has(each.codePointAt(0) ?? 0));
}
