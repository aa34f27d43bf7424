/** How a realm of each level takes and gives messages. */
import { describe, expect } from "vitest";
import { png } from "../../support/pictures.ts";
import type { Body } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { checkRows, type LevelRow, msg, type Start } from "./around.ts";

const { ana, bo, cleo, don } = people;

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

/** The picture under a message that links to it, without the letters of its address. */
async function shownPicture({ as }: Start) {
  const { uri } = (await as(ana).upload("/user_uploads", { file: png(60, 40) })).body;
  const id = await as(ana).say({ streamId: streams.dev, topic: "deploy" }, `[dot](${uri})`);
  const { content } = (await as(ana).get(`/messages/${id}`)).body["message"];
  return /<img [^>]*>/.exec(content)?.[0].replace(/\/user_uploads(\/thumbnail)?[^"]*\.png/, "$1");
}

const rows: readonly LevelRow[] = [
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
    92,
    "avatars are left to the client",
    async ({ as }) => {
      const asked = { anchor: 101, num_before: 0, num_after: 0 };
      return (await as(ana).get("/messages", asked)).body["messages"][0].avatar_url;
    },
    expect.stringMatching(/\/avatar\/[0-9a-f]{32}\?d=identicon&version=1$/),
    null,
  ],
  [
    120,
    "one message comes whole",
    async ({ as }) => "message" in (await as(ana).get("/messages/101")).body,
    false,
    true,
  ],
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
  [
    172,
    "moving too late has a code",
    async ({ realm, as }) => {
      realm.control.setRealm("move_messages_within_stream_limit_seconds", 600);
      const id = await as(bo).say({ streamId: streams.dev, topic: "deploy" }, "late");
      const wish = { topic: "elsewhere", propagate_mode: "change_all" };
      const { body } = await as(bo).patch(`/messages/${id}`, wish);
      return [body["code"], body["total_messages_allowed_to_move"]];
    },
    ["BAD_REQUEST", 2],
    ["MOVE_MESSAGES_TIME_LIMIT_EXCEEDED", 2],
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
  [
    181,
    "scheduled messages tell whether they failed",
    async ({ as }) => {
      const later = { ...dev, scheduled_delivery_timestamp: 4_000_000_000 };
      await as(ana).post("/scheduled_messages", later);
      const { scheduled_messages: all } = (await as(ana).get("/scheduled_messages")).body;
      return all[0].failed;
    },
    undefined,
    false,
  ],
  [194, "an ID may be a number", narrow("id", 101), "operand is not a string", ""],
  [
    211,
    "reading everything says whether it is complete",
    async ({ as }) => "complete" in (await as(ana).post("/mark_all_as_read")).body,
    false,
    true,
  ],
  [
    214,
    "whoever writes in a muted stream hears of the topic",
    async ({ as }) => {
      const mute = [{ stream_id: streams.dev, property: "is_muted", value: true }];
      await as(ana).post("/users/me/subscriptions/properties", { subscription_data: mute });
      await as(ana).post("/messages", { ...dev, to: "dev" });
      const { user_topics: policies } = await as(ana).register();
      return policies.map((one: Body) => [one["topic_name"], one["visibility_policy"]]);
    },
    [["noise", 1]],
    [
      ["noise", 1],
      ["deploy", 2],
    ],
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
  [
    247,
    "channel calls everybody",
    async ({ as }) => {
      const id = await as(bo).say({ streamId: streams.dev, topic: "deploy" }, "@**channel**");
      const { message } = (await as(ana).get(`/messages/${id}`)).body;
      return [message.flags, message.content];
    },
    [[], "<p>@<strong>channel</strong></p>"],
    [
      ["stream_wildcard_mentioned", "wildcard_mentioned"],
      '<p><span class="user-mention" data-user-id="*">@channel</span></p>',
    ],
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
    265,
    "is:followed is understood",
    narrow("is", "followed"),
    "Invalid narrow operator: unknown 'is' operand followed",
    "",
  ],
  [
    273,
    "pictures are shown in a smaller form",
    shownPicture,
    '<img src="">',
    '<img src="/thumbnail/840x560.webp">',
  ],
  [
    276,
    "pictures tell how large they are",
    shownPicture,
    '<img src="/thumbnail/840x560.webp">',
    '<img data-original-dimensions="60x40" src="/thumbnail/840x560.webp">',
  ],
  [
    274,
    "whoever deletes elsewhere is told",
    async ({ as }) => {
      await as(cleo).patch(`/users/${don}`, { role: 200 });
      const { queue_id: queue } = await as(don).register({ event_types: ["delete_message"] });
      await as(don).delete("/messages/104");
      return (await as(don).events(queue)).length;
    },
    0,
    1,
  ],
  [
    271,
    "with is an operator",
    narrow("with", 101),
    "Invalid narrow operator: unknown operator with",
    "",
  ],
];

describe("what can be done with messages changes from a level on", () => {
  checkRows(rows);
});
