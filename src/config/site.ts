/** Normalizes a server's address, typed by the user or reported by the server, to a base URL. */

export type SiteResult =
  | { readonly kind: "site"; readonly site: string }
  | { readonly kind: "wrong"; readonly sentence: string };

const wrong: SiteResult = {
  kind: "wrong",
  sentence: "Enter the server's address as in a browser, such as https://chat.example.com.",
};

/** Without a scheme, loopback hosts get http and others https. A trailing slash, `/api` or `/api/v1` is removed. */
export function readSite(written: string): SiteResult {
  const text = written.trim();
  if (text === "" || /\s/.test(text)) return wrong;
  const url = parsed(text);
  if (url === null || url.hostname === "" || !/^https?:$/.test(url.protocol)) return wrong;
  if (url.username || url.password || url.search || url.hash) return wrong;
  return {
    kind: "site",
    site: (url.origin + url.pathname).replace(/\/+$/, "").replace(/\/api(?:\/v1)?$/, ""),
  };
}

function parsed(text: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.parse(text);
  const url = URL.parse(`https://${text}`);
  return url !== null && isThisMachine(url) ? URL.parse(`http://${text}`) : url;
}

export function isThisMachine({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether traffic to it is readable on the network: plain http to another machine. */
export function isCleartext(site: string): boolean {
  const url = new URL(site);
  return url.protocol === "http:" && !isThisMachine(url);
}

/**
 * The address to sign in at, when a server that was reached at `typed` states its own: https instead of http, if that
 * is the only difference. Credentials go to no other host or path than the typed one, and never from https to http.
 */
export function confirmedSite(typed: string, stated: string | undefined): string {
  const reading = readSite(stated ?? "");
  const secured = typed.replace(/^http:/, "https:");
  return reading.kind === "site" && reading.site === secured ? secured : typed;
}
