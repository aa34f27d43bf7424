import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const range = { anchor: "newest", num_before: 1, num_after: 0, narrow: [] };

test("of a range that is too long on both sides, each side keeps its half", async () => {
  const { as } = startRealm();
  const parameters = { ...range, anchor: 108, op: "add", flag: "starred" };
  const { body } = await as(people.ana).post("/messages/flags/narrow", {
    ...parameters,
    num_before: 5000,
    num_after: 5000,
  });
  expect(body).toMatchObject({ first_processed_id: 101, last_processed_id: 113 });
});
