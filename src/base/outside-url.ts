/** URLs that people have written: what other programs get of them, and text that is encoded in them. */

/**
 * The URL as it may be handed to a browser or mail program: normalized, so that no program mistakes it for an option or
 * a file. Undefined if it is neither for the web nor for mail.
 */
export function outsideUrl(written: string): string | undefined {
  if (!/^(?:https?|mailto):/i.test(written) || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (url.protocol !== "mailto:") return url.href;
  const fields = url.search.slice(1).split("&").flatMap(mailField).join("&");
  return `mailto:${url.pathname}${fields === "" ? "" : `?${fields}`}`;
}

/** What a link may fill in. Some mail programs know more fields, such as files to attach. */
const mailFields = new Set(["to", "cc", "bcc", "subject", "body", "in-reply-to"]);

/** A field of a mail link, encoded so that it cannot contain another one; empty if it is not allowed. */
function mailField(written: string): readonly string[] {
  const cut = written.indexOf("=");
  try {
    const name = decodeURIComponent(written.slice(0, Math.max(0, cut))).toLowerCase();
    const value = encodeURIComponent(decodeURIComponent(written.slice(cut + 1)));
    return mailFields.has(name) ? [`${name}=${value.replaceAll("'", "%27")}`] : [];
  } catch {
    // A sign of percent without its digits.
    return [];
  }
}

/** Unchanged if it is not encoded correctly, as what users type may be. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
