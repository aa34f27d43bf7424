/**
 * Draws simple TeX in Unicode: `\frac{a}{b} \le x_i^2` as `a/b ≤ xᵢ²`.
 *
 * What has a command that is not known stays as it was written, as a whole: a part of a formula would be another one.
 */
import {
  accents,
  alphabets,
  large,
  names,
  operators,
  relations,
  scripts,
  signs,
} from "./tex-signs.ts";

/** Longer or deeper ones are not drawn. */
const longest = 1000;
const deepest = 12;

class Undrawable extends Error {}

const aligned =
  /^\s*\\begin\{(aligned|align|gathered|gather|split|equation)(\*?)\}(.*)\\end\{\1\2\}\s*$/s;

/** In several lines where the source has some; undefined if it cannot be drawn. */
export function drawnTex(source: string): string | undefined {
  if (source.length > longest || /(?<!\\)%/.test(source)) return undefined;
  const [, , , inside] = aligned.exec(source) ?? [];
  const whole = inside === undefined ? source : inside.replace(/(?<!\\)&/g, " ");
  try {
    const lines = whole.split(/\\\\(?:\[[^\]]*\])?/).map((line) => {
      const tokens = line.match(/\\(?:[A-Za-z]+|.)|./gsu) ?? [];
      return sequence({ tokens, at: 0 }, 0, undefined);
    });
    return lines.join("\n").trim() || undefined;
  } catch (error) {
    if (error instanceof Undrawable) return undefined;
    throw error;
  }
}

type Reader = { readonly tokens: readonly string[]; at: number };

type Drawn = {
  text: string;
  /** What it ends in: a sign after which a plus is no sum, or a name, which a letter does not touch. */
  end: "sign" | "operand" | "name";
};

/** Up to the token `end`, which is read, too; without one, to the last. */
function sequence(reader: Reader, depth: number, end: string | undefined): string {
  if (depth > deepest) throw new Undrawable();
  const drawn: Drawn = { text: "", end: "sign" };
  for (;;) {
    const token = reader.tokens[reader.at];
    reader.at += 1;
    if (token === end) return drawn.text.replace(/ {2,}/g, " ").trim();
    if (token === undefined) throw new Undrawable();
    if (!/^\s/.test(token)) add(drawn, token, reader, depth);
  }
}

const own = (table: Readonly<Record<string, string>>, token: string) =>
  Object.hasOwn(table, token) ? table[token] : undefined;

function add(drawn: Drawn, token: string, reader: Reader, depth: number): void {
  const relation = own(relations, token);
  const sign = relation ?? own(operators, token);
  if (sign !== undefined) {
    drawn.text += relation !== undefined || drawn.end !== "sign" ? ` ${sign} ` : sign;
    drawn.end = "sign";
  } else if (token === "^" || token === "_") {
    drawn.text = drawn.text.trimEnd() + script(token, argument(reader, depth));
  } else if (token === "\\not") {
    add(drawn, next(reader), reader, depth);
    drawn.text = drawn.text.replace(/(\S)(\s*)$/u, "$1\u0338$2").normalize("NFC");
  } else addOperand(drawn, token, reader, depth);
}

function next(reader: Reader): string {
  const token = reader.tokens[reader.at];
  if (token === undefined) throw new Undrawable();
  reader.at += 1;
  return token;
}

function addOperand(drawn: Drawn, token: string, reader: Reader, depth: number): void {
  const name = own(names, token);
  const text = name ?? own(large, token) ?? atom(token, reader, depth);
  const touches = name === undefined ? drawn.end === "name" : /[\p{L}\p{N})]$/u.test(drawn.text);
  drawn.text += touches && /^[\p{L}\p{N}√∑∏∫|]/u.test(text) ? ` ${text}` : text;
  if (text.trim() !== "") drawn.end = endOf(token, text);
}

