import { expect, test } from "vitest";
import { type Parameters, startOwnedRealm } from "../../support/realm.ts";
import { people, streams } from "../../support/small-blueprint.ts";

const { ana, bo, cleo } = people;
/** System groups of the small realm. */
const groups = { nobody: 2, owners: 3, administrators: 4, members: 7, everyone: 8, internet: 9 };

async function changed(asks: Parameters) {
  const { as } = startOwnedRealm();
  const { queue_id } = await as(ana).register();
  const { result, msg, ...told } = (await as(cleo).patch("/realm", asks)).body;
  const register = await as(ana).register({ fetch_event_types: ["realm"] });
  return { msg, told, events: await as(ana).events(queue_id), register };
}

test.each<[string, Parameters, unknown]>([
  ["name", { name: "Larger" }, "Larger"],
  ["mandatory_topics", { mandatory_topics: true }, true],
  ["waiting_period_threshold", { waiting_period_threshold: 2 }, 2],
  ["message_retention_days", { message_retention_days: 30 }, 30],
  ["message_content_delete_limit_seconds", { message_content_delete_limit_seconds: 120 }, 120],
  ["org_type", { org_type: 20 }, 20],
  ["new_stream_announcements_stream_id", { new_stream_announcements_stream_id: streams.dev }, 2],
  ["default_code_block_language", { default_code_block_language: "rust" }, "rust"],
])("a new %s is answered, told by its name and registered", async (property, asks, value) => {
  const { told, events, register } = await changed(asks);
  expect(told).toEqual({ [property]: typeof value === "string" ? "updated" : value });
  expect(events).toEqual([{ id: 0, type: "realm", op: "update", property, value }]);
  expect(register[`realm_${property}`]).toEqual(value);
});

test.each<[string, Parameters, unknown]>([
  ["allow_message_editing", { allow_message_editing: false }, false],
  ["edit_topic_policy", { edit_topic_policy: 4 }, 4],
  ["message_content_edit_limit_seconds", { message_content_edit_limit_seconds: 900 }, 900],
  [
    "message_content_edit_limit_seconds",
    { message_content_edit_limit_seconds: '"unlimited"' },
    null,
  ],
  ["direct_message_initiator_group", { direct_message_initiator_group: { new: 7 } }, 7],
  [
    "direct_message_permission_group",
    { direct_message_permission_group: { new: { direct_members: [ana], direct_subgroups: [7] } } },
    { direct_members: [ana], direct_subgroups: [7] },
  ],
  [
    "can_create_public_channel_group",
    { can_create_public_channel_group: { new: { direct_members: [], direct_subgroups: [4] } } },
    4,
  ],
  ["create_multiuse_invite_group", { create_multiuse_invite_group: 7 }, 7],
])("a new %s is told in an object", async (property, asks, value) => {
  const { told, events, register } = await changed(asks);
  expect(told).toEqual({ [property]: value });
  const data = { [property]: value };
  expect(events).toEqual([{ id: 0, type: "realm", op: "update_dict", property: "default", data }]);
  expect(register[`realm_${property}`]).toEqual(value);
});

test("what is as it was is neither answered nor told, but for the kind of organization and for no stream", async () => {
  const asks = { name: "Small", mandatory_topics: false, edit_topic_policy: 5 };
  expect(await changed(asks)).toMatchObject({ told: {}, events: [] });
  const again = { org_type: 10, signup_announcements_stream_id: -5 };
  const { told, events } = await changed(again);
  expect(told).toEqual({ org_type: 10, signup_announcements_stream_id: -1 });
  expect(events).toHaveLength(2);
});

test("several settings are told one by one in the server's order", async () => {
  const { told, events } = await changed({
    message_content_delete_limit_seconds: 120,
    waiting_period_threshold: 0,
    name: "Larger",
  });
  expect(Object.keys(told)).toEqual(["name", "message_content_delete_limit_seconds"]);
  expect(events.map(({ property }) => property)).toEqual(Object.keys(told));
});

test.each<[Parameters, string]>([
  [{ name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
  [{ edit_topic_policy: 9 }, "Invalid edit_topic_policy"],
  [{ org_type: 11 }, "Invalid org_type"],
  [{ default_language: "no such" }, "Invalid language 'no such'"],
  [{ video_chat_provider: 9 }, "Invalid video_chat_provider 9"],
  [{ waiting_period_threshold: -1 }, "Bad value for 'waiting_period_threshold': -1"],
  [
    { message_content_edit_limit_seconds: 0 },
    "Bad value for 'message_content_edit_limit_seconds': 0",
  ],
  [{ message_retention_days: '"ever"' }, "Bad value for 'message_retention_days': ever"],
  [{ new_stream_announcements_stream_id: 99 }, "Invalid channel ID"],
  [{ create_multiuse_invite_group: { new: 42 } }, "create_multiuse_invite_group is not an integer"],
  [
    { create_multiuse_invite_group: groups.everyone },
    "'create_multiuse_invite_group' setting cannot be set to 'role:everyone' group.",
  ],
  [
    { create_multiuse_invite_group: 1 },
    "'create_multiuse_invite_group' must be a system user group.",
  ],
  [
    { direct_message_permission_group: { new: groups.members, old: groups.members } },
    "'old' value does not match the expected value.",
  ],
  [
    { direct_message_permission_group: { new: groups.internet } },
    "'direct_message_permission_group' setting cannot be set to 'role:internet' group.",
  ],
  [{ direct_message_permission_group: { new: 99 } }, "Invalid user group"],
  [
    { authentication_methods: { Email: false } },
    "At least one authentication method must be enabled.",
  ],
  [{ jitsi_server_url: '"here"' }, "jitsi_server_url is not an allowed_type"],
])("%j is refused, and nothing of the request is done", async (asks, msg) => {
  const refused = await changed({ mandatory_topics: true, ...asks });
  expect(refused).toMatchObject({ msg, events: [] });
  expect(refused.register["realm_mandatory_topics"]).toBe(false);
});

test("streams are made by those whom the realm's group names", async () => {
  const { as } = startOwnedRealm();
  const makes = async (who: number, name: string) =>
    (await as(who).post("/users/me/subscriptions", { subscriptions: [{ name }] })).status;
  expect(await makes(ana, "one")).toBe(200);
  const only = { new: { direct_members: [bo], direct_subgroups: [] } };
  await as(cleo).patch("/realm", { can_create_public_channel_group: only });
  expect(await makes(ana, "two")).toBe(400);
  expect(await makes(bo, "three")).toBe(200);
});
