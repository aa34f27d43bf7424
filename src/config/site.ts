/** A server's address, typed by the user or reported by the server, as a base URL; and the proxy to reach it. */

type SiteResult =
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

/** The address in a browser that shows the server: what follows the server's own part of it is cut off. */
export function browsedSite(written: string): SiteResult {
  const [address = ""] = written.trim().split(/[?#]/);
  return readSite(address.replace(/(?<=[^/:]\/?)\/(?:login|register|accounts)(?:\/.*)?$/, ""));
}

function parsed(text: string): URL | null {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return URL.parse(text);
  const url = URL.parse(`https://${text}`);
  return url !== null && isThisMachine(url) ? URL.parse(`http://${text}`) : url;
}

function isThisMachine({ hostname }: URL): boolean {
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

// Selects the proxy for a server from the usual environment variables.

type ProxyResult =
  /** `url` may contain a password: never display it. */
  | { readonly kind: "proxy"; readonly url: string }
  | { readonly kind: "direct" }
  | { readonly kind: "wrong"; readonly sentence: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** From `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; lower-case names take precedence. None for loopback addresses. */
export function proxyFor(site: string, environment: Environment): ProxyResult {
  const url = new URL(site);
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = environment[name.toLowerCase()] ? name.toLowerCase() : name;
  const written = environment[variable]?.trim();
  const exceptions = (environment["no_proxy"] || environment["NO_PROXY"] || "").split(/[\s,]+/);
  if (!written || isThisMachine(url) || exceptions.some((one) => matches(one, url)))
    return { kind: "direct" };
  const proxy = URL.parse(/^[a-z\d+.-]+:\/\//i.test(written) ? written : `http://${written}`);
  if (proxy !== null && isUsable(proxy)) return { kind: "proxy", url: proxy.href };
  return {
    kind: "wrong",
    sentence: `${variable} does not name an http or https proxy. Write it as http://proxy.example.com:3128.`,
  };
}

function isUsable({ protocol, username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return /^https?:$/.test(protocol);
  } catch {
    return false;
  }
}

/** Whether an entry of `NO_PROXY` matches this server: `*`, a host, a domain with everything below it; any with a port. */
function matches(entry: string, { hostname, port, protocol }: URL): boolean {
  const isBareAddress = entry.split(":").length > 2 && !entry.startsWith("[");
  const [, written = "", listedPort] =
    /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(isBareAddress ? `[${entry}]` : entry) ?? [];
  const name = written.replace(/^\*?\./, "").toLowerCase();
  const usualPort = protocol === "https:" ? "443" : "80";
  if (name === "" || (listedPort !== undefined && listedPort !== (port || usualPort))) return false;
  return name === "*" || hostname === name || hostname.endsWith(`.${name}`);
}
