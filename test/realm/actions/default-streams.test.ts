import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, cleo, gus } = people;

test("streams that newcomers are put into are told to everybody but guests", async () => {
  const { as } = startRealm();
  const [hers, his] = [await as(ana).register(), await as(gus).register()];
  const asks = { stream_id: streams.dev };
  await as(cleo).post("/default_streams", asks);
  await as(cleo).post("/default_streams", asks);
  await as(cleo).delete("/default_streams", asks);
  expect(await as(ana).events(hers["queue_id"])).toMatchObject([
    { type: "default_streams", default_streams: [{ stream_id: streams.dev }] },
    { type: "default_streams", default_streams: [] },
  ]);
  expect(await as(gus).events(his["queue_id"])).toEqual([]);
});

test("a private stream is nothing for newcomers", async () => {
  const { as } = startRealm();
  const { body } = await as(cleo).post("/default_streams", { stream_id: streams.secret });
  expect(body["msg"]).toBe("Private channels cannot be made default.");
});
