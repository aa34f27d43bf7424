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

/** No host is longer. */
const longestHost = 253;
const looksLikeAddress = /^(?:https?:\/\/)?((?:[\w-]+\.)+[a-z]{2,})(?:[:/?#]|$)/i;

/**
 * The host of a link whose text names another one, to be shown next to it; undefined if the text is not misleading. A
 * terminal cannot show a link's target on hover.
 */
export function hiddenHost(text: string, url: string): string | undefined {
  const claimed = looksLikeAddress.exec(text.trim().slice(0, longestHost))?.[1]?.toLowerCase();
  if (claimed === undefined || !URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.toLowerCase();
  if (host === "") return undefined;
  const bare = (name: string) => name.replace(/^www\./, "");
  return bare(host) === bare(claimed) ? undefined : host;
}
