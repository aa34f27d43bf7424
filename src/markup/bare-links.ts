/** Bare URLs and email addresses in text. */
import { placeholder, type Replacement } from "./fragment.ts";
import { targetOf } from "./links.ts";
import type { ReaderContext } from "./reader-context.ts";

/** Top-level domains that make a dotted word a link; those that are also file extensions are excluded. */
const topLevels = new Set(
  (
    "com org net edu gov io dev app info foo eu uk de fr nl ch at es pl se fi dk cz jp cn kr br ru ca au nz xyz " +
    "cloud blog chat tv wiki online site social"
  ).split(" "),
);

/** A quick test that rules out most texts without links. */
const likely = /\.[\p{L}\p{N}_-]|:\/\//u;
const words = /[^\s<>"]+/g;

/** The first link of each word, if any. Words are separated by blanks, angle brackets and double quotes. */
export function bareLinks(text: string, readerContext: ReaderContext): readonly Replacement[] {
  const found: Replacement[] = [];
  if (!likely.test(text)) return found;
  for (const { 0: characters, index } of text.matchAll(words)) {
    if (!characters.includes(".") && !characters.includes("://")) continue;
    const place = placeIn(wordOf(characters), text[index - 1] === ">");
    if (place === undefined) continue;
    const [start, end] = [index + place.from, index + place.end];
    const target = targetOf(text.slice(start, end), readerContext);
    if (target === undefined) continue;
    const make: Replacement["make"] = (label) => ({ kind: "link", target, label });
    found.push({ start, from: start, to: end, end, make });
  }
  return found;
}

type Word = {
  readonly characters: string;
  /** Trailing punctuation of the surrounding sentence. */
  readonly tail: number;
  /** The last position of an extracted part: links do not extend over one. */
  readonly lastHole: number;
};

function wordOf(characters: string): Word {
  let tail = characters.length;
  while (tail > 0 && "!:;?),.'".includes(characters[tail - 1] ?? " ")) tail -= 1;
  return { characters, tail, lastHole: characters.lastIndexOf(placeholder) };
}

type TextRange = { readonly from: number; readonly end: number };

const startOfAddress = /[\p{L}\p{N}_.-]/u;
const beforeAddress = /['(,:]/g;

/** A link begins at the start of the word, or after certain punctuation. */
function placeIn(word: Word, isGlued: boolean): TextRange | undefined {
  if (!isGlued) {
    const end = addressEnd(word, 0);
    if (end !== undefined) return { from: 0, end };
  }
  for (const { index } of word.characters.matchAll(beforeAddress)) {
    const end = addressEnd(word, index + 1);
    if (end !== undefined) return { from: index + 1, end };
  }
  return undefined;
}

const host = /https?:\/\/[\p{L}\p{N}_-][\p{L}\p{N}_.:@-]*/uy;
const name = /[\p{L}\p{N}_.@-]+/uy;
const domain = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;
const mailbox = /^[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u;

/** The end of the link that begins at `from`; undefined if there is none. */
function addressEnd(word: Word, from: number): number | undefined {
  const { characters, tail } = word;
  if (word.lastHole >= from || !startOfAddress.test(characters[from] ?? "")) return undefined;
  host.lastIndex = from;
  if (host.test(characters)) {
    const isWhole = host.lastIndex >= tail || "/?#".includes(characters[host.lastIndex] ?? " ");
    return isWhole ? urlEnd(word, from) : undefined;
  }
  name.lastIndex = from;
  if (!name.test(characters)) return undefined;
  const hasPath = characters[name.lastIndex] === "/";
  const end = Math.min(name.lastIndex, tail);
  const candidate = characters.slice(from, end);
  if (hasPath) return isDomain(candidate) ? urlEnd(word, from) : undefined;
  return end === tail && (isDomain(candidate) || mailbox.test(candidate)) ? end : undefined;
}

function isDomain(text: string): boolean {
  return domain.test(text) && topLevels.has(text.slice(text.lastIndexOf(".") + 1));
}

/** Up to trailing punctuation, except parentheses that close one in the link. */
function urlEnd({ characters, tail }: Word, from: number): number {
  let open = 0;
  for (let at = from; at < characters.length; at += 1) {
    if (at >= tail && open <= 0) return at;
    if (characters[at] === "(") open += 1;
    else if (characters[at] === ")") open -= 1;
  }
  return open > 0 ? tail : characters.length;
}
