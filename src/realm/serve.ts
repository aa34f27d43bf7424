/** Serves a realm over HTTP with keep-alive connections, which faults can cut. */
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzip } from "node:zlib";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { broken } from "./answers.ts";
import { ConnectionCut, PortTaken } from "./failures.ts";
import type { Realm } from "./realm.ts";

export type Served = {
  /** Without a slash at the end. */
  readonly url: string;
  /** The base URL for control commands. */
  readonly control: string;
  /** Closes all connections; resolves when the port is free. */
  readonly close: () => Promise<void>;
};

export type Address = {
  /** Any free one when absent. */
  readonly port?: number | undefined;
  /** 127.0.0.1 by default: only reachable from this machine. */
  readonly host?: string | undefined;
  /** Whether answers are compressed for who accepts that; absent: only for other machines. */
  readonly compresses?: boolean | undefined;
};

/** Rejects with `PortTaken` if the port is in use. */
export async function serveRealm(
  realm: Realm,
  { port = 0, host = "127.0.0.1", compresses }: Address = {},
): Promise<Served> {
  let isLocal = true;
  const server = createAdaptorServer({
    fetch: async (request, { outgoing }) => {
      if (isLocal && !isForLoopback(request)) return wrongHost();
      const response = await answer(realm, request, outgoing as ServerResponse);
      return (compresses ?? !isLocal) ? compressed(request, response) : response;
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (problem: NodeJS.ErrnoException) =>
      reject(problem.code === "EADDRINUSE" ? new PortTaken(port) : problem),
    );
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  isLocal = isLoopback(bound.address);
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  const url = `http://${name}:${bound.port}`;
  return {
    url,
    control: `${url}/control/${realm.control.token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}

/**
 * Whether the request was addressed to this machine. A web page can make its own host name resolve to 127.0.0.1 (DNS
 * rebinding) and would then have the realm's origin; such requests are recognized by their host name.
 */
function isForLoopback(request: Request): boolean {
  const host = request.headers.get("host");
  const name = host === null ? "localhost" : /^(.*?)(?::\d*)?$/.exec(host)?.[1]?.toLowerCase();
  return name === "localhost" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name ?? "");
}

function wrongHost(): Response {
  const msg = "This realm answers only to localhost and the loopback addresses.";
  return Response.json({ result: "error", msg, code: "BAD_REQUEST" }, { status: 403 });
}

/** Shorter bodies would hardly become smaller. */
const compressedFrom = 500;

async function compressed(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  if (!isJson || request.headers.get("accept-encoding")?.includes("gzip") !== true) return response;
  const body = await response.arrayBuffer();
  if (body.byteLength < compressedFrom) return new Response(body, { status, headers });
  headers.delete("content-length");
  headers.set("content-encoding", "gzip");
  const packed = await new Promise<Buffer>((resolve, reject) =>
    gzip(body, (error, result) => (error === null ? resolve(result) : reject(error))),
  );
  return new Response(new Uint8Array(packed), { status, headers });
}

async function answer(realm: Realm, request: Request, outgoing: ServerResponse): Promise<Response> {
  try {
    return await realm.fetch(request);
  } catch (problem) {
    if (!(problem instanceof ConnectionCut)) return broken();
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
}
