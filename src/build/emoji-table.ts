/**
 * Generates the built-in emoji table from a package of emoji data.
 *
 * `npm run docs` writes it to `src/emoji/built-in.txt`, so that nothing is computed at runtime.
 */
import data from "emojibase-data/en/data.json" with { type: "json" };
import shortcodeData from "emojibase-data/en/shortcodes/github.json" with { type: "json" };
import { codeOf } from "#emoji/code.ts";
import { handWrittenNames } from "./emoji-names.ts";

type Source = (typeof data)[number];

/** The emoji version of servers at the newest level in `wire/levels`. */
const newestVersion = 15.1;
/** Servers named emoji up to this version by hand, mostly like the shortcodes of that time, and later ones by rule. */
const namedByHand = 4;

/** Skin tones and hair components, which are not standalone emoji. */
const components = 2;
/** Of the clock faces, servers have only eight o'clock. */
const clockFace = /^(?!eight o).*(?:o’clock|-thirty)$/;

function isKnown({ order, group, version, label }: Source): boolean {
  return (
    order !== undefined &&
    group !== components &&
    version <= newestVersion &&
    !clockFace.test(label)
  );
}

/** A description as a name: "woman’s hat" becomes `womans_hat`. */
function nameFrom(description: string): string {
  return description
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}|[“”‘’'":.,()!#*]/gu, "")
    .replace(/&/g, "and")
    .trim()
    .replace(/[\s–-]+/g, "_");
}

const isName = (text: string) => /^[\w+-]+$/.test(text);

const shortcodesByCode = new Map<string, string | readonly string[]>(Object.entries(shortcodeData));

function shortcodesOf({ hexcode }: Source): readonly string[] {
  return [shortcodesByCode.get(hexcode) ?? []].flat();
}

function keywordsOf({ tags }: Source): readonly string[] {
  return (tags ?? []).map(nameFrom).filter(isName);
}

/** Sequences (gendered people, families, flags) have always been named by rule. */
function isNamedByRule({ emoji, label, version }: Source): boolean {
  return version > namedByHand || emoji.includes("\u200d") || label.startsWith("flag:");
}

function handWritten(): ReadonlyMap<string, readonly string[]> {
  const entries = handWrittenNames.split(",").map((entry) => entry.trim().split(" "));
  return new Map(entries.map(([character = "", ...names]) => [codeOf(character), names]));
}

/** None of `taken`. */
function derivedNames(source: Source, taken: ReadonlySet<string>): readonly string[] {
  const free = (names: readonly string[]) => names.filter((name) => !taken.has(name));
  const shortcodes = isNamedByRule(source) ? [] : free(shortcodesOf(source));
  return shortcodes.length > 0 ? shortcodes : free([nameFrom(source.label)]);
}

/** Names by code, the canonical one first. No name is used twice. */
function namesOf(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const hand = handWritten();
  const taken = new Set([...hand.values()].flat());
  const names = new Map<string, string[]>();
  for (const source of sources) {
    const code = codeOf(source.emoji);
    const own = hand.get(code) ?? derivedNames(source, taken);
    if (own.length === 0) throw new Error(`${source.label} has no name.`);
    for (const name of own) taken.add(name);
    names.set(code, [...own]);
  }
  addKeywordAliases(sources, names, taken);
  return names;
}

/** A keyword unique to one of the emoji named by rule becomes its alias. */
function addKeywordAliases(
  sources: readonly Source[],
  names: ReadonlyMap<string, string[]>,
  taken: ReadonlySet<string>,
): void {
  const byRule = sources.filter(isNamedByRule);
  const owners = Map.groupBy(
    byRule.flatMap((source) => keywordsOf(source).map((keyword) => ({ keyword, source }))),
    ({ keyword }) => keyword,
  );
  for (const [keyword, [owner, ...others]] of owners) {
    if (owner === undefined || others.length > 0 || taken.has(keyword)) continue;
    names.get(codeOf(owner.source.emoji))?.push(keyword);
  }
}

/** Search keywords: the package's keywords and shortcodes, without words that the names contain. */
function searchWords(source: Source, names: readonly string[]): readonly string[] {
  const known = new Set(names.flatMap((name) => [name, ...name.split("_")]));
  const words = [nameFrom(source.label), ...shortcodesOf(source), ...keywordsOf(source)];
  return [...new Set(words)].filter((word) => !known.has(word));
}

const heading =
  "# Written by `npm run docs`: code, names with the canonical one first, | words for the search";

/** One line per emoji, in picker order. */
export function emojiTable(): string {
  const sources = data.filter(isKnown).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const names = namesOf(sources);
  const lines = sources.map((source) => {
    const code = codeOf(source.emoji);
    const own = names.get(code) ?? [];
    const words = searchWords(source, own);
    return [code, ...own, ...(words.length === 0 ? [] : ["|", ...words])].join(" ");
  });
  return `${[heading, ...lines].join("\n")}\n`;
}
