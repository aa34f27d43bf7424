import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo } = people;

test("an edit tells of wildcards by their kinds", async () => {
  const { as } = startRealm();
  const id = await as(ana).say({ streamId: streams.dev, topic: "deploy" }, "hello");
  const { queue_id: queue } = await as(bo).register();
  await as(ana).patch(`/messages/${id}`, { content: "@**all** hello" });
  expect((await as(bo).events(queue))[0]?.["flags"]).toEqual(["stream_wildcard_mentioned"]);
});
