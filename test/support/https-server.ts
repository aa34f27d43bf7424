/** A local https server with a test certificate. */
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import type { Server as TcpServer } from "node:net";
import { pipeline, Readable, type Writable } from "node:stream";
import { onTestFinished } from "vitest";
import { serverCertificate, serverKey } from "./certificates.ts";

export type SecureServer = {
  /** `https://127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
};

/** The port on 127.0.0.1 that `server` listens on until the end of the test. */
export async function listening(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    if ("closeAllConnections" in server) (server as Server).closeAllConnections();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Ends with the test. */
export async function startHttps(
  answer: RequestListener,
  options: ServerOptions = {},
): Promise<SecureServer> {
  const certificate = { key: serverKey, cert: serverCertificate };
  const port = await listening(createSecureServer({ ...certificate, ...options }, answer));
  return { url: `https://127.0.0.1:${port}`, port };
}

/** The same without encryption: `http://127.0.0.1:<port>`. */
export async function startHttp(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(answer))}`;
}

function* spaces() {
  for (;;) yield Buffer.alloc(64_000, " ");
}

/** Writes until the reader closes the connection. */
export function answerWithoutEnd(response: Writable): void {
  pipeline(Readable.from(spaces()), response, () => undefined);
}
