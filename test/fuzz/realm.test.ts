/** Whatever it is asked, the realm answers within its declaration, changes nothing that it refuses, and never fails. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#wire/endpoint.ts";
import { endpoints } from "#wire/endpoints/all.ts";
import { documentLevel } from "#wire/error-texts.ts";
import { defaultLevel } from "#wire/limits.ts";
import { runs } from "../support/runs.ts";
import { type FuzzRequest, requestTo } from "./requests.ts";
import { ask, hasAccount, snapshot, startWorld, type Told, type World } from "./world.ts";

const tally = { requests: 0, done: 0, refused: 0, elsewhere: 0 };

afterAll(() => {
  const { requests, done, refused, elsewhere } = tally;
  process.stdout.write(
    `fuzz: ${requests} requests, ${done} done, ${refused} refused, ${elsewhere} met no such page or method\n`,
  );
});

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  const body: unknown = JSON.parse(text);
  expect(body).toBeTypeOf("object");
  return body as Readonly<Record<string, unknown>>;
}

/** The declared answer within the envelope of successes. */
function checkSuccess(endpoint: Endpoint, { type, text }: Told): void {
  expect(type).toBe("application/json");
  const body = bodyOf(text);
  expect(["success", "partially_completed"]).toContain(body["result"]);
  expect(body["msg"]).toBe("");
  expect(endpoint.answer.parse(body)).toBeTypeOf("object");
}

const statuses = [400, 401, 403, 404];

function checkRefusal({ status, type, text }: Told, level: number): void {
  expect(statuses).toContain(status);
  expect(type).toBe("application/json");
  const body = bodyOf(text);
  expect(body).toMatchObject({ result: "error", msg: expect.stringMatching(/./) });
  // A few refusals of older levels have none.
  if (level > documentLevel || "code" in body) expect(body["code"]).toMatch(/^[A-Z_]+$/);
}

/** Paths that nobody serves, files, and methods that a path does not know: a page, or a list of methods. */
function isElsewhere({ status, type }: Told): boolean {
  if (status === 404 || status === 403) return type.startsWith("text/html");
  return status === 405 || status === 204;
}

async function check(world: World, request: FuzzRequest): Promise<void> {
  const before = snapshot(world);
  const mayEnter = hasAccount(world, request.as);
  const told = await ask(world, request);
  const { caught } = world.realm.control;
  expect(caught.newest ?? "").toBe("");
  expect(caught.count).toBe(0);
  tally.requests += 1;
  const { endpoint } = request;
  if (told.status === 200) {
    tally.done += 1;
    if (endpoint.method === "GET" && endpoint.path !== "/events") expectUnchanged(world, before);
    // `me` is a path of its own.
    if (!request.path.endsWith("/me")) checkSuccess(endpoint, told);
    expect(endpoint.anonymous === true || mayEnter).toBe(true);
    return;
  }
  if (isElsewhere(told)) tally.elsewhere += 1;
  else {
    tally.refused += 1;
    checkRefusal(told, world.realm.control.server.level);
  }
  expectUnchanged(world, before);
}

function expectUnchanged(world: World, before: ReturnType<typeof snapshot>): void {
  const after = snapshot(world);
  const changed = Object.keys(after).filter((part) => after[part] !== before[part]);
  expect(changed, "what a refusal or a look changed").toEqual([]);
}

/** Of all ages: before levels were told, at boundaries, and newer than what is spoken here by itself. */
const levels = [0, 60, 120, 153, 184, 219, 257, 314];

/** A few requests to anything come first, so that the realm is not always as it began. */
const anyRequest = fc.constantFrom(...endpoints).chain(requestTo);

describe("the realm stands any request to", () => {
  test.each(endpoints.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s",
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(defaultLevel, defaultLevel, ...levels),
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
