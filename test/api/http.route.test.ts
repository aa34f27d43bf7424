/** Requests through a proxy over real sockets, and each of its errors. */
import type { IncomingHttpHeaders } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { RouteOptions } from "#api/http.ts";
import { openNetwork } from "#api/http.ts";
import { TransportError } from "#api/transport.ts";
import { authority } from "../support/certificates.ts";
import { type ProxyRules, startConnectProxy } from "../support/connect-proxy.ts";
import { startHttp, startHttps } from "../support/https-server.ts";

const trust = { authorities: authority };

/** A server for chat.test that is only reachable through a proxy. */
async function behindProxy(scheme: "http" | "https", rules: Omit<ProxyRules, "port"> = {}) {
  const received: IncomingHttpHeaders[] = [];
  const start =
    scheme === "https" ? async (listener: Answer) => (await startHttps(listener)).url : startHttp;
  const url = await start((request, response) => {
    received.push(request.headers);
    response.end("received");
  });
  const proxy = await startConnectProxy({ port: Number(new URL(url).port), ...rules });
  return { proxy, received };
}

type Answer = Parameters<typeof startHttp>[0];

/** The answer to a request, or whether it was sent and the error. */
async function post(origin: string, way: RouteOptions): Promise<string> {
  const network = await openNetwork(origin, way);
  onTestFinished(network.close);
  const request = { method: "POST", url: `${origin}/say?a=b`, headers: {}, body: "once" };
  return network.send(request, AbortSignal.timeout(60_000)).then(
    ({ text }) => text,
    (error: unknown) => {
      expect(error).toBeInstanceOf(TransportError);
      const { sent, message } = error as TransportError;
      return `${sent}: ${message}`;
    },
  );
}

test.each([
  ["https", "CONNECT chat.test:443"],
  ["http", "POST http://chat.test/say?a=b"],
] as const)(
  "%s works through a proxy with a password, which is not sent to the server",
  async (scheme, line) => {
    const { proxy, received } = await behindProxy(scheme, { password: "ada:p@ss" });
    const way = { trust, proxy: proxy.url.replace("//", "//ada:p%40ss@") };
    expect(await post(`${scheme}://chat.test`, way)).toBe("received");
    expect(proxy.requests).toEqual([line]);
    expect(received).toEqual([
      expect.not.objectContaining({ "proxy-authorization": expect.anything() }),
    ]);
  },
);

test("a proxy can use https, and its certificate is verified", async () => {
  const { proxy } = await behindProxy("https", { secure: true });
  expect(await post("https://chat.test", { trust, proxy: proxy.url })).toBe("received");
  expect(await post("https://chat.test", { proxy: proxy.url })).toMatch(
    /^no: the proxy cannot be reached: untrusted certificate/,
  );
});

test.each<["http" | "https", Omit<ProxyRules, "port">, RouteOptions, RegExp]>([
  [
    "https",
    { password: "a:b" },
    { trust },
    /^no: the proxy needs a password: http:\/\/name:password@host$/,
  ],
  ["http", { password: "a:b" }, { trust }, /^no: the proxy needs a password/],
  ["https", { status: 403 }, { trust }, /^no: the proxy does not connect to it \(status 403\)$/],
  ["https", {}, {}, /^no: untrusted certificate/],
])("a request over %s by a proxy of %j is not sent", async (scheme, rules, way, outcome) => {
  const { proxy, received } = await behindProxy(scheme, rules);
  expect(await post(`${scheme}://chat.test`, { ...way, proxy: proxy.url })).toMatch(outcome);
  expect(received).toEqual([]);
});

test.each(["http", "https"])(
  "an unreachable proxy is distinguished from an unreachable server: %s",
  async (scheme) => {
    expect(await post(`${scheme}://chat.test`, { proxy: "http://127.0.0.1:1" })).toBe(
      "no: the proxy cannot be reached: connection refused",
    );
  },
);
