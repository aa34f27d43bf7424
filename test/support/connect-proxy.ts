/** An HTTP proxy that tunnels and forwards all requests to one local port. */
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect, type Socket } from "node:net";
import { serverCertificate, serverKey } from "./certificates.ts";
import { listening } from "./https-server.ts";

export type ConnectProxy = {
  /** Without credentials and trailing slash. */
  readonly url: string;
  /** The first line of each request, such as `CONNECT chat.test:443`. */
  readonly requests: readonly string[];
};

export type ProxyRules = {
  /** The port to which everything is forwarded. */
  readonly port: number;
  /** The required `name:password`; absent: none. */
  readonly password?: string;
  /** Answers every request with this status instead of forwarding it. */
  readonly status?: number;
  /** Whether the proxy itself uses https. */
  readonly secure?: boolean;
};

/** The status of a refusal; undefined if the request is allowed. */
function refusalOf({ headers }: IncomingMessage, { password, status }: ProxyRules) {
  const required = password === undefined ? undefined : `Basic ${btoa(password)}`;
  return status ?? (headers["proxy-authorization"] === required ? undefined : 407);
}

/** Forwards the request to a local server, without the proxy's headers. */
export function forward(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { pathname, search } = new URL(incoming.url ?? "", "http://any");
  const { "proxy-authorization": _, host: __, ...headers } = incoming.headers;
  const target = { host: "127.0.0.1", port, path: pathname + search, headers };
  const sent = request({ ...target, method: incoming.method ?? "GET" }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  incoming.pipe(sent).on("error", () => response.destroy());
}

/** Ends with the test. */
export async function startConnectProxy(rules: ProxyRules): Promise<ConnectProxy> {
  const requests: string[] = [];
  const { port } = rules;
  const server: Server =
    rules.secure === true
      ? createSecureServer({ key: serverKey, cert: serverCertificate })
      : createServer();
  server.on("connect", (incoming: IncomingMessage, client: Socket) => {
    requests.push(`CONNECT ${incoming.url}`);
    const refusal = refusalOf(incoming, rules);
    if (refusal !== undefined) {
      client.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
      return;
    }
    const target = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      client.pipe(target).pipe(client);
    });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  });
  server.on("request", (incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    const refusal = refusalOf(incoming, rules);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    forward(incoming, response, port);
  });
  const scheme = rules.secure === true ? "https" : "http";
  return { url: `${scheme}://127.0.0.1:${await listening(server)}`, requests };
}
