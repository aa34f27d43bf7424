/** An HTTP proxy that tunnels and forwards, whatever host is wanted, to one port on this machine. */
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
  /** Without credentials and without a slash at the end. */
  readonly url: string;
  /** The first line of each request, such as `CONNECT chat.test:443`. */
  readonly asked: readonly string[];
};

export type ProxyRules = {
  /** Where everything is sent. */
  readonly port: number;
  /** `name:password`; anybody may pass when absent. */
  readonly password?: string;
  /** The answer to everybody: nothing is sent on. */
  readonly status?: number;
  /** Whether the proxy itself is reached by https. */
  readonly secure?: boolean;
};

/** The status that refuses a request; undefined when it passes. */
function refusalOf({ headers }: IncomingMessage, { password, status }: ProxyRules) {
  const wanted = password === undefined ? undefined : `Basic ${btoa(password)}`;
  return status ?? (headers["proxy-authorization"] === wanted ? undefined : 407);
}

/** Lets a server on this machine answer, which is told nothing of the way. */
export function passOn(wanted: IncomingMessage, response: ServerResponse, port: number): void {
  const { pathname, search } = new URL(wanted.url ?? "", "http://any");
  const { "proxy-authorization": _, host: __, ...headers } = wanted.headers;
  const advanceFrom = { host: "127.0.0.1", port, path: pathname + search, headers };
  const sent = request({ ...advanceFrom, method: wanted.method ?? "GET" }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  wanted.pipe(sent).on("error", () => response.destroy());
}

/** Ends with the test. */
export async function startConnectProxy(rules: ProxyRules): Promise<ConnectProxy> {
  const asked: string[] = [];
  const { port } = rules;
  const server: Server =
    rules.secure === true
      ? createSecureServer({ key: serverKey, cert: serverCertificate })
      : createServer();
  server.on("connect", (wanted: IncomingMessage, client: Socket) => {
    asked.push(`CONNECT ${wanted.url}`);
    const refusal = refusalOf(wanted, rules);
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
  server.on("request", (wanted, response) => {
    asked.push(`${wanted.method} ${wanted.url}`);
    const refusal = refusalOf(wanted, rules);
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    passOn(wanted, response, port);
  });
  const scheme = rules.secure === true ? "https" : "http";
  return { url: `${scheme}://127.0.0.1:${await listening(server)}`, asked };
}
