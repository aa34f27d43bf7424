/** Finds emoji for the text typed into a picker. */
import { memoizeLast } from "#base/memoize.ts";
import type { Catalogue } from "./catalogue.ts";

/** An emoji offered by a picker, in the form that reactions use. */
export type EmojiChoice = {
  /** `unicode_emoji`, or the type of the organization's own emoji. */
  readonly type: string;
  readonly code: string;
  readonly name: string;
};

/** The most common reactions, offered before anything is typed. */
const popular: readonly string[] = [
  "1f44d",
  "1f389",
  "1f642",
  "2764",
  "1f6e0",
  "1f419",
  "1f440",
  "2705",
];

type Entry = {
  readonly choice: EmojiChoice;
  /** Folded like the query, with a blank before and after each. */
  readonly names: string;
  /** The names and the keywords. */
  readonly words: string;
  /** Breaks ties: the lowest comes first. */
  readonly order: number;
};

/** Popular ones, then the organization's own, then the rest in catalogue order. */
function entriesOf({ all }: Catalogue, own: readonly EmojiChoice[]): readonly Entry[] {
  const ownEntries = own.map((choice, index): Entry => {
    const names = searchable([choice.name]);
    return { choice, names, words: names, order: popular.length + index };
  });
  const entries = all.map(({ code, name, aliases, keywords }, index): Entry => {
    const rank = popular.indexOf(code);
    return {
      choice: { type: "unicode_emoji", code, name },
      names: searchable([name, ...aliases]),
      words: searchable([name, ...aliases, keywords]),
      order: rank < 0 ? popular.length + own.length + index : rank,
    };
  });
  return [...ownEntries, ...entries].sort((a, b) => a.order - b.order);
}

/** Memoized: the catalogue and the organization's own emoji rarely change. */
const prepared = memoizeLast(entriesOf);

/**
 * Best matches first: names equal to the query, names that begin with it, names with a word that does, keywords that
 * equal it or begin with it, and names that contain it. An empty query returns the popular ones and those after them.
 * Of equal matches, `frequent` ones come first, in their order.
 */
export function searchEmoji(
  catalogue: Catalogue,
  own: readonly EmojiChoice[],
  typed: string,
  limit: number,
  frequent: readonly Pick<EmojiChoice, "type" | "code">[] = [],
): readonly EmojiChoice[] {
  const entries = prepared(catalogue, own);
  const query = folded(typed.replaceAll(":", "").trim());
  const places = new Map(frequent.map((emoji, at) => [keyOf(emoji), at - frequent.length]));
  const frequentFirst = (found: readonly Entry[]) =>
    places.size === 0 ? found : found.toSorted((a, b) => placeIn(places, a) - placeIn(places, b));
  if (query === "")
    return frequentFirst(entries)
      .slice(0, limit)
      .map(({ choice }) => choice);
  const ranks: Entry[][] = Array.from({ length: noMatch }, () => []);
  const rankOf = rankFor(query);
  for (const entry of entries) if (entry.words.includes(query)) ranks[rankOf(entry)]?.push(entry);
  return ranks
    .flatMap(frequentFirst)
    .slice(0, limit)
    .map(({ choice }) => choice);
}

function keyOf({ type, code }: Pick<EmojiChoice, "type" | "code">): string {
  return `${type} ${code}`;
}

function placeIn(places: ReadonlyMap<string, number>, { choice }: Entry): number {
  return places.get(keyOf(choice)) ?? 0;
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[\s-]+/g, "_");
}

function searchable(words: readonly string[]): string {
  return ` ${words.join(" ").toLowerCase().replaceAll("-", "_")} `;
}

const noMatch = 6;

/** For entries whose words contain `query`. */
function rankFor(query: string): (entry: Entry) => number {
  const [begins, is, beginsWord] = [` ${query}`, ` ${query} `, `_${query}`];
  return ({ names, words }) => {
    if (names.includes(begins)) return names.includes(is) ? 0 : 1;
    if (names.includes(beginsWord)) return 2;
    if (words.includes(begins)) return words.includes(is) ? 3 : 4;
    return names.includes(query) ? 5 : noMatch;
  };
}
