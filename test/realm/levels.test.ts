import { describe, expect, test } from "vitest";
import { type Body, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";

const { ana, bo, cleo } = people;

/** The same question to a realm just below a level and to one that has reached it. */
async function around(
  level: number,
  ask: (start: ReturnType<typeof startRealm>) => Promise<unknown>,
) {
  return [await ask(startRealm({ level: level - 1 })), await ask(startRealm({ level }))];
}

type Start = ReturnType<typeof startRealm>;

const dev = { type: "stream", to: streams.dev, topic: "deploy", content: "x" };
const say =
  (type: string) =>
  async ({ as }: Start) => {
    const to = type === "channel" || type === "stream" ? dev : { to: [bo], content: "x" };
    return (await as(ana).post("/messages", { ...to, type })).body["msg"];
  };
const narrow =
  (operator: string, operand: unknown) =>
  async ({ as }: Start) => {
    const asked = {
      anchor: "newest",
      num_before: 1,
      num_after: 0,
      narrow: [{ operator, operand }],
    };
    return (await as(ana).get("/messages", asked)).body["msg"];
  };
const register =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).register());
/** Whether Bo's own object has a key, as everybody reads it. */
const person =
  (key: string) =>
  async ({ as }: Start) => {
    const { members } = (await as(ana).get("/users")).body;
    return key in members.find(({ user_id: id }: Body) => id === bo);
  };
const stream =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).get("/streams")).body["streams"][0];
const subscription =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).register())["subscriptions"][0];
const msg =
  (method: "get" | "post", path: string, parameters: Body) =>
  async ({ as }: Start) =>
    (await as(ana)[method](path, parameters)).body["msg"];

