/** The settings of the realm as a new one has them; what its owner set since, at the control URL, lies over them. */
import type { Server } from "#realm/server.ts";

export const realmDefaults = {
  name: "",
  description: "",
  allow_edit_history: true,
  allow_message_editing: true,
  create_private_stream_policy: 1,
  create_public_stream_policy: 1,
  create_web_public_stream_policy: 7,
  default_code_block_language: "",
  default_language: "en",
  delete_own_message_policy: 5,
  edit_topic_policy: 5,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  inline_image_preview: true,
  invite_to_stream_policy: 1,
  mandatory_topics: false,
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  message_retention_days: -1,
  move_messages_between_streams_policy: 1,
  presence_disabled: false,
  user_group_edit_policy: 1,
  waiting_period_threshold: 0,
  wildcard_mention_policy: 5,
} as const;
export type RealmSetting = keyof typeof realmDefaults;

/** The realm's setting, changed or not. */
export function realmSetting(server: Server, name: RealmSetting): unknown {
  return server.state.settings.has(name) ? server.state.settings.get(name) : realmDefaults[name];
}
