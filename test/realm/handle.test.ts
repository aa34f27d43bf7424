import { describe, expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { authorization, call, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

describe("credentials", () => {
  const { realm, as } = startRealm();
  const { email, api_key: key } = as(people.ana).account;
  const basic = (text: string) => `Basic ${btoa(text)}`;
  const cases: readonly (readonly [string, string | undefined, number, string])[] = [
    ["no header", undefined, 401, "Not logged in: API authentication or user session required"],
    ["no colon", basic("ana"), 401, "Invalid authorization header for basic auth"],
    ["two colons", basic(`${email}:${key}:x`), 401, "Invalid authorization header for basic auth"],
    ["invalid base64", "Basic ???", 401, "Invalid authorization header for basic auth"],
    ["truncated base64", "Basic YW5hO", 401, "Invalid authorization header for basic auth"],
    ["an empty header", "", 401, "Invalid authorization header for basic auth"],
    ["a scheme alone", "Basic", 401, "Invalid authorization header for basic auth"],
    ["too many words", "Bearer a b", 401, "Invalid authorization header for basic auth"],
    ["a wrong key", basic(`${email}:${"x".repeat(32)}`), 401, "Invalid API key"],
    ["another user's email", basic(`bo@small.example:${key}`), 401, "Invalid API key"],
    ["a deactivated account", authorization(as(people.eva).account), 401, "Account is deactivated"],
  ];
  test.for(cases)("with %s are rejected", async ([, header, status, text]) => {
    const headers = header === undefined ? {} : { authorization: header };
    const answer = await call(realm, "GET", "/users/me", {}, headers);
    expect([answer.status, answer.body["msg"]]).toEqual([status, text]);
    const challenge = status === 401 ? 'Basic realm="svc"' : null;
    expect(answer.headers.get("www-authenticate")).toBe(challenge);
  });
});

test("the correct password returns the key, and a wrong one is rejected", async () => {
  const { realm, as } = startRealm();
  const sign = (password: string) =>
    call(realm, "POST", "/fetch_api_key", { username: "Ana@small.example", password });
  const right = await sign("ana-secret");
  const { email, api_key } = as(people.ana).account;
  expect(right.body).toMatchObject({ api_key, email, user_id: people.ana });
  const wrong = await sign("guess");
  expect([wrong.status, wrong.body["code"]]).toEqual([401, "AUTHENTICATION_FAILED"]);
});

test.for(["/no_such_endpoint", "/users/me/", "/messages/abc"])(
  "%s is answered with a 404 page",
  async (path) => {
    const { realm } = startRealm();
    const { status, headers, body } = await call(realm, "GET", path);
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body["text"]).toContain("<!DOCTYPE html>");
  },
);

test("200 requests a minute are allowed, polls do not count, and headers have the rest", async () => {
  const clock = fakeClock();
  const { as } = startRealm({ rateLimit: true, clock });
  const ana = as(people.ana);
  const first = await ana.get("/users/me");
  expect(first.headers.get("x-ratelimit-remaining")).toBe("199");
  await clock.pass("10 s");
  const { queue_id } = await ana.register();
  for (let count = 0; count < 198; count += 1) await ana.get("/users/me");
  const refused = await ana.get("/users/me");
  expect([refused.status, refused.body["code"], refused.body["retry-after"]]).toEqual([
    429,
    "RATE_LIMIT_HIT",
    50,
  ]);
  expect(refused.headers.get("retry-after")).toBe("50");
  expect(refused.headers.get("x-ratelimit-remaining")).toBe("0");
  const poll = await ana.get("/events", { queue_id, last_event_id: -1, dont_block: true });
  expect(poll.status).toBe(200);
  expect((await as(people.bo).get("/users/me")).status).toBe(200);
  await clock.pass("50 s");
  expect((await ana.get("/users/me")).status).toBe(200);
});
