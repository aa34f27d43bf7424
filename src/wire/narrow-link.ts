/**
 * Links into a realm, such as `https://chat.example.com/#narrow/stream/9-backend/topic/deploy/near/12`.
 *
 * A text is a link as a whole or not at all: a topic or a query that contains `#narrow/` is none.
 */

import { safeLine } from "#base/safe-text.ts";
import { since } from "./levels.ts";

export type LinkTerm = {
  readonly operator: string;
  readonly operand: string;
  readonly negated: boolean;
};

export type NarrowLink = {
  /** The address before the fragment; undefined: that of the realm where the link is written. */
  readonly site: string | undefined;
  readonly terms: readonly LinkTerm[];
};

const withScheme = /^(https?:\/\/[^\s#]+?)#narrow\/(\S+)$/i;
/** With a dot in the host: a name before a slash is not enough. */
const withoutScheme =
  /^(?:\/\/)?((?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?(?:\/[^\s#]*)?)#narrow\/(\S+)$/i;
const withoutSite = /^\/?#narrow\/(\S+)$/i;

export function narrowLink(text: string): NarrowLink | undefined {
  const written = text.trim();
  const [, path] = withoutSite.exec(written) ?? [];
  if (path !== undefined) return linkOf(undefined, path);
  const [, site, far = ""] = withScheme.exec(written) ?? [];
  if (site !== undefined) return linkOf(site, far);
  const [, host, end = ""] = withoutScheme.exec(written) ?? [];
  return host === undefined ? undefined : linkOf(`https://${host}`, end);
}

function linkOf(site: string | undefined, path: string): NarrowLink | undefined {
  const terms = termsIn(path);
  if (terms === undefined || (site !== undefined && siteKey(site) === undefined)) return undefined;
  return { site, terms };
}

/** The name of the empty topic is missing between its operator and another one: the parts are no pairs then. */
const withoutTopic = /^((?:[^/]+\/[^/]+\/)+topic)(\/with\/\d+\/?)$/;

function termsIn(path: string): readonly LinkTerm[] | undefined {
  const parts = path.replace(withoutTopic, "$1/$2").split("/");
  const terms: LinkTerm[] = [];
  // Cut off behind an operator, it would lead elsewhere: to a stream instead of the topic that is missing.
  if (parts.length % 2 === 1 && parts.at(-1) !== "") return undefined;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [operator = "", operand = ""] = [parts[at], parts[at + 1]];
    if (operator === "") return undefined;
    const negated = operator.startsWith("-");
    terms.push({
      operator: negated ? operator.slice(1) : operator,
      operand: decodedOperand(operand),
      negated,
    });
  }
  return terms.length > 0 ? terms : undefined;
}

/** In these links, percent signs are written as dots, and dots as `.2E`. */
function decodedOperand(operand: string): string {
  try {
    return decodeURIComponent(operand.replaceAll(".", "%"));
  } catch {
    return operand;
  }
}

/** The text as an operand: percent signs are written as dots, and dots as `.2E`. */
export function linkOperand(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

/** `9-ops`: the ID decides, the name is for people. */
export function namedOperand(id: number | string, name: string): string {
  return `${id}-${linkOperand(name.replaceAll(" ", "-"))}`;
}

/** `#narrow/channel/9-ops/topic/deploy`: a link that needs no site. */
export function placeLink(
  { id, name }: { readonly id: number; readonly name: string },
  topic: string | undefined,
  level: number,
): string {
  const operator = level < since.channelLinks ? "stream" : "channel";
  const stream = `#narrow/${operator}/${namedOperand(id, name)}`;
  return topic === undefined ? stream : `${stream}/topic/${linkOperand(topic)}`;
}

/** Whether both are addresses of one realm: they may differ in the scheme, its default port and the capitals of the host. */
export function isSameSite(one: string, other: string): boolean {
  const key = siteKey(one);
  return key !== undefined && key === siteKey(other);
}

/** Undefined if it is no address of a site. */
function siteKey(site: string): string | undefined {
  const url = URL.parse(site);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/\.$/, "");
  return `${host}:${url.port}${url.pathname.replace(/\/+$/, "")}`;
}

/** The host of the link's site, with a port that is not the default. */
export function hostOf(site: string): string {
  return URL.parse(site)?.host ?? site;
}

/** Why a link of a site without an account leads nowhere. */
export function strangeSite(site: string): string {
  return `That link is of ${safeLine(hostOf(site))}; no account is saved for it.`;
}
