/** For any answer of a server, a call returns a declared value or rejects with a classified failure. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ApiError } from "#api/failure.ts";
import type { HttpAnswer } from "#api/transport.ts";
import type { Endpoint } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { prepared } from "../support/answers.ts";
import { runs } from "../support/runs.ts";
import { examples } from "./examples.ts";
import { anyMutation, mutated, withKeyTwice, written } from "./mutations.ts";
import { levelOf, requestOf } from "./requests.ts";
import { ask, startWorld } from "./world.ts";

const calls = endpoints.filter((one) => one.upload !== true);
/** Valid answers by endpoint. */
const good = new Map<Endpoint, string>();

beforeAll(async () => {
  for (const endpoint of calls) {
    const { text } = await ask(await startWorld(levelOf(endpoint)), requestOf(endpoint));
    good.set(endpoint, text);
  }
});

function bodyOf(endpoint: Endpoint): unknown {
  return JSON.parse(good.get(endpoint) ?? "");
}

function answer(text: string, status = 200, headers: HttpAnswer["headers"] = {}): HttpAnswer {
  return { status, headers: { "content-type": "application/json", ...headers }, text };
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** The outcome of a call that always gets this answer; fails if the call does not end. */
async function outcomeOf(endpoint: Endpoint, response: HttpAnswer): Promise<Outcome> {
  const { connection, clock } = prepared(response, response, response, response);
  connection.setLevel(levelOf(endpoint));
  const steps = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1] as const);
  const values = { ...Object.fromEntries(steps), ...exampleOf(endpoint) };
  let outcome: Outcome | undefined;
  const ended = connection.call(endpoint, values as never).then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  for (let minutes = 0; outcome === undefined && minutes < 5; minutes += 1) {
    await clock.pass("1 min");
  }
  expect(outcome, "a call without an end").toBeDefined();
  await ended;
  return outcome as unknown as Outcome;
}

function exampleOf({ method, path }: Endpoint): Readonly<Record<string, unknown>> {
  return examples[`${method} ${path}`]?.parameters ?? {};
}

function failureOf(outcome: Outcome) {
  if (!("error" in outcome)) return undefined;
  expect(outcome.error).toBeInstanceOf(ApiError);
  const { failure } = outcome.error as ApiError;
  return failure;
}

/** A returned value must match the declaration, and be what was sent if that does. */
function checkValue(endpoint: Endpoint, outcome: Outcome, text: string): void {
  if (!("value" in outcome)) return;
  expect(endpoint.answer.safeParse(outcome.value).error).toBeUndefined();
  const sent = endpoint.answer.safeParse(JSON.parse(text));
  if (sent.success) expect(outcome.value).toEqual(sent.data);
}

/** Whether one path contains the other; that of a failure has no positions in lists. */
function isRelated(path: string, place: readonly (string | number)[]): boolean {
  const other = place.filter((step) => typeof step === "string").join(".");
  return `${path}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${path}.`) || path === "";
}

describe("an answer with one mutation is accepted, or malformed at that path:", () => {
  test.each(calls.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s",
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(anyMutation, async (mutation) => {
          const { value, place } = mutated(bodyOf(endpoint), mutation);
          const text = written(value);
          const outcome = await outcomeOf(endpoint, answer(text));
          checkValue(endpoint, outcome, text);
          const failure = failureOf(outcome);
          if (failure === undefined) return;
          // Only a mutated result can make it another failure.
          if (failure.kind !== "malformed") expect(place).toEqual(["result"]);
          else expect(isRelated(failure.path, place), `${failure.path} for ${place}`).toBe(true);
        }),
        { numRuns: runs(0.05) },
      );
    },
  );
});

const kinds = ["refused", "unauthorized", "blocked", "rate-limited", "broken", "malformed"];

/** Replaces an answer: truncated, a web page, empty, or JSON of another shape. */
const otherTexts: fc.Arbitrary<(text: string) => string> = fc.oneof(
  fc.nat(100).map((share) => (text: string) => text.slice(0, (text.length * share) / 100)),
  fc.constant(withKeyTwice),
  fc.constant((text: string) => `${text}${text}`),
  fc.constant((text: string) => `\ufeff${text}`),
  fc
    .constantFrom(
      "",
      " ",
      "null",
      "[]",
      "0",
      '"success"',
      "{}",
      "{",
      "NaN",
      '{"result":"success"}',
      '{"result":"error"}',
      '{"result":7,"msg":[]}',
      '{"result":"error","msg":{},"code":5}',
      "<!DOCTYPE html><h1>502 Bad Gateway</h1>",
      "Bad Request",
      "\0\u0001\u0002",
      '{"__proto__":{"result":"error"}}',
      `${"[".repeat(50_000)}`,
      `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
    )
    .map((text) => () => text),
);

const statuses = [200, 200, 201, 204, 302, 400, 401, 403, 404, 429, 500, 502, 503];
const waits = ["1", "0", "-1", "soon", "1e9", "NaN", undefined];

test("a truncated answer, a web page, an invalid envelope or an unusual status is classified as a known failure", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls),
      otherTexts,
      fc.constantFrom(...statuses),
      fc.constantFrom(...waits),
      async (endpoint, change, status, wait) => {
        const text = change(good.get(endpoint) ?? "");
        const headers = { "retry-after": wait, "x-ratelimit-remaining": "x" };
        const outcome = await outcomeOf(endpoint, answer(text, status, headers));
        checkValue(endpoint, outcome, text);
        const failure = failureOf(outcome);
        if (failure !== undefined) expect(kinds).toContain(failure.kind);
        else expect(status).toBeLessThan(400);
      },
    ),
    { numRuns: runs(2) },
  );
});
