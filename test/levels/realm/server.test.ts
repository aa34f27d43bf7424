/** What a realm of each level tells of itself, and which endpoints, parameters and settings it has. */
import { describe, expect, test } from "vitest";
import { type Body, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { around, checkRows, type LevelRow, msg, register, type Start } from "./around.ts";

const { ana, bo, cleo } = people;

const dev = { type: "stream", to: streams.dev, topic: "deploy", content: "x" };

/** What a register answer has under a key. */
const told =
  (key: string) =>
  async ({ as }: Start) =>
    (await as(ana).register())[key];

const rows: readonly LevelRow[] = [
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
  [53, "the longest topic is told", register("max_topic_length"), false, true],
  [89, "settings have an object of their own", register("user_settings"), false, true],
  [173, "scheduled messages are listed", register("scheduled_messages"), false, true],
  [
    76,
    "errors have a code",
    async ({ as }) => (await as(ana).get("/messages/999")).body["code"],
    undefined,
    "BAD_REQUEST",
  ],
  [134, "topic policies have a list of their own", register("user_topics"), false, true],
  [
    204,
    "typing periods are told",
    register("server_typing_started_wait_period_milliseconds"),
    false,
    true,
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
  [
    164,
    "periods of presence are told",
    register("server_presence_offline_threshold_seconds"),
    false,
    true,
  ],
  [
    195,
    "no language for code is an empty text",
    told("realm_default_code_block_language"),
    null,
    "",
  ],
  [203, "the realm's birth is told", register("realm_date_created"), false, true],
  [216, "guests are marked or not", register("realm_enable_guest_user_indicator"), false, true],
  [
    221,
    "permissions tell which groups they take",
    register("server_supported_permission_settings"),
    false,
    true,
  ],
  [225, "who sees everybody is told", register("realm_can_access_all_users_group"), false, true],
  [
    241,
    "the stream for new streams has another name",
    async ({ as }) => {
      const keys = Object.keys(await as(ana).register());
      return keys.filter((key) => /^realm_(?:notifications|new_stream|signup)/.test(key)).sort();
    },
    ["realm_notifications_stream_id", "realm_signup_notifications_stream_id"],
    ["realm_new_stream_announcements_stream_id", "realm_signup_announcements_stream_id"],
  ],
  [
    242,
    "a stream is told of news of the server",
    register("realm_svc_update_announcements_stream_id"),
    false,
    true,
  ],
  [
    264,
    "who makes private streams is told",
    register("realm_can_create_private_channel_group"),
    false,
    true,
  ],
  [
    266,
    "who makes public streams is told",
    register("realm_can_create_public_channel_group"),
    false,
    true,
  ],
  [
    270,
    "who writes directly is told",
    async ({ as }) => {
      const answer = await as(ana).register();
      const keys = ["initiator", "permission"].map((word) => `realm_direct_message_${word}_group`);
      return ["realm_private_message_policy", ...keys].map((key) => key in answer);
    },
    [true, false, false],
    [false, true, true],
  ],
  [
    163,
    "who sees addresses is no setting of the realm",
    register("realm_email_address_visibility"),
    true,
    false,
  ],
  [273, "forms of thumbnails are told", register("server_thumbnail_formats"), false, true],
  [263, "presence can be asked for in steps", register("presence_last_update_id"), false, true],
];

describe("what a server tells of itself changes from a level on", () => {
  checkRows(rows);
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

/** What a setting of a person is called and whether it is there, at the top and in its object. */
describe("settings are told from the level at which they can be set", () => {
  const names = async (level: number) => {
    const { as } = startRealm({ level });
    const answer = await as(ana).register({
      client_capabilities: { notification_settings_null: true },
    });
    return Object.keys(answer["user_settings"]);
  };
  test.for([
    [175, "web_mark_read_on_scroll_policy"],
    [189, "enable_followed_topic_desktop_notifications"],
    [214, "automatically_follow_topics_policy"],
    [214, "automatically_unmute_topics_in_muted_streams_policy"],
    [219, "web_home_view"],
    [235, "automatically_follow_topics_where_mentioned"],
    [245, "web_font_size_px"],
    [253, "receives_typing_notifications"],
    [269, "web_channel_default_view"],
  ] as const)("%i: %s", async ([level, name]) => {
    expect(await names(level - 1)).not.toContain(name);
    expect(await names(level)).toContain(name);
  });

  test("219: what is shown first had another name", async () => {
    const view = async (level: number) => {
      const mine = startRealm({ level }).as(ana);
      const name = level < 219 ? "default_view" : "web_home_view";
      await mine.patch("/settings", { [name]: "all_messages" });
      const { user_settings: settings } = await mine.register();
      return [settings["default_view"], settings["web_home_view"]];
    };
    expect(await view(218)).toEqual(["all_messages", undefined]);
    expect(await view(219)).toEqual([undefined, "all_messages"]);
  });

  test("the older form has the older name at its top", async () => {
    const wish = { client_capabilities: { notification_settings_null: true } };
    const older = await startRealm({ level: 218 }).as(ana).register(wish);
    expect([older["default_view"], older["web_home_view"]]).toEqual(["inbox", undefined]);
  });
});