describe("from a level on", () => {
  const rows: readonly (readonly [
    number,
    string,
    (start: Start) => Promise<unknown>,
    unknown,
    unknown,
  ])[] = [
    [
      1,
      "a level is told, and anchors may be words",
      async ({ as }) => {
        const asked = { anchor: "newest", num_before: 1, num_after: 0 };
        const { body } = await as(ana).get("/messages", asked);
        return ["svc_feature_level" in (await as(ana).register()), body["msg"]];
      },
      [false, "Invalid anchor"],
      [true, ""],
    ],
    [
      2,
      "a reaction tells its person's ID",
      async ({ as }) => {
        await as(bo).post("/messages/101/reactions", { emoji_name: "cake" });
        const page = await as(ana).get("/messages", { anchor: 101, num_before: 0, num_after: 0 });
        const [reaction] = page.body["messages"][0].reactions;
        return [reaction.user_id, reaction.user.id];
      },
      [undefined, bo],
      [bo, bo],
    ],
    [8, "people are owners or not", person("is_owner"), false, true],
    [
      9,
      "people are named by IDs",
      async ({ as }) => {
        const names = { subscriptions: ["dev"], principals: [bo] };
        return (await as(cleo).delete("/users/me/subscriptions", names)).body["msg"];
      },
      "principals[0] is not a string",
      "",
    ],
    [
      17,
      "streams tell how long they keep messages",
      subscription("message_retention_days"),
      false,
      true,
    ],
    [30, "streams tell when they were made", subscription("date_created"), false, true],
    [53, "the longest topic is told", register("max_topic_length"), false, true],
    [59, "people have roles", person("role"), false, true],
    [
      60,
      "there are moderators",
      async ({ as }) => {
        const { body } = await as(ana).get("/users/14");
        return [body["user"].role, (await as(cleo).patch("/users/12", { role: 300 })).status];
      },
      [400, 400],
      [300, 200],
    ],
    [73, "people manage bills or not", person("is_billing_admin"), false, true],
    [89, "settings have an object of their own", register("user_settings"), false, true],
    [
      121,
      "messages become unread again",
      async ({ as }) => {
        const flag = { messages: [104], op: "remove", flag: "read" };
        return (await as(ana).post("/messages/flags", flag)).body["msg"];
      },
      "Flag not editable: 'read'",
      "",
    ],
    [
      139,
      "muting is told in both words",
      async ({ as }) => {
        const { queue_id: queue } = await as(ana).register();
        const data = [{ stream_id: streams.dev, property: "is_muted", value: true }];
        await as(ana).post("/users/me/subscriptions/properties", { subscription_data: data });
        return (await as(ana).events(queue)).map(({ property }) => property);
      },
      ["in_home_view"],
      ["in_home_view", "is_muted"],
    ],
    [142, "streams tell who removes", subscription("can_remove_subscribers_group_id"), false, true],
    [163, "the address for mail is always told", person("delivery_email"), false, true],
    [173, "scheduled messages are listed", register("scheduled_messages"), false, true],
    [199, "all streams tell their traffic", stream("stream_weekly_traffic"), false, true],
    [
      208,
      "somebody unknown is a plain refusal",
      async ({ as }) => {
        const names = { subscriptions: ["dev"], principals: ["x@y.example"] };
        const { status, body } = await as(cleo).delete("/users/me/subscriptions", names);
        return [status, body["code"]];
      },
      [403, "UNAUTHORIZED_PRINCIPAL"],
      [400, "BAD_REQUEST"],
    ],
    [
      222,
      "who is deactivated is told as a change",
      async ({ as }) => {
        const { queue_id: queue } = await as(ana).register({ event_types: ["realm_user"] });
        await as(cleo).delete(`/users/${bo}`);
        return (await as(ana).events(queue)).map(({ op }) => op);
      },
      ["remove"],
      ["update"],
    ],
    [233, "first steps have another name", register("onboarding_steps"), false, true],
    [
      76,
      "errors have a code",
      async ({ as }) => (await as(ana).get("/messages/999")).body["code"],
      undefined,
      "BAD_REQUEST",
    ],
    [
      92,
      "avatars are left to the client",
      async ({ as }) => {
        const asked = { anchor: 101, num_before: 0, num_after: 0 };
        return (await as(ana).get("/messages", asked)).body["messages"][0].avatar_url;
      },
      `/avatar/${bo}`,
      null,
    ],
    [
      120,
      "one message comes whole",
      async ({ as }) => "message" in (await as(ana).get("/messages/101")).body,
      false,
      true,
    ],
    [134, "topic policies have a list of their own", register("user_topics"), false, true],
    [
      155,
      "an anchor can be left out",
      async ({ as }) => {
        const asked = { anchor: 108, num_before: 0, num_after: 1, include_anchor: false };
        return (await as(ana).get("/messages", asked)).body["messages"].length;
      },
      2,
      1,
    ],
    [174, "direct is a type", say("direct"), "Invalid type", ""],
    [
      177,
      "dm is an operator",
      narrow("dm", [bo]),
      "Invalid narrow operator: unknown operator dm",
      "",
    ],
    [
      177,
      "is:dm is understood",
      narrow("is", "dm"),
      "Invalid narrow operator: unknown 'is' operand dm",
      "",
    ],
    [
      185,
      "the document no longer has the last word",
      msg("post", "/messages/101/reactions", { emoji_name: "cake", emoji_code: "zzz" }),
      "Invalid emoji code",
      "Invalid emoji code.",
    ],
    [
      193,
      "a reaction that is there has its own code",
      async ({ as }) => {
        await as(bo).post("/messages/101/reactions", { emoji_name: "cake" });
        return (await as(bo).post("/messages/101/reactions", { emoji_name: "cake" })).body["code"];
      },
      "BAD_REQUEST",
      "REACTION_ALREADY_EXISTS",
    ],
    [194, "an ID may be a number", narrow("id", 101), "operand is not a string", ""],
    [
      197,
      "a group has a shorter name",
      async ({ as }) => {
        const [first] = (await as(ana).register())["subscriptions"];
        return "can_remove_subscribers_group" in first;
      },
      false,
      true,
    ],
    [
      204,
      "typing periods are told",
      register("server_typing_started_wait_period_milliseconds"),
      false,
      true,
    ],
    [
      211,
      "reading everything says whether it is complete",
      async ({ as }) => "complete" in (await as(ana).post("/mark_all_as_read")).body,
      false,
      true,
    ],
    [
      215,
      "a stream's typing has a name of its own",
      msg("post", "/typing", { op: "start", type: "stream", to: [streams.dev], topic: "x" }),
      "",
      "Missing 'stream_id' argument",
    ],
    [
      218,
      "a new policy is told",
      async ({ as }) => {
        const { body } = await as(ana).post("/messages", { ...dev, topic: "new" });
        return body["automatic_new_visibility_policy"];
      },
      undefined,
      3,
    ],
    [
      219,
      "topics can be followed",
      msg("post", "/user_topics", { stream_id: 2, topic: "t", visibility_policy: 3 }),
      "Invalid visibility_policy: Value error, Not in the list of possible values",
      "",
    ],
    [
      224,
      "wildcards have flags of their own",
      async ({ as }) => {
        const id = await as(bo).say({ streamId: streams.dev, topic: "deploy" }, "@**all**");
        return (await as(ana).get(`/messages/${id}`)).body["message"].flags;
      },
      ["wildcard_mentioned"],
      ["stream_wildcard_mentioned", "wildcard_mentioned"],
    ],
    [
      226,
      "streams no longer tell their address",
      async ({ as }) => "email_address" in (await as(ana).register())["subscriptions"][0],
      true,
      false,
    ],
    [
      236,
      "a sender may have read it",
      async ({ as }) => {
        const { body } = await as(ana).post("/messages", { ...dev, read_by_sender: true });
        return [
          body["ignored_parameters_unsupported"],
          (await as(ana).get(`/messages/${body["id"]}`)).body["message"].flags,
        ];
      },
      [["read_by_sender"], []],
      [undefined, ["read"]],
    ],
    [248, "channel is a type", say("channel"), "Invalid type", ""],
    [
      249,
      "reactions can be looked for",
      narrow("has", "reaction"),
      "Invalid narrow operator: unknown 'has' operand reaction",
      "",
    ],
    [
      250,
      "channel is an operator",
      narrow("channel", 2),
      "Invalid narrow operator: unknown operator channel",
      "",
    ],
    [
      255,
      "a stream is called channel",
      msg("get", "/users/me/99/topics", {}),
      "Invalid stream ID",
      "Invalid channel ID",
    ],
    [
      257,
      "the address has a new name",
      async ({ realm }) => {
        const response = await realm.fetch(new Request("http://realm.test/api/v1/server_settings"));
        const body = (await response.json()) as Body;
        return [body["realm_uri"], body["realm_url"]];
      },
      ["http://realm.test", undefined],
      ["http://realm.test", "http://realm.test"],
    ],
    [263, "presence can be asked for in steps", register("presence_last_update_id"), false, true],
    [
      265,
      "is:followed is understood",
      narrow("is", "followed"),
      "Invalid narrow operator: unknown 'is' operand followed",
      "",
    ],
    [
      271,
      "with is an operator",
      narrow("with", 101),
      "Invalid narrow operator: unknown operator with",
      "",
    ],
  ];

  test.for(rows)("%i, %s", async ([level, , ask, before, after]) => {
    expect(await around(level, ask)).toEqual([before, after]);
  });
});

