/** Keep-alive connections to an account's server, over undici. */
import type { Dispatcher } from "undici";
import { faultOf } from "./network-faults.ts";
import { openRoute, type RouteOptions } from "./route.ts";
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
  /** Closes all connections; requests in flight fail. */
  readonly close: () => Promise<void>;
};

/** Restricted to one origin and without redirects, so that credentials never go elsewhere. */
export async function openNetwork(origin: string, way: RouteOptions = {}): Promise<Network> {
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
    try {
      const answer = await used.request({
        origin,
        method: request.method as "GET",
        path: url.pathname + url.search,
        headers: request.headers,
        // It takes any iterable, though its types do not say so.
        body: (request.body ?? null) as Uint8Array | null,
        signal,
      });
      return await readAnswer(answer, request);
    } catch (error) {
      if (signal.reason instanceof Deadline) renew(used);
      if (signal.aborted) throw signal.reason;
      throw faultOf(error, unreachedBy(error));
    }
  };
  return {
    send,
    close: async () => void (await Promise.all([current, ...retired].map((one) => one.destroy()))),
  };
}

/** Reads at most `limitMb`, then destroys the connection. */
async function readAnswer(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { limitMb = usualLimitMb, take }: HttpRequest,
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
    // Leaving the loop destroys the rest of the stream.
    if (length > limit) return exceeding;
    if (take !== undefined && status === 200) await take(part);
    else parts.push(part);
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
