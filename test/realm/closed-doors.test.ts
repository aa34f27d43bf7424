import { expect, test } from "vitest";
import { call, startRealm } from "../support/realm.ts";

const at = (method: string, path: string) =>
  startRealm().realm.fetch(new Request(`http://realm.test/json${path}`, { method }));

test("whoever writes at the root of the web pages has no session to show", async () => {
  const answer = await at("POST", "/register");
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    result: "error",
    msg: "CSRF error: CSRF cookie not set.",
    reason: "CSRF cookie not set.",
    code: "CSRF_FAILED",
  });
});

test("whoever reads there is not logged in", async () => {
  const answer = await at("GET", "/users/me");
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "UNAUTHORIZED" }]);
  expect(answer.headers.get("www-authenticate")).toBe('Session realm="svc"');
});

test.for([
  ["GET", "/server_settings", 404],
  ["POST", "/fetch_api_key", 404],
  ["POST", "/users/me/api_key/regenerate", 404],
  ["GET", "/nothing", 404],
  ["PUT", "/messages", 405],
  ["OPTIONS", "/messages", 204],
] as const)("%s %s is %i there", async ([method, path, status]) => {
  expect((await at(method, path)).status).toBe(status);
});

test.for([
  ["POST", 400, { msg: "JWT authentication is not enabled for this organization" }],
  ["GET", 405, { msg: "Method Not Allowed", allowed_methods: ["POST"] }],
] as const)("no token signs in: %s", async ([method, status, body]) => {
  const answer = await call(startRealm().realm, method, "/jwt/fetch_api_key", { token: "x.y.z" });
  expect([answer.status, answer.body]).toMatchObject([status, body]);
});
