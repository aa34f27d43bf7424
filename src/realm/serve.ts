/** A realm on a socket: HTTP with connections that stay open, and cut when a fault says so. */
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { broken } from "./answers.ts";
import { ConnectionCut, PortTaken } from "./failures.ts";
import type { Realm } from "./realm.ts";

export type Served = {
  /** Without a slash at the end. */
  readonly url: string;
  /** Where control commands are posted, each under its name. */
  readonly control: string;
  /** Ends every connection; resolves when the port is free. */
  readonly close: () => Promise<void>;
};

export type Address = {
  /** Any free one when absent. */
  readonly port?: number | undefined;
  /** 127.0.0.1 when absent: nobody else can reach it. */
  readonly host?: string | undefined;
};

/** Rejects with `PortTaken` when another program listens there. */
export async function serveRealm(
  realm: Realm,
  { port = 0, host = "127.0.0.1" }: Address = {},
): Promise<Served> {
  const server = createAdaptorServer({
    fetch: (request, { outgoing }) => answer(realm, request, outgoing as ServerResponse),
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (problem: NodeJS.ErrnoException) =>
      reject(problem.code === "EADDRINUSE" ? new PortTaken(port) : problem),
    );
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
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

async function answer(realm: Realm, request: Request, outgoing: ServerResponse): Promise<Response> {
  try {
    return await realm.fetch(request);
  } catch (problem) {
    if (!(problem instanceof ConnectionCut)) return broken();
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }
}
