import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const range = { anchor: "newest", num_before: 1, num_after: 0, narrow: [] };

test("what is wrong with a range is told before what is wrong with a flag", async () => {
  const her = startRealm().as(people.ana);
  const change = async (wish: Body) =>
    (await her.post("/messages/flags/narrow", { ...range, op: "add", flag: "read", ...wish })).body;
  const narrow = [{ operator: "is", operand: "x" }];
  expect(await change({ narrow, flag: "x" })).toMatchObject({ code: "BAD_NARROW" });
  expect(await change({ anchor: "x", op: "x" })).toMatchObject({ msg: "Invalid anchor" });
  expect(await change({ op: "x", flag: "y" })).toMatchObject({ msg: "Invalid flag: 'y'" });
  expect(await change({ op: "x" })).toMatchObject({
    msg: "Invalid message flag operation: 'x'",
  });
});

test("of a range that is too long on both sides, each side keeps its half", async () => {
  const { as } = startRealm();
  const wish = { ...range, anchor: 108, op: "add", flag: "starred" };
  const { body } = await as(people.ana).post("/messages/flags/narrow", {
    ...wish,
    num_before: 5000,
    num_after: 5000,
  });
  expect(body).toMatchObject({ first_processed_id: 101, last_processed_id: 113 });
});
