/**
 * Emoji by name and by code: the built-in ones, or a server's list.
 *
 * The built-in table is parsed on first use, not at startup.
 */
import { builtInTable } from "./built-in.ts";
import { characterOf } from "./code.ts";

export type Emoji = {
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
  readonly byName: ReadonlyMap<string, Emoji>;
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

function parse(table: string): readonly Emoji[] {
  const lines = table.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [known = "", keywords = ""] = line.split(" | ");
    const [code = "", name = "", ...aliases] = known.split(" ");
    return { code, name, aliases, keywords };
  });
}

/** Canonical names take precedence over aliases, and earlier emoji over later ones. */
function catalogueOf(all: readonly Emoji[]): Catalogue {
  const byName = new Map<string, Emoji>();
  const claim = (name: string, emoji: Emoji) => {
    if (!byName.has(name)) byName.set(name, emoji);
  };
  for (const emoji of all) claim(emoji.name, emoji);
  for (const emoji of all) for (const alias of emoji.aliases) claim(alias, emoji);
  return { all, byName, byCode: new Map(all.map((emoji) => [emoji.code, emoji])) };
}

/** Cached per list, for as long as the list is in use. */
const listed = new WeakMap<Names, Catalogue>();

/** The catalogue of a server's list; the built-in one without a list. */
export function catalogueFor(names: Names | undefined): Catalogue {
  if (names === undefined) return builtInCatalogue();
  const known = listed.get(names);
  if (known !== undefined) return known;
  const made = catalogueOf(inBuiltInOrder(names));
  listed.set(names, made);
  return made;
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

/** The built-in emoji of a name or alias, as written between colons. */
export function emojiByName(name: string): Emoji | undefined {
  return builtInCatalogue().byName.get(name);
}

/** Every built-in emoji once. */
export function allEmoji(): readonly Emoji[] {
  return builtInCatalogue().all;
}

/** The built-in name of a code; undefined for codes that are not in the catalogue. */
export function nameOfCode(code: string): string | undefined {
  return builtInCatalogue().byCode.get(code)?.name;
}
