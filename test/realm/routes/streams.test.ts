import { expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

test("the weekly traffic of a stream is counted when the realm starts, and null for a new stream", async () => {
  const ana = startRealm().as(people.ana);
  await ana.post("/users/me/subscriptions", { subscriptions: [{ name: "fresh" }] });
  const { body } = await ana.get("/streams");
  const traffic = body["streams"].map(({ name, stream_weekly_traffic: weekly }: Body) => [
    name,
    weekly,
  ]);
  expect(Object.fromEntries(traffic)).toMatchObject({ general: 3, dev: 4, news: 0, fresh: null });
});
