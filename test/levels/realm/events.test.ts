/** How a realm of each level tells what happens, and what it has told. */
import { describe } from "vitest";
import { people, streams } from "../../support/small-blueprint.ts";
import { checkRows, type LevelRow, type Start } from "./around.ts";

const { ana, bo, cleo } = people;
const place = { streamId: streams.dev, topic: "deploy" };

/** Which of these keys the first event has that Ana hears while something happens. */
const keysOf =
  (type: string, names: readonly string[], act: (start: Start) => Promise<unknown>) =>
  async (start: Start) => {
    const { queue_id: queue } = await start.as(ana).register({ event_types: [type] });
    await act(start);
    const [first = {}] = await start.as(ana).events(queue);
    return names.filter((name) => name in first);
  };

const link = "https://issues.example/7";

/** The links of a topic's name, as a page tells them. */
async function linked({ as }: Start) {
  const id = await as(bo).say({ streamId: streams.dev, topic: `see ${link}` }, "x");
  const { body } = await as(ana).get("/messages", { anchor: id, num_before: 0, num_after: 0 });
  const { topic_links: now, subject_links: before } = body["messages"][0];
  return { now, before };
}

const rows: readonly LevelRow[] = [
  [1, "links of topics have a new name", linked, { before: [link] }, { now: [link] }],
  [46, "links of topics have texts", linked, { now: [link] }, { now: [{ text: link, url: link }] }],
  [
    13,
    "one event tells of many deletions",
    keysOf("delete_message", ["message_id", "message_ids"], ({ as }) =>
      as(cleo).delete("/messages/101"),
    ),
    ["message_id"],
    ["message_ids"],
  ],
  [
    32,
    "flags have an op",
    keysOf("update_message_flags", ["op"], ({ as }) =>
      as(ana).post("/messages/flags", { messages: [104], op: "add", flag: "starred" }),
    ),
    [],
    ["op"],
  ],
  [
    35,
    "one event tells of many peers",
    keysOf("subscription", ["stream_ids", "user_ids"], ({ as }) =>
      as(bo).delete("/users/me/subscriptions", { subscriptions: ["dev"] }),
    ),
    [],
    ["stream_ids", "user_ids"],
  ],
  [
    114,
    "edits say whether they only draw anew",
    keysOf("update_message", ["rendering_only"], async ({ as }) => {
      const id = await as(bo).say(place, "first");
      return as(bo).patch(`/messages/${id}`, { content: "second" });
    }),
    [],
    ["rendering_only"],
  ],
  [
    138,
    "no limit of time for edits is null",
    async ({ realm, as }) => {
      realm.control.setRealm("message_content_edit_limit_seconds", null);
      return (await as(ana).register())["realm_message_content_edit_limit_seconds"];
    },
    0,
    null,
  ],
  [
    213,
    "unmuted topics of muted streams count as unread",
    async ({ as }) => {
      const mute = [{ stream_id: streams.dev, property: "is_muted", value: true }];
      await as(ana).post("/users/me/subscriptions/properties", { subscription_data: mute });
      const policy = { stream_id: streams.dev, topic: "loud", visibility_policy: 2 };
      await as(ana).post("/user_topics", policy);
      const count = async () => (await as(ana).register())["unread_msgs"].count;
      const first = await count();
      await as(bo).say({ ...place, topic: "loud" }, "hey");
      return (await count()) - first;
    },
    0,
    1,
  ],
  [
    240,
    "a restart says nothing of haste",
    keysOf("restart", ["immediate"], async ({ realm: { control } }) =>
      control.setLevel(control.server.level),
    ),
    ["immediate"],
    [],
  ],
  [
    244,
    "profile fields are required or not",
    async ({ as }) => {
      await as(cleo).post("/realm/profile_fields", { name: "Boat", field_type: 1 });
      const { custom_profile_fields: fields } = await as(ana).register();
      return "required" in fields[0];
    },
    false,
    true,
  ],
  [
    254,
    "streams tell who made them",
    async ({ as }) => "creator_id" in (await as(ana).get("/streams")).body["streams"][0],
    false,
    true,
  ],
  [
    286,
    "uploads tell their names",
    async ({ as }) => {
      const file = new File(["x"], "note.txt", { type: "text/plain" });
      return (await as(ana).upload("/user_uploads", { file })).body["filename"];
    },
    undefined,
    "note.txt",
  ],
  [
    289,
    "who is new in a stream is told by ID",
    async ({ as }) => {
      const wish = { subscriptions: [{ name: "brand new" }] };
      const { body } = await as(ana).post("/users/me/subscriptions", wish);
      return Object.keys(body["subscribed"]);
    },
    ["ana@small.example"],
    [String(ana)],
  ],
];

describe("what is told of what happens changes from a level on", () => {
  checkRows(rows);
});