test("the document's own texts stand up to its level", async () => {
  const { as } = startRealm({ level: 184 });
  const unknown = await as(ana).post("/messages", { ...dev, to: "nowhere" });
  expect(unknown.body).toEqual({
    result: "error",
    msg: "Stream 'nowhere' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    stream: "nowhere",
  });
});

test("the level is told in all three places, under the realm's own brand", async () => {
  const { realm, as } = startRealm({ level: 200, brand: "hum" });
  const response = await realm.fetch(new Request("http://realm.test/api/v1/server_settings"));
  expect(await response.json()).toMatchObject({ hum_feature_level: 200, hum_version: "9.2" });
  const { queue_id: queue, hum_feature_level: level } = await as(ana).register();
  expect(level).toBe(200);
  realm.control.setLevel(201);
  expect(await as(ana).events(queue)).toMatchObject([{ hum_feature_level: 201, immediate: true }]);
});

const flag = { anchor: "oldest", num_before: 0, num_after: 9, narrow: [], op: "add", flag: "read" };
const later = {
  type: "stream",
  to: 2,
  topic: "t",
  content: "x",
  scheduled_delivery_timestamp: 2e9,
};

describe("an endpoint that a level does not have is a page that says 404", () => {
  test.for([
    [1, "get", `/users/${bo}`, {}],
    [39, "get", "/users/bo@small.example", {}],
    [87, "post", "/drafts", { drafts: [] }],
    [155, "post", "/messages/flags/narrow", flag],
    [170, "post", "/user_topics", { stream_id: 2, topic: "t", visibility_policy: 1 }],
    [173, "get", "/scheduled_messages", {}],
    [179, "post", "/scheduled_messages", later],
    [226, "get", "/streams/2/email_address", {}],
    [262, "get", `/users/${bo}/status`, {}],
  ] as const)("%i: %s %s", async ([level, method, path, parameters]) => {
    const status = async ({ as }: Start) => (await as(ana)[method](path, parameters)).status;
    expect(await around(level, status)).toEqual([404, 200]);
  });

  test("184: a scheduled message could not be changed", async () => {
    const status = async ({ as }: Start) => {
      const { body } = await as(ana).post("/scheduled_messages", later);
      const path = `/scheduled_messages/${body["scheduled_message_id"]}`;
      return (await as(ana).patch(path, { content: "y" })).status;
    };
    expect(await around(184, status)).toEqual([404, 200]);
  });
});

describe("a parameter that a level does not have is left aside", () => {
  test.for([
    [
      86,
      "a status emoji",
      "/users/me/status",
      { emoji_name: "cake" },
      "Client did not pass any new values.",
      "",
    ],
    [
      135,
      "a word to who goes",
      `/users/${bo}`,
      { deactivation_notification_comment: "x".repeat(2001) },
      "",
      undefined,
    ],
  ] as const)("%i: %s", async ([level, , path, parameters, before, after]) => {
    const said = async ({ as }: Start) => {
      const caller = path.startsWith("/users/me") ? as(ana).post : as(cleo).delete;
      return (await caller(path, parameters)).body["msg"];
    };
    const [older, newer] = await around(level, said);
    expect(older).toBe(before);
    if (after === undefined) expect(newer).toContain("too long");
    else expect(newer).toBe(after);
  });
});

test("texts of streams were JSON below 64, names of people below 106", async () => {
  const renamed =
    (path: string, name: string) =>
    async ({ as }: Start) => {
      const plain = await as(cleo).patch(path, { [name]: "rowing boat" });
      const quoted = await as(cleo).patch(path, { [name]: JSON.stringify("rowing boats") });
      return [plain.body["msg"], quoted.body["msg"]];
    };
  const description = await around(64, renamed("/streams/2", "description"));
  expect(description).toEqual([
    ["description is not valid JSON", ""],
    ["", ""],
  ]);
  const fullName = await around(106, renamed(`/users/${bo}`, "full_name"));
  expect(fullName).toEqual([
    ["full_name is not valid JSON", ""],
    ["", "Invalid characters in name!"],
  ]);
});
