/** The way through a proxy, over real sockets: what it is asked for, what it is told, and each way in which it refuses. */
import type { IncomingHttpHeaders } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openNetwork } from "#api/http.ts";
import type { RouteOptions } from "#api/route.ts";
import { TransportError } from "#api/transport.ts";
import { authority } from "../support/certificates.ts";
import { type ProxyRules, startConnectProxy } from "../support/connect-proxy.ts";
import { startHttp, startHttps } from "../support/https-server.ts";

const trust = { authorities: authority };

/** A server for chat.test that only a proxy finds. */
async function behindProxy(scheme: "http" | "https", rules: Omit<ProxyRules, "port"> = {}) {
  const heard: IncomingHttpHeaders[] = [];
  const start =
    scheme === "https" ? async (listener: Answer) => (await startHttps(listener)).url : startHttp;
  const url = await start((request, response) => {
    heard.push(request.headers);
    response.end("received");
  });
  const proxy = await startConnectProxy({ port: Number(new URL(url).port), ...rules });
  return { proxy, heard };
}

type Answer = Parameters<typeof startHttp>[0];

/** The answer to a request that must not be carried out twice, or whether it was sent and why not. */
async function post(origin: string, way: RouteOptions): Promise<string> {
  const network = await openNetwork(origin, way);
  onTestFinished(network.close);
  const request = { method: "POST", url: `${origin}/say?a=b`, headers: {}, body: "once" };
  return network.send(request, AbortSignal.timeout(5_000)).then(
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
  "%s goes through a proxy that requires a password, which the server does not receive",
  async (scheme, line) => {
    const { proxy, heard } = await behindProxy(scheme, { password: "ada:p@ss" });
    const way = { trust, proxy: proxy.url.replace("//", "//ada:p%40ss@") };
    expect(await post(`${scheme}://chat.test`, way)).toBe("received");
    expect(proxy.asked).toEqual([line]);
    expect(heard).toEqual([
      expect.not.objectContaining({ "proxy-authorization": expect.anything() }),
    ]);
  },
);

test("a proxy may be reached by https, and its certificate is checked", async () => {
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
  const { proxy, heard } = await behindProxy(scheme, rules);
  expect(await post(`${scheme}://chat.test`, { ...way, proxy: proxy.url })).toMatch(outcome);
  expect(heard).toEqual([]);
});

test.each(["http", "https"])(
  "an unreachable proxy is distinguished from an unreachable server: %s",
  async (scheme) => {
    expect(await post(`${scheme}://chat.test`, { proxy: "http://127.0.0.1:1" })).toBe(
      "no: the proxy cannot be reached: connection refused",
    );
  },
);
