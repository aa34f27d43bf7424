import { expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, cleo } = people;

const playground = {
  name: "Try",
  pygments_language: "Python",
  url_template: "https://try.example/{code}",
};

test("playgrounds are told all together, and keep their numbers", async () => {
  const { as } = startRealm();
  const { queue_id } = await as(ana).register();
  expect((await as(cleo).post("/realm/playgrounds", playground)).body["id"]).toBe(1);
  await as(cleo).delete("/realm/playgrounds/1");
  expect((await as(cleo).post("/realm/playgrounds", playground)).body["id"]).toBe(2);
  expect(await as(ana).events(queue_id)).toMatchObject([
    { type: "realm_playgrounds", realm_playgrounds: [{ id: 1, ...playground }] },
    { realm_playgrounds: [] },
    { realm_playgrounds: [{ id: 2, ...playground }] },
  ]);
  expect((await as(ana).register())["realm_playgrounds"]).toEqual([{ id: 2, ...playground }]);
});

test.each([
  [{}, "Realm playground with this Realm, Pygments language and Name already exists."],
  [{ pygments_language: "C?" }, "Invalid characters in pygments language"],
  [{ url_template: "https://try.example/{" }, "Invalid URL template."],
  [
    { url_template: "https://try.example/" },
    'Missing the required variable "code" in the URL template',
  ],
])("a playground with %j is refused beside another", async (asks, msg) => {
  const { as } = startRealm();
  await as(cleo).post("/realm/playgrounds", playground);
  const { body } = await as(cleo).post("/realm/playgrounds", { ...playground, ...asks });
  expect(body["msg"]).toBe(msg);
});

test("the code may stand in a template beside other variables", async () => {
  const { as } = startRealm();
  const url_template = "https://try.example/{?language,code*}";
  const { body } = await as(cleo).post("/realm/playgrounds", { ...playground, url_template });
  expect(body["id"]).toBe(1);
});
