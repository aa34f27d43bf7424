import { describe, expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { authorization, call, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

describe("credentials", () => {
  const { realm, as } = startRealm();
  const { email, api_key: key } = as(people.ana).account;
  const basic = (text: string) => `Basic ${btoa(text)}`;
  const cases: readonly (readonly [string, string | undefined, number, string])[] = [
    ["none", undefined, 401, "Not logged in: API authentication or user session required"],
    ["no colon", basic("ana"), 401, "Invalid authorization header for basic auth"],
    ["two colons", basic(`${email}:${key}:x`), 401, "Invalid authorization header for basic auth"],
    ["no base64", "Basic ???", 401, "Invalid authorization header for basic auth"],
    ["a cut base64", "Basic YW5hO", 401, "Invalid authorization header for basic auth"],
    ["an empty header", "", 401, "Invalid authorization header for basic auth"],
    ["a scheme alone", "Basic", 401, "Invalid authorization header for basic auth"],
    ["too many words", "Bearer a b", 401, "Invalid authorization header for basic auth"],
    ["a wrong key", basic(`${email}:${"x".repeat(32)}`), 401, "Invalid API key"],
    ["another's address", basic(`bo@small.example:${key}`), 401, "Invalid API key"],
    ["one who has left", authorization(as(people.eva).account), 401, "Account is deactivated"],
  ];
  test.for(cases)("with %s are refused", async ([, header, status, text]) => {
    const headers = header === undefined ? {} : { authorization: header };
    const answer = await call(realm, "GET", "/users/me", {}, headers);
    expect([answer.status, answer.body["msg"]]).toEqual([status, text]);
    const challenge = status === 401 ? 'Basic realm="svc"' : null;
    expect(answer.headers.get("www-authenticate")).toBe(challenge);
  });

  test("hold in any case of the address and the scheme, and with blanks around either part", async () => {
    const header = `bAsIc   ${btoa(` ${email.toUpperCase()} : ${key} `)}`;
    const answer = await call(realm, "GET", "/users/me", {}, { authorization: header });
    expect(answer.body["user_id"]).toBe(people.ana);
  });

  test.each([
    [184, "a user", ["", ""]],
    [185, "a stranger", ["Invalid API key", ""]],
  ])("at level %i whoever comes with the API address is %s", async (level, _, said) => {
    const hidden = startRealm({ level });
    const { account, patch, get } = hidden.as(people.ana);
    await patch("/settings", { email_address_visibility: 4 });
    const { email: api } = (await get("/users/me")).body;
    expect(api).not.toBe(account.email);
    const answers = [api, account.email].map(async (one) => {
      const header = { authorization: basic(`${one}:${account.api_key}`) };
      return (await call(hidden.realm, "GET", "/users/me", {}, header)).body["msg"];
    });
    expect(await Promise.all(answers)).toEqual(said);
  });
});

test("a password gives the key, and a wrong one does not", async () => {
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
  "%s is a page that says 404",
  async (path) => {
    const { realm } = startRealm();
    const { status, headers, body } = await call(realm, "GET", path);
    expect([status, headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body["text"]).toContain("<!DOCTYPE html>");
  },
);

test("the form comes before the query, and either will do for any method", async () => {
  const { realm, as } = startRealm();
  const headers = { authorization: authorization(as(people.ana).account) };
  const path = "/messages?type=direct&content=query&to=[12]";
  const sent = await call(realm, "POST", path, { content: "form" }, headers);
  const seen = await as(people.ana).get(`/messages/${sent.body["id"]}`, { apply_markdown: false });
  expect(seen.body["message"].content).toBe("form");
});

test("what nobody knows is ignored, and listed by name on success", async () => {
  const { as } = startRealm();
  const given = { zebra: 1, apple: 2, client: "x" };
  const { body } = await as(people.ana).get("/users", given);
  expect(body["ignored_parameters_unsupported"]).toEqual(["apple", "zebra"]);
  const older = (await startRealm({ level: 166 }).as(people.ana).get("/users", given)).body;
  expect(older).not.toHaveProperty("ignored_parameters_unsupported");
});

test("200 requests a minute are granted, polls are counted apart, and the headers tell", async () => {
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
