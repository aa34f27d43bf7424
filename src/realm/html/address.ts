/** Validates and formats link targets. */

const schemes = new Set(
  (
    "bitcoin file ftp geo http https im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh " +
    "tel urn webcal wtai xmpp"
  ).split(" "),
);

/**
 * The target of a link; undefined if it would be dangerous.
 *
 * Without a scheme, `/path` and `#fragment` are kept, email addresses get `mailto:`, everything else `http://`.
 */
export function safeTarget(typed: string): string | undefined {
  // Characters that browsers ignore must not hide a scheme.
  const url = typed
    .trim()
    .replaceAll(" ", "%20")
    .replace(/[\p{Cc}\p{Cs}]/gu, "");
  if (/^[/#]/.test(url)) return url;
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d)/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined) return schemes.has(scheme) ? url : undefined;
  return url.includes("@") ? `mailto:${url}` : `http://${url}`;
}

/** Links within the realm are relative, so that they open in the reader's client. */
export function relativeTarget(target: string, realmUrl: string): string {
  const inside = `${realmUrl}/`;
  const isHere = target.startsWith(`${inside}#`) || target.startsWith(`${inside}user_uploads/`);
  return isHere ? target.slice(inside.length) : target;
}

/** The path of a file uploaded to this realm, from `/user_uploads/` on. */
export function uploadPath(target: string): string | undefined {
  const found = /^\/?(user_uploads\/[^?#]+)/.exec(target);
  return found === null ? undefined : `/${found[1]}`;
}

/** A name in `#narrow` links: percent-encoded, with dots instead of percent signs. */
export function encodeOperand(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*.]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll("%", ".");
}
