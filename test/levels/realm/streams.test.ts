import { describe } from "vitest";
import { people, streams } from "../../support/small-blueprint.ts";
import { checkRows, type LevelRow, type Start } from "./around.ts";

const { ana, bo, cleo } = people;

const stream =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).get("/streams")).body["streams"][0];
const subscription =
  (key: string) =>
  async ({ as }: Start) =>
    key in (await as(ana).register())["subscriptions"][0];

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
