/**
 * Emoji by name and by code: the built-in ones, or a server's list.
 *
 * The built-in table is parsed on first use, not at startup. Messages need the codes of names alone; the catalogue, which takes
 * several times as much memory, is for those who choose among all.
 */

import { memoizeEach, memoizeTexts } from "#base/memoize.ts";
import { type SafeText, safeText } from "#base/safe-text.ts";
import { builtInTable } from "./built-in.ts";

type Emoji = {
  readonly code: string;
  /** The name that is sent and shown. */
  readonly name: string;
  readonly aliases: readonly string[];
  /** Search keywords: lower-case words separated by blanks. */
  readonly keywords: string;
};

export type Catalogue = {
  /** Unique, in picker order. */
  readonly all: readonly Emoji[];
  readonly byCode: ReadonlyMap<string, Emoji>;
};

/** The names of each code, the canonical one first. */
type Names = ReadonlyMap<string, readonly string[]>;

let builtIn: Catalogue | undefined;

/** Used until a server's list is known. */
export function builtInCatalogue(): Catalogue {
  builtIn ??= catalogueOf(parse(builtInTable()));
  return builtIn;
}

function linesOf(table: string): readonly string[] {
  return table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

function parse(table: string): readonly Emoji[] {
  return linesOf(table).map((line) => {
    const [known = "", keywords = ""] = line.split(" | ");
    const [code = "", name = "", ...aliases] = known.split(" ");
    return { code, name, aliases, keywords };
  });
}

function catalogueOf(all: readonly Emoji[]): Catalogue {
  return { all, byCode: new Map(all.map((emoji) => [emoji.code, emoji])) };
}

/** Cached per list, for as long as the list is in use. */
const serverCatalogue = memoizeEach((names: Names) => catalogueOf(inBuiltInOrder(names)));

/** The catalogue of a server's list; the built-in one without a list. */
export function catalogueFor(names: Names | undefined): Catalogue {
  return names === undefined ? builtInCatalogue() : serverCatalogue(names);
}

type Codes = ReadonlyMap<string, string>;

/** The code of each name. Canonical names take precedence over aliases, and earlier emoji over later ones. */
function codesOf(all: Iterable<readonly [code: string, names: readonly string[]]>): Codes {
  const codes = new Map<string, string>();
  const claim = (name: string | undefined, code: string) => {
    if (name !== undefined && !codes.has(name)) codes.set(name, code);
  };
  for (const [code, [name]] of all) claim(name, code);
  for (const [code, names] of all) for (const name of names) claim(name, code);
  return codes;
}

const serverCodes = memoizeEach((names: Names) => codesOf(names));

let builtInCodes: Codes | undefined;

function codesBuiltIn(): Codes {
  builtInCodes ??= codesOf(
    linesOf(builtInTable()).map((line) => {
      const [code = "", ...names] = line.split(" | ", 1).join("").split(" ");
      return [code, names];
    }),
  );
  return builtInCodes;
}

/** The code of a name or alias, as written between colons: by a server's list, or the built-in one. */
export function codeNamed(names: Names | undefined, name: string): string | undefined {
  return (names === undefined ? codesBuiltIn() : serverCodes(names)).get(name);
}

/** A server's list has no order or keywords: both come from the built-in table. Other emoji come last. */
function inBuiltInOrder(names: Names): readonly Emoji[] {
  const { all, byCode } = builtInCatalogue();
  const others = [...names.keys()].filter((code) => !byCode.has(code));
  // A code without an emoji would be offered as a blank.
  const unknown = others.filter((code) => characterOf(code) !== undefined);
  return [...all.map(({ code }) => code), ...unknown].flatMap((code) => {
    const [name, ...aliases] = names.get(code) ?? [];
    if (name === undefined) return [];
    const { name: known = "", aliases: more = [], keywords = "" } = byCode.get(code) ?? {};
    return [{ code, name, aliases, keywords: [known, ...more, keywords].join(" ").trim() }];
  });
}

/** The built-in emoji of a name or alias. */
export function emojiByName(name: string): Emoji | undefined {
  return builtInCatalogue().byCode.get(codeNamed(undefined, name) ?? "");
}

/** Every built-in emoji once. */
export function allEmoji(): readonly Emoji[] {
  return builtInCatalogue().all;
}

/** The built-in name of a code; undefined for codes that are not in the catalogue. */
export function nameOfCode(code: string): string | undefined {
  return builtInCatalogue().byCode.get(code)?.name;
}

// Converts between an emoji's characters and its code in the API: the hexadecimal code points joined by dashes,
// without the variation selector.

/** The code of a character or sequence, whether or not it is an emoji. */
export function codeOf(character: string): string {
  const codes: string[] = [];
  for (const part of character) {
    if (part === "\ufe0f") continue;
    codes.push((part.codePointAt(0) ?? 0).toString(16).padStart(4, "0"));
  }
  return codes.join("-");
}

const codePattern = /^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/;
const lastCodePoint = 0x10ffff;
const rememberedCodes = 1_000;

/**
 * The characters of a code, including emoji newer than weir. Undefined for invalid codes. A realm's own emoji have
 * numbers, which look like codes, so pass only codes of type `unicode_emoji`.
 */
export function characterOf(code: string): SafeText | undefined {
  return characters(code).character;
}

const characters = memoizeTexts(rememberedCodes, (code) => ({ character: decode(code) }));

function decode(code: string): SafeText | undefined {
  if (!codePattern.test(code)) return undefined;
  const codePoints = code.split("-").map((part) => Number.parseInt(part, 16));
  if (codePoints.some((point) => point > lastCodePoint)) return undefined;
  const drawn = withSelectors(codePoints.map((point) => String.fromCodePoint(point)));
  const character = safeText(drawn);
  return character === drawn && pictograph.test(drawn) ? character : undefined;
}

const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Characters with text presentation by default need a variation selector, which codes omit. */
function withSelectors(parts: readonly string[]): string {
  return parts
    .map((part, index) => {
      const isLetter =
        /\p{Emoji}/u.test(part) && !/\p{Emoji_Presentation}|\p{Emoji_Component}/u.test(part);
      const isKeycap = /[\d#*]/.test(part) && parts[index + 1] === "\u20e3";
      const hasSkin = /\p{Emoji_Modifier}/u.test(parts[index + 1] ?? "");
      return (isLetter || isKeycap) && !hasSkin ? `${part}\ufe0f` : part;
    })
    .join("");
}
