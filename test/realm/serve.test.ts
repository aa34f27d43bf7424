import { once } from "node:events";
import { request as ask, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { serveRealm } from "#realm/serve.ts";
import { authorization, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

async function serve(host?: string) {
  const { realm, as } = startRealm({ clock: systemClock });
  const served = await serveRealm(realm, { host });
  onTestFinished(async () => {
    realm.stop();
    await served.close();
  });
  const header = authorization(as(people.ana).account);
  return { port: Number(new URL(served.url).port), url: `${served.url}/api/v1`, header };
}

/** The status of `GET /server_settings` with a Host header. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const sent = ask(`${url}/server_settings`, { headers: { host } }).end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test.for([
  ["localhost", 200],
  ["localhost:9000", 200],
  ["LOCALHOST", 200],
  ["127.0.0.1", 200],
  ["127.8.8.8:80", 200],
  ["[::1]:9000", 200],
  ["evil.example", 403],
  ["evil.example:9000", 403],
  ["localhost.evil.example", 403],
  ["127.0.0.1.evil.example", 403],
  ["127.evil.example", 403],
  ["192.168.0.1", 403],
] as const)(
  "on the loopback, a request for host %s is answered with status %i",
  async ([host, status]) => {
    const { url } = await serve();
    expect(await statusFor(url, host)).toBe(status);
  },
);

test("a realm on all interfaces accepts every host name", async () => {
  const { port } = await serve("0.0.0.0");
  expect(await statusFor(`http://127.0.0.1:${port}/api/v1`, "realm.example")).toBe(200);
});

test.for([
  ["0.0.0.0", "gzip, br", "gzip"],
  ["0.0.0.0", "identity", undefined],
  ["127.0.0.1", "gzip", undefined],
] as const)(
  "a realm on %s answers who accepts %s with an encoding of %s",
  async ([host, accepted, encoding]) => {
    const { port, header } = await serve(host);
    const headers = { authorization: header, "accept-encoding": accepted };
    const sent = ask(`http://127.0.0.1:${port}/api/v1/users`, { headers }).end();
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(answer.headers["content-encoding"]).toBe(encoding);
    const text = await buffer(answer);
    const read = encoding === undefined ? text : gunzipSync(text);
    expect(JSON.parse(read.toString())).toMatchObject({ result: "success" });
  },
);

/** The status line of the answer to a request whose body is still being sent. */
async function firstLine(port: number, headers: string, chunks: Iterable<string>): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  socket.write(`POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n`);
  for (const chunk of chunks) socket.write(chunk);
  const [answer] = await once(socket, "data");
  return String(answer).split("\r\n")[0] ?? "";
}

const form = "Content-Type: application/x-www-form-urlencoded";
const parts = "Content-Type: multipart/form-data; boundary=x";
const large = "HTTP/1.1 413 Payload Too Large";

function* chunksOf(mebibytes: number): Iterable<string> {
  for (let count = 0; count < mebibytes * 16; count += 1)
    yield `10000\r\n${"x".repeat(0x10000)}\r\n`;
}

test.for([
  ["an unauthenticated form of 300 MB", `${form}\r\nContent-Length: 300000000`, 0, large],
  ["an unauthenticated form without end", `${form}\r\nTransfer-Encoding: chunked`, 3, large],
  ["an unauthenticated file of 20 MB", `${parts}\r\nContent-Length: 20000000`, 0, large],
  ["an unauthenticated file without end", `${parts}\r\nTransfer-Encoding: chunked`, 3, large],
] as const)("%s is rejected before it is complete", async ([, headers, mebibytes, expected]) => {
  const { port } = await serve();
  expect(await firstLine(port, headers, chunksOf(mebibytes))).toBe(expected);
});

test("authenticated uploads are limited to the size of one file", async () => {
  const { port, header } = await serve();
  const own = `Authorization: ${header}\r\n${parts}`;
  expect(await firstLine(port, `${own}\r\nContent-Length: 30000000`, [])).toBe(large);
  const whole = [...chunksOf(20), "0\r\n\r\n"];
  expect(await firstLine(port, `${own}\r\nTransfer-Encoding: chunked`, whole)).not.toBe(large);
});

test("the error for a large request states the limit", async () => {
  const { url } = await serve();
  const body = new URLSearchParams({ content: "x".repeat(3_000_000) });
  const answer = await globalThis.fetch(`${url}/messages`, { method: "POST", body });
  expect(await answer.json()).toEqual({
    result: "error",
    msg: "The request is too large (limit: 2 MiB).",
    code: "BAD_REQUEST",
  });
});
