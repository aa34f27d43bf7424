/** Connection pools for a server, direct or via a proxy, that report which connection could not be established. */

import { buildConnector, type Dispatcher, Pool } from "undici";
import { lazy } from "#base/lazy.ts";

export type Trust = {
  /** Skips certificate verification: only if configured. */
  readonly insecure?: boolean;
  /** PEM text of the certificate authorities to trust instead of the default ones. */
  readonly authorities?: string;
  /** The client certificate and its key, as PEM text. */
  readonly client?: { readonly certificate: string; readonly key: string };
};

export type RouteOptions = {
  readonly trust?: Trust;
  /** The URL of the proxy, with credentials if needed. Undefined: direct. */
  readonly proxy?: string | undefined;
};

/** The peer that could not be connected to. */
export type Unreached = "server" | "proxy";

export type Route = {
  readonly open: () => Dispatcher;
  /** Undefined if the connection was established before the error. */
  readonly unreachedBy: (error: unknown) => Unreached | undefined;
};

/** The proxy agent is loaded only if a proxy is used. */
export async function openRoute(
  origin: string,
  { trust = {}, proxy }: RouteOptions,
): Promise<Route> {
  const unreached = new WeakMap<object, Unreached>();
  const pool = (to: string | URL, connect: buildConnector.connector) => {
    const who = new URL(to).origin === origin ? "server" : "proxy";
    return new Pool(to, {
      connections: 6,
      keepAliveTimeout: 60_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (target, callback) => {
        // An IP address is not a valid TLS server name, and Node would print a warning over the screen.
        const isAddress = /^[\d.]+$|:/.test(target.servername ?? "");
        const options = isAddress ? { ...target, servername: "" } : target;
        connect(options, (...result) => {
          const [error, socket] = result;
          // A failure to reach the proxy is reported a second time as that of the tunnel.
          if (error !== null && !unreached.has(error)) unreached.set(error, who);
          // Otherwise the pool would report the end of the connection instead of a late TLS alert.
          socket?.once("error", (fault) => socket.destroy(fault));
          callback(...result);
        });
      },
    });
  };
  const connect = buildConnector({ timeout: 10_000, ...tlsOptions(trust) });
  return {
    open: proxy === undefined ? () => pool(origin, connect) : await tunnels(proxy, trust, pool),
    unreachedBy: (error) => (error instanceof Error ? unreached.get(error) : undefined),
  };
}

function tlsOptions({ insecure, authorities, client }: Trust) {
  return {
    ...(insecure ? { rejectUnauthorized: false } : {}),
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
  };
}

/** Only an account with a proxy needs it. */
const agents = lazy(() => import("undici"));

async function tunnels(
  uri: string,
  trust: Trust,
  pool: (to: string | URL, connect: buildConnector.connector) => Pool,
): Promise<() => Dispatcher> {
  const { ProxyAgent } = await agents();
  // The account's settings apply to its server only, but the authorities apply to both.
  const { authorities } = trust;
  const proxyTls = authorities === undefined ? {} : { ca: authorities };
  const connected = (to: string | URL, options: object) =>
    pool(to, (options as { readonly connect: buildConnector.connector }).connect);
  return () =>
    new ProxyAgent({
      uri,
      requestTls: tlsOptions(trust),
      proxyTls,
      factory: connected,
      clientFactory: connected,
    });
}
