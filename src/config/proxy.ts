/** Selects the proxy for a server from the usual environment variables. */
import { isThisMachine } from "./site.ts";

export type ProxyResult =
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
