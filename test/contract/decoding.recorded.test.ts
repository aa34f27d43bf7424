/** Everything that a real server was heard to say is understood, and nothing of it is dropped. */
import { expect, test } from "vitest";
import * as z from "zod";
import { classify } from "#api/classify.ts";
import { ApiError } from "#api/failure.ts";
import { decodeEvent } from "#model/decode.ts";
import { findEndpoint } from "#wire/endpoints/find.ts";
import { message } from "#wire/message.ts";
import { registerAnswer, registerElements } from "#wire/register.ts";
import {
  type Exchange,
  type RecordedStep,
  readAll,
  type Sequence,
  tell,
} from "../support/recordings.ts";

/** The folders, and where their files are. */
const kinds = {
  exchanges: "exchanges/**/*.json",
  register: "register/*.json",
  events: "events/**/*.json",
  sequences: "sequences/*.json",
  markdown: "markdown/*.json",
};

/** Requests that no client makes on purpose, and what is left to scripts: `weir api` sends it as it is. */
const undeclared = [
  /^\/(?!api\/v1)/,
  /^\/api\/v1\/jwt\/fetch_api_key$/,
  // A word where a number belongs.
  /\/abc$/,
  /^\/api\/v1\/bots/,
  /^\/api\/v1\/(?:realm|zcommand|dev_fetch_api_key)$/,
  /^\/api\/v1\/realm\/(?:emoji\/|filters)/,
  // Answers that the register answer gives already.
  /^\/api\/v1\/users\/[^/]+\/(?:presence|subscriptions)/,
  /^\/api\/v1\/streams\/\d+\/email_address$/,
  /^\/api\/v1\/user_groups\/\d+\/members\/\d+$/,
];

/** Methods of declared paths that are left to scripts, too. */
const undeclaredMethods: ReadonlySet<string> = new Set(["DELETE /api/v1/users/me"]);

/** Events about what weir has no use for: they are ignored. */
const ignored: ReadonlySet<string> = new Set([
  "realm_bot",
  "realm_domains",
  "realm_playgrounds",
  "realm_user_settings_defaults",
  "default_streams",
  "default_stream_groups",
  "onboarding_steps",
]);

/** Parameters that are not declared, with the reason. */
const undeclaredParameters: Readonly<Record<string, string>> = {
  is_default_stream: "for newcomers, whom weir does not set up",
  color_scheme: "for web screens",
  can_mention_group: "for who may mention a group, which weir does not set",
  web_home_view: "for web screens",
  client: "names the program of any request",
  method: "means another method than the one it travels with",
  time: "for servers that mirror another service",
  widget_content: "for bots",
  zebra: "unknown on purpose",
  apple: "unknown on purpose",
};

const exchanges = readAll<Exchange>(kinds.exchanges);
const isTransport = (name: string) => /exchanges\/(transport|rate-limit)\//.test(name);

/** The declared endpoint of an exchange with the way its answer is read. */
function endpointOf({ request }: Exchange) {
  const path = decodeURIComponent(request.path.replace(/^\/api\/v1/, ""));
  const [bare = ""] = path.split("?");
  return findEndpoint(request.method, bare);
}

function answerOf({ status, headers, body }: Exchange) {
  const text = typeof body["text"] === "string" ? body["text"] : JSON.stringify(body);
  return { status, headers, text };
}

for (const [kind, pattern] of Object.entries(kinds))
  test(`there are recordings of this kind: ${kind}`, () => {
    tell(`files of ${kind}`, readAll(pattern).length);
  });

test("every recorded request is for something that is declared", () => {
  const strangers = exchanges
    .filter(
      ([name, { request }]) =>
        !isTransport(name) &&
        !undeclared.some((one) => one.test(request.path)) &&
        !undeclaredMethods.has(`${request.method} ${request.path}`),
    )
    .filter(([, exchange]) => endpointOf(exchange) === undefined)
    .map(([name, { request }]) => `${name}: ${request.method} ${request.path}`);
  expect(strangers).toEqual([]);
});

test("every recorded success is decoded with nothing dropped", () => {
  const successes = exchanges.flatMap(([name, exchange]) => {
    const found = endpointOf(exchange);
    const isAnswer = exchange.status === 200 && exchange.body["result"] === "success";
    return found !== undefined && isAnswer ? [{ name, exchange, found }] : [];
  });
  for (const { name, exchange, found } of successes)
    expect(classify(answerOf(exchange), found.endpoint.answer), name).toEqual(exchange.body);
  tell("successes", successes.length);
});

