/** Links: with a text, bare, and into the realm; their targets, and whether the text misrepresents them. */

import { decoded } from "#base/entities.ts";
import { percentDecoded } from "#base/outside-url.ts";
import { since } from "#wire/levels.ts";
import { isSameSite, narrowLink } from "#wire/narrow-link.ts";
import type { Target } from "./document.ts";
import { placeholder, type Replacement } from "./fragment.ts";
import type { ReaderContext } from "./reader-context.ts";
import { topLevels } from "./top-levels.ts";

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const linked = new Set(
  "http https ftp file mailto tel xmpp sip sips irc ircs news nntp ssh sftp git magnet webcal geo sms bitcoin matrix".split(
    " ",
  ),
);
const audioName = /\.(?:aac|flac|m4a|mp3|mpga|wav)(?:[?#]|$)/i;
const imageName = /\.(?:avif|bmp|gif|heic|jpe?g|png|tiff?|webp)(?:[?#]|$)/i;

/** The target of a URL; undefined if its scheme must not be linked. */
export function targetOf(written: string, readerContext: ReaderContext): Target | undefined {
  const url = completed(written.trim());
  if (url === undefined) return undefined;
  const { realmUrl = "" } = readerContext;
  const { site = realmUrl, terms } = narrowLink(url.replaceAll(" ", ".20")) ?? {};
  if (terms !== undefined && (site === realmUrl || isSameSite(site, realmUrl)))
    return { kind: "narrow", url, terms };
  const local = withinRealm(url, readerContext.realmUrl);
  if (local?.startsWith("/user_uploads/"))
    return { kind: "upload", url, isImage: imageName.test(local) };
  return { kind: "link", url };
}

function completed(url: string): string | undefined {
  if (url.startsWith("//")) return `http:${url}`;
  if (url.startsWith("/") || url.startsWith("#")) return url;
  const name = scheme.exec(url)?.[1]?.toLowerCase();
  if (name === undefined) return url.includes("@") ? `mailto:${url}` : `http://${url}`;
  // `example.com:8080` looks like a scheme.
  if (name.includes(".") || name === "localhost") return `http://${url}`;
  return linked.has(name) ? url : undefined;
}

/** The part of `url` after the realm's URL; undefined for other sites. */
function withinRealm(url: string, realmUrl: string | undefined): string | undefined {
  if (url.startsWith("/") || url.startsWith("#")) return url;
  if (realmUrl === undefined || !url.startsWith(realmUrl)) return undefined;
  const rest = url.slice(realmUrl.length);
  return rest === "" || rest.startsWith("/") || rest.startsWith("#") ? rest : undefined;
}

/** No address is longer. */
const longestAddress = 320;
const withScheme = /^(?:h[tx]{2}ps?|ftp):?[/\\]{1,3}([^\s/?#\\]+)/i;
const withoutScheme =
  /^(?:mailto:)?(?:([^\s/?#@]+)@)?((?:[\p{L}\p{N}_-]+\.)+(?:xn--[\da-z-]+|\p{L}{2,}|\d+))\.?(?:[:/?#]|$)/iu;
/** Ends of hosts that the registry does not have. */
const ownLevels = new Set(
  "corp example home internal intranet invalid lan local localhost onion test".split(" "),
);
/** In a sentence, other ends are likely to be words of a program: `fix app.run`. */
const knownLevel = /^(?:com|edu|example|gov|mil|net|org|test|[a-z]{2})$/i;
/** Two letters that are also words of programs, or of sentences without a blank after the full stop. */
const shortWord = /^(?:am|as|at|be|by|do|go|id|in|is|it|me|my|no|of|so|to|us)$/i;
/** Endings of files that no host has. */
const fileEnding =
  /\.(?:avif|bmp|conf|css|csv|docx?|exe|gif|gz|html?|ini|java|jpe?g|js|json|jsx|lock|log|lua|mjs|mp[34]|odt|pdf|php|png|pptx?|rb|scss|sql|svg|tar|tex|toml|tsx?|txt|vue|webp|xlsx?|xml|ya?ml)$/i;
/** Endings of files that hosts have, too. */
const sharedEnding = /\.(?:cc|md|mov|pl|ps|py|rs|sh|zip)$/i;

/**
 * Where a link leads if its URL or its text suggests another address: the host, or the address of mail. It is shown
 * beside the link, because a terminal cannot show a link's target on hover. Undefined if nothing is hidden.
 */
export function hiddenHost(text: string, url: string): string | undefined {
  return obscuredHost(url) ?? contradictedHost(text, url);
}

/** The host of a URL that does not show it as it is: behind a user name, in an odd notation, or in similar letters. */
export function obscuredHost(url: string): string | undefined {
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (hostname === undefined || !/^https?:$/.test(protocol ?? "")) return undefined;
  const [, written = ""] = /^\s*https?:[\\/]*([^\\/?#]*)/i.exec(url) ?? [];
  const host = written.replace(/:\d*$/, "").toLowerCase();
  const isPlain = host === hostname || (!isAscii.test(host) && host.split(".").every(isPlainLabel));
  return isPlain && !/(?:^|\.)xn--/.test(host) ? undefined : hostname;
}

const isAscii = /^[\0-\x7f]*$/;
/** Scripts without letters that look like those of another script, written from left to right. */
const unmistakable =
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u30fc\uac00-\ud7a3\p{sc=Thai}\p{sc=Devanagari}\d-]+$/u;

function isPlainLabel(label: string): boolean {
  return /^[a-z\d-]+$/.test(label) || unmistakable.test(label);
}

/** The host, or the address of mail, if the text names another one. */
function contradictedHost(text: string, url: string): string | undefined {
  const target = URL.parse(url);
  if (target === null) return undefined;
  const isMail = target.protocol === "mailto:";
  const address = (isMail ? percentDecoded(target.pathname) : target.hostname).toLowerCase();
  if (address === "") return undefined;
  const isNamed = ({ user, host }: Claim) => {
    if (!isMail) return bare(address) === bare(host);
    const named = user === undefined ? address.replace(/^[^@]*@/, "") : address;
    return named === (user === undefined ? host : `${user}@${host}`);
  };
  return claimsIn(text, url).every(isNamed) ? undefined : address;
}

function bare(host: string): string {
  return host.replace(/^www\./, "").replace(/\.$/, "");
}

type Claim = { readonly user: string | undefined; readonly host: string };

/** The addresses in a text, as its readers take it: signs that are drawn alike are the same to them. */
function claimsIn(text: string, url: string): readonly Claim[] {
  const read = text
    .slice(0, longestAddress)
    .normalize("NFKC")
    .replace(/[\u2024\u2027\u3002]/g, ".")
    .replace(/[\u2044\u2215\u29f8]/g, "/");
  const words = read.split(/[\s\u115f\u1160\u2800\p{Cf}]+/u).flatMap((word) => {
    const [inside = ""] = /[\p{L}\p{N}].*/su.exec(word) ?? [];
    const address = inside.replace(/[^\p{L}\p{N}/(]+$/u, "");
    return address === "" ? [] : [address];
  });
  const isAlone = words.length === 1;
  return words.flatMap((word) => claimIn(word, isAlone, url) ?? []);
}

/** The address that a word is; undefined for any other one. */
function claimIn(word: string, isAlone: boolean, url: string): Claim | undefined {
  const [start, site] = withScheme.exec(word) ?? [];
  if (start !== undefined) {
    const host = URL.parse(`http://${site}`)?.hostname;
    return host === undefined ? undefined : { user: undefined, host };
  }
  const [, user, name = ""] = withoutScheme.exec(word) ?? [];
  const host = URL.parse(`http://${name}`)?.hostname;
  if (host === undefined || !isLikelyHost(name, host, isAlone, user !== undefined))
    return undefined;
  const isFile = fileEnding.test(name) || (sharedEnding.test(name) && isNamedIn(name, url));
  return isFile ? undefined : { user: user?.toLowerCase(), host };
}

/** Whether a dotted word looks like a host, and not like a part of a program or the end of a sentence. */
function isLikelyHost(name: string, host: string, isAlone: boolean, isMail: boolean): boolean {
  const end = name.slice(name.lastIndexOf(".") + 1);
  if (/^\d+$/.test(end)) return host === name;
  const level = end.toLowerCase();
  const isLevel = topLevels.has(level) || ownLevels.has(level) || level.startsWith("xn--");
  if (!isLevel && !sharedEnding.test(name)) return false;
  const isKnown = knownLevel.test(level) && !shortWord.test(level);
  // `Foo.Bar` and `node.Name` are not written so, `PAYPAL.COM` is.
  const isName = /^\p{Lu}\p{Ll}/u.test(end) && !isKnown;
  return !isName && (isAlone || isKnown || isMail || /^www\./i.test(name));
}

/** Whether the URL is that of the file with this name. */
function isNamedIn(name: string, url: string): boolean {
  const path = URL.parse(url)?.pathname ?? "";
  return percentDecoded(path).endsWith(`/${name}`);
}

// Bare URLs and email addresses in text.

/** A quick test that rules out most texts without links. */
const likely = /\.[\p{L}\p{N}_-]|:\/\//u;
const words = /[^\s<>"]+/g;

/** The first link of each word, if any. Words are separated by blanks, angle brackets and double quotes. */
export function bareLinks(text: string, readerContext: ReaderContext): readonly Replacement[] {
  const replacements: Replacement[] = [];
  if (!likely.test(text)) return replacements;
  for (const { 0: characters, index } of text.matchAll(words)) {
    if (!characters.includes(".") && !characters.includes("://")) continue;
    const place = placeIn(wordOf(characters), text[index - 1] === ">");
    if (place === undefined) continue;
    const [start, end] = [index + place.from, index + place.end];
    const target = targetOf(text.slice(start, end), readerContext);
    if (target === undefined) continue;
    const make: Replacement["make"] = (label) => ({ kind: "link", target, label });
    replacements.push({ start, from: start, to: end, end, make });
  }
  return replacements;
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

// `[text](target)`. Brackets and parentheses are paired once for the whole text, so no text is searched twice.

export function namedLinks(text: string, readerContext: ReaderContext): readonly Replacement[] {
  if (!text.includes("](")) return [];
  const brackets = partners(text, "[", "]");
  const parentheses = partners(text, "(", ")");
  const replacements: Replacement[] = [];
  let start = text.indexOf("[");
  while (start >= 0) {
    const link = linkAt(text, start, brackets.get(start), parentheses, readerContext);
    if (link !== undefined) replacements.push(link);
    start = text.indexOf("[", link?.end ?? start + 1);
  }
  return replacements;
}

function linkAt(
  text: string,
  start: number,
  to: number | undefined,
  parentheses: ReadonlyMap<number, number>,
  readerContext: ReaderContext,
): Replacement | undefined {
  if (to === undefined || text[to + 1] !== "(") return undefined;
  const address = angled(text, to + 2) ?? parenthesized(text, to + 1, parentheses.get(to + 1));
  if (address === undefined || address.url.includes(placeholder)) return undefined;
  const url = decoded(address.url.trim());
  const target = targetOf(url, readerContext);
  if (target === undefined) return undefined;
  const isEmbedded = text[start - 1] === "!";
  if (isEmbedded && !isEmbeddable(target, readerContext)) return undefined;
  return {
    start: isEmbedded ? start - 1 : start,
    from: start + 1,
    to,
    end: address.end,
    make: (label) => ({ kind: "link", target, label, url }),
  };
}

/** Whether `![…](…)` is the file itself; otherwise it is text. */
function isEmbeddable(target: Target, { featureLevel }: ReaderContext): boolean {
  if (target.kind !== "upload") return false;
  if (target.isImage) return featureLevel >= since.inlinePictures;
  return featureLevel >= since.inlineAudio && audioName.test(target.url);
}

/** The positions of the closing partners of opening brackets. */
function partners(text: string, open: string, close: string): ReadonlyMap<number, number> {
  const byOpening = new Map<number, number>();
  const waiting: number[] = [];
  const signs = open === "[" ? /[[\]]/g : /[()]/g;
  for (const { 0: sign, index } of text.matchAll(signs)) {
    if (sign === open) waiting.push(index);
    else if (sign === close) {
      const partner = waiting.pop();
      if (partner !== undefined) byOpening.set(partner, index);
    }
  }
  return byOpening;
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
