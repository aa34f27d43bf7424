import { describe, expect, test } from "vitest";
import { startRealm } from "../../support/realm.ts";
import { people } from "../../support/small-blueprint.ts";

const fixed = [
  ...["queue_id", "last_event_id", "idle_queue_timeout_secs"],
  ...["svc_feature_level", "svc_merge_base", "svc_version"],
];

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
  test.for(keys)("for %o has exactly its keys", async ([types, expected]) => {
    const { as } = startRealm();
    const { result, msg, ...body } = await as(people.ana).register({ fetch_event_types: types });
    expect([result, msg]).toEqual(["success", ""]);
    expect(Object.keys(body).sort()).toEqual([...fixed, ...expected].sort());
  });
});
