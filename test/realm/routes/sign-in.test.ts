import { expect, test } from "vitest";
import { call, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const address = "ana@small.example";

async function signIn(given: Readonly<Record<string, string>>, level?: number) {
  const { realm } = startRealm(level === undefined ? {} : { level });
  return call(realm, "POST", "/fetch_api_key", given);
}

test.for([
  [{}, 400, "REQUEST_VARIABLE_MISSING", "Missing 'username' argument"],
  [{ username: address }, 400, "REQUEST_VARIABLE_MISSING", "Missing 'password' argument"],
  [{ username: "ana", password: "x" }, 400, "BAD_REQUEST", "Enter a valid email address."],
  [{ username: "ana@small", password: "x" }, 400, "BAD_REQUEST", "Enter a valid email address."],
  [
    { username: "a b@small.example", password: "x" },
    400,
    "BAD_REQUEST",
    "Enter a valid email address.",
  ],
  [
    { username: "nobody@small.example", password: "x" },
    401,
    "AUTHENTICATION_FAILED",
    "Your username or password is incorrect",
  ],
  [
    { username: address, password: "" },
    401,
    "AUTHENTICATION_FAILED",
    "Your username or password is incorrect",
  ],
  [
    { username: "eva@small.example", password: "whatever" },
    401,
    "USER_DEACTIVATED",
    "Account is deactivated",
  ],
  [
    { username: "eva@small.example", password: "" },
    401,
    "AUTHENTICATION_FAILED",
    "Your username or password is incorrect",
  ],
] as const)("%j does not sign in", async ([given, status, code, msg]) => {
  const { body, headers, ...rest } = await signIn(given);
  expect([rest.status, body["code"], body["msg"]]).toEqual([status, code, msg]);
  expect(headers.get("www-authenticate")).toBeNull();
});

test("a password gives the key with the person's ID", async () => {
  const given = { username: address.toUpperCase(), password: "ana-secret" };
  expect((await signIn(given)).body).toMatchObject({ email: address, user_id: people.ana });
});
