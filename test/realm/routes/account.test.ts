import { expect, test } from "vitest";
import { base, startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

test("realm emoji are rendered and served as images, except deactivated ones", async () => {
  const { realm, as } = startRealm();
  const { source_url } = (await as(people.bo).get("/realm/emoji")).body["emoji"][1];
  const content = "a :heron_dance: and an :old_oar:";
  expect((await as(people.bo).post("/messages/render", { content })).body["rendered"]).toBe(
    `<p>a <img alt=":heron_dance:" class="emoji" src="${source_url}" title="heron dance"> and an :old_oar:</p>`,
  );
  const picture = await realm.fetch(new Request(new URL(source_url, base)));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
});
