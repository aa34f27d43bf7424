/** Calls over a prepared network: requests, values, and the failure for each kind of error. */
import { expect, test } from "vitest";
import { ApiError, type Failure, requestedWaitMs, sentenceOf } from "#api/failure.ts";
import { getMessages, sendMessage } from "#api/messages.ts";
import { getEvents, register } from "#api/queue.ts";
import { TransportError } from "#api/transport.ts";
import { isoMoment } from "#base/time.ts";
import type { QueueId } from "#wire/ids.ts";
import { json, type Prepared, prepared, success } from "../support/answers.ts";

const page = { anchor: "newest", num_before: 10, num_after: 0 } as const;
const hello = { type: "stream", to: 9, topic: "greetings", content: "hello & goodbye" } as const;

const failureOf = async (...answers: readonly Prepared[]): Promise<Failure> => {
  const { connection } = prepared(...answers);
  const failure = await sendMessage(connection, hello).then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.failure : undefined),
  );
  if (failure === undefined) throw new Error("The call did not fail as it should.");
  return failure;
};

test("a GET sends its parameters in the query and the credentials in a header", async () => {
  const { connection, requests } = prepared(success({ anchor: 7, messages: [] }));
  connection.setLevel(278);
  await getMessages(connection, { ...page, narrow: [{ operator: "stream", operand: 9 }] });
  const [request] = requests;
  const url = new URL(request?.url ?? "");
  expect(url.pathname).toBe("/api/v1/messages");
  expect(url.searchParams.get("narrow")).toBe('[{"operator":"stream","operand":9}]');
  expect(url.searchParams.get("anchor")).toBe("newest");
  expect(request?.body).toBeUndefined();
  expect(request?.headers["authorization"]).toBe(
    `Basic ${btoa(`ada@chat.test:${"k".repeat(32)}`)}`,
  );
});

test("a POST sends its parameters as a form", async () => {
  const { connection, requests } = prepared(success({ id: 41 }));
  expect((await sendMessage(connection, hello)).id).toBe(41);
  expect(Object.fromEntries(new URLSearchParams(String(requests[0]?.body)))).toEqual({
    type: "stream",
    to: "9",
    topic: "greetings",
    content: "hello & goodbye",
  });
});

test("a register answer above its limit fails with that limit", async () => {
  const { connection, requests } = prepared(success({ anchor: 7, messages: [] }), {
    status: 200,
    headers: {},
    text: "",
    exceededMb: 128,
  });
  await getMessages(connection, page);
  await expect(register(connection, {})).rejects.toThrow("The answer is larger than 128 MB");
  expect(requests.map(({ limitMb }) => limitMb)).toEqual([undefined, 128]);
});

test("a stream's name is sent as JSON, so that digits are not an ID", async () => {
  const { connection, requests } = prepared(success({ id: 41 }));
  await sendMessage(connection, { ...hello, to: "123" });
  expect(new URLSearchParams(String(requests[0]?.body)).get("to")).toBe('"123"');
});

test("a parameter above the server's level is omitted", async () => {
  const { connection, requests } = prepared(success({ id: 1 }), success({ id: 2 }));
  connection.setLevel(235);
  await sendMessage(connection, { ...hello, read_by_sender: true });
  connection.setLevel(236);
  await sendMessage(connection, { ...hello, read_by_sender: true });
  expect(
    requests.map(({ body }) => new URLSearchParams(String(body)).get("read_by_sender")),
  ).toEqual([null, "true"]);
});

test("unknown keys of an answer are preserved", async () => {
  const { connection } = prepared(success({ id: 5, ignored_parameters_unsupported: ["x"] }));
  expect(await sendMessage(connection, hello)).toHaveProperty("ignored_parameters_unsupported", [
    "x",
  ]);
});

