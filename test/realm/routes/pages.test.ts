import { expect, test } from "vitest";
import { base, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { realm } = startRealm();

const fetched = (path: string, method = "GET") =>
  realm.fetch(new Request(new URL(path, base), { method }));

test("the table of emoji gives every name of a code, the usual one first", async () => {
  const { code_to_names: names } = await (await fetched("/static/emoji.json")).json();
  expect(names["1f389"][0]).toBe("tada");
});

test.each([
  "/",
  "/nowhere",
  "/user_avatars/1/gone.png",
  "/user_avatars/1/emoji/images/gone.png",
  "/api/v2/users",
])("%s is a page that is not there", async (path) => {
  const answer = await fetched(path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    404,
    "text/html; charset=utf-8",
  ]);
});

test("the register names the table of emoji", async () => {
  const { as } = startRealm();
  expect((await as(people.ana).register())["server_emoji_data_url"]).toBe("/static/emoji.json");
});
