import { expect, test } from "vitest";
import { fakeClock } from "../support/clock.ts";
import { call, startRealm } from "../support/realm.ts";
import { people } from "../support/small-blueprint.ts";

const never = "max-age=0, no-cache, no-store, must-revalidate, private";
const [keyed, open] = ["Accept-Language", "Accept-Language, Cookie"];

/** What an answer says beside its body: whether it may be kept, on what it depends, how many requests are left. */
function told({ headers }: { readonly headers: Headers }) {
  return [
    headers.get("cache-control"),
    headers.get("vary"),
    headers.get("x-ratelimit-limit"),
    headers.get("x-ratelimit-remaining"),
  ];
}

const sign = { username: "ana@small.example", password: "ana-secret" };

test("what is said to a person may not be kept, unless it is a refusal", async () => {
  const ana = startRealm({ rateLimit: true }).as(people.ana);
  expect(told(await ana.get("/users/me"))).toEqual([never, keyed, "200", "199"]);
  expect(told(await ana.get("/messages"))).toEqual([null, keyed, "200", "198"]);
  expect(told(await ana.get("/events"))).toEqual([null, keyed, "200", "199"]);
});

test("strangers are told nothing that is only theirs", async () => {
  const { realm } = startRealm({ rateLimit: true });
  const asked = (method: string, path: string, parameters = {}) =>
    call(realm, method, path, parameters);
  expect(told(await asked("GET", "/server_settings"))).toEqual([null, open, null, null]);
  expect(told(await asked("GET", "/users/me"))).toEqual([null, open, null, null]);
  expect(told(await asked("GET", "/nothing"))).toEqual([null, open, null, null]);
  expect(told(await asked("PUT", "/messages"))).toEqual([never, open, null, null]);
  expect(told(await asked("POST", "/fetch_api_key"))).toEqual([null, open, null, null]);
});

test("guesses of a password are counted, whether right or wrong", async () => {
  const { realm } = startRealm({ rateLimit: true });
  const guess = async (password: string) =>
    told(await call(realm, "POST", "/fetch_api_key", { ...sign, password }));
  expect(await guess("wrong")).toEqual([null, open, "5", "4"]);
  expect(await guess("wrong")).toEqual([null, open, "5", "3"]);
  expect(await guess(sign.password)).toEqual([null, open, "5", "2"]);
  expect(await guess("wrong")).toEqual([null, open, "5", "4"]);
  for (let more = 0; more < 4; more += 1) await guess("wrong");
  expect(await guess("wrong")).toEqual([null, open, "5", "0"]);
});

test("a poll that had to wait tells no count: it was asked too long ago", async () => {
  const clock = fakeClock();
  const { as } = startRealm({ rateLimit: true, clock });
  const ana = as(people.ana);
  const { queue_id } = await ana.register();
  const ask = { queue_id, last_event_id: -1 };
  const atOnce = await ana.get("/events", { ...ask, dont_block: true });
  expect(told(atOnce)).toEqual([never, keyed, "200", "199"]);
  const late = ana.get("/events", ask);
  await clock.pass("2 min");
  expect(told(await late)).toEqual([never, open, null, null]);
});
