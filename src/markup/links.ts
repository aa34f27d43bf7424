/** Where links lead, and the addresses that stand in a text without any markup. */
import type { LinkTerm, Target } from "./document.ts";
import { linkTerms } from "./narrow-link.ts";
import type { Reading } from "./reading.ts";

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const linked = new Set(
  "http https ftp file mailto tel xmpp sip sips irc ircs news nntp ssh sftp git magnet webcal geo sms bitcoin matrix".split(
    " ",
  ),
);
const imageName = /\.(?:avif|bmp|gif|heic|jpe?g|png|tiff?|webp)(?:[?#]|$)/i;

/** What a written address opens; undefined when its scheme is not one that may be linked. */
export function targetOf(written: string, reading: Reading): Target | undefined {
  const url = completed(written.trim());
  if (url === undefined) return undefined;
  const local = withinRealm(url, reading.realmUrl);
  if (local !== undefined) {
    const terms: readonly LinkTerm[] | undefined = linkTerms(local);
    if (terms !== undefined) return { kind: "narrow", url, terms };
    if (local.startsWith("/user_uploads/")) {
      return { kind: "upload", url, isImage: imageName.test(local) };
    }
  }
  return { kind: "link", url };
}

function completed(url: string): string | undefined {
  if (url.startsWith("//")) return `http:${url}`;
  if (url.startsWith("/") || url.startsWith("#")) return url;
  const name = scheme.exec(url)?.[1]?.toLowerCase();
  if (name === undefined) return url.includes("@") ? `mailto:${url}` : `http://${url}`;
  // `example.com:8080` begins as a scheme would.
  if (name.includes(".") || name === "localhost") return `http://${url}`;
  return linked.has(name) ? url : undefined;
}

/** The part of `url` after the realm's address; undefined when it leads elsewhere. */
function withinRealm(url: string, realmUrl: string | undefined): string | undefined {
  if (url.startsWith("/") || url.startsWith("#")) return url;
  if (realmUrl === undefined || !url.startsWith(realmUrl)) return undefined;
  const rest = url.slice(realmUrl.length);
  return rest === "" || rest.startsWith("/") || rest.startsWith("#") ? rest : undefined;
}

const looksLikeAddress = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[:/?#]|$)/i;

/**
 * The host behind a link whose text names another one, to be shown beside it; undefined when nothing is hidden.
 * A terminal has no corner where a pointed-at address could appear.
 */
export function hiddenHost(text: string, url: string): string | undefined {
  const claimed = looksLikeAddress.exec(text.trim())?.[1]?.toLowerCase();
  if (claimed === undefined || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.toLowerCase();
  if (host === "") return undefined;
  const bare = (name: string) => name.replace(/^www\./, "");
  return bare(host) === bare(claimed) ? undefined : host;
}

const urlStart = /^https?:\/\/[^\s<>"\u3000]+/;
const trailing = /[.,:;!?'"\u2019\u201d]$/;

/** The address that `text` begins with, without the punctuation of the sentence around it. */
export function urlAt(text: string): string | undefined {
  let url = urlStart.exec(text)?.[0];
  while (url !== undefined && url !== "") {
    const last = url.at(-1) ?? "";
    const unpaired =
      (last === ")" && count(url, ")") > count(url, "(")) ||
      (last === "]" && count(url, "]") > count(url, "["));
    if (!unpaired && !trailing.test(url)) break;
    url = url.slice(0, -1);
  }
  return url !== undefined && /^https?:\/\/[^\s/.:?#]/.test(url) ? url : undefined;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The endings that make a word with a dot an address; those that are also endings of files are left out. */
const topLevels =
  "com|org|net|edu|gov|io|dev|app|info|foo|eu|uk|de|fr|nl|ch|at|es|pl|se|fi|dk|cz|jp|cn|kr|br|ru|ca|au|nz|xyz|cloud|blog|chat|tv|wiki|online|site|social";
const bare = new RegExp(
  `(?<![\\w@/.:#+-])(?:[\\w][\\w.-]*@(?:[a-z0-9-]+\\.)+[a-z]{2,12}(?![\\w@-])|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+(?:${topLevels})(?![\\w-]|\\.\\w)(?:[/?][^\\s<>"]*)?)`,
  "g",
);

/** An address in a text without markup, and where. */
export type FoundLink = { readonly at: number; readonly length: number; readonly url: string };

/** Domains, mail addresses and what the realm's linkifiers find, in order, never overlapping. */
export function bareLinks(text: string, reading: Reading): readonly FoundLink[] {
  const found: FoundLink[] = [];
  for (const { pattern, url } of reading.linkifiers) {
    for (const match of text.matchAll(pattern)) {
      if (match[0] === "") continue;
      found.push({ at: match.index, length: match[0].length, url: url(match.groups ?? {}) });
    }
  }
  if (text.includes(".")) {
    for (const match of text.matchAll(bare)) {
      const url = match[0].replace(/[.,:;!?'")]+$/, "");
      found.push({ at: match.index, length: url.length, url });
    }
  }
  if (found.length < 2) return found;
  // A stable order: of two that overlap, the earlier linkifier wins.
  const kept: FoundLink[] = [];
  for (const link of found) {
    const overlaps = kept.some((k) => link.at < k.at + k.length && k.at < link.at + link.length);
    if (!overlaps) kept.push(link);
  }
  return kept.sort((a, b) => a.at - b.at);
}