test("every recorded parameter is declared, or the server said that it ignored it", () => {
  const strangers = exchanges.flatMap(([name, exchange]) => {
    const found = endpointOf(exchange);
    if (found === undefined || exchange.status !== 200) return [];
    const { parameters } = found.endpoint;
    const known = Object.entries(parameters).flatMap(([own, { aliases = [] }]) => [
      own,
      ...aliases,
    ]);
    const ignored = exchange.body["ignored_parameters_unsupported"] ?? [];
    const names = Object.keys(exchange.request.params ?? {});
    const strange = names.filter(
      (one) =>
        !(known.includes(one) || one in undeclaredParameters) &&
        !(Array.isArray(ignored) && ignored.includes(one)),
    );
    return strange.map((one) => `${name}: ${one}`);
  });
  expect(strangers).toEqual([]);
});

function failureOf(exchange: Exchange): string {
  try {
    classify(answerOf(exchange), z.looseObject({}));
    return "none";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.failure.kind;
  }
}

/** How a refusal of each status is taken; bodies that are no JSON are told apart by their first letter. */
function expectedKinds({ status }: Exchange): readonly string[] {
  if (status === 401) return ["unauthorized"];
  if (status === 429) return ["rate-limited"];
  if (status >= 500) return ["broken"];
  return ["refused", "malformed"];
}

test("every recorded refusal is classified by its status", () => {
  const refusals = exchanges.filter(([, { status }]) => status >= 400);
  for (const [name, exchange] of refusals)
    expect(expectedKinds(exchange), name).toContain(failureOf(exchange));
  tell("refusals", refusals.length);
});

test("every recorded refusal in JSON keeps its words, its code and its further keys", () => {
  for (const [name, exchange] of exchanges) {
    const { body, status } = exchange;
    if (status < 400 || status === 401 || status === 429 || status >= 500 || !("msg" in body))
      continue;
    const { result: _, msg, code, ...extra } = body;
    try {
      classify(answerOf(exchange), z.looseObject({}));
      expect.unreachable(name);
    } catch (error) {
      const failure = error instanceof ApiError ? error.failure : undefined;
      expect(failure, name).toMatchObject({ kind: "refused", sentence: msg, code, extra });
    }
  }
});

test("every message in a recorded answer is decoded with nothing dropped", () => {
  let count = 0;
  for (const [name, { body }] of exchanges) {
    const several = Array.isArray(body["messages"]) ? body["messages"] : [];
    const all = [...several, body["message"]].filter(
      (one) => typeof one === "object" && one !== null,
    );
    for (const one of all) expect(message.parse(one), name).toEqual(one);
    count += all.length;
  }
  tell("messages", count);
});

function checkRegister(answer: Readonly<Record<string, unknown>>, name: string): void {
  expect(registerAnswer.parse(answer), name).toEqual(answer);
  for (const [key, schema] of Object.entries(registerElements)) {
    const list = answer[key];
    if (!Array.isArray(list)) continue;
    for (const element of list) expect(schema.parse(element), `${name} ${key}`).toEqual(element);
  }
}

test("every recorded register answer is decoded with nothing dropped", () => {
  const answers = [
    ...readAll<Exchange>(kinds.register).map(([name, { body }]) => [name, body] as const),
    ...readAll<Sequence>(kinds.sequences).flatMap(([name, { register, register_after: after }]) => [
      [name, register] as const,
      [name, after] as const,
    ]),
  ].filter(([, body]) => body["result"] === "success" || "queue_id" in body);
  for (const [name, body] of answers) checkRegister(body, name);
  tell("register answers", answers.length);
});

function checkEvent(event: unknown, name: string): void {
  const decoded = decodeEvent(event);
  if (decoded.kind === "unknown" && ignored.has(decoded.type)) return;
  if (decoded.kind === "malformed")
    expect.unreachable(`${name}: ${decoded.path} ${decoded.reason}`);
  expect(decoded.kind, `${name}: the event ${JSON.stringify(event)} is declared`).toBe("event");
  if (decoded.kind === "event") expect(decoded.event, name).toEqual(event);
}

test("every recorded event is decoded with nothing dropped", () => {
  const happenings = readAll<RecordedStep>(kinds.events);
  const heard = happenings.flatMap(([name, { seen_by: seen = {} }]) =>
    Object.values(seen).flatMap((list) => list.map((event) => [name, event] as const)),
  );
  for (const [name, event] of heard) checkEvent(event, name);
  tell("event files", happenings.length);
  tell("events", heard.length);
});

test("every event of a recorded sequence is decoded with nothing dropped", () => {
  const sequences = readAll<Sequence>(kinds.sequences);
  for (const [name, { steps }] of sequences)
    for (const event of steps.flatMap(({ events }) => events)) checkEvent(event, name);
  tell("sequences", sequences.length);
});
