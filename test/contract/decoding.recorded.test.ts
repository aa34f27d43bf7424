/** All recorded answers and events of a real server are decoded, and no key is dropped. */
import { expect, test } from "vitest";
import * as z from "zod";
import { classify } from "#api/classify.ts";
import { ApiError } from "#api/failure.ts";
import { decodeEvent } from "#model/decode.ts";
import { findEndpoint } from "#wire/endpoints/all.ts";
import { message } from "#wire/message.ts";
import { registerAnswer, registerElements } from "#wire/register.ts";
import {
  type Exchange,
  inEachSet,
  type RecordedStep,
  type Sequence,
  tell,
} from "../support/recordings.ts";

const kinds = {
  exchanges: "exchanges/**/*.json",
  register: "register/*.json",
  events: "events/**/*.json",
  sequences: "sequences/*.json",
  markdown: "markdown/*.json",
};

/** Undeclared requests: invalid ones, and some left to scripts, which `weir api` sends unchecked. */
const undeclared = [
  /^\/(?!api\/v1)/,
  /^\/api\/v1\/jwt\/fetch_api_key$/,
  // An invalid ID.
  /\/abc$/,
  /^\/api\/v1\/bots/,
  /^\/api\/v1\/(?:realm|zcommand|dev_fetch_api_key)$/,
  /^\/api\/v1\/realm\/(?:emoji\/|filters)/,
  // The register answer has these.
  /^\/api\/v1\/users\/[^/]+\/(?:presence|subscriptions)/,
  /^\/api\/v1\/user_groups\/\d+\/members\/\d+$/,
  // For administrators, and for web screens.
  /^\/api\/v1\/(?:export\/realm|invites|realm\/(?:playgrounds|user_settings_defaults))$/,
  // Of later servers: weir does not have these yet.
  /^\/api\/v1\/messages\/summary$/,
  /^\/api\/v1\/(?:message_edit_typing|messages\/\d+\/typing|user_groups\/\d+\/deactivate)$/,
];

/** Undeclared methods of declared paths. */
const undeclaredMethods: ReadonlySet<string> = new Set([
  "DELETE /api/v1/users/me",
  "GET /api/v1/settings",
  "GET /api/v1/user_topics",
  "GET /api/v1/users/me/muted_users",
]);

/** Events that weir ignores. */
const ignored: ReadonlySet<string> = new Set([
  "realm_bot",
  "realm_domains",
  "realm_playgrounds",
  "realm_user_settings_defaults",
  "default_streams",
  "default_stream_groups",
  "onboarding_steps",
  "invites_changed",
  "realm_export_consent",
]);

/** Parameters that are not declared, with the reason. */
const undeclaredParameters: Readonly<Record<string, string>> = {
  is_default_stream: "for new users, whose defaults weir does not configure",
  color_scheme: "for web screens",
  can_mention_group: "decides who can mention a group, which weir does not set",
  web_home_view: "for web screens",
  client: "names the client of any request",
  method: "overrides the HTTP method",
  time: "for servers that mirror another service",
  widget_content: "for bots",
  allow_empty_topic_name: "of later servers",
  include_can_access_content: "of later servers",
  include_deactivated_groups: "of later servers",
  message_ids: "of later servers",
  zebra: "unknown on purpose",
  apple: "unknown on purpose",
};

const isTransport = (name: string) => /exchanges\/(transport|rate-limit)\//.test(name);

function endpointOf({ request }: Exchange) {
  const path = decodeURIComponent(request.path.replace(/^\/api\/v1/, ""));
  const [bare = ""] = path.split("?");
  return findEndpoint(request.method, bare);
}

function answerOf({ status, headers, body }: Exchange) {
  const text = typeof body["text"] === "string" ? body["text"] : JSON.stringify(body);
  return { status, headers, text };
}

function failureOf(exchange: Exchange): string {
  try {
    classify(answerOf(exchange), z.looseObject({}), 0);
    return "none";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.failure.kind;
  }
}

/** The kinds of failure that errors of a status may be classified as. */
function expectedKinds({ status, body }: Exchange): readonly string[] {
  if (status === 401) return ["unauthorized"];
  if (status === 429) return ["rate-limited"];
  if (status >= 500) return ["broken"];
  return "msg" in body ? ["refused"] : ["blocked"];
}

function checkRegister(answer: Readonly<Record<string, unknown>>, name: string): void {
  expect(registerAnswer.parse(answer), name).toEqual(answer);
  for (const [key, schema] of Object.entries(registerElements)) {
    const list = answer[key];
    if (!Array.isArray(list)) continue;
    for (const element of list) expect(schema.parse(element), `${name} ${key}`).toEqual(element);
  }
}

