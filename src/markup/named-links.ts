/** `[text](target)`. Brackets and parentheses are paired once for the whole text, so no text is searched twice. */
import { decoded } from "./entities.ts";
import { placeholder, type Replacement } from "./fragment.ts";
import { targetOf } from "./links.ts";
import type { ReaderContext } from "./reader-context.ts";

export function namedLinks(text: string, readerContext: ReaderContext): readonly Replacement[] {
  if (!text.includes("](")) return [];
  const brackets = partners(text, "[", "]");
  const parentheses = partners(text, "(", ")");
  const found: Replacement[] = [];
  let start = text.indexOf("[");
  while (start >= 0) {
    const link = linkAt(text, start, brackets.get(start), parentheses, readerContext);
    if (link !== undefined) found.push(link);
    start = text.indexOf("[", link?.end ?? start + 1);
  }
  return found;
}

function linkAt(
  text: string,
  start: number,
  to: number | undefined,
  parentheses: ReadonlyMap<number, number>,
  readerContext: ReaderContext,
): Replacement | undefined {
  // There is no image syntax: what follows an exclamation mark is text.
  if (to === undefined || text[to + 1] !== "(" || text[start - 1] === "!") return undefined;
  const address = angled(text, to + 2) ?? parenthesized(text, to + 1, parentheses.get(to + 1));
  if (address === undefined || address.url.includes(placeholder)) return undefined;
  const url = decoded(address.url.trim());
  const target = targetOf(url, readerContext);
  if (target === undefined) return undefined;
  return {
    start,
    from: start + 1,
    to,
    end: address.end,
    make: (label) => ({ kind: "link", target, label, url }),
  };
}

/** The positions of the closing partners of opening brackets. */
function partners(text: string, open: string, close: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const waiting: number[] = [];
  const signs = open === "[" ? /[[\]]/g : /[()]/g;
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (sign === open) waiting.push(index);
    else if (sign === close) {
      const partner = waiting.pop();
      if (partner !== undefined) found.set(partner, index);
    }
  }
  return found;
}

/** `end` is the position after the closing parenthesis. */
type Address = { readonly url: string; readonly end: number };

const inAngles = /\s*<([^<>]*)>\s*(?:"[^"\n]*"\s*|'[^'\n]*'\s*)?\)/y;

function angled(text: string, from: number): Address | undefined {
  inAngles.lastIndex = from;
  const [whole, url = ""] = inAngles.exec(text) ?? [];
  return whole === undefined ? undefined : { url, end: from + whole.length };
}

function parenthesized(text: string, open: number, close: number | undefined): Address | undefined {
  if (close === undefined) return undefined;
  return { url: untitled(text.slice(open + 1, close)), end: close + 1 };
}

/** Without the optional title after a URL, which is never shown. */
function untitled(address: string): string {
  const whole = address.trimEnd();
  const quote = whole.at(-1);
  if (quote !== '"' && quote !== "'") return address;
  const title = whole.indexOf(` ${quote}`);
  return title < 0 || title === whole.length - 2 ? address : whole.slice(0, title);
}
