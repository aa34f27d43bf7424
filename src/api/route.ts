/** The way to one server, straight or through a proxy: pools of connections that tell what failed before one stood. */
import { buildConnector, type Dispatcher, Pool } from "undici";

export type Trust = {
  /** Skips the check of certificates: only when the rc file says so. */
  readonly insecure?: boolean;
  /** PEM text of the authorities to trust instead of the usual ones. */
  readonly authorities?: string;
  /** What the server is shown, both as PEM text. */
  readonly client?: { readonly certificate: string; readonly key: string };
};

export type Way = {
  readonly trust?: Trust;
  /** The URL of the proxy, with its name and password if it wants them. Undefined: straight to the server. */
  readonly proxy?: string | undefined;
};

/** Who could not be connected to. */
export type Unreached = "server" | "proxy";

export type Route = {
  readonly open: () => Dispatcher;
  /** Undefined when the connection stood before the error came. */
  readonly unreachedBy: (error: unknown) => Unreached | undefined;
};

/** The proxy's part of the client is loaded only where a proxy is used. */
export async function openRoute(origin: string, { trust = {}, proxy }: Way): Promise<Route> {
  const unreached = new WeakMap<object, Unreached>();
  const pool = (to: string | URL, connect: buildConnector.connector) => {
    const who = new URL(to).origin === origin ? "server" : "proxy";
    return new Pool(to, {
      connections: 6,
      keepAliveTimeout: 60_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (wanted, callback) => {
        // An IP address is no server name in TLS, and Node would print a warning over the screen.
        const isAddress = /^[\d.]+$|:/.test(wanted.servername ?? "");
        const options = isAddress ? { ...wanted, servername: "" } : wanted;
        connect(options, (...result) => {
          const [error, socket] = result;
          // The failure to reach a proxy passes here a second time as that of the tunnel.
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

async function tunnels(
  uri: string,
  trust: Trust,
  pool: (to: string | URL, connect: buildConnector.connector) => Pool,
): Promise<() => Dispatcher> {
  const { ProxyAgent } = await import("undici");
  // What the account says of its server is said of that alone, but the authorities count for both.
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
