/** On both sides of every row of the tables of levels, events of a day of changes lead to the same replica as a new register. */
import { expect, test } from "vitest";
import { levels, newestLevel, since } from "#wire/levels.ts";
import { callerOf, capabilities, type Parameters, startRealm } from "../support/realm.ts";
import { people, streams } from "../support/small-blueprint.ts";
import { ask, connect, take } from "./events/client.ts";
import { differences, pairOf } from "./events/comparison.ts";
import { excused } from "./events/exceptions.ts";

const { ana, bo, cleo, don } = people;
const { dev, general, secret } = streams;

type Method = "delete" | "patch" | "post";
type Step = readonly [who: number, method: Method, path: string, values?: Parameters];

const inDev = { type: "stream", to: dev };
const flag = (flag: string, op = "add") => ({ messages: [108], op, flag });
const one = { direct_members: [bo], direct_subgroups: [] };
const draft = { type: "stream", to: [dev], topic: "lunch", content: "half", timestamp: 1 };

const client_capabilities = {
  ...capabilities,
  include_deactivated_groups: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  individual_emoji_changes: true,
};

/** What a level does not have is refused, and changes nothing. */
const steps: readonly Step[] = [
  [bo, "post", "/messages", { ...inDev, topic: "lunch", content: "@**Ana Ruiz** soup?" }],
  [bo, "post", "/messages", { ...inDev, topic: "", content: "no topic" }],
  [bo, "post", "/messages/104/reactions", { emoji_name: "heart" }],
  [bo, "patch", "/messages/114", { content: "soup!" }],
  [bo, "patch", "/messages/114", { topic: "dinner", propagate_mode: "change_all" }],
  [bo, "post", "/typing", { op: "start", to: [ana] }],
  [cleo, "delete", "/messages/109"],
  [ana, "post", "/messages/flags", flag("read")],
  [ana, "post", "/messages/flags", flag("starred")],
  [ana, "post", "/messages/flags", flag("read", "remove")],
  [ana, "patch", "/settings", { twenty_four_hour_time: false, enter_sends: true }],
  [ana, "post", "/user_topics", { stream_id: dev, topic: "lunch", visibility_policy: 3 }],
  [ana, "patch", "/users/me/subscriptions/muted_topics", { stream_id: dev, topic: "x", op: "add" }],
  [ana, "post", `/users/me/muted_users/${don}`],
  [ana, "post", "/users/me/alert_words", { alert_words: ["soup"] }],
  [ana, "post", "/drafts", { drafts: [draft] }],
  [
    ana,
    "post",
    "/scheduled_messages",
    {
      ...inDev,
      type: "channel",
      topic: "later",
      content: "c",
      scheduled_delivery_timestamp: 2_000_000_000,
    },
  ],
  [ana, "post", "/saved_snippets", { title: "Hello", content: "Hello!" }],
  [ana, "post", "/reminders", { message_id: 104, scheduled_delivery_timestamp: 2_000_000_000 }],
  [ana, "post", "/navigation_views", { fragment: "starred", is_pinned: true }],
  [bo, "post", "/users/me/status", { status_text: "at sea", emoji_name: "heart" }],
  [bo, "delete", "/users/me/subscriptions", { subscriptions: ["dev"] }],
  [
    cleo,
    "post",
    "/users/me/subscriptions",
    { subscriptions: [{ name: "dev" }], principals: [don] },
  ],
  [
    cleo,
    "post",
    "/users/me/subscriptions",
    { subscriptions: [{ name: "garden" }], principals: [ana, cleo] },
  ],
  [cleo, "patch", `/streams/${dev}`, { description: "New words" }],
  [cleo, "patch", `/streams/${dev}`, { can_send_message_group: { new: one } }],
  [cleo, "patch", `/streams/${dev}`, { stream_post_policy: 2 }],
  [cleo, "patch", `/streams/${secret}`, { is_private: false }],
  [cleo, "post", "/channel_folders/create", { name: "Outer", description: "" }],
  [cleo, "delete", `/streams/${general}`],
  [cleo, "post", "/user_groups/create", { name: "rowers", description: "", members: [bo, don] }],
  [cleo, "patch", "/user_groups/1", { name: "oars", description: "d" }],
  [cleo, "post", "/user_groups/1/members", { add: [don], delete: [bo] }],
  [cleo, "post", "/user_groups/1/deactivate"],
  [cleo, "delete", "/user_groups/1"],
  [cleo, "patch", `/users/${bo}`, { role: 300 }],
  [cleo, "post", "/realm/profile_fields", { name: "Boat", field_type: 1 }],
  [cleo, "delete", `/users/${don}`],
  [cleo, "post", `/users/${don}/reactivate`],
  [cleo, "delete", `/users/${bo}`],
];

const rows = Object.values(levels);
const changes = rows.flatMap(({ level, until }) => [
  level,
  ...(until === undefined ? [] : [until + 1]),
]);
// Just below a change, a server behaves as from the change before on.
const sides = [...new Set([1, ...changes])].filter((level) => level > 0).sort((a, b) => a - b);

const done = new Set<Step>();

test.each([...sides, newestLevel])("at level %i", async (level) => {
  const { realm } = startRealm({ level });
  const callers = [ana, cleo].map((who) => callerOf(realm, who));
  const clients = await Promise.all(
    callers.map((caller) => connect(caller, caller, { client_capabilities })),
  );
  for (const step of steps) {
    const [who, method, path, values = {}] = step;
    const { body } = await callerOf(realm, who)[method](path, values);
    if (body["result"] === "success") done.add(step);
    for (const client of clients) take(client, (await ask(client)) ?? [], 0);
  }
  for (const client of clients) {
    const found = differences(excused(await pairOf(client)));
    // Before that level, nobody is told who leaves an archived stream by being deactivated.
    const isTold = (path: string) =>
      level >= since.archivedPeers || !/^\/archived\/\d+\/subscriberCount:/.test(path);
    expect(found.filter(isTold)).toEqual([]);
  }
});

test("each of the changes was made at some level", () => {
  expect(steps.filter((step) => !done.has(step))).toEqual([]);
});
