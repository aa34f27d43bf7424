/** `[text](target)`. */
import { relativeTarget, safeTarget } from "./address.ts";
import { keepLink, type Pattern, type Run } from "./run.ts";
import { unmarked } from "./stash.ts";

export const namedLinks: Pattern = (text, run) => {
  if (!text.includes("](")) return text;
  const closing = partners(text);
  let marked = "";
  let done = 0;
  for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", Math.max(at + 1, done))) {
    const close = closing.get(at);
    // There is no syntax for pictures: the text after an exclamation mark stays as it is.
    if (close === undefined || text[close + 1] !== "(" || text[at - 1] === "!") continue;
    const target = angledTarget(text, close + 2) ?? plainTarget(text, close + 2);
    const link = target && linkTo(run, text.slice(at + 1, close), target);
    if (target === undefined || link === undefined) continue;
    marked += text.slice(done, at) + link;
    done = target.end;
  }
  return marked + text.slice(done);
};

/** Where each opening bracket that has a partner is closed. */
function partners(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[[\]]/g)) {
    const partner = bracket === "[" ? undefined : open.pop();
    if (bracket === "[") open.push(index);
    else if (partner !== undefined) found.set(partner, index);
  }
  return found;
}

type Target = {
  readonly href: string;
  readonly title: string | undefined;
  /** Behind the closing parenthesis. */
  readonly end: number;
};

const inAngles = /\s*<([^<>]*)>\s*(?:("[^"]*"|'[^']*')\s*)?\)/y;

/** The target that begins at `from`, if angles hold it. */
function angledTarget(text: string, from: number): Target | undefined {
  inAngles.lastIndex = from;
  const found = inAngles.exec(text);
  if (found === null) return undefined;
  const [, href = "", title] = found;
  return { href, title: title?.slice(1, -1), end: inAngles.lastIndex };
}

/** A sign of quotation: where its text begins, and where it was seen last behind that. */
type Quote = { readonly sign: string; readonly from: number; end?: number };

/** What reading a target has seen so far. */
type Reading = {
  /** Parentheses that are open outside of quotes. */
  depth: number;
  /** The first sign of quotation hides parentheses, the other kind may stand within it. */
  first?: Quote;
  second?: Quote;
  /** Parentheses that were open when the first quote began, less those that have come since. */
  left: number;
  /** Where the link ends if the quote is none: where `left` became nothing. */
  fallback: number;
};

/** The target that begins at `from` and ends with the partner of the parenthesis before it, or behind a title. */
function plainTarget(text: string, from: number): Target | undefined {
  const begin = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  // Real servers leave but the last character when parentheses alone use up what was left.
  const reading: Reading = { depth: 1, left: 1, fallback: text.length - 2 };
  let last = "";
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at] ?? "";
    const title = character === ")" ? titleBefore(reading, last) : undefined;
    if (title !== undefined) {
      const href = text.slice(begin, title.from - 1);
      return { href, title: text.slice(title.from, title.end), end: at + 1 };
    }
    note(reading, character, at);
    if (reading.depth === 0) return untitled(text, begin, at);
    if (character !== " ") last = character;
  }
  return reading.left === 0 ? untitled(text, begin, reading.fallback) : undefined;
}

function note(reading: Reading, character: string, at: number): void {
  if (character === "(") openOne(reading);
  else if (character === ")") closeOne(reading, at);
  else if (character === "'" || character === '"') quoteAt(reading, character, at);
}

function untitled(text: string, from: number, close: number): Target {
  return { href: text.slice(from, close), title: undefined, end: close + 1 };
}

/** The quote that ended right before a parenthesis, which ends the link with it. */
function titleBefore({ first, second }: Reading, last: string): Quote | undefined {
  return [first, second].find((quote) => quote?.end !== undefined && quote.sign === last);
}

function openOne(reading: Reading): void {
  if (reading.first === undefined) reading.depth += 1;
  else if (reading.left > 0) reading.left -= 1;
}

function closeOne(reading: Reading, at: number): void {
  if (reading.first === undefined) reading.depth -= 1;
  else if (reading.left > 0) {
    reading.left -= 1;
    if (reading.left === 0) reading.fallback = at;
  }
}

function quoteAt(reading: Reading, sign: string, at: number): void {
  const { first, second } = reading;
  if (first === undefined) {
    reading.first = { sign, from: at + 1 };
    reading.left = reading.depth;
  } else if (sign === first.sign) first.end = at;
  else if (second === undefined) reading.second = { sign, from: at + 1 };
  else second.end = at;
}

function linkTo(run: Run, text: string, { href, title }: Target): string | undefined {
  const [address, shown] = [unmarked(run.stash, href), unmarked(run.stash, title ?? "")];
  const target = address === undefined ? undefined : safeTarget(address.trim());
  if (target === undefined || shown === undefined) return undefined;
  const relative = relativeTarget(target, run.context.realmUrl);
  const attributes = { href: relative, ...(title === undefined ? {} : { title: flat(shown) }) };
  return keepLink(run, attributes, text.trim() === "" ? relative : text);
}

/** On one line, without quotes around. */
function flat(title: string): string {
  return title
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .replace(/\s/g, " ");
}
