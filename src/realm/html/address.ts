/** Which targets a link may have, and how they are written. */

/** Those that HTML holds for safe, and files. */
const schemes = new Set(
  (
    "bitcoin file ftp ftps geo http https im irc ircs magnet mailto matrix mid mms news nntp openpgp4fpr " +
    "sftp sip sms smsto ssh tel urn webcal wtai xmpp"
  ).split(" "),
);

/** Those whose address has two slashes even when nothing is between them and the path. */
const slashed = new Set(["file", "ftp", "http", "https", "sftp", "mms", "nntp"]);

type Parts = { readonly scheme: string; readonly host: string | undefined; readonly rest: string };

function split(url: string): Parts {
  const found = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?(.*)$/is.exec(url);
  return { scheme: (found?.[1] ?? "").toLowerCase(), host: found?.[2], rest: found?.[3] ?? "" };
}

/**
 * The target to link to, or undefined where a link would be dangerous.
 *
 * Without a scheme, `/path` and `#place` stay, an address of a mailbox gets `mailto:`, all else `http://`.
 */
export function safeTarget(typed: string): string | undefined {
  const url = typed.replaceAll(" ", "%20").replace(/[\t\r\n]/g, "");
  const { scheme, host, rest } = split(url);
  if (scheme === "" && !host) {
    if (/^[^?#]*@/.test(rest)) return `mailto:${rest}`;
    if (rest.startsWith("/") || /^#./.test(rest)) return rest;
  }
  if (scheme === "") return safeTarget(`http://${url}`);
  if (!schemes.has(scheme)) return undefined;
  const slashes = slashed.has(scheme) && !rest.startsWith("//") ? "//" : "";
  return `${scheme}:${host ? "//" : slashes}${host ?? ""}${rest}`;
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

/** The path of a target, without query and place, in lower case: its end tells what kind of file it is. */
export function pathOf(target: string): string {
  return (split(target).rest.split(/[?#]/)[0] ?? "").toLowerCase();
}

/** A name as `#narrow` links write it: percent-encoded, with points for the percent signs. */
export function encodeOperand(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*.]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll("%", ".");
}
