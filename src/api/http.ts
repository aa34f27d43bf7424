/** Keep-alive connections to an account's server, over undici. */
import { performance } from "node:perf_hooks";
import { buildConnector, type Dispatcher, Pool } from "undici";
import { systemClock } from "#base/clock.ts";
import { lazy } from "#base/lazy.ts";
import { type Answered, createLine, type Line } from "./line.ts";
import {
  Deadline,
  type HttpAnswer,
  type HttpRequest,
  type Send,
  TransportError,
} from "./transport.ts";

const usualLimitMb = 32;

export type Network = {
  readonly send: Send;
  /** Whether requests have shown that the line is slow. */
  readonly isSlow: Line["isSlow"];
  /** Closes all connections; requests in flight fail. */
  readonly close: () => Promise<void>;
};

/** Restricted to one origin and without redirects, so that credentials never go elsewhere. */
export async function openNetwork(
  origin: string,
  way: RouteOptions = {},
  measure: Stopwatch = stopwatch,
): Promise<Network> {
  const line = createLine();
  const { open, unreachedBy } = await openRoute(origin, way);
  let current = open();
  const retired = new Set<Dispatcher>();
  /** Dead connections are silent: once one is found, the others in the pool may be dead too. */
  const renew = (met: Dispatcher) => {
    if (met !== current) return;
    current = open();
    retired.add(met);
    void met.close().finally(() => retired.delete(met));
  };
  const send: Send = async (request, signal) => {
    const url = new URL(request.url);
    if (url.origin !== origin) throw new TransportError("no", `${url.origin} is another host`);
    const used = current;
    const trip = roundTrip(measure);
    try {
      const answer = await used.compose(trip.watching).request({
        origin,
        method: request.method as "GET",
        path: url.pathname + url.search,
        headers: request.headers,
        // It takes any iterable, though its types do not say so.
        body: (request.body ?? null) as Uint8Array | null,
        signal,
      });
      const firstByteMs = isComparable(request, answer) ? trip.ms() : undefined;
      const read = await readAnswer(answer, request, measure, (rest) =>
        line.note({ firstByteMs, ...rest }),
      );
      // undici holds the connection back until then: whoever asks on at once would open another one.
      await new Promise(setImmediate);
      return read;
    } catch (error) {
      if (signal.reason instanceof Deadline) renew(used);
      if (signal.aborted) throw signal.reason;
      throw faultOf(error, unreachedBy(error));
    }
  };
  return {
    send,
    isSlow: line.isSlow,
    close: async () => void (await Promise.all([current, ...retired].map((one) => one.destroy()))),
  };
}

/**
 * Opens networks that share the connections of one origin, if they trust the same and identify themselves alike. They
 * end with the last network that uses them; each one closes its own requests.
 */
export function sharedNetworks(): typeof openNetwork {
  const all = new Map<string, { readonly opened: Promise<Network>; users: number }>();
  return async (origin, way = {}) => {
    const name = JSON.stringify([origin, way]);
    const shared = all.get(name) ?? { opened: openNetwork(origin, way), users: 0 };
    all.set(name, shared);
    shared.users += 1;
    const closing = new AbortController();
    const close = async () => {
      if (closing.signal.aborted) return;
      closing.abort(new TransportError("maybe", "the connection was closed"));
      shared.users -= 1;
      if (shared.users > 0) return;
      all.delete(name);
      await (await shared.opened).close();
    };
    try {
      const { send, isSlow } = await shared.opened;
      return {
        isSlow,
        send: (request, signal) => send(request, AbortSignal.any([signal, closing.signal])),
        close,
      };
    } catch (error) {
      await close().catch(() => undefined);
      throw error;
    }
  };
}

/** Whether the time to its first byte is that of the line, and of little work. */
function isComparable(
  { isHeld, body }: HttpRequest,
  { statusCode }: Dispatcher.ResponseData,
): boolean {
  // Something on the way may refuse a request, and uploads take time before they are answered.
  return isHeld !== true && typeof body !== "object" && statusCode === 200;
}

/** Measures from when a request is sent, once it has a connection, to the first byte of its answer. */
function roundTrip(measure: Stopwatch) {
  let waited: ReturnType<Stopwatch> = () => undefined;
  let ms: number | undefined;
  const watched = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler =>
    new Proxy(handler, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...values: unknown[]) => {
          if (name === "onRequestStart") waited = measure();
          if (name === "onResponseStart") ms = waited();
          return method.apply(target, values);
        };
      },
    });
  const watching: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
    dispatch(options, watched(handler));
  return { watching, ms: () => ms };
}