function checkEvent(event: unknown, name: string): void {
  const decoded = decodeEvent(event);
  if (decoded.kind === "unknown" && ignored.has(decoded.type)) return;
  if (decoded.kind === "malformed")
    expect.unreachable(`${name}: ${decoded.path} ${decoded.reason}`);
  expect(decoded.kind, `${name}: the event ${JSON.stringify(event)} is declared`).toBe("event");
  if (decoded.kind === "event") expect(decoded.event, name).toEqual(event);
}

inEachSet((set, { readAll }) => {
  const exchanges = readAll<Exchange>(kinds.exchanges);
  for (const [kind, pattern] of Object.entries(kinds))
    test(`${set}: there are recordings of ${kind}`, () => {
      tell(`files of ${kind}`, readAll(pattern).length);
    });

  test(`${set}: every recorded request has a declared endpoint`, () => {
    const undeclaredRequests = exchanges
      .filter(
        ([name, { request }]) =>
          !isTransport(name) &&
          !undeclared.some((one) => one.test(request.path)) &&
          !undeclaredMethods.has(`${request.method} ${request.path}`),
      )
      .filter(([, exchange]) => endpointOf(exchange) === undefined)
      .map(([name, { request }]) => `${name}: ${request.method} ${request.path}`);
    expect(undeclaredRequests).toEqual([]);
  });

  test(`${set}: every recorded success is decoded without dropping keys`, () => {
    const successes = exchanges.flatMap(([name, exchange]) => {
      const found = endpointOf(exchange);
      const isAnswer = exchange.status === 200 && exchange.body["result"] === "success";
      return found !== undefined && isAnswer ? [{ name, exchange, found }] : [];
    });
    for (const { name, exchange, found } of successes)
      expect(classify(answerOf(exchange), found.endpoint.answer, 0), name).toEqual(exchange.body);
    tell("successes", successes.length);
  });

  test(`${set}: every recorded parameter is declared, or ignored by the server`, () => {
    const undeclared = exchanges.flatMap(([name, exchange]) => {
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
    expect(undeclared).toEqual([]);
  });

  test(`${set}: every recorded error is classified by its status`, () => {
    const refusals = exchanges.filter(([, { status }]) => status >= 400);
    for (const [name, exchange] of refusals)
      expect(expectedKinds(exchange), name).toContain(failureOf(exchange));
    tell("refusals", refusals.length);
  });

  test(`${set}: every recorded error in JSON keeps its message, code and extra keys`, () => {
    for (const [name, exchange] of exchanges) {
      const { body, status } = exchange;
      if (status < 400 || status === 401 || status === 429 || status >= 500 || !("msg" in body))
        continue;
      const { result: _, msg, code, ...extra } = body;
      try {
        classify(answerOf(exchange), z.looseObject({}), 0);
        expect.unreachable(name);
      } catch (error) {
        const failure = error instanceof ApiError ? error.failure : undefined;
        expect(failure, name).toMatchObject({ kind: "refused", sentence: msg, code, extra });
      }
    }
  });

  test(`${set}: every message in a recorded answer is decoded without dropping keys`, () => {
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

  test(`${set}: every recorded register answer is decoded without dropping keys`, () => {
    const answers = [
      ...readAll<Exchange>(kinds.register).map(([name, { body }]) => [name, body] as const),
      ...readAll<Sequence>(kinds.sequences).flatMap(
        ([name, { register, register_after: after }]) => [
          [name, register] as const,
          [name, after] as const,
        ],
      ),
    ].filter(([, body]) => body["result"] === "success" || "queue_id" in body);
    for (const [name, body] of answers) checkRegister(body, name);
    tell("register answers", answers.length);
  });

  test(`${set}: every recorded event is decoded without dropping keys`, () => {
    const files = readAll<RecordedStep>(kinds.events);
    const events = files.flatMap(([name, { seen_by: seen = {} }]) =>
      Object.values(seen).flatMap((list) => list.map((event) => [name, event] as const)),
    );
    for (const [name, event] of events) checkEvent(event, name);
    tell("event files", files.length);
    tell("events", events.length);
  });

  test(`${set}: every event of a recorded sequence is decoded without dropping keys`, () => {
    const sequences = readAll<Sequence>(kinds.sequences);
    for (const [name, { steps }] of sequences)
      for (const event of steps.flatMap(({ events }) => events)) checkEvent(event, name);
    tell("sequences", sequences.length);
  });
});
