/** Accounts on one server share its connections, and nothing else. */
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createConnection } from "#api/connection.ts";
import { type RouteOptions, sharedNetworks } from "#api/http.ts";
import { systemClock } from "#base/clock.ts";
import { silent } from "#base/log.ts";
import { getUser } from "#wire/endpoints/users.ts";
import type { UserId } from "#wire/ids.ts";
import { authority } from "../support/certificates.ts";
import { startHttp } from "../support/https-server.ts";

type Received = {
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly port: number | undefined;
};

/** A server that answers when it is released, and what it received: who asked, over which connection. */
async function server() {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const url = await startHttp((request, response) => {
    const { url: path, headers, socket } = request;
    received.push({ path, key: headers.authorization, port: socket.remotePort });
    const answer = () => response.end("{}");
    if (request.url === "/waits") waiting.push(answer);
    else answer();
  });
  return { url, received, waiting };
}

const get = (url: string) => ({ method: "GET", url, headers: {}, body: undefined });
const soon = () => AbortSignal.timeout(60_000);

test("requests of several accounts carry each its own key over the shared connections", async () => {
  const { url, received } = await server();
  const open = sharedNetworks();
  const accounts = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const { send, close } = await open(url);
      onTestFinished(close);
      const credentials = { email: `${at}@example.com`, key: `${at}` };
      const shared = { site: url, clock: systemClock, log: silent, userAgent: "test" };
      return createConnection({ ...shared, credentials, send });
    }),
  );
  const asked = Array.from({ length: 40 }, (_, id) => id);
  // The answers are of no use.
  await Promise.allSettled(
    asked.map((id) => accounts[id % 8]?.call(getUser, { user_id: id as UserId })),
  );
  const basic = (at: number) => `Basic ${btoa(`${at}@example.com:${at}`)}`;
  expect(new Map(received.map(({ path, key }) => [path, key]))).toEqual(
    new Map(asked.map((id) => [`/api/v1/users/${id}`, basic(id % 8)])),
  );
});

test("many waiting polls leave connections for other requests", async () => {
  const { url, waiting } = await server();
  const open = sharedNetworks();
  const networks = await Promise.all(Array.from({ length: 12 }, () => open(url)));
  const polls = networks.map(({ send }) => send(get(`${url}/waits`), soon()));
  for (const { send } of networks) expect((await send(get(url), soon())).status).toBe(200);
  for (const answer of waiting) answer();
  await Promise.all(polls);
  await Promise.all(networks.map(({ close }) => close()));
});

test("what one account closes is its own: the others' requests go on", async () => {
  const { url, waiting, received } = await server();
  const open = sharedNetworks();
  const [one, other] = [await open(url), await open(url)];
  const polls = [one, other].map(({ send }) => send(get(`${url}/waits`), soon()));
  const failed = expect(polls[0]).rejects.toThrow("the connection was closed");
  while (waiting.length < 2) await setImmediate();
  await one.close();
  await one.close();
  await failed;
  await expect(one.send(get(url), soon())).rejects.toThrow("the connection was closed");
  for (const answer of waiting) answer();
  expect((await polls[1])?.status).toBe(200);
  await other.close();
  await expect(other.send(get(url), soon())).rejects.toThrow();
  const again = await open(url);
  onTestFinished(again.close);
  await again.send(get(url), soon());
  expect(new Set(received.map(({ port }) => port)).size).toBe(3);
});

const client = { certificate: "one", key: "one" };
test.each<[RouteOptions, RouteOptions, number]>([
  [{}, {}, 1],
  [{ trust: { insecure: true } }, { trust: { insecure: true } }, 1],
  [{}, { trust: { insecure: true } }, 2],
  [{}, { trust: { authorities: authority } }, 2],
  [{ trust: { client } }, { trust: { client: { ...client, key: "two" } } }, 2],
  [{ trust: { client } }, {}, 2],
])("%j and %j use %i connections", async (way, otherWay, connections) => {
  const { url, received } = await server();
  const open = sharedNetworks();
  for (const { send, close } of [await open(url, way), await open(url, otherWay)]) {
    onTestFinished(close);
    await send(get(url), soon());
  }
  expect(new Set(received.map(({ port }) => port)).size).toBe(connections);
});
