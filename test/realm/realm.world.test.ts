/** The demo realm has content for every screen of a client, beyond users, streams and messages. */
import { expect, test } from "vitest";
import { demoBlueprint } from "#realm/seed/demo/demo.ts";
import { fakeClock } from "../support/clock.ts";
import { type Body, callerOf, startRealm } from "../support/realm.ts";

const now = 1_795_174_920;
const blueprint = demoBlueprint(now);
const { realm } = startRealm({ clock: fakeClock(now * 1000), blueprint });
const you = callerOf(realm, blueprint.you.userId);
const state = await you.register();

/** The message with this text, as you see it. */
async function found(text: string): Promise<Body> {
  const id = blueprint.messages.find(({ content }) => content.includes(text))?.id;
  return (await you.get(`/messages/${id}`)).body["message"];
}

test("the realm has custom emoji, used in messages and reactions", async () => {
  const emoji: readonly Body[] = Object.values(state["realm_emoji"]);
  expect(emoji.map(({ name }) => name)).toEqual(["heron", "burek", "station_17"]);
  const { content, reactions } = await found("three faces of our own");
  for (const { source_url } of emoji) expect(content).toContain(`src="${source_url}"`);
  expect(reactions[0]).toMatchObject({
    emoji_name: "heron",
    emoji_code: "1",
    reaction_type: "realm_emoji",
  });
});

test("two linkifiers create links", async () => {
  expect(state["realm_linkifiers"]).toHaveLength(2);
  expect((await found("lazy fingers"))["content"]).toContain(
    '<a href="https://support.acme.example/tickets/8841">#8841</a> and it links to the ticket, write <a href="https://stations.acme.example/17">ST-17</a>',
  );
});

test("there is a profile field of every type, and a user with all of them", () => {
  const fields: readonly Body[] = state["custom_profile_fields"];
  expect(fields.map(({ type }) => type).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const profiles: readonly Body[] = state["realm_users"].map(
    (user: Body) => user["profile_data"] ?? {},
  );
  expect(profiles.some((profile) => Object.keys(profile).length === fields.length)).toBe(true);
});

test("polls have votes, and to-do lists completed tasks", async () => {
  const poll = await found("Which one is hail");
  const [widget, ...votes] = poll["submessages"].map(({ content }: Body) => JSON.parse(content));
  expect(widget).toMatchObject({ widget_type: "poll", extra_data: { options: { length: 3 } } });
  expect(votes.map(({ key }: Body) => key)).toEqual([
    ...Array.from({ length: 9 }, () => "canned,1"),
    ...Array.from({ length: 3 }, () => "canned,2"),
  ]);
  const { submessages } = await found("sandwich away");
  expect(submessages.map(({ content }: Body) => JSON.parse(content)).slice(1)).toEqual([
    { type: "strike", key: "0,canned" },
    { type: "strike", key: "2,canned" },
  ]);
});

test("the user has drafts, scheduled messages (one of them failed), and a muted user", () => {
  expect(state["drafts"]).toHaveLength(2);
  const scheduled: readonly Body[] = state["scheduled_messages"];
  expect(scheduled.map(({ type, failed }) => [type, failed])).toEqual([
    ["private", true],
    ["stream", false],
    ["private", false],
  ]);
  expect(state["muted_users"]).toMatchObject([{ id: 15 }]);
});

test("scheduled messages are sent when due", async () => {
  const clock = fakeClock((now + 3 * 3_600 - 90) * 1000);
  const later = callerOf(startRealm({ clock, blueprint }).realm, blueprint.you.userId);
  await clock.pass("3 min");
  expect((await later.register())["scheduled_messages"]).toHaveLength(2);
});

test("a group and a person alone may post to a stream, and a topic is empty", async () => {
  const groups: readonly Body[] = state["realm_user_groups"];
  const { id } = groups.find(({ name }) => name === "on-call") ?? {};
  const { user_id: elodie } = state["realm_users"].find(
    ({ full_name }: Body) => full_name === "Élodie Marchand",
  );
  const { stream_id, can_send_message_group: posters } = state["subscriptions"].find(
    ({ name }: Body) => name === "announcements",
  );
  expect(posters).toEqual({ direct_members: [elodie], direct_subgroups: [id] });
  const post = { type: "stream", to: stream_id, topic: "4.2 is out", content: "Out everywhere." };
  const asks = async (email: string) =>
    (await callerOf(realm, email).post("/messages", post)).body["result"];
  expect([await asks("ana@acme.example"), await asks("priya@acme.example")]).toEqual([
    "error",
    "success",
  ]);
  expect(await found("drying in the kitchen")).toMatchObject({ subject: "general chat" });
});

test("what the user keeps on the server is there, and a reminder comes when it is due", async () => {
  expect(state["saved_snippets"]).toMatchObject([{ title: "Handover" }]);
  const [reminder]: readonly Body[] = state["reminders"];
  expect(reminder?.["content"]).toContain("#**announcements>offsite in March@");
  const due = reminder?.["scheduled_delivery_timestamp"];
  const clock = fakeClock((due - 90) * 1000);
  const later = callerOf(startRealm({ clock, blueprint }).realm, blueprint.you.userId);
  await clock.pass("3 min");
  expect((await later.register())["reminders"]).toEqual([]);
  const newest = await later.get("/messages", { anchor: "newest", num_before: 1, num_after: 0 });
  expect(newest.body["messages"].at(-1)).toMatchObject({ sender_full_name: "Notification Bot" });
});

test("an archived stream is marked in registers, and in none of an older server", async () => {
  const older = callerOf(
    startRealm({ clock: fakeClock(now * 1000), blueprint, level: 314 }).realm,
    blueprint.you.userId,
  );
  const marks = (register: Body) =>
    ["subscriptions", "unsubscribed", "never_subscribed"].flatMap((key) =>
      register[key].flatMap(({ name, is_archived }: Body) =>
        name === "backend" || name === "hackweek" ? [[name, is_archived]] : [],
      ),
    );
  expect(marks(state)).toEqual([
    ["backend", false],
    ["hackweek", true],
  ]);
  expect(marks(await older.register())).toEqual([["backend", undefined]]);
  const umbrella = blueprint.messages.find(({ content }) => content.includes("drying in the"));
  const { message } = (await older.get(`/messages/${umbrella?.id}`)).body;
  expect(message.subject).toBe("(no topic)");
});
