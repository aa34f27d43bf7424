/** What is the server's and not the realm's: how much it takes, how long it waits, what it can, what it offers to choose. */
import { largestMebibytes } from "#realm/actions/files.ts";
import { hasWebPublicStreams } from "#realm/actions/stream-settings.ts";
import { thumbnailName } from "#realm/drawing.ts";
import type { Server } from "#realm/server.ts";
import { limits } from "#wire/limits.ts";
import { permissionSettings } from "./permission-settings.ts";

/** Where calls with a picture are made unless the realm says otherwise. */
const callServer = "https://meet.jit.si";

/** How moving pictures may be rated. */
const ratings = {
  disabled: "GIPHY integration disabled",
  y: "Allow GIFs rated Y (Very young audience)",
  g: "Allow GIFs rated G (General audience)",
  pg: "Allow GIFs rated PG (Parental guidance)",
  "pg-13": "Allow GIFs rated PG-13 (Parental guidance - under 13)",
  r: "Allow GIFs rated R (Restricted)",
};

export function serverFacts(server: Server) {
  return {
    ...limitFacts(),
    ...timeFacts(),
    ...choiceFacts(server),
    server_generation: server.generation,
    server_thumbnail_formats: [true, false].map((animated) => ({
      name: thumbnailName(animated),
      max_width: 840,
      max_height: 560,
      format: "webp",
      animated,
    })),
    server_emoji_data_url: "/static/emoji.json",
    server_web_public_streams_enabled: hasWebPublicStreams(server),
    server_needs_upgrade: false,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: false,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    [`${server.brand}_plan_is_not_limited`]: true,
    upgrade_text_for_wide_organization_logo: "Part of another plan. Upgrade to access.",
    settings_send_digest_emails: false,
    password_min_length: 0,
    password_min_guesses: 0,
  };
}

function limitFacts() {
  return {
    max_message_length: limits.messageLength,
    max_topic_length: limits.topicLength,
    max_stream_name_length: limits.streamNameLength,
    max_stream_description_length: limits.streamDescriptionLength,
    max_file_upload_size_mib: largestMebibytes,
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
  };
}

function timeFacts() {
  return {
    event_queue_longpoll_timeout_seconds: limits.longPollSeconds,
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: 200,
    server_typing_started_wait_period_milliseconds: 30_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_expiry_period_milliseconds: 45_000,
  };
}

/** What administrators and people may choose from. */
function choiceFacts({ state }: Server) {
  const kinds = Object.entries(ratings);
  return {
    server_supported_permission_settings: permissionSettings,
    server_jitsi_server_url: callServer,
    jitsi_server_url: state.settings.get("jitsi_server_url") ?? callServer,
    realm_available_video_chat_providers: {
      disabled: { name: "None", id: 0 },
      jitsi_meet: { name: "Jitsi Meet", id: 1 },
    },
    giphy_rating_options: Object.fromEntries(
      kinds.map(([key, name], id) => [key, { name, id }] as const),
    ),
    realm_default_external_accounts: {
      twitter: account("Twitter", "twitter.com"),
      github: account("GitHub", "github.com"),
    },
  };
}

function account(service: string, host: string) {
  return {
    text: service,
    url_pattern: `https://${host}/%(username)s`,
    name: `${service} username`,
    hint: "",
  };
}
