/**
 * Emoji by name, by code and by character.
 *
 * A code is what the API calls one: the hexadecimal code points of the character joined by dashes, without the variation
 * selector. The tables are read at the first question, not at the start of the program.
 */
import { plain, type SafeText, safeText } from "#base/safe-text.ts";
import { flags } from "./flags.ts";
import { nature } from "./nature.ts";
import { people } from "./people.ts";
import { signs } from "./signs.ts";
import { things } from "./things.ts";

export type Emoji = {
  /** The name that is sent and shown; the only one of its emoji that no other has. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly code: string;
  readonly character: SafeText;
};

type Catalogue = {
  readonly all: readonly Emoji[];
  readonly byName: ReadonlyMap<string, Emoji>;
  readonly byCode: ReadonlyMap<string, Emoji>;
};

let read: Catalogue | undefined;

function catalogue(): Catalogue {
  read ??= parse([people, nature, things, signs, flags]);
  return read;
}

function parse(tables: readonly string[]): Catalogue {
  const all: Emoji[] = [];
  const byName = new Map<string, Emoji>();
  const byCode = new Map<string, Emoji>();
  for (const entry of tables.join(",").split(",")) {
    const [character, name, ...aliases] = entry.trim().split(" ");
    if (character === undefined || name === undefined) continue;
    const emoji = { name, aliases, code: codeOf(character), character: plain(character) };
    all.push(emoji);
    byCode.set(emoji.code, emoji);
    for (const each of [name, ...aliases]) if (!byName.has(each)) byName.set(each, emoji);
  }
  return { all, byName, byCode };
}

/** The emoji of a name or alias, as written between colons. */
export function emojiByName(name: string): Emoji | undefined {
  return catalogue().byName.get(name);
}

/** Every emoji once. */
export function allEmoji(): readonly Emoji[] {
  return catalogue().all;
}

/** The first name of a code; undefined for codes that are not in the catalogue. */
export function nameOfCode(code: string): string | undefined {
  return catalogue().byCode.get(code)?.name;
}

/** The code of a character or sequence, whether or not it is in the catalogue. */
export function codeOf(character: string): string {
  const codes: string[] = [];
  for (const part of character) {
    if (part === "\ufe0f") continue;
    codes.push((part.codePointAt(0) ?? 0).toString(16).padStart(4, "0"));
  }
  return codes.join("-");
}

const codePattern = /^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/;

/**
 * What a code looks like, also one that is newer than the catalogue. Undefined for codes that are none: a realm's own
 * emoji have numbers, which look like codes, so ask only about codes of type `unicode_emoji`.
 */
export function characterOf(code: string): SafeText | undefined {
  const known = catalogue().byCode.get(code);
  if (known !== undefined) return known.character;
  if (!codePattern.test(code)) return undefined;
  const codePoints = code.split("-").map((part) => Number.parseInt(part, 16));
  if (codePoints.some((point) => point > 0x10ffff)) return undefined;
  const drawn = withSelectors(codePoints.map((point) => String.fromCodePoint(point)));
  const character = safeText(drawn);
  return character === drawn && picture.test(drawn) ? character : undefined;
}

const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;

/** Pictures that are letters by default become pictures by a selector after them, which codes leave out. */
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

/** What people react with most; offered before anything is typed. */
export const popularEmoji: readonly string[] = [
  "1f44d",
  "1f389",
  "1f642",
  "2764",
  "1f6e0",
  "1f419",
  "1f440",
  "2705",
];

/**
 * Emoji for what was typed, the likely ones first: names that are it, then names that begin with it, then names in which
 * a later word does, then names that contain it. Nothing typed gives the popular ones.
 */
export function searchEmoji(typed: string, limit: number): readonly Emoji[] {
  const { all, byCode } = catalogue();
  const query = typed
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");
  const popular = popularEmoji.flatMap((code) => byCode.get(code) ?? []);
  if (query === "") return popular.slice(0, limit);
  const ranked: { readonly emoji: Emoji; readonly rank: number }[] = [];
  for (const emoji of all) {
    const rank = Math.min(...[emoji.name, ...emoji.aliases].map((name) => rankOf(name, query)));
    if (rank < noMatch) ranked.push({ emoji, rank: popular.includes(emoji) ? rank - 0.5 : rank });
  }
  ranked.sort((a, b) => a.rank - b.rank);
  return ranked.slice(0, limit).map(({ emoji }) => emoji);
}

const noMatch = 4;

function rankOf(name: string, query: string): number {
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  if (name.includes(`_${query}`)) return 2;
  return name.includes(query) ? 3 : noMatch;
}
