/** Highlights search hits in painted lines. */
import { plainLetters, visualText } from "#base/bidi.ts";
import { joined, partOf, plain, type SafeText, safeLine } from "#base/safe-text.ts";
import { isUnspaced } from "#base/words.ts";
import type { Sgr } from "#theme/painter.ts";
import type { Style } from "#ui/style.ts";

const esc = "\u001b";
/** A style sequence, or the start or end of a link. */
const sequence = new RegExp(`(${esc}(?:\\[[\\d;]*m|\\]8;[^${esc}]*${esc}\\\\))`);

/** The line with the `hit` style on every occurrence of the words, ignoring case. */
export function markHits(style: Style, line: string, words: string): string {
  if (words === "") return line;
  return markPlaces(style, line, (text) => placesOf(text, asShown(style, words)));
}

/** The line with the `hit` style on each of these words, where it is a whole word. */
export function markWords(style: Style, line: string, words: readonly string[]): string {
  if (words.length === 0) return line;
  return markPlaces(style, line, (text) =>
    words
      .flatMap((word) => placesOf(text, asShown(style, word)))
      .filter((place) => isWhole(text, place)),
  );
}

/** How much is left before a word, and of it. */
const [beforeHit, ofHit] = [8, 12];

/** The text from shortly before the first of the words on, if that word would be cut off at that width. */
export function fromHit(
  { glyphs }: Style,
  text: SafeText,
  words: readonly string[],
  columns: number,
): SafeText {
  const folded = text.toLowerCase();
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const first = Math.min(...places);
  if (places.length === 0 || first + ofHit <= columns || text.length <= columns) return text;
  const start = text.lastIndexOf(" ", first - beforeHit) + 1;
  return start === 0 ? text : joined([glyphs.ellipsis, plain(" "), partOf(text.slice(start))]);
}

/** The words as they stand in a line. */
function asShown({ cells }: Style, words: string): string {
  const folded = safeLine(words.toLowerCase());
  return cells.rules.reorders ? plainLetters(visualText(folded)) : folded;
}

/** Start and end of a hit. */
type Place = readonly [from: number, to: number];

function markPlaces(
  { painter }: Style,
  line: string,
  placesIn: (folded: string) => readonly Place[],
): string {
  const parts = partsOf(line);
  const text = parts.filter((part) => !part.startsWith(esc)).join("");
  const folded = plainLetters(text).toLowerCase();
  // The lower case of a few letters has another length, which would shift the positions.
  if (folded.length !== text.length) return line;
  const edges = edgesOf(placesIn(folded));
  return edges.length === 0 ? line : marked(parts, edges, painter.sgr(["hit"]));
}

function marked(parts: readonly string[], edges: readonly number[], { open, close }: Sgr): string {
  let line = "";
  let at = 0;
  let isOpen = false;
  const write = (piece: string) => {
    if (edges.includes(at)) {
      line += isOpen ? close : open;
      isOpen = !isOpen;
    }
    line += piece;
    at += piece.length;
  };
  for (const part of parts) {
    // A style change inside a hit may close the hit's background.
    if (part.startsWith(esc)) line += isOpen ? part + open : part;
    else for (const piece of piecesOf(part, at, edges)) write(piece);
  }
  return isOpen ? line + close : line;
}

/** The text split at style sequences. */
function partsOf(line: string): readonly string[] {
  return line.split(sequence).filter((part) => part !== "");
}

/** The text that begins at `from`, split at the edges inside it. */
function piecesOf(text: string, from: number, edges: readonly number[]): readonly string[] {
  const inside = edges.map((edge) => edge - from).filter((at) => at > 0 && at < text.length);
  return [0, ...inside].map((at, index) => text.slice(at, inside[index]));
}

function placesOf(text: string, words: string): readonly Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    places.push([at, at + words.length]);
  return places;
}

const ofWord = /[\p{L}\p{M}\p{N}]/u;

/** Whether the range is a whole word. */
function isWhole(text: string, [from, to]: Place): boolean {
  const continues = (one = "", other = "") =>
    ofWord.test(one) && ofWord.test(other) && !isUnspaced(one + other);
  return !continues(text[from - 1], text[from]) && !continues(text[to - 1], text[to]);
}

/** Start and end positions alternately; adjacent hits are merged. */
function edgesOf(places: readonly Place[]): readonly number[] {
  const edges: number[] = [];
  for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
    const last = edges.at(-1) ?? -1;
    if (from > last) edges.push(from, to);
    else if (to > last) edges[edges.length - 1] = to;
  }
  return edges;
}
