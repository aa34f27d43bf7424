/**
 * What a text links to, and which of it are files of the realm.
 *
 * The thread of the files indexes messages by this: nothing here needs more of the model than its types.
 */
import type { Replica } from "./replica.ts";

// Files that were uploaded to the realm.

/** Its name is as received. */
export type SharedFile = {
  readonly realmId: string;
  /** Decoded: names between slashes, none of which leads out of a folder. */
  readonly path: string;
  readonly name: string;
};

/**
 * The file of this realm at the URL, which is as written, relative to the realm or absolute; undefined for any other URL.
 *
 * Whatever fetches, shows or stores a file gets it from here, where the URL is resolved and then decoded, once each: a step
 * that is encoded twice, or that contains a slash when it is decoded, is none.
 */
export function sharedFile(
  { realm }: Pick<Replica, "realm">,
  written: string,
): SharedFile | undefined {
  const path = pathBelow(realm.url, absoluteUrl({ realm }, written));
  const [, realmId, rest] = /^\/user_uploads\/(?:download\/)?(\d+)\/(.+)$/.exec(path ?? "") ?? [];
  const steps = rest?.split("/").map(stepOf) ?? [];
  if (realmId === undefined || steps.length === 0 || !steps.every((step) => step !== undefined))
    return undefined;
  return { realmId, path: steps.join("/"), name: steps.at(-1) ?? "" };
}

/** A URL as a message has it, which may be relative to the realm. */
export function absoluteUrl({ realm }: Pick<Replica, "realm">, written: string): string {
  if (written.startsWith("#")) return `${realm.url}/${written}`;
  return written.startsWith("/") ? realm.url + written : written;
}

/** The path below the realm's URL, resolved and still encoded; undefined elsewhere. */
function pathBelow(realmUrl: string, written: string): string | undefined {
  const [base, url] = [URL.parse(realmUrl), URL.parse(written)];
  if (base === null || url === null || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.host !== base.host || url.username !== "" || url.password !== "") return undefined;
  const root = base.pathname.replace(/\/$/, "");
  return url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length) : undefined;
}

/** A step of a path, decoded; undefined if it is not the name of a file or a folder. */
function stepOf(encoded: string): string | undefined {
  const step = decoded(encoded);
  const isName = step !== undefined && !/^\.{0,2}$|[/\\\p{Cc}]|%[\da-f]{2}/iu.test(step);
  return isName ? step : undefined;
}

function decoded(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Whether it is a picture in a format that weir draws, by its name. */
export function isPicture({ name }: SharedFile): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/i.test(name);
}

/** Texts that people share, by their endings. */
const textName =
  /\.(?:txt|log|md|markdown|rst|csv|tsv|json|jsonl|ya?ml|toml|ini|conf|cfg|env|properties|diff|patch|xml|sql|sh|bash|py|rb|rs|go|c|h|cc|cpp|hpp|cs|java|kt|swift|js|mjs|ts|tsx|jsx|css|lua|pl|php|tex|out|err|trace)$/i;

/** Whether it can be read as text, by its name. */
export function isTextFile({ name }: SharedFile): boolean {
  return textName.test(name);
}

// What a text links to, read from its Markdown. As in the index of the archive, servers may see more: a domain without a
// scheme, and what a link pattern makes of a text.

const code = /(`+)[\s\S]*?\1/g;

/** The text with a blank in the place of each piece of code, in which nothing links, asks or mentions. */
export function withoutCode(content: string): string {
  return content.includes("`") ? content.replace(code, " ") : content;
}

/** Takes time proportional to the content, because no text contains the beginning of another one. */
const namedLinks = /\[([^[\]]*)\]\(([^()\s]*)\)/g;
const bareLinks = /\bhttps?:\/\/[^\s<>"'()[\]]+/gi;
/** What ends a sentence rather than an address. */
const sentenceEnd = /[.,;:!?*_~]+$/;

export type WrittenLink = {
  /** Absolute: not safe for a terminal. */
  readonly url: string;
  /** What the message calls it, or else the file's name, or the address without its scheme. Likewise. */
  readonly name: string;
  /** It is undefined if the link leads elsewhere. */
  readonly file: SharedFile | undefined;
};

/** The web pages and files to which a text links, each once, in their order; links to messages of the realm are none. */
export function linksIn(replica: Pick<Replica, "realm">, content: string): readonly WrittenLink[] {
  if (!content.includes("/")) return [];
  const text = withoutCode(content);
  if (!text.includes("://") && !text.includes("](")) return [];
  const named = [...text.matchAll(namedLinks)].map(({ 1: name = "", 2: url = "", index }) => {
    return { name: name.trim(), url, index };
  });
  const rest = text.replace(namedLinks, (link) => " ".repeat(link.length));
  const bare = [...rest.matchAll(bareLinks)].map(({ 0: url, index }) => {
    return { name: "", url: url.replace(sentenceEnd, ""), index };
  });
  const found = new Map<string, WrittenLink>();
  for (const { name, url: written } of [...named, ...bare].sort((a, b) => a.index - b.index)) {
    const url = absoluteUrl(replica, written);
    if (found.has(url) || !/^https?:/i.test(url) || url.startsWith(`${replica.realm.url}/#`))
      continue;
    // Parsing a URL takes longer than all the rest.
    const file = url.includes("/user_uploads/") ? sharedFile(replica, url) : undefined;
    const called = name === url ? "" : name;
    const address = url.replace(/^https?:\/\/(?:www\.)?/i, "");
    found.set(url, { url, name: called || file?.name || address, file });
  }
  return [...found.values()];
}

/** What a message with that content calls a link or a file; empty if it says no more than the address or the file's name. */
export function linkText(
  replica: Pick<Replica, "realm">,
  content: string,
  written: string,
): string {
  const url = absoluteUrl(replica, written);
  const file = sharedFile(replica, url);
  for (const [, text = "", address = ""] of content.matchAll(namedLinks)) {
    const isSame =
      absoluteUrl(replica, address) === url ||
      (file !== undefined && sharedFile(replica, address)?.path === file.path);
    if (isSame) return [file?.name, url].includes(text.trim()) ? "" : text.trim();
  }
  return "";
}