/** Reads at most `limitMb`, which is counted unpacked, then destroys the connection. */
async function readAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { limitMb = usualLimitMb, take, onPart, decodeAfter }: HttpRequest,
  measure: Stopwatch,
  learn: (rest: Omit<Answered, "firstByteMs">) => void,
): Promise<HttpAnswer> {
  const limit = limitMb * 1_000_000;
  const exceeding = { status, headers: flat(headers), text: "", exceededMb: limitMb };
  if (Number(headers["content-length"]) > limit) {
    body.on("error", () => undefined).destroy();
    return exceeding;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const waited = measure();
  const { stream, packedBytes } = await unpacked(body, exceeding.headers);
  for await (const part of stream) {
    onPart?.();
    length += part.length;
    // Leaving the loop destroys the rest of the stream.
    if (length > limit) return exceeding;
    if (take !== undefined && status === 200) await take(part);
    else parts.push(part);
  }
  learn({ restMs: waited(), bytes: packedBytes() ?? length });
  await decodeAfter;
  return {
    status,
    headers: exceeding.headers,
    text: new TextDecoder().decode(Buffer.concat(parts)),
  };
}

type Unpacked = {
  readonly stream: AsyncIterable<Uint8Array>;
  /** How many bytes came over the line so far; undefined: as many as were read. */
  readonly packedBytes: () => number | undefined;
};

const zlib = lazy(() => import("node:zlib"));

/** Rejects while it is read if what arrives is not what its header says. */
async function unpacked(
  body: Dispatcher.ResponseData["body"],
  headers: HttpAnswer["headers"],
): Promise<Unpacked> {
  if (headers["content-encoding"] !== "gzip") return { stream: body, packedBytes: () => undefined };
  const { createGunzip } = await zlib();
  const unzip = createGunzip();
  body.once("error", (error) => unzip.destroy(error));
  unzip.once("close", () => body.destroy());
  return { stream: body.pipe(unzip), packedBytes: () => unzip.bytesWritten };
}

function flat(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : value,
    ]),
  );
}

// Maps network errors to messages (the end of a sentence) and to whether the request may have been sent.

// The footer of 80 columns has room for 54 characters of a reason, and the remedy comes last.
const untrusted = "untrusted certificate; trust its CA with --cert-bundle";
const notTls = "no https is spoken on this port; check the address";
const refusedHandshake = "TLS handshake refused; set client_cert if it needs one";

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host name cannot be resolved",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "the network is unreachable",
  EADDRNOTAVAIL: "the network is unreachable",
  EMFILE: "weir has too many files and connections open",
  ENFILE: "this machine has too many files and connections open",
  Z_DATA_ERROR: "the answer was compressed wrongly",
  Z_BUF_ERROR: "the answer was compressed wrongly",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  CERT_HAS_EXPIRED: "certificate expired; renew it, or check your clock",
  CERT_NOT_YET_VALID: "certificate not valid yet; check your clock",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed certificate; trust it with --cert-bundle",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate is for another host; check the address",
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
};

/** A server rejects the client's certificate only after the client considers the connection established. */
const handshakeAlert =
  /^ERR_SSL_.*_ALERT_(?:.*CERTIFICATE.*|HANDSHAKE_FAILURE|UNKNOWN_CA|ACCESS_DENIED)$/;

function reasonOf(code: string): string | undefined {
  return reasons[code] ?? (handshakeAlert.test(code) ? refusedHandshake : undefined);
}

/** `unreached`: the peer that could not be connected to, undefined if a connection was established. */
function faultOf(error: unknown, unreached: Unreached | undefined): TransportError {
  const codes = codesOf(error);
  const refusal = proxyRefusal(error, codes);
  const reason = refusal ?? codes.map(reasonOf).find((text) => text !== undefined);
  const isUnsent = unreached !== undefined || refusal !== undefined;
  if (!isUnsent && !codes.some((code) => handshakeAlert.test(code)))
    return new TransportError("maybe", reason ?? "the connection was lost", { cause: error });
  const who = unreached === "proxy" ? "the proxy cannot be reached: " : "";
  const sentence = `${who}${reason ?? "no connection could be made"}`;
  return new TransportError("no", sentence, { cause: error });
}

/** A proxy's error response to CONNECT. undici reports its status in the message only. */
function proxyRefusal(error: unknown, codes: readonly string[]): string | undefined {
  if (!codes.includes("UND_ERR_ABORTED") && !codes.includes("UND_ERR_INVALID_ARG"))
    return undefined;
  const [, status] = /^Proxy .*\((\d{3})\)/.exec(error instanceof Error ? error.message : "") ?? [];
  if (status === "407") return "the proxy needs a password: http://name:password@host";
  return status === undefined ? undefined : `the proxy does not connect to it (status ${status})`;
}

/** The codes of an error, of the first of its aggregated errors (one per address tried), and of its cause. */
function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const codes = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [...codes, ...codesOf(inner)];
}

// Connection pools for a server, direct or via a proxy, that report which connection could not be established.

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
  /** The URL of the proxy, with credentials if needed. If undefined, the connection is direct. */
  readonly proxy?: string | undefined;
};

/** The peer that could not be connected to. */
type Unreached = "server" | "proxy";

type Route = {
  readonly open: () => Dispatcher;
  /** Undefined if the connection was established before the error. */
  readonly unreachedBy: (error: unknown) => Unreached | undefined;
};

/** The proxy agent is loaded only if a proxy is used. */
async function openRoute(origin: string, { trust = {}, proxy }: RouteOptions): Promise<Route> {
  const unreached = new WeakMap<object, Unreached>();
  const pool = (to: string | URL, connect: buildConnector.connector) => {
    const who = new URL(to).origin === origin ? "server" : "proxy";
    return new Pool(to, {
      // The lane of each connection limits its requests; polls of many accounts must not be in the way of them.
      connections: null,
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

/** Milliseconds since then; undefined if they are many and the program was busy for most of them: it did not look at the line. */
type Stopwatch = () => () => number | undefined;

export const stopwatch: Stopwatch = () => {
  const began = systemClock.elapsed();
  const load = performance.eventLoopUtilization();
  return () => {
    const ms = systemClock.elapsed() - began;
    const isBusy = ms > 50 && performance.eventLoopUtilization(load).utilization > 0.5;
    return isBusy ? undefined : ms;
  };
};

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