function endOf(token: string, text: string): Drawn["end"] {
  if (own(names, token) !== undefined || own(large, token) !== undefined) return "name";
  return /[([{⟨⌊⌈;|/]$|, $/u.test(text) ? "sign" : "operand";
}

function atom(token: string, reader: Reader, depth: number): string {
  const sign = own(signs, token);
  if (sign !== undefined) return sign;
  const command = /^\\([A-Za-z]+)$/.exec(token)?.[1];
  if (token === "{") return sequence(reader, depth + 1, "}");
  if (command === undefined) {
    if (/^[\\}&#$~]/.test(token)) throw new Undrawable();
    return token;
  }
  const accent = own(accents, command);
  if (accent !== undefined) return accented(argument(reader, depth), accent);
  const alphabet = Object.hasOwn(alphabets, command) ? alphabets[command] : undefined;
  if (alphabet !== undefined) return inAlphabet(argument(reader, depth), alphabet);
  const make = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (make === undefined) throw new Undrawable();
  return make(reader, depth);
}

type Make = (reader: Reader, depth: number) => string;

const fraction: Make = (reader, depth) => {
  const over = argument(reader, depth);
  return `${grouped(over)}/${grouped(argument(reader, depth))}`;
};

const verbatim: Make = (reader) => {
  if (reader.tokens[reader.at] !== "{") throw new Undrawable();
  const end = reader.tokens.indexOf("}", reader.at);
  const text = reader.tokens.slice(reader.at + 1, Math.max(end, 0)).join("");
  if (end < 0 || /[{$\\]/.test(text)) throw new Undrawable();
  reader.at = end + 1;
  return text;
};

/** The size of a bracket is not drawn; `.` is none. */
const bracket: Make = (reader, depth) => {
  const token = next(reader);
  return token === "." ? "" : atom(token, reader, depth);
};

const commands: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(["frac", "dfrac", "tfrac", "cfrac"].map((name) => [name, fraction])),
  ...Object.fromEntries(
    ["text", "textrm", "textbf", "textit", "mbox", "operatorname"].map((name) => [name, verbatim]),
  ),
  ...Object.fromEntries(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr middle"
      .split(" ")
      .map((name) => [name, bracket]),
  ),
  sqrt: (reader, depth) => {
    const isSquare = reader.tokens[reader.at] !== "[";
    if (!isSquare) reader.at += 1;
    const root = isSquare ? "" : script("^", sequence(reader, depth + 1, "]"));
    if (root.startsWith("^")) throw new Undrawable();
    return `${root}√${grouped(argument(reader, depth))}`;
  },
  pmod: (reader, depth) => ` (mod ${argument(reader, depth)})`,
  tag: (reader, depth) => `  (${argument(reader, depth)})`,
};

/** The next group, or the next sign. */
function argument(reader: Reader, depth: number): string {
  while (/^\s+$/.test(reader.tokens[reader.at] ?? "")) reader.at += 1;
  const token = next(reader);
  if (token === "^" || token === "_" || token === "}") throw new Undrawable();
  if (token === "{") return sequence(reader, depth + 1, "}");
  const drawn: Drawn = { text: "", end: "sign" };
  if (depth > deepest) throw new Undrawable();
  add(drawn, token, reader, depth + 1);
  return drawn.text.trim();
}

/** In brackets, unless it is one thing. */
function grouped(text: string): string {
  const isOne = /^(?:[\p{N}.]+|[^\s\p{N}]\p{M}*[′²³¹⁰-₟ᵢ-ᵪⱼₐ-ₜ]*)$/u.test(text);
  return isOne || /^\([^()]*\)$/.test(text) ? text : `(${text})`;
}

/** Raised or lowered, if there is a sign for each part. */
function script(which: "^" | "_", text: string): string {
  const table = scripts[which];
  const dense = text.replaceAll(" ", "");
  const raised = [...dense].map((sign) => own(table, sign));
  if (dense === "") throw new Undrawable();
  if (raised.every((sign) => sign !== undefined)) return raised.join("");
  return `${which}${[...text].length === 1 ? text : `(${text})`}`;
}

/** A mark above or below each letter. */
function accented(text: string, mark: string): string {
  if (
    text === "" ||
    /[^\p{L}\p{N}]/u.test(text) ||
    (text.length > 1 && mark !== "\u0305" && mark !== "\u0332")
  )
    throw new Undrawable();
  return [...text].map((letter) => (letter + mark).normalize("NFC")).join("");
}

function inAlphabet(text: string, alphabet: ReadonlyMap<string, string> | undefined): string {
  return alphabet === undefined
    ? text
    : [...text].map((letter) => alphabet.get(letter) ?? letter).join("");
}
