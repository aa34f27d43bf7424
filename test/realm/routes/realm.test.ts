import { describe, expect, test } from "vitest";
import { png } from "../../support/pictures.ts";
import { base, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const dev = { streamId: streams.dev, topic: "deploy" };

describe("the realm's own emoji", () => {
  async function withHeronDance() {
    const started = startRealm();
    const ana = started.as(people.ana);
    await ana.upload("/realm/emoji/heron_dance", { f: png() });
    return { ...started, ana, bo: started.as(people.bo) };
  }

  test("are told to everybody, listed, and part of a register's answer", async () => {
    const { as } = startRealm();
    const { queue_id } = await as(people.gus).register();
    const { status } = await as(people.ana).upload("/realm/emoji/heron_dance", { f: png() });
    expect(status).toBe(200);
    const { emoji } = (await as(people.gus).get("/realm/emoji")).body;
    expect(emoji).toEqual({
      1: {
        id: "1",
        name: "heron_dance",
        source_url: expect.stringMatching(/^\/user_avatars\/1\/emoji\/images\/\w{8}\.png$/),
        deactivated: false,
        author_id: people.ana,
        still_url: null,
      },
    });
    expect(await as(people.gus).events(queue_id)).toMatchObject([
      { type: "realm_emoji", op: "update", realm_emoji: emoji },
    ]);
    expect((await as(people.bo).register())["realm_emoji"]).toEqual(emoji);
  });

  test("are drawn in texts and served as pictures, until they go out of use", async () => {
    const { realm, ana, bo } = await withHeronDance();
    const { source_url } = (await ana.get("/realm/emoji")).body["emoji"][1];
    const rendered = async () =>
      (await bo.post("/messages/render", { content: "a :heron_dance:" })).body["rendered"];
    expect(await rendered()).toBe(
      `<p>a <img alt=":heron_dance:" class="emoji" src="${source_url}" title="heron dance"></p>`,
    );
    const picture = await realm.fetch(new Request(new URL(source_url, base)));
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(await png().bytes());
    await ana.delete("/realm/emoji/heron_dance");
    expect(await rendered()).toBe("<p>a :heron_dance:</p>");
  });

  test("are reactions by name or in full, and votes outlive them", async () => {
    const { ana, bo } = await withHeronDance();
    const cleoSays = await bo.say(dev, "look");
    const path = `/messages/${cleoSays}/reactions`;
    const whole = { emoji_name: "heron_dance", emoji_code: "1", reaction_type: "realm_emoji" };
    expect((await ana.post(path, { emoji_name: "heron_dance" })).status).toBe(200);
    const { reactions } = (await bo.get(`/messages/${cleoSays}`)).body["message"];
    expect(reactions).toMatchObject([whole]);
    await ana.delete("/realm/emoji/heron_dance");
    expect((await bo.post(path, whole)).status).toBe(200);
    const other = await bo.say(dev, "elsewhere");
    const first = await bo.post(`/messages/${other}/reactions`, whole);
    expect(first.body["msg"]).toBe("This custom emoji has been deactivated.");
    const untyped = await ana.delete(path, { emoji_code: "1" });
    expect(untyped.body["code"]).toBe("REACTION_DOES_NOT_EXIST");
    const typed = await ana.delete(path, { emoji_code: "1", reaction_type: "realm_emoji" });
    expect(typed.status).toBe(200);
  });

  const wrongs: readonly (readonly [string, Record<string, string>, string])[] = [
    ["an unknown number", { emoji_name: "heron_dance", emoji_code: "9" }, "Invalid custom emoji."],
    ["no number at all", { emoji_name: "heron_dance", emoji_code: "x" }, "Invalid custom emoji."],
    ["another's name", { emoji_name: "car", emoji_code: "1" }, "Invalid custom emoji name."],
  ];
  test.for(wrongs)("with %s are refused for reactions and statuses", async ([, emoji, text]) => {
    const { ana } = await withHeronDance();
    const id = await ana.say(dev, "look");
    const whole = { ...emoji, reaction_type: "realm_emoji" };
    const reaction = await ana.post(`/messages/${id}/reactions`, whole);
    expect([reaction.status, reaction.body["msg"]]).toEqual([400, text]);
    const status = await ana.post("/users/me/status", whole);
    expect([status.status, status.body["msg"]]).toEqual([400, text]);
  });

  test("are statuses by name", async () => {
    const { ana, bo } = await withHeronDance();
    const { queue_id } = await ana.register();
    expect((await bo.post("/users/me/status", { emoji_name: "heron_dance" })).status).toBe(200);
    expect(await ana.events(queue_id)).toMatchObject([
      { emoji_name: "heron_dance", emoji_code: "1", reaction_type: "realm_emoji" },
    ]);
  });

  const refused: readonly (readonly [string, string, Record<string, File>, string])[] = [
    ["no file", "tick", {}, "You must upload exactly one file."],
    ["two files", "tick", { a: png(), b: png() }, "You must upload exactly one file."],
    [
      "no picture",
      "tick",
      { f: new File(["hello"], "e.png") },
      "Could not decode image; did you upload an image file?",
    ],
    [
      "other letters in the name",
      "Tick!",
      { f: png() },
      "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.",
    ],
    [
      "a mark at its end",
      "tick_",
      { f: png() },
      "Emoji names must end with either a letter or digit.",
    ],
    ["a taken name", "heron_dance", { f: png() }, "A custom emoji with this name already exists."],
    ["a common name", "smile", { f: png() }, "Only administrators can override default emoji."],
  ];
  test.for(refused)("are refused with %s", async ([, name, files, text]) => {
    const { ana } = await withHeronDance();
    const { status, body } = await ana.upload(`/realm/emoji/${encodeURIComponent(name)}`, files);
    expect([status, body["msg"]]).toEqual([400, text]);
  });

  test("may take a common name by an administrator, and stand in its place then", async () => {
    const { as } = startRealm();
    expect((await as(people.cleo).upload("/realm/emoji/smile", { f: png() })).status).toBe(200);
    const { body } = await as(people.ana).post("/messages/render", { content: ":smile:" });
    expect(body["rendered"]).toContain('<img alt=":smile:"');
  });

  test("are added as the policy says, and never by guests", async () => {
    const { realm, as } = startRealm();
    const add = async (id: number, name: string) =>
      (await as(id).upload(`/realm/emoji/${name}`, { f: png() })).body["msg"];
    expect(await add(people.gus, "dot_one")).toBe("Not allowed for guest users");
    realm.control.setRealm("add_custom_emoji_policy", 4);
    expect(await add(people.ana, "dot_one")).toBe("Insufficient permission");
    expect(await add(people.don, "dot_one")).toBe("");
  });

  test("go out of use by their author or an administrator; an unknown one is not found", async () => {
    const { as, ana, bo } = await withHeronDance();
    const foreign = await bo.delete("/realm/emoji/heron_dance");
    expect([foreign.status, foreign.body["msg"]]).toEqual([
      400,
      "Must be an organization administrator or emoji author",
    ]);
    expect((await as(people.cleo).delete("/realm/emoji/heron_dance")).status).toBe(200);
    expect((await ana.get("/realm/emoji")).body["emoji"][1].deactivated).toBe(true);
    const again = await ana.delete("/realm/emoji/heron_dance");
    expect([again.status, again.body["msg"], again.body["code"]]).toEqual([
      404,
      "Emoji 'heron_dance' does not exist",
      "BAD_REQUEST",
    ]);
    const older = startRealm({ level: 189 }).as(people.ana);
    expect((await older.delete("/realm/emoji/heron_dance")).status).toBe(400);
    expect((await ana.upload("/realm/emoji/heron_dance", { f: png() })).status).toBe(200);
    expect(Object.keys((await ana.get("/realm/emoji")).body["emoji"])).toEqual(["1", "2"]);
  });
});

describe("linkifiers", () => {
  const ticket = { pattern: "#(?P<id>[0-9]+)", url_template: "https://t.example/{id}" };

  test("become links in texts and topics, told to everybody in their order", async () => {
    const { as } = startRealm();
    const [ana, cleo] = [as(people.ana), as(people.cleo)];
    const { queue_id } = await ana.register();
    expect((await cleo.post("/realm/filters", ticket)).body["id"]).toBe(1);
    const labs = { pattern: "LAB-(?P<n>[0-9]+)", url_template: "https://l.example/{n}" };
    expect((await cleo.post("/realm/filters", labs)).body["id"]).toBe(2);
    const rows = [
      { ...ticket, id: 1 },
      { ...labs, id: 2 },
    ];
    expect(await ana.events(queue_id)).toMatchObject([
      { type: "realm_linkifiers", realm_linkifiers: [rows[0]] },
      { type: "realm_linkifiers", realm_linkifiers: rows },
    ]);
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
    const { as } = startRealm();
    await as(people.cleo).post("/realm/filters", ticket);
    const answer = await as(people.ana).register({
      client_capabilities: { notification_settings_null: true },
    });
    expect(answer["realm_linkifiers"]).toEqual([]);
  });

  test("are triples before level 176", async () => {
    const { realm, as } = startRealm();
    await as(people.cleo).post("/realm/filters", ticket);
    realm.control.setLevel(175);
    const { realm_filters, queue_id } = await as(people.ana).register();
    expect(realm_filters).toEqual([[ticket.pattern, "https://t.example/%(id)s", 1]]);
    await as(people.cleo).delete("/realm/filters/1");
    expect(await as(people.ana).events(queue_id)).toMatchObject([
      { type: "realm_filters", realm_filters: [] },
    ]);
  });

  test("are changed and removed by their number", async () => {
    const { as } = startRealm();
    const cleo = as(people.cleo);
    await cleo.post("/realm/filters", ticket);
    const moved = { ...ticket, url_template: "https://new.example/{id}" };
    expect((await cleo.patch("/realm/filters/1", moved)).status).toBe(200);
    const { body } = await cleo.post("/messages/render", { content: "#5" });
    expect(body["rendered"]).toBe('<p><a href="https://new.example/5">#5</a></p>');
    expect((await cleo.delete("/realm/filters/1")).status).toBe(200);
    const again = await cleo.delete("/realm/filters/1");
    expect([again.status, again.body["msg"]]).toEqual([400, "Linkifier not found."]);
    expect((await cleo.patch("/realm/filters/1", moved)).body["msg"]).toBe("Linkifier not found.");
    expect((await cleo.post("/realm/filters", ticket)).body["id"]).toBe(2);
  });

  const blank = "This field cannot be blank.";
  const bad = "Bad regular expression:";
  const somewhere = "https://x.example/";
  const wrongs: readonly (readonly [string, string, string, string, string?])[] = [
    ["no pattern", "", somewhere, blank, "pattern"],
    ["no template", "y", "", blank, "url_template"],
    ["a closed bracket", "a)", somewhere, `${bad} unexpected ): a)`],
    ["an open list", "x[ab", somewhere, `${bad} missing ]: [ab`],
    ["a repetition of nothing", "(*a)", somewhere, `${bad} no argument for repetition operator: *`],
    ["repetitions of repetitions", "a????", somewhere, `${bad} bad repetition operator: ????`],
    ["a look ahead", "a(?=b)", somewhere, `${bad} invalid perl operator: (?=`],
    ["a look back", "(?<!b)a", somewhere, `${bad} invalid perl operator: (?<!`],
    ["the same again", "(a)\\1", somewhere, `${bad} invalid escape sequence: \\1`],
    ["an open bracket", "(", "https://x.example/", "Bad regular expression: missing ): ("],
    [
      "a group that only the template has",
      "y(?P<n>1)",
      "https://x.example/{n}/{m}",
      "Group 'm' in URL template is not present in linkifier pattern.",
    ],
    [
      "a group that only the pattern has",
      "y(?P<n>1)",
      "https://x.example/",
      "Group 'n' in linkifier pattern is not present in URL template.",
    ],
    ["an open brace", "y(?P<n>1)", "https://x.example/{n", "Invalid URL template.", "url_template"],
  ];
  test.for(wrongs)(
    "with %s are refused",
    async ([, pattern, url_template, msg, at = "__all__"]) => {
      const { as } = startRealm();
      const { status, body } = await as(people.cleo).post("/realm/filters", {
        pattern,
        url_template,
      });
      expect(status).toBe(400);
      expect(body).toEqual({
        result: "error",
        msg,
        errors: { [at]: [msg] },
        code: "BAD_REQUEST",
      });
    },
  );

  test("may repeat what is no operator, and little of anything", async () => {
    const { as } = startRealm();
    for (const pattern of ["a+?", "b??", "c\\*\\*", "[*+]+", "d\\d{2,8}", "(?:e|f)?", "g\\("]) {
      const { body } = await as(people.cleo).post("/realm/filters", { pattern, url_template: "u" });
      expect(body, pattern).toMatchObject({ result: "success" });
    }
  });

  test("belong to administrators, and no pattern stands there twice", async () => {
    const { as } = startRealm();
    const refusal = await as(people.don).post("/realm/filters", ticket);
    expect([refusal.status, refusal.body["code"]]).toEqual([400, "UNAUTHORIZED_PRINCIPAL"]);
    await as(people.cleo).post("/realm/filters", ticket);
    expect((await as(people.cleo).post("/realm/filters", ticket)).status).toBe(400);
    expect((await as(people.don).delete("/realm/filters/1")).body["code"]).toBe(
      "UNAUTHORIZED_PRINCIPAL",
    );
  });
});
