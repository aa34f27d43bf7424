import { describe, expect, test } from "vitest";
import { base, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const dev = { streamId: streams.dev, topic: "deploy" };

describe("the realm's own emoji", () => {
  const whole = { emoji_name: "heron_dance", emoji_code: "1", reaction_type: "realm_emoji" };

  test("are listed, those out of use too, and part of a register's answer", async () => {
    const { as } = startRealm();
    const { emoji } = (await as(people.gus).get("/realm/emoji")).body;
    expect(Object.keys(emoji)).toEqual(["1", "2", "3"]);
    expect(emoji).toMatchObject({
      1: { id: "1", name: "heron_dance", deactivated: false, author_id: null, still_url: null },
      3: { id: "3", name: "old_oar", deactivated: true },
    });
    expect((await as(people.bo).register())["realm_emoji"]).toEqual(emoji);
  });

  test("are drawn in texts and served as pictures, but for those out of use", async () => {
    const { realm, as } = startRealm();
    const { source_url } = (await as(people.bo).get("/realm/emoji")).body["emoji"][1];
    const content = "a :heron_dance: and an :old_oar:";
    expect((await as(people.bo).post("/messages/render", { content })).body["rendered"]).toBe(
      `<p>a <img alt=":heron_dance:" class="emoji" src="${source_url}" title="heron dance"> and an :old_oar:</p>`,
    );
    const picture = await realm.fetch(new Request(new URL(source_url, base)));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  });

  test("are reactions and statuses by name", async () => {
    const { as } = startRealm();
    const [ana, bo] = [as(people.ana), as(people.bo)];
    const id = await bo.say(dev, "look");
    expect(
      (await ana.post(`/messages/${id}/reactions`, { emoji_name: "heron_dance" })).status,
    ).toBe(200);
    expect((await bo.get(`/messages/${id}`)).body["message"].reactions).toMatchObject([whole]);
    const untyped = await ana.delete(`/messages/${id}/reactions`, { emoji_code: "1" });
    expect(untyped.body["code"]).toBe("REACTION_DOES_NOT_EXIST");
    const { queue_id } = await ana.register();
    expect((await bo.post("/users/me/status", { emoji_name: "heron_dance" })).status).toBe(200);
    expect(await ana.events(queue_id)).toMatchObject([whole]);
  });

  test.for([
    ["an unknown number", { ...whole, emoji_code: "9" }, "Invalid custom emoji."],
    ["no number at all", { ...whole, emoji_code: "x" }, "Invalid custom emoji."],
    ["another's name", { ...whole, emoji_name: "car" }, "Invalid custom emoji name."],
    [
      "the name of one out of use",
      { ...whole, emoji_name: "old_oar", emoji_code: "3" },
      "This custom emoji has been deactivated.",
    ],
  ] as const)("with %s are refused for reactions and statuses", async ([, emoji, text]) => {
    const ana = startRealm().as(people.ana);
    const id = await ana.say(dev, "look");
    const reaction = await ana.post(`/messages/${id}/reactions`, emoji);
    expect([reaction.status, reaction.body["msg"]]).toEqual([400, text]);
    const status = await ana.post("/users/me/status", emoji);
    expect([status.status, status.body["msg"]]).toEqual([400, text]);
  });
});

describe("link patterns", () => {
  test("become links in texts and topics, and are told in their order", async () => {
    const ana = startRealm().as(people.ana);
    const rows = [
      { id: 1, pattern: "#(?P<id>[0-9]+)", url_template: "https://t.example/{id}" },
      { id: 2, pattern: "LAB-(?P<n>[0-9]+)", url_template: "https://l.example/{n}" },
    ];
    expect((await ana.get("/realm/linkifiers")).body["linkifiers"]).toEqual(rows);
    const answer = await ana.register();
    expect([answer["realm_linkifiers"], answer["realm_filters"]]).toEqual([rows, []]);
    const id = await ana.say({ streamId: streams.dev, topic: "about #777" }, "see #12, LAB-3");
    const { content, topic_links } = (await ana.get(`/messages/${id}`)).body["message"];
    expect(content).toBe(
      '<p>see <a href="https://t.example/12">#12</a>, <a href="https://l.example/3">LAB-3</a></p>',
    );
    expect(topic_links).toEqual([{ url: "https://t.example/777", text: "#777" }]);
  });

  test("are left out of a register for a program that cannot expand them", async () => {
    const answer = await startRealm()
      .as(people.ana)
      .register({ client_capabilities: { notification_settings_null: true } });
    expect(answer["realm_linkifiers"]).toEqual([]);
  });

  test("are triples before level 176", async () => {
    const { realm_filters } = await startRealm({ level: 175 }).as(people.ana).register();
    expect(realm_filters[0]).toEqual(["#(?P<id>[0-9]+)", "https://t.example/%(id)s", 1]);
  });
});
