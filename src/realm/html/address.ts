/** Which targets a link may have, and how they are written. */

/** Those that HTML held for safe, the web's own, and files. */
const schemes = new Set(
  (
    "bitcoin file ftp geo http https im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh " +
    "tel urn webcal wtai xmpp"
  ).split(" "),
);

/** Those whose address has two slashes even when nothing is between them and the path. */
const slashed = new Set(["file", "ftp", "http", "https", "nntp", "mms"]);

export type Address = {
  /** In lower case; empty without one. */
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  /** From the question mark or the number sign on; without either when nothing follows it. */
  readonly query: string;
  readonly place: string;
};

/** The parts of an address; undefined where it is none that could be opened. */
export function partsOf(url: string): Address | undefined {
  const found = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url);
  if (found === null) return undefined;
  const [, scheme = "", host = "", path = "", query = "", place = ""] = found;
  if (!isHost(host)) return undefined;
  const told = (part: string) => (part.length > 1 ? part : "");
  return { scheme: scheme.toLowerCase(), host, path, query: told(query), place: told(place) };
}

/** Brackets hold a number of the newer internet, and no letter is another spelling of what parts an address. */
function isHost(host: string): boolean {
  const isBracketed = host.includes("[");
  if (isBracketed !== host.includes("]")) return false;
  if (isBracketed && !/\[[\da-f:.]*:[\da-f:.]*\]/i.test(host)) return false;
  return !/[/?#@:]/.test(host.replace(/[#?@:]/g, "").normalize("NFKC"));
}

/**
 * The target to link to, or undefined where a link would be dangerous; empty where the address is none.
 *
 * Without a scheme, `/path` and `#place` stay, an address of a mailbox gets `mailto:`, all else `http://`.
 */
export function safeTarget(typed: string): string | undefined {
  // What a browser would overlook must not hide a scheme.
  const url = typed.replaceAll(" ", "%20").replace(/^[^\x21-\uffff]+|[\t\r\n]/g, "");
  const parts = partsOf(url);
  if (parts === undefined) return "";
  const { scheme, host, path, query, place } = parts;
  if (scheme === "") return withoutScheme(parts) ?? safeTarget(`http://${url}`);
  if (!schemes.has(scheme)) return undefined;
  const rest = path + query + place;
  if (host === "" && (!slashed.has(scheme) || path.startsWith("//"))) return `${scheme}:${rest}`;
  return `${scheme}://${host}${path === "" || path.startsWith("/") ? "" : "/"}${rest}`;
}

/** What needs no scheme, or has one by its looks. */
function withoutScheme({ host, path, query, place }: Address): string | undefined {
  if (host !== "") return undefined;
  if (path.includes("@")) return `mailto:${path}${query}${place}`;
  const isPlace = path === "" && query === "" && place !== "";
  return path.startsWith("/") || isPlace ? path + query + place : undefined;
}

/** A place in this realm is linked without the realm's address, so that it opens where the reader is. */
export function relativeTarget(target: string, realmUrl: string): string {
  const inside = `${realmUrl}/`;
  const isHere = target.startsWith(`${inside}#`) || target.startsWith(`${inside}user_uploads/`);
  return isHere ? target.slice(inside.length) : target;
}

/** The path of something uploaded to this realm, from `/user_uploads/` on. */
export function uploadPath(target: string): string | undefined {
  const found = /^\/?(user_uploads\/[^?#]+)/.exec(target);
  return found === null ? undefined : `/${found[1]}`;
}

/** A name as `#narrow` links write it: percent-encoded, with points for the percent signs. */
export function encodeOperand(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*.]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll("%", ".");
}
