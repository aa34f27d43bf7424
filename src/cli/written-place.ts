/** The syntax of places on the command line, without the realm's names. */
import type { LinkTerm } from "#markup/document.ts";
import { linkTerms } from "#markup/links.ts";
import type { MessageId } from "#wire/ids.ts";

export type WrittenPlace =
  | { readonly kind: "stream"; readonly stream: string; readonly topic: string | undefined }
  | { readonly kind: "people"; readonly people: readonly string[] }
  | { readonly kind: "message"; readonly id: MessageId }
  | { readonly kind: "link"; readonly terms: readonly LinkTerm[] }
  | { readonly kind: "special"; readonly narrow: "all" | "mentions" | "starred" | "directs" };

const specials: Readonly<Record<string, Extract<WrittenPlace, { kind: "special" }>["narrow"]>> = {
  all: "all",
  mentions: "mentions",
  starred: "starred",
  directs: "directs",
};

const address = /^[^\s@#]+@[^\s@]+$/;

/** `@ana`, `@**Ana Ruiz**`, or an address. */
export function isPerson(word: string): boolean {
  return /^@\S/.test(word) || address.test(word);
}

/** The name or the address in it. */
function nameIn(word: string): string {
  return word.replace(/^@/, "").replace(/^_?\*\*(.*)\*\*$/, "$1");
}

/** `@ana @bo` in one word or in several. */
function peopleIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.split(/[\s,]+(?=@)/)).map((word) => nameIn(word.trim()));
}

/** `#stream > topic`, with or without the `#`, which shells take for a comment. */
function streamIn(word: string): WrittenPlace {
  const [, stream = "", topic] = /^#?\s*(.*?)\s*(?:[>›]\s*(.*))?$/s.exec(word) ?? [];
  const name = stream.replace(/^\*\*(.*)\*\*$/, "$1");
  return { kind: "stream", stream: name, topic: topic === "" ? undefined : topic?.trim() };
}

function oneWord(word: string): WrittenPlace {
  const terms = linkTerms(word);
  if (terms !== undefined) return { kind: "link", terms };
  if (/^\d+$/.test(word)) return { kind: "message", id: Number(word) as MessageId };
  const narrow = specials[word];
  return narrow === undefined ? streamIn(word) : { kind: "special", narrow };
}

export type Split = { readonly place: WrittenPlace | undefined; readonly rest: readonly string[] };

/**
 * The place at the start of the arguments, and the rest. A word with a blank is a person only if it is the first one or
 * a known name; otherwise it is a text that begins with a mention.
 */
export function splitPlace(
  words: readonly string[],
  isKnownName: (name: string) => boolean = () => false,
): Split {
  const [first] = words;
  if (first === undefined) return { place: undefined, rest: [] };
  if (!isPerson(first)) return { place: oneWord(first), rest: words.slice(1) };
  const belongs = (word: string) =>
    isPerson(word) && (!/\s(?!@)/.test(word) || isKnownName(nameIn(word)));
  const end = words.findIndex((word, at) => at > 0 && !belongs(word));
  const people = end === -1 ? words : words.slice(0, end);
  return { place: { kind: "people", people: peopleIn(people) }, rest: words.slice(people.length) };
}
