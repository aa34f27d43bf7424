/** Addresses and a realm's patterns that stand in the text without any syntax, and are links all the same. */
import { relativeTarget, safeTarget } from "./address.ts";
import { topDomains } from "./domains.ts";
import { linkified } from "./linkifiers.ts";
import { keepLink, type Pattern, type Run } from "./run.ts";
import { holdsMark } from "./stash.ts";

export type BareUrl = { readonly at: number; readonly url: string };

/** Everything in `text` that reads as an address of a page or a mailbox, in order. */
export function bareUrls(text: string): readonly BareUrl[] {
  if (!/[^\s.][./]|@|bitcoin:/.test(text)) return [];
  const found: BareUrl[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (word.includes(".") || word.includes("://") || word.includes("bitcoin:"))
      found.push(...urlOfWord(word, index));
  }
  return found;
}

/** The first address in a run without blanks; it reaches to the end of it but for closing punctuation. */
function urlOfWord(word: string, offset: number): readonly BareUrl[] {
  const closing = shortestEnd(word);
  for (const { index } of word.matchAll(/(?<![^'"(,:<])[\p{L}\p{N}_.-]/gu)) {
    const url = urlAt(word.slice(index), closing - index);
    if (url !== undefined && !holdsMark(url)) return [{ at: offset + index, url }];
  }
  return [];
}

/** The address that `rest` begins with; `shortest` is where its closing punctuation begins. */
function urlAt(rest: string, shortest: number): string | undefined {
  const start = /^https?:\/\//.exec(rest)?.[0].length ?? 0;
  const end = Math.max(shortest, start + 1);
  const slash = rest.indexOf("/", start);
  if (slash >= 0 && slash < end) {
    return isHost(rest.slice(0, slash)) ? withPath(rest, slash, end) : undefined;
  }
  const candidate = rest.slice(0, end);
  const isAddress = isHost(candidate) || isMailbox(candidate) || isPurse(candidate);
  return isAddress ? candidate : undefined;
}

/** Where the closing punctuation of a word begins. */
function shortestEnd(word: string): number {
  let end = word.length;
  while (end > 0 && "!:;?),.'\">".includes(word[end - 1] ?? " ")) end -= 1;
  return end;
}

function isHost(text: string): boolean {
  if (/^https?:\/\/[\p{L}\p{N}_.:@-]+$/u.test(text)) return true;
  if (!/^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u.test(text)) return false;
  return topDomains.has(text.slice(text.lastIndexOf(".") + 1));
}

function isMailbox(text: string): boolean {
  return /^[\p{L}\p{N}_.-]+@[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u.test(text);
}

/** An address to which coins are sent. */
function isPurse(text: string): boolean {
  return /^bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}$/.test(text);
}

const deepestParentheses = 7;

/** The address up to the first place from `shortest` on where all parentheses of the path are closed. */
function withPath(rest: string, slash: number, shortest: number): string | undefined {
  let depth = 0;
  for (let at = slash; at <= rest.length; at += 1) {
    if (at > slash && at >= shortest && depth === 0) return rest.slice(0, at);
    const character = rest[at];
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === '"' || depth < 0 || depth > deepestParentheses) return undefined;
  }
  return undefined;
}

export const bareLinks: Pattern = (text, run) => {
  const found = bareUrls(text).map(({ at, url }) => ({ at, text: url, url }));
  return replaced(text, found, run);
};

export const linkifiedWords: Pattern = (text, run) =>
  run.context.linkifiers.reduce(
    (marked, linkifier) => replaced(marked, linkified(marked, linkifier), run),
    text,
  );

type Place = { readonly at: number; readonly text: string; readonly url: string };

function replaced(text: string, places: readonly Place[], run: Run): string {
  if (places.length === 0) return text;
  let marked = "";
  let done = 0;
  for (const place of places) {
    marked += text.slice(done, place.at) + linkTo(place, run);
    done = place.at + place.text.length;
  }
  return marked + text.slice(done);
}

function linkTo({ text, url }: Place, run: Run): string {
  const target = holdsMark(text) ? undefined : safeTarget(url);
  if (target === undefined) return text;
  return keepLink(run, { href: relativeTarget(target, run.context.realmUrl) }, text);
}
