/** A network that gives prepared answers in order; an unexpected request fails with the request in the message. */

import { type Connection, createConnection } from "#api/connection.ts";
import type { HttpAnswer, HttpRequest, Send } from "#api/transport.ts";
import { silent } from "#base/log.ts";
import { type FakeClock, fakeClock } from "./clock.ts";

export type Prepared =
  | HttpAnswer
  | Error
  | ((request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>);

export type AnswerQueue = {
  readonly connection: Connection;
  readonly clock: FakeClock;
  /** All requests, oldest first. */
  readonly requests: HttpRequest[];
};

/** A JSON answer with this status. */
export function json(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): HttpAnswer {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    text: JSON.stringify(body),
  };
}

/** The success envelope around `fields`. */
export function success(fields: object = {}): HttpAnswer {
  return json({ result: "success", msg: "", ...fields });
}

/** A connection over prepared answers. */
export function prepared(...answers: readonly Prepared[]): AnswerQueue {
  const clock = fakeClock();
  const left = [...answers];
  const requests: HttpRequest[] = [];
  const send: Send = async (request, signal) => {
    requests.push(request);
    const next = left.shift();
    if (next === undefined)
      throw new Error(`Nothing was prepared for ${request.method} ${request.url}.`);
    if (next instanceof Error) throw next;
    return typeof next === "function" ? next(request, signal) : next;
  };
  const connection = createConnection({
    site: "https://chat.test",
    credentials: { email: "ada@chat.test", key: "k".repeat(32) },
    send,
    clock,
    log: silent,
    userAgent: "weir/test",
  });
  return { connection, clock, requests };
}
