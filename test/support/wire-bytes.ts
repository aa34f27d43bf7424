/** Counts what a client's requests and their answers are on the wire, over HTTP/1.1 with the compression it accepts. */
import { gzipSync } from "node:zlib";
import type { HttpAnswer, HttpRequest, Send } from "#api/transport.ts";

export type WireBytes = {
  readonly over: (send: Send) => Send;
  /** Bytes of both directions so far, without those of TCP and TLS. */
  readonly total: () => number;
};

export function wireBytes(): WireBytes {
  let total = 0;
  return {
    total: () => total,
    over: (send) => async (request, signal) => {
      total += sizeOfRequest(request);
      const answer = await send(request, signal);
      total += sizeOfAnswer(answer, request);
      return answer;
    },
  };
}

const lengthOf = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.entries(headers).reduce(
    (sum, [name, value]) => sum + `${name}: ${value}\r\n`.length,
    "\r\n".length,
  );

function sizeOfRequest({ method, url, headers, body }: HttpRequest): number {
  const { pathname, search, host } = new URL(url);
  const line = `${method} ${pathname}${search} HTTP/1.1\r\n`;
  const text = typeof body === "string" ? body : "";
  const length = body === undefined ? undefined : String(text.length);
  const own = { host, connection: "keep-alive", ...(length && { "content-length": length }) };
  return line.length + lengthOf({ ...headers, ...own }) + text.length;
}

/** With the headers that servers add. */
function sizeOfAnswer({ status, headers, text }: HttpAnswer, request: HttpRequest): number {
  const packs = request.headers["accept-encoding"] === "gzip" && text.length >= 500;
  const body = packs ? gzipSync(text).length : Buffer.byteLength(text);
  const added = {
    "content-length": String(body),
    date: "Thu, 01 Jan 1970 00:00:00 GMT",
    connection: "keep-alive",
    "keep-alive": "timeout=5",
    ...(packs && { "content-encoding": "gzip" }),
  };
  return `HTTP/1.1 ${status} OK\r\n`.length + lengthOf({ ...headers, ...added }) + body;
}
