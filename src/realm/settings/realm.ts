/** The realm's settings, limits and times in a register response, custom emoji and link patterns. */
import {
  hasAt,
  permissionRules,
  type RealmRule,
  realmValue,
  valuesAt,
} from "#realm/permissions.ts";
import type { Server } from "#realm/server.ts";
import { largestMebibytes } from "#realm/state/files.ts";
import { emojiPath, type LinkPattern } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { type ReplacedPolicy, replacedPolicies } from "#wire/permission.ts";

/** Settable at the control URL like settings, but part of other keys. */
const otherSettings: ReadonlySet<string> = new Set([
  "can_summarize_topics",
  "external_authentication_methods",
  "web_public_streams_enabled",
]);

export function realmSettings(server: Server) {
  const own = Object.entries({
    ...realmDefaults,
    ...Object.fromEntries(server.state.settings),
    allow_edit_history: shownEdits(server) !== "none",
    ...valuesAt(server.level, "realm", (name: RealmRule) => realmValue(server, name)),
  }).filter(([key]) => !otherSettings.has(key) && !isGone(server, key));
  return {
    ...Object.fromEntries(own.map(([key, value]) => [`realm_${key}`, value])),
    realm_icon_url: logo,
    realm_icon_source: "U",
    realm_date_created: creationTime(server),
    realm_url: "",
    realm_uri: "",
    ...serverFacts,
    ...(server.level < since.permissionRules
      ? {}
      : { server_supported_permission_settings: permissionRules(server) }),
    server_generation: server.generation,
    server_can_summarize_topics: canSummarize(server),
    server_web_public_streams_enabled:
      server.state.settings.get("web_public_streams_enabled") !== false,
  };
}

/** Whether the server has a model that sums up topics. */
export function canSummarize(server: Server): boolean {
  return server.state.settings.get("can_summarize_topics") !== false;
}

/** Policies that ended when permissions replaced them; a few are still sent. */
function isGone({ level }: Server, name: string): boolean {
  if (/^create_\w+_stream_policy$|^wildcard_mention_policy$/.test(name)) return false;
  const replacement = replacedPolicies[name as ReplacedPolicy];
  return replacement !== undefined && hasAt(level, "realm", replacement);
}

export const logo = "/static/images/logo.svg";

/** The creation time of the first stream, by which clients detect that another realm replaced this one. */
function creationTime({ state }: Server): number {
  const [first] = state.streams.byId.values();
  return first?.createdAt ?? 1_700_000_000;
}

export const reportTypes = [
  { key: "spam", name: "Spam" },
  { key: "harassment", name: "Harassment" },
  { key: "inappropriate", name: "Inappropriate content" },
  { key: "norms", name: "Violates community norms" },
  { key: "other", name: "Other reason" },
] as const;

const serverFacts = {
  max_message_length: limits.messageLength,
  max_topic_length: limits.topicLength,
  max_stream_name_length: limits.streamNameLength,
  max_stream_description_length: limits.streamDescriptionLength,
  max_channel_folder_name_length: limits.folderNameLength,
  max_channel_folder_description_length: limits.folderDescriptionLength,
  max_reminder_note_length: limits.reminderNoteLength,
  max_file_upload_size_mib: largestMebibytes,
  event_queue_longpoll_timeout_seconds: limits.longPollSeconds,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_report_message_types: reportTypes,
  server_emoji_data_url: "/static/emoji.json",
  server_thumbnail_formats: [
    { name: "300x200.webp", max_width: 300, max_height: 200, format: "webp", animated: false },
    { name: "840x560-anim.webp", max_width: 840, max_height: 560, format: "webp", animated: true },
    { name: "840x560.webp", max_width: 840, max_height: 560, format: "webp", animated: false },
  ],
} as const;

const realmDefaults = {
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
  empty_topic_display_name: "general chat",
  enable_guest_user_dm_warning: true,
  enable_guest_user_indicator: true,
  enable_read_receipts: true,
  enable_spectator_access: false,
  inline_image_preview: true,
  invite_to_stream_policy: 1,
  mandatory_topics: false,
  message_edit_history_visibility_policy: "all",
  message_content_delete_limit_seconds: 600 as number | null,
  message_content_edit_limit_seconds: 600 as number | null,
  message_retention_days: -1,
  /** The stream for reports of messages; -1: there is none. */
  moderation_request_channel_id: -1,
  move_messages_between_streams_policy: 1,
  owner_full_content_access: false,
  presence_disabled: false,
  topics_policy: "allow_empty_topic",
  user_group_edit_policy: 1,
  waiting_period_threshold: 0,
  wildcard_mention_policy: 5,
} as const;
export type RealmSetting = keyof typeof realmDefaults;

/** The value of a realm setting, or its default. */
export function realmSetting(server: Server, name: RealmSetting): unknown {
  return server.state.settings.has(name) ? server.state.settings.get(name) : realmDefaults[name];
}

/** Which changes of messages are shown: `all`, `moves` or `none`. LEVEL(358): before it, all of them or none. */
export function shownEdits(server: Server): unknown {
  if (realmSetting(server, "allow_edit_history") === false) return "none";
  if (server.level < since.shownEdits) return "all";
  return realmSetting(server, "message_edit_history_visibility_policy");
}

// The wire format of custom emoji and link patterns.

/** By ID, including deactivated ones. */
export function realmEmojiView({ state }: Server) {
  const entries = [...state.customization.emoji.values()].map((one) => [
    String(one.id),
    {
      id: String(one.id),
      name: one.name,
      source_url: emojiPath(one),
      deactivated: !one.isActive,
      author_id: null,
      still_url: null,
    },
  ]);
  return Object.fromEntries(entries);
}

export function linkifiersView({ state }: Server) {
  return state.customization.linkifiers.map(({ id, pattern, template }) => ({
    pattern,
    url_template: template,
    id,
  }));
}

/** LEVEL(176): triples before it, with Python format placeholders; always empty since then. */
export function filtersView({ level, state }: Server) {
  if (level >= since.linkifierTemplates) return [];
  return state.customization.linkifiers.map(({ id, pattern, template }: LinkPattern) => [
    pattern,
    template.replace(/\{(\w+)\}/g, "%($1)s"),
    id,
  ]);
}
