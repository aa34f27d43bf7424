/** The network: one keep-alive pool of connections for an account, over undici. */
import { Pool } from "undici";
import { Deadline, type Send, TransportError } from "./transport.ts";

/** Faults that happen before a request has left this machine. */
const unsentCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the name cannot be looked up",
  EHOSTUNREACH: "no way to the host",
  ENETUNREACH: "no network",
  EADDRNOTAVAIL: "no network",
  UND_ERR_CONNECT_TIMEOUT: "no connection in time",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

export type Network = {
  readonly send: Send;
  /** Ends all connections; requests under way fail. */
  readonly close: () => Promise<void>;
};

export type Trust = {
  /** Skips the check of certificates: only when the rc file says so. */
  readonly insecure?: boolean;
  /** PEM text of authorities to trust. */
  readonly authorities?: string;
};

/** Talks to one origin only, follows no redirect, and so never carries credentials elsewhere. */
export function createNetwork(origin: string, trust: Trust = {}): Network {
  const open = () => new Pool(origin, poolOptions(trust));
  let pool = open();
  const retired = new Set<Pool>();
  /** A line that went dead tells nobody: what stands beside the request that met it may be dead as well. */
  const renew = (met: Pool) => {
    if (met !== pool) return;
    pool = open();
    retired.add(met);
    void met.close().finally(() => retired.delete(met));
  };
  const send: Send = async (request, signal) => {
    const url = new URL(request.url);
    if (url.origin !== origin) throw new TransportError("no", `${url.origin} is another host`);
    const used = pool;
    try {
      const answer = await used.request({
        method: request.method as "GET",
        path: url.pathname + url.search,
        headers: request.headers,
        body: request.body ?? null,
        signal,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: flat(answer.headers), text };
    } catch (error) {
      if (signal.reason instanceof Deadline) renew(used);
      if (signal.aborted) throw signal.reason;
      throw fault(error);
    }
  };
  return {
    send,
    close: async () => void (await Promise.all([pool, ...retired].map((one) => one.destroy()))),
  };
}

function poolOptions(trust: Trust): Pool.Options {
  return {
    connections: 6,
    keepAliveTimeout: 60_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: {
      timeout: 10_000,
      ...(trust.insecure ? { rejectUnauthorized: false } : {}),
      ...(trust.authorities === undefined ? {} : { ca: trust.authorities }),
    },
  };
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

function fault(error: unknown): TransportError {
  const code = codeOf(error);
  const reason = unsentCodes[code];
  if (reason !== undefined) return new TransportError("no", reason, { cause: error });
  return new TransportError("maybe", "the connection was lost", { cause: error });
}

/** The code of an error, or of the first of those that it gathers (one for each address that was tried). */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const own: unknown = "code" in error ? error.code : undefined;
  if (typeof own === "string") return own;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