const redirects: readonly (readonly [string, RegExp])[] = [
  [
    "https://u:p@new.test/api/v1/messages?k=1",
    /to https:\/\/new\.test \(status 301\).*run: weir login https:\/\/new\.test$/,
  ],
  ["https://new.test/chat/api/v1/messages", /weir login https:\/\/new\.test\/chat$/],
  [
    "https://sso.test/login?next=x",
    /to https:\/\/sso\.test\/login \(status 301\) instead of answering\. Check its/,
  ],
  ["/log\u001b[31min", /to \/log␛\[31min \(status 301\)/],
  ["", /^The server redirects \(status 301\)/],
];

test.each<[string, Prepared, Partial<Failure>]>([
  [
    "a refused call has the server's message, code and extra fields",
    json(
      {
        result: "error",
        msg: "Stream 'x' does not exist",
        code: "STREAM_DOES_NOT_EXIST",
        stream: "x",
      },
      400,
    ),
    {
      kind: "refused",
      sent: "no",
      status: 400,
      code: "STREAM_DOES_NOT_EXIST",
      sentence: "Stream 'x' does not exist",
      extra: { stream: "x" },
    },
  ],
  [
    "JSON with the content type of HTML is parsed",
    json({ result: "error", msg: "Method Not Allowed" }, 405, { "content-type": "text/html" }),
    { kind: "refused", code: undefined, sentence: "Method Not Allowed" },
  ],
  [
    "a 401 asks to sign in",
    json({ result: "error", msg: "Invalid API key", code: "UNAUTHORIZED" }, 401),
    { kind: "unauthorized", sent: "no" },
  ],
  [
    "a proxy's error page is a broken server",
    { status: 502, headers: {}, text: "<html>bad gateway</html>" },
    { kind: "broken", status: 502, sent: "maybe" },
  ],
  [
    "a truncated answer is malformed",
    { status: 200, headers: {}, text: '{"result":"succ' },
    { kind: "malformed", sent: "maybe", path: "" },
  ],
  ...redirects.map(([location, reason]): [string, Prepared, Partial<Failure>] => [
    `a redirect to ${location} says so`,
    { status: 301, headers: { location }, text: '{"result":"success"}' },
    { kind: "malformed", path: "", reason: expect.stringMatching(reason) },
  ]),
  [
    "an answer above its limit is malformed",
    { status: 200, headers: {}, text: "", exceededMb: 32 },
    {
      kind: "malformed",
      path: "",
      reason: expect.stringMatching(/^The answer is larger than 32 MB/),
    },
  ],
  [
    "a web page instead of an answer is malformed",
    { status: 200, headers: {}, text: "<!doctype html>" },
    { kind: "malformed" },
  ],
  [
    "a wrong type is malformed at its path",
    success({ id: "41" }),
    { kind: "malformed", path: "id" },
  ],
  ["a missing key is malformed at its path", success(), { kind: "malformed", path: "id" }],
  ["a list instead of an object is malformed", json([1, 2]), { kind: "malformed" }],
  [
    "a request on a refused connection was not sent",
    new TransportError("no", "connection refused"),
    { kind: "unreachable", sent: "no", timedOut: false },
  ],
  [
    "a request on a lost connection may have been sent",
    new TransportError("maybe", "the connection was lost"),
    { kind: "unreachable", sent: "maybe" },
  ],
])("%s", async (_, answer, expected) => {
  expect(await failureOf(answer)).toMatchObject(expected);
});

test("a request times out after 15 seconds, and may have been processed", async () => {
  const { connection, clock } = prepared(
    (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      ),
  );
  const call = sendMessage(connection, hello).catch((error: unknown) => error);
  await clock.pass("16 s");
  expect(await call).toMatchObject({
    failure: { kind: "unreachable", sent: "maybe", timedOut: true },
  });
});

test("a rate-limited request waits and is repeated", async () => {
  const { connection, clock, requests } = prepared(
    json({ result: "error", msg: "", code: "RATE_LIMIT_HIT", "retry-after": 2.5 }, 429, {
      "retry-after": "2.5",
    }),
    success({ id: 3 }),
  );
  const call = sendMessage(connection, hello);
  await clock.pass("2 s");
  expect(requests).toHaveLength(1);
  await clock.pass("1 s");
  expect((await call).id).toBe(3);
});

/** Headers of an exhausted rate limit that resets in a minute. */
const spent = (clock: { readonly now: () => number }) => ({
  "x-ratelimit-limit": "200",
  "x-ratelimit-remaining": "0",
  "x-ratelimit-reset": String(clock.now() / 1000 + 60),
});

test("the wait of a rate-limited answer precedes the reset of its headers", async () => {
  const { connection, clock, requests } = prepared(
    async () => json({ "retry-after": 2 }, 429, { "retry-after": "2", ...spent(clock) }),
    success({ id: 3 }),
  );
  const call = sendMessage(connection, hello);
  await clock.pass("3 s");
  expect(requests).toHaveLength(2);
  expect((await call).id).toBe(3);
});

test("the remaining polls do not limit other requests", async () => {
  const { connection, clock, requests } = prepared(
    async () => json({ result: "success", msg: "", events: [] }, 200, spent(clock)),
    async () => json({ result: "success", msg: "", id: 3 }, 200, spent(clock)),
    success({ id: 4 }),
  );
  await getEvents(connection, { queue_id: "q" as QueueId, last_event_id: -1 });
  await sendMessage(connection, hello);
  expect(requests).toHaveLength(2);
  const next = sendMessage(connection, hello);
  await clock.pass("50 s");
  expect(requests).toHaveLength(2);
  await clock.pass("15 s");
  expect((await next).id).toBe(4);
});

test("only register has a higher limit for answers; polls have the default", async () => {
  const { connection, requests } = prepared(success(), success({ events: [] }), success({ id: 1 }));
  await register(connection, {}).catch(() => undefined);
  await getEvents(connection, { queue_id: "q" as QueueId, last_event_id: -1 });
  await sendMessage(connection, hello);
  expect(requests.map(({ limitMb }) => limitMb)).toEqual([128, undefined, undefined]);
});

test("a rate-limited poll does not delay other requests", async () => {
  const { connection, clock, requests } = prepared(
    json({ result: "error", msg: "", "retry-after": 50 }, 429, { "retry-after": "50" }),
    success({ id: 3 }),
    success({ events: [] }),
  );
  const poll = getEvents(connection, { queue_id: "q" as QueueId, last_event_id: -1 });
  await clock.pass("1 s");
  expect((await sendMessage(connection, hello)).id).toBe(3);
  expect(requests).toHaveLength(2);
  await clock.pass("50 s");
  expect((await poll).events).toEqual([]);
});

test("an invalid wait counts as one second", async () => {
  const refused = json({ result: "error", msg: "", "retry-after": -1 }, 429, {
    "retry-after": "-1",
  });
  const { connection, clock, requests } = prepared(refused, success({ id: 3 }));
  const call = sendMessage(connection, hello);
  await clock.pass(999);
  expect(requests).toHaveLength(1);
  await clock.pass(1);
  expect((await call).id).toBe(3);
});

test("a wait of half an hour fails instead of waiting", async () => {
  expect(
    await failureOf(
      json({ result: "error", msg: "", "retry-after": 1800 }, 429, { "retry-after": "1800" }),
    ),
  ).toMatchObject({
    kind: "rate-limited",
    waitMs: 1_800_000,
  });
});

const unavailable = { status: 503, headers: { "retry-after": "20" }, text: "<html>" };

test("a server that is unavailable for a time is asked again after it, if the request changes nothing", async () => {
  const { connection, clock, requests } = prepared(
    unavailable,
    success({ anchor: 7, messages: [] }),
  );
  const waits: number[] = [];
  const onWait = (ms: number) => void waits.push(ms);
  const call = getMessages(connection, page, { outlastsOutages: true, onWait });
  await clock.pass("19 s");
  expect({ waits, sent: requests.length }).toEqual({ waits: [20_000], sent: 1 });
  await clock.pass("1 s");
  expect((await call).messages).toEqual([]);
});

test("other requests fail at once, and know how long to wait", async () => {
  const failure = { kind: "broken", sent: "maybe", status: 503, waitMs: 20_000 } as const;
  const failed = await failureOf(unavailable);
  expect(failed).toEqual(failure);
  expect(sentenceOf(failed)).toBe(
    "The server is unavailable (status 503) and asks you to wait 20 seconds.",
  );
  const wait = (waitMs: number) => requestedWaitMs({ ...failure, waitMs });
  expect([wait(20_000), wait(900_000)]).toEqual([20_000, 60_000]);
  expect(await failureOf({ ...unavailable, headers: {} })).not.toHaveProperty("waitMs");
});

test("an aborted call rejects with the caller's reason", async () => {
  const { connection } = prepared(
    (_, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      ),
  );
  const giveUp = new AbortController();
  const reason = new Error("left the view");
  const call = getEvents(
    connection,
    { queue_id: "q" as QueueId, last_event_id: -1 },
    { signal: giveUp.signal },
  );
  giveUp.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test.each([
  ["slow", "11:43:40"],
  ["right", "11:42:00"],
  ["fast", "11:40:20"],
])(
  "a clock that is 100 s off, here %s, does not change how long a spent limit delays",
  async (_, at) => {
    const date = `Fri, 20 Nov 2026 ${at} GMT`;
    const reset = String((isoMoment(`2026-11-20T${at}Z`) ?? 0) + 3);
    const headers = { date, "x-ratelimit-remaining": "1", "x-ratelimit-reset": reset };
    const { connection, clock, requests } = prepared(
      async () => json({ result: "success", msg: "", id: 3 }, 200, headers),
      success({ id: 4 }),
    );
    await sendMessage(connection, hello);
    const next = sendMessage(connection, hello);
    await clock.pass("2 s");
    expect(requests).toHaveLength(1);
    await clock.pass("2 s");
    expect((await next).id).toBe(4);
  },
);
