/** The settings of the realm as a new one has them; what was changed since lies over them. */
import type { Server } from "#realm/server.ts";
import { type GroupSetting, systemGroup } from "#realm/state/people.ts";

export const realmDefaults = {
  name: "",
  description: "",
  add_custom_emoji_policy: 1,
  allow_edit_history: true,
  allow_message_editing: true,
  bot_creation_policy: 1,
  create_private_stream_policy: 1,
  create_public_stream_policy: 1,
  create_web_public_stream_policy: 7,
  default_code_block_language: "",
  default_language: "en",
  delete_own_message_policy: 5,
  digest_emails_enabled: false,
  digest_weekday: 1,
  disallow_disposable_email_addresses: true,
  edit_topic_policy: 5,
  emails_restricted_to_domains: false,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  giphy_rating: 2,
  inline_image_preview: true,
  inline_url_embed_preview: false,
  invite_required: true,
  invite_to_realm_policy: 1,
  invite_to_stream_policy: 1,
  jitsi_server_url: null,
  mandatory_topics: false,
  message_content_allowed_in_email_notifications: true,
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  message_retention_days: -1,
  move_messages_between_streams_limit_seconds: 604_800 as number | null,
  move_messages_between_streams_policy: 1,
  move_messages_within_stream_limit_seconds: 604_800 as number | null,
  name_changes_disabled: false,
  new_stream_announcements_stream_id: -1,
  org_type: 10,
  plan_type: 1,
  presence_disabled: false,
  push_notifications_enabled: false,
  push_notifications_enabled_end_timestamp: null,
  require_unique_names: false,
  send_welcome_emails: true,
  signup_announcements_stream_id: -1,
  user_group_edit_policy: 1,
  video_chat_provider: 0,
  waiting_period_threshold: 0,
  want_advertise_in_communities_directory: false,
  wildcard_mention_policy: 5,
} as const;
export type RealmSetting = keyof typeof realmDefaults;

/** The realm's setting, changed or not. */
export function realmSetting(server: Server, name: RealmSetting): unknown {
  return server.state.settings.has(name) ? server.state.settings.get(name) : realmDefaults[name];
}

/** Who may do something, where nobody said otherwise: the name of a system group. */
export const groupDefaults = {
  can_access_all_users_group: "role:everyone",
  can_create_private_channel_group: "role:members",
  can_create_public_channel_group: "role:members",
  create_multiuse_invite_group: "role:administrators",
  direct_message_initiator_group: "role:everyone",
  direct_message_permission_group: "role:everyone",
} as const;
export type RealmGroup = keyof typeof groupDefaults;

export function isGroupSetting(name: string): name is RealmGroup {
  return Object.hasOwn(groupDefaults, name);
}

/** Who may do that, changed or not. */
export function groupSettingOf({ state }: Server, name: RealmGroup): GroupSetting {
  const said = state.settings.get(name) as GroupSetting | undefined;
  return said ?? systemGroup(state.people, groupDefaults[name]);
}

/** All of them, by name. */
export function groupSettings(server: Server): Readonly<Record<string, GroupSetting>> {
  const names = Object.keys(groupDefaults).filter(isGroupSetting);
  return Object.fromEntries(names.map((name) => [name, groupSettingOf(server, name)]));
}
