/** The syntax of places and messages on the command line, without the realm's names. */
import { type Divided, divisionsOf } from "#base/divisions.ts";
import { safeLine } from "#base/safe-text.ts";
import { wholeNumberIn } from "#base/whole-number.ts";
import type { MessageId } from "#wire/ids.ts";
import { type NarrowLink, narrowLink } from "#wire/narrow-link.ts";
import { Exit } from "./exit-codes.ts";
import type { StatePart } from "./realm-state.ts";

export type WrittenStream = {
  readonly kind: "stream";
  /** Without the sign. */
  readonly text: string;
  /** A word without a sign, which may have been meant for a person. */
  readonly isBare?: true;
};

/** A place is one argument. What its parts are depends on the realm's names: `a > b` may be one stream. */
export type WrittenPlace =
  | WrittenStream
  /** Separated by commas, or by blanks before signs. */
  | { readonly kind: "people"; readonly text: string }
  | { readonly kind: "message"; readonly id: MessageId }
  | { readonly kind: "link"; readonly link: NarrowLink }
  | { readonly kind: "special"; readonly narrow: "all" | "mentions" | "starred" | "directs" };

const specials: Readonly<Record<string, Extract<WrittenPlace, { kind: "special" }>["narrow"]>> = {
  all: "all",
  mentions: "mentions",
  starred: "starred",
  directs: "directs",
};

export const narrowNames = Object.keys(specials);

/** The parts of the state needed to resolve the place. */
export function partsFor(place: WrittenPlace | undefined): readonly StatePart[] {
  switch (place?.kind) {
    case "people":
      return ["people"];
    case "stream":
      return ["streams"];
    case "link":
      return ["streams", "people", "rules"];
    default:
      return [];
  }
}

const address = /^[^\s@#,]+@[^\s@,]+$/;

/** Whether a place begins with a person: `@ana`, `@**Ana Ruiz**`, or an address. */
function isPerson(word: string): boolean {
  const [first = ""] = word.split(",");
  return /^@\S/.test(word) || address.test(first.trim());
}

export function placeIn(word: string): WrittenPlace {
  const link = narrowLink(word);
  if (link !== undefined) return { kind: "link", link };
  if (/^https?:\/\//i.test(word))
    throw new Exit(
      "misuse",
      `"${safeLine(word)}" leads to no place: copy the whole link, unchanged.`,
    );
  if (isPerson(word)) return { kind: "people", text: word };
  const id = wholeNumberIn(word);
  if (id !== undefined) return { kind: "message", id: id as MessageId };
  const narrow = specials[word];
  if (narrow !== undefined) return { kind: "special", narrow };
  // With or without the `#`, which shells take for a comment.
  const text = word.replace(/^#\s*/, "").trim();
  return { kind: "stream", text, ...(!word.startsWith("#") && { isBare: true }) };
}

/** The only place; undefined without one. Throws an Exit for several. */
export function onePlace(args: readonly string[]): WrittenPlace | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (second === undefined) return placeIn(first);
  const isList = isPerson(first) && isPerson(second);
  throw new Exit(
    "misuse",
    isList
      ? `Join people by commas in one argument: '${safeLine(args.join(","))}'.`
      : "Name one place, such as '#backend > deploy window' or @ana.",
  );
}

/** Each argument is a place. */
export function placesIn(args: readonly string[]): readonly WrittenPlace[] {
  const places = args.map(placeIn);
  if (places.some(({ kind }) => kind === "message"))
    throw new Exit("misuse", "Name a place, such as '#backend > deploy window' or @ana.");
  return places;
}

/** Where a text goes: the first argument, or `to`. Nothing behind it is a recipient. */
export function addressedTo(
  args: readonly string[],
  to: string | undefined,
): { readonly written: WrittenPlace; readonly words: readonly string[] } {
  const [first, ...rest] = args;
  const place = to ?? first;
  if (place === undefined)
    throw new Exit("misuse", "Name a place, such as '#backend > deploy' or @ana.");
  return { written: placeIn(place), words: to === undefined ? rest : args };
}

/** A stream and a topic in it, which is "" if nothing follows the sign; or a stream alone. */
export type Split = { readonly stream: string; readonly topic: string | undefined };

/** The name in a mark of a place; text that contains more of its signs is none. */
const mark = /^\*\*((?:(?!\*\*).)*)\*\*$/s;

/** All readings of a stream's text: as a whole, and cut at each `>`, the first one first; a name may look like a mark. */
export function splitsOf(text: string): readonly [whole: Split, ...cut: Split[]] {
  const plain = text.replace(mark, "$1");
  const cuts = [...plain.matchAll(/[>›]/g)].flatMap(({ index }) => {
    const stream = plain.slice(0, index).trim();
    const topic = plain.slice(index + 1).trim();
    const names = new Set([stream.replace(mark, "$1"), stream]);
    return [...names].map((name) => ({ stream: name, topic }));
  });
  return [{ stream: plain, topic: undefined }, ...cuts];
}

const betweenPeople = /\s*,\s*|\s+(?=@)/g;

/**
 * The people in the text: as much of it as possible consists of whole names, which may contain separators, and what is left
 * between separators is one each. Another reading is there if it is possible as well.
 */
export function peopleIn(
  text: string,
  isWholeName: (name: string) => boolean,
): readonly [names: readonly string[], another?: readonly string[]] {
  const cuts = [...text.matchAll(betweenPeople)];
  const starts = [0, ...cuts.map(({ index, 0: { length } }) => index + length)];
  const ends = [...cuts.map(({ index }) => index), text.length];
  const parts = starts.flatMap((start, at) => {
    const end = ends[at] ?? text.length;
    return nameIn(text.slice(start, end)) === "" ? [] : [{ start, end }];
  });
  const nameAt = ([from, to]: Divided) =>
    nameIn(text.slice(parts[from]?.start, parts[to - 1]?.end));
  const [names = [], another] = divisionsOf(parts.length, (...divided) =>
    isWholeName(nameAt(divided)),
  );
  return another === undefined ? [names.map(nameAt)] : [names.map(nameAt), another.map(nameAt)];
}

/** The name, the address or the ID in it. */
export function nameIn(word: string): string {
  return word
    .trim()
    .replace(/^@/, "")
    .replace(/^_?\*\*(.*)\*\*$/s, "$1")
    .trim();
}
