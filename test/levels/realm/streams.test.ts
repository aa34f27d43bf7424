/** How a realm of each level tells of streams, and what may be done with them. */
import { describe } from "vitest";
import type { Body } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";
import { checkRows, type LevelRow, type Start } from "./around.ts";

const { ana, bo, cleo, gus } = people;

const stream =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).get("/streams")).body["streams"][0];
const subscription =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).register())["subscriptions"][0];

/** What the guest hears of streams and of who is in them, while something happens. */
const guestHears =
  (act: (start: Start) => Promise<unknown>) =>
  async (start: Start): Promise<readonly string[]> => {
    const event_types = ["stream", "subscription"];
    const { queue_id: queue } = await start.as(gus).register({ event_types });
    await act(start);
    return (await start.as(gus).events(queue)).map(({ type, op }) => `${type} ${op}`);
  };

/** The notice that a change leaves in a stream. */
const notice =
  (change: Body) =>
  async ({ as }: Start) => {
    await as(cleo).patch(`/streams/${streams.dev}`, change);
    const asked = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false };
    const [message] = (await as(ana).get("/messages", asked)).body["messages"].slice(-1);
    return [message.subject, message.content.split("\n")[0]];
  };

const rows: readonly LevelRow[] = [
  [
    1,
    "who may post is told as a number",
    async ({ as }) => {
      const { queue_id: queue } = await as(ana).register({ event_types: ["stream"] });
      await as(cleo).patch(`/streams/${streams.dev}`, { is_announcement_only: true });
      return (await as(ana).events(queue)).map(({ property, value }) => [property, value]);
    },
    [["is_announcement_only", true]],
    [
      ["stream_post_policy", 2],
      ["is_announcement_only", true],
    ],
  ],
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
  [
    35,
    "who comes and goes is told in lists",
    async ({ as }) => {
      const { queue_id: queue } = await as(ana).register();
      await as(cleo).delete("/users/me/subscriptions", { subscriptions: ["dev", "general"] });
      const told = (await as(ana).events(queue)).filter(({ op }) => op === "peer_remove");
      return told.map(({ user_id, user_ids, stream_id, stream_ids }) => [
        user_id ?? user_ids,
        stream_id ?? stream_ids,
      ]);
    },
    [
      [cleo, streams.dev],
      [cleo, streams.general],
    ],
    [
      [[cleo], [streams.dev]],
      [[cleo], [streams.general]],
    ],
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
    205,
    "guests are told of streams that everybody may read",
    async ({ as }) => (await as(gus).register())["streams"].map(({ name }: Body) => name),
    ["general"],
    ["general", "web"],
  ],
  [
    205,
    "a new role brings streams, and their people",
    guestHears(({ as }) => as(cleo).patch(`/users/${gus}`, { role: 400 })),
    [],
    ["stream create", ...Array.from({ length: 3 }, () => "subscription peer_add")],
  ],
  [
    220,
    "guests hear who leaves a public stream of theirs",
    guestHears(({ as }) =>
      as(bo).delete("/users/me/subscriptions", { subscriptions: ["general"] }),
    ),
    [],
    ["subscription peer_remove"],
  ],
  [
    220,
    "guests hear of new streams that everybody may read",
    guestHears(({ realm, as }) => {
      realm.control.setRealm("enable_spectator_access", true);
      realm.control.setRealm("create_web_public_stream_policy", 2);
      const wish = { subscriptions: [{ name: "open" }], is_web_public: true };
      return as(cleo).post("/users/me/subscriptions", wish);
    }),
    [],
    ["stream create", "subscription peer_add"],
  ],
  [
    255,
    "notices of changes say channel",
    notice({ description: "new" }),
    ["stream events", `@_**Cleo Vane|${cleo}** changed the description for this stream.`],
    ["channel events", `@_**Cleo Vane|${cleo}** changed the description for this channel.`],
  ],
  [
    255,
    "whoever is put into a stream is told of a channel",
    async ({ as }) => {
      const wish = { subscriptions: [{ name: "general" }], principals: [bo] };
      await as(bo).delete("/users/me/subscriptions", { subscriptions: ["general"] });
      await as(cleo).post("/users/me/subscriptions", wish);
      const asked = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false };
      return (await as(bo).get("/messages", asked)).body["messages"].at(-1).content;
    },
    `@**Cleo Vane|${cleo}** subscribed you to the stream #**general**.`,
    `@**Cleo Vane|${cleo}** subscribed you to the channel #**general**.`,
  ],
  [
    256,
    "streams tell when their first message went",
    async ({ as }) => {
      const { queue_id: queue } = await as(ana).register({ event_types: ["stream"] });
      await as(cleo).delete("/messages/104");
      return (await as(ana).events(queue)).map(({ property, value }) => [property, value]);
    },
    [],
    [["first_message_id", 105]],
  ],
  [
    226,
    "streams no longer tell their address",
    async ({ as }) => "email_address" in (await as(ana).register())["subscriptions"][0],
    true,
    false,
  ],
];

describe("what is told of streams changes from a level on", () => {
  checkRows(rows);
});
