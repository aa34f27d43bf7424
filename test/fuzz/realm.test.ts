/** For any request, the realm answers as declared, has no internal error, and does not change if it rejects. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { runs } from "../support/runs.ts";
import { type FuzzRequest, levelOf, requestTo } from "./requests.ts";
import { type Answer, ask, hasAccount, snapshot, startWorld, type World } from "./world.ts";

const tally = { requests: 0, done: 0, rejected: 0, unrouted: 0 };

afterAll(() => {
  const { requests, done, rejected, unrouted } = tally;
  process.stdout.write(
    `fuzz: ${requests} requests, ${done} done, ${rejected} rejected, ${unrouted} had an unknown path or method\n`,
  );
});

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(text);
  expect(body).toBeTypeOf("object");
  return body as Readonly<Record<string, unknown>>;
}

/** Checks the declared answer and the envelope of successes. */
function checkSuccess(endpoint: Endpoint, { type, text }: Answer): void {
  expect(type).toBe("application/json");
  const body = bodyOf(text);
  expect(["success", "partially_completed"]).toContain(body["result"]);
  expect(body["msg"]).toBe("");
  expect(endpoint.answer.parse(body)).toBeTypeOf("object");
}

const statuses = [400, 401, 403, 404];

function checkError({ status, type, text }: Answer, level: number): void {
  expect(statuses).toContain(status);
  expect(type).toBe("application/json");
  const body = bodyOf(text);
  expect(body).toMatchObject({ result: "error", msg: expect.stringMatching(/./) });
  // Some errors of older levels have no code.
  if (level > documentLevel || "code" in body) expect(body["code"]).toMatch(/^[A-Z_]+$/);
}

/** Answers to unknown paths, files and wrong methods. */
function isUnrouted({ status, type }: Answer): boolean {
  if (status === 404 || status === 403) return type.startsWith("text/html");
  return status === 405 || status === 204;
}

async function check(world: World, request: FuzzRequest): Promise<void> {
  const before = snapshot(world);
  const mayEnter = hasAccount(world, request.as);
  const answer = await ask(world, request);
  const { caught } = world.realm.control;
  expect(caught.newest ?? "").toBe("");
  expect(caught.count).toBe(0);
  tally.requests += 1;
  const { endpoint } = request;
  if (answer.status === 200) {
    tally.done += 1;
    if (endpoint.method === "GET" && endpoint.path !== "/events") expectUnchanged(world, before);
    // `me` is another endpoint.
    if (!request.path.endsWith("/me")) checkSuccess(endpoint, answer);
    expect(endpoint.anonymous === true || mayEnter).toBe(true);
    return;
  }
  if (isUnrouted(answer)) tally.unrouted += 1;
  else {
    tally.rejected += 1;
    checkError(answer, world.realm.control.server.level);
  }
  expectUnchanged(world, before);
}

function expectUnchanged(world: World, before: ReturnType<typeof snapshot>): void {
  const after = snapshot(world);
  const changed = Object.keys(after).filter((part) => after[part] !== before[part]);
  expect(changed, "changed by a rejected or read-only request").toEqual([]);
}

/** No level, levels around changes, and one above the default. */
const levels = [0, 60, 120, 153, 184, 219, 257, 314, 400, 512];

/** Earlier requests vary the realm's state. */
const anyRequest = fc.constantFrom(...endpoints).chain(requestTo);

describe("the realm handles any request to", () => {
  test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s",
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(levelOf(endpoint), levelOf(endpoint), ...levels),
          fc.array(anyRequest, { maxLength: 3 }),
          requestTo(endpoint),
          async (level, earlier, last) => {
            const world = await startWorld(level);
            for (const request of [...earlier, last]) await check(world, request);
          },
        ),
        { numRuns: runs(0.012, 1) },
      );
    },
  );
});
