import { describe, expect, test } from "vitest";
import { events as eventSchemas } from "#wire/events.ts";
import { presences, type RegisterList, registerAnswer, registerElements } from "#wire/register.ts";
import { type Body, capabilities, startRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo, gus } = people;
const fixed = ["queue_id", "last_event_id", "svc_feature_level", "svc_merge_base", "svc_version"];

describe("a register", () => {
  const keys: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], []],
    [["no_such_type"], []],
    [["message"], ["max_message_id"]],
    [
      ["message", "update_message_flags"],
      ["max_message_id", "unread_msgs"],
    ],
    [["subscription"], ["never_subscribed", "subscriptions", "unsubscribed"]],
    [["stream"], ["streams"]],
    [["user_topic", "muted_topics"], ["user_topics"]],
    [["muted_topics"], ["muted_topics"]],
    [["user_group"], []],
    [["realm_user_groups"], ["realm_user_groups"]],
    [["user_settings", "update_display_settings"], ["user_settings"]],
    [["recent_private_conversations"], ["recent_private_conversations"]],
    [
      ["starred_messages", "alert_words"],
      ["alert_words", "starred_messages"],
    ],
    [["presence"], ["presence_last_update_id", "presences", "server_timestamp"]],
  ];
  test.for(keys)("of %o has its keys and no others", async ([types, expected]) => {
    const { as } = startRealm();
    const { result, msg, ...body } = await as(ana).register({ fetch_event_types: types });
    expect([result, msg]).toEqual(["success", ""]);
    expect(Object.keys(body).sort()).toEqual([...fixed, ...expected].sort());
  });

  test("is what the wire's schemas say, list by list", async () => {
    const { as } = startRealm();
    for (const who of [ana, bo, cleo, gus]) {
      const body = await as(who).register({ include_subscribers: true });
      registerAnswer.parse(body);
      presences.parse(body["presences"]);
      for (const [name, schema] of Object.entries(registerElements)) {
        for (const element of body[name as RegisterList]) schema.parse(element);
      }
    }
  });

  test("sorts streams by what one has to do with them", async () => {
    const { as } = startRealm();
    const names = async (who: number, list: string) =>
      (await as(who).register())[list].map(({ name }: Body) => name);
    expect(await names(ana, "subscriptions")).toEqual(["dev", "general", "news", "secret"]);
    expect(await names(ana, "never_subscribed")).toEqual(["other", "web"]);
    expect(await names(gus, "subscriptions")).toEqual(["general"]);
    expect(await names(gus, "never_subscribed")).toEqual(["web"]);
  });

  test("lists those who have left apart, and the realm's own bots", async () => {
    const { as } = startRealm();
    const body = await as(ana).register();
    const ids = (list: string) => body[list].map(({ user_id }: Body) => user_id);
    expect(ids("realm_users")).not.toContain(people.eva);
    expect(ids("realm_non_active_users")).toEqual([people.eva]);
    expect(body["cross_realm_bots"].every(({ is_system_bot }: Body) => is_system_bot)).toBe(true);
    expect(body["realm_users"][0]).not.toHaveProperty("is_active");
  });

  test("fills in what is not overridden for clients that know no null", async () => {
    const { as } = startRealm();
    const override = async (declared: unknown) =>
      (await as(ana).register({ client_capabilities: declared }))["subscriptions"][0]
        .desktop_notifications;
    expect(await override(capabilities)).toBeNull();
    expect(await override({ notification_settings_null: false })).toBe(false);
    expect(await override(undefined)).toBe(false);
  });

  test("gives older clients their settings at the top", async () => {
    const { as } = startRealm();
    const body = await as(ana).register({ client_capabilities: undefined });
    expect(body).toHaveProperty("twenty_four_hour_time");
    expect(await as(ana).register()).not.toHaveProperty("twenty_four_hour_time");
  });
});

test("every event of a busy hour is what the wire's schemas say", async () => {
  const { as } = startRealm();
  const her = as(ana);
  const { queue_id: queue } = await her.register({ apply_markdown: true });
  const id = await as(bo).say(
    { streamId: streams.dev, topic: "deploy" },
    "@**Ana Ruiz** see **this**",
  );
  await her.say([bo], "yes");
  await as(bo).post(`/messages/${id}/reactions`, { emoji_name: "tada" });
  await as(bo).patch(`/messages/${id}`, { content: "changed" });
  await her.patch(`/messages/${id}`, { topic: "moved", propagate_mode: "change_all" });
  await her.post("/messages/flags", { messages: [id], op: "add", flag: "starred" });
  await her.post("/messages/flags", { messages: [101], op: "remove", flag: "read" });
  await as(bo).post("/typing", { op: "start", to: [ana] });
  await as(bo).post("/users/me/presence", { status: "active" });
  await her.post("/users/me/subscriptions/properties", {
    subscription_data: [
      { stream_id: streams.dev, property: "is_muted", value: true },
      { stream_id: streams.dev, property: "color", value: "#abc" },
    ],
  });
  await her.post("/user_topics", { stream_id: streams.dev, topic: "moved", visibility_policy: 1 });
  await her.post(`/users/me/muted_users/${bo}`);
  await as(bo).delete(`/messages/${id}`);
  const events = await her.events(queue);
  const types = new Set(events.map(({ type }) => type));
  expect([...types].sort()).toEqual([
    "delete_message",
    "message",
    "muted_topics",
    "muted_users",
    "presence",
    "reaction",
    "subscription",
    "typing",
    "update_message",
    "update_message_flags",
    "user_topic",
  ]);
  for (const event of events) eventSchemas[event["type"] as keyof typeof eventSchemas].parse(event);
  const muting = events.filter(({ type }) => type === "subscription");
  expect(muting.map(({ property, value }) => [property, value])).toEqual([
    ["in_home_view", false],
    ["is_muted", true],
    ["color", "#abc"],
  ]);
});
