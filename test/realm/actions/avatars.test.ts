import { expect, test } from "vitest";
import { png } from "../../support/pictures.ts";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const { ana, bo } = people;
const own = "/users/me/avatar";

test("everybody hears of a new picture, and every answer shows it, whoever works out drawn ones", async () => {
  const { as } = startRealm();
  const { queue_id } = await as(bo).register({ client_gravatar: true });
  const { status, body } = await as(ana).upload(own, { file: png() });
  expect(status).toBe(200);
  const { avatar_url } = body;
  expect(avatar_url).toMatch(/^\/user_avatars\/1\/[0-9a-f]{40}\.png$/);
  expect(await as(bo).events(queue_id)).toMatchObject([
    {
      type: "realm_user",
      person: {
        ...{ user_id: ana, avatar_source: "U", avatar_url, avatar_version: 2 },
        avatar_url_medium: avatar_url.replace(".png", "-medium.png"),
      },
    },
  ]);
  const { user } = (await as(bo).get(`/users/${ana}`)).body;
  expect(user).toMatchObject({ avatar_url, avatar_version: 2 });
  expect(await as(ana).register()).toMatchObject({ avatar_source: "U", avatar_url });
  await as(ana).say([bo], "look");
  const [message] = (
    await as(bo).get("/messages", { anchor: "newest", num_before: 1, num_after: 0 })
  ).body["messages"];
  expect(message.avatar_url).toBe(avatar_url);
});

test("whoever gives a picture up is drawn again, and everybody hears where", async () => {
  const { as } = startRealm();
  await as(ana).upload(own, { file: png() });
  const { queue_id } = await as(bo).register();
  const { avatar_url } = (await as(ana).delete(own)).body;
  expect(avatar_url).toMatch(/\?d=identicon&version=3$/);
  expect(await as(bo).events(queue_id)).toMatchObject([
    { person: { avatar_source: "G", avatar_url, avatar_version: 3 } },
  ]);
});

test.each([
  ["nothing", {}, "You must upload exactly one avatar."],
  ["two pictures", { a: png(), b: png() }, "You must upload exactly one avatar."],
  [
    "no picture",
    { file: new File(["words"], "a.png") },
    "Could not decode image; did you upload an image file?",
  ],
])("%s is no picture of somebody", async (_, files, msg) => {
  const { as } = startRealm();
  const { status, body } = await as(ana).upload(own, files);
  expect([status, body["msg"]]).toEqual([400, msg]);
});
