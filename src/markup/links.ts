/** Link targets, and whether the link text misrepresents them. */
import type { LinkTerm, Target } from "./document.ts";
import { linkTerms } from "./narrow-link.ts";
import type { ReaderContext } from "./reader-context.ts";

const scheme = /^([a-z][a-z0-9+.-]*):/i;
const linked = new Set(
  "http https ftp file mailto tel xmpp sip sips irc ircs news nntp ssh sftp git magnet webcal geo sms bitcoin matrix".split(
    " ",
  ),
);
const imageName = /\.(?:avif|bmp|gif|heic|jpe?g|png|tiff?|webp)(?:[?#]|$)/i;

/** The target of a URL; undefined if its scheme must not be linked. */
export function targetOf(written: string, readerContext: ReaderContext): Target | undefined {
  const url = completed(written.trim());
  if (url === undefined) return undefined;
  const local = withinRealm(url, readerContext.realmUrl);
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
const withScheme = /^https?:\/\/[^\s/?#\\]+/i;
const withoutScheme =
  /^(?:mailto:)?(?:([^\s/?#@]+)@)?((?:[\p{L}\p{N}_-]+\.)+\p{L}{2,})(?:[:/?#]|$)/iu;
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
  const claimed = claimIn(text.trim().slice(0, longestAddress), url);
  const target = URL.parse(url);
  if (claimed === undefined || target === null) return undefined;
  const isMail = target.protocol === "mailto:";
  const found = (isMail ? percentDecoded(target.pathname) : target.hostname).toLowerCase();
  if (found === "") return undefined;
  const { user, host } = claimed;
  if (isMail) {
    const named = user === undefined ? found.replace(/^[^@]*@/, "") : found;
    return named === (user === undefined ? host : `${user}@${host}`) ? undefined : found;
  }
  return bare(found) === bare(host) ? undefined : found;
}

function bare(host: string): string {
  return host.replace(/^www\./, "");
}

type Claim = { readonly user: string | undefined; readonly host: string };

/** The address that a text is; undefined for any other text. */
function claimIn(text: string, url: string): Claim | undefined {
  const [start] = withScheme.exec(text) ?? [];
  if (start !== undefined) {
    const host = URL.parse(start)?.hostname;
    return host === undefined ? undefined : { user: undefined, host };
  }
  const [, user, name = ""] = withoutScheme.exec(text) ?? [];
  const isFile = fileEnding.test(name) || (sharedEnding.test(name) && isNamedIn(name, url));
  const host = URL.parse(`http://${name}`)?.hostname;
  return host === undefined || isFile ? undefined : { user: user?.toLowerCase(), host };
}

/** Whether the URL is that of the file with this name. */
function isNamedIn(name: string, url: string): boolean {
  const path = URL.parse(url)?.pathname ?? "";
  return percentDecoded(path).endsWith(`/${name}`);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
