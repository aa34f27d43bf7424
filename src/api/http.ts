/** The network: one keep-alive pool of connections for an account, over undici. */
import { buildConnector, type Dispatcher, Pool } from "undici";
import { faultOf } from "./network-faults.ts";
import { Deadline, type HttpAnswer, type Send, TransportError } from "./transport.ts";

const usualLimitMb = 32;

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
  /** Errors of connections that never stood. */
  const unsent = new WeakSet<object>();
  const open = () => new Pool(origin, poolOptions(trust, unsent));
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
      return await readAnswer(answer, request.limitMb ?? usualLimitMb);
    } catch (error) {
      if (signal.reason instanceof Deadline) renew(used);
      if (signal.aborted) throw signal.reason;
      throw faultOf(error, error instanceof Error && unsent.has(error));
    }
  };
  return {
    send,
    close: async () => void (await Promise.all([pool, ...retired].map((one) => one.destroy()))),
  };
}

function poolOptions(trust: Trust, unsent: WeakSet<object>): Pool.Options {
  const connect = buildConnector({
    timeout: 10_000,
    ...(trust.insecure ? { rejectUnauthorized: false } : {}),
    ...(trust.authorities === undefined ? {} : { ca: trust.authorities }),
  });
  return {
    connections: 6,
    keepAliveTimeout: 60_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error !== null) unsent.add(error);
        // Else the pool would put the end of the connection in place of what the server's last words say.
        socket?.once("error", (fault) => socket.destroy(fault));
        callback(...result);
      }),
  };
}

/** Reads no further than `limitMb`: the connection is destroyed there. */
async function readAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  limitMb: number,
): Promise<HttpAnswer> {
  const limit = limitMb * 1_000_000;
  const exceeding = { status, headers: flat(headers), text: "", exceededMb: limitMb };
  if (Number(headers["content-length"]) > limit) {
    body.on("error", () => undefined).destroy();
    return exceeding;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    // Leaving the loop destroys what is not read.
    if (length > limit) return exceeding;
    parts.push(part);
  }
  return {
    status,
    headers: exceeding.headers,
    text: new TextDecoder().decode(Buffer.concat(parts)),
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
