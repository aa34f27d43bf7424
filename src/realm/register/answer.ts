/** The state that a register answers, by fetch type: each type knows its keys. */

import { botsKnownTo } from "#realm/actions/bots.ts";
import { largestMebibytes } from "#realm/actions/files.ts";
import { hasWebPublicStreams } from "#realm/actions/stream-settings.ts";
import { mutedTopics } from "#realm/actions/topic-policy.ts";
import { thumbnailName } from "#realm/drawing.ts";
import type { Server } from "#realm/server.ts";
import { type Person, systemGroup } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import type { Wishes } from "#realm/state/queues.ts";
import { isOwn, othersOf } from "#realm/state/state.ts";
import { filtersView, linkifiersView, realmEmojiView } from "#realm/views/look.ts";
import { botView, groupView, ownView } from "#realm/views/person.ts";
import { profileFieldsView, profileFieldTypes } from "#realm/views/profile-field.ts";
import { scheduledView } from "#realm/views/scheduled.ts";
import { statusesView } from "#realm/views/status.ts";
import {
  defaultStreamsView,
  neverSubscribedView,
  sortStreams,
  streamView,
  subscriptionView,
} from "#realm/views/stream.ts";
import { since } from "#wire/levels.ts";
import { limits } from "#wire/limits.ts";
import { peopleText } from "./people-text.ts";
import { presenceStep, presencesView } from "./presences.ts";
import {
  defaultUserSettings,
  isNotificationSetting,
  realmDefaults,
  userSettings,
} from "./settings.ts";
import { unreadView } from "./unread.ts";

export type Fetching = {
  readonly server: Server;
  readonly person: Person;
  readonly personal: Personal;
  readonly wishes: Wishes;
  /** The types that are asked for; undefined: all. */
  readonly types: ReadonlySet<string> | undefined;
};

type Fetch = (fetching: Fetching) => Record<string, unknown>;

const fetches: Readonly<Record<string, Fetch>> = {
  message: messages,
  subscription: subscriptions,
  stream: ({ server, person }) => {
    const { subscribed, left, never } = sortStreams(server, person);
    return { streams: [...subscribed, ...left, ...never].map((one) => streamView(server, one)) };
  },
  default_streams: ({ server, person }) => ({
    realm_default_streams: defaultStreamsView(server, person),
  }),
  default_stream_groups: () => ({ realm_default_stream_groups: [] }),
  realm_user: ({ server, person, wishes }) => ({
    ...peopleText(server, { viewer: person, clientGravatar: wishes.clientGravatar }),
    ...ownView(server, person),
  }),
  realm_bot: ({ server, person }) => ({
    realm_bots: botsKnownTo(server, person).map(botView),
  }),
  realm_user_groups: ({ server }) => ({
    realm_user_groups: [...server.state.people.groups.values()].map((one) =>
      groupView(server, one),
    ),
  }),
  custom_profile_fields: ({ server }) => ({
    custom_profile_fields: profileFieldsView(server),
    custom_profile_field_types: profileFieldTypes,
  }),
  user_topic: ({ server, personal }) =>
    server.level < since.userTopics
      ? {}
      : {
          user_topics: [...personal.topicPolicies.values()].map((entry) => ({
            stream_id: entry.streamId,
            topic_name: entry.topic,
            last_updated: entry.at,
            visibility_policy: entry.policy,
          })),
        },
  muted_topics: ({ server, personal, types }) =>
    types?.has("user_topic") === true && server.level >= since.userTopics
      ? {}
      : { muted_topics: mutedTopics(server, personal) },
  muted_users: ({ personal }) => ({
    muted_users: [...personal.mutedPeople].map(([id, timestamp]) => ({ id, timestamp })),
  }),
  drafts: ({ personal }) => ({ drafts: [...personal.drafts].reverse().slice(0, 1000) }),
  scheduled_messages: ({ server, personal }) => ({
    scheduled_messages: personal.scheduled.map((one) => scheduledView(server, one)),
  }),
  user_status: ({ server }) => ({ user_status: statusesView(server) }),
  presence: ({ server }) => ({
    presences: presencesView(server, true),
    ...(server.level >= since.presenceSteps
      ? { presence_last_update_id: presenceStep(server) }
      : {}),
    server_timestamp: server.clock.now() / 1000,
  }),
  realm_emoji: ({ server }) => ({ realm_emoji: realmEmojiView(server) }),
  realm_linkifiers: ({ server, wishes }) => {
    const reads = wishes.capabilities?.linkifier_url_template === true;
    const modern = server.level >= since.linkifierTemplates;
    return { realm_linkifiers: reads && modern ? linkifiersView(server) : [] };
  },
  realm_filters: ({ server }) => ({ realm_filters: filtersView(server) }),
  realm_playgrounds: () => ({ realm_playgrounds: [] }),
  realm_domains: () => ({ realm_domains: [] }),
  recent_private_conversations: recentConversations,
  starred_messages: ({ personal }) => ({
    starred_messages: [...personal.starred].sort((a, b) => a - b).slice(-10_000),
  }),
  alert_words: ({ personal }) => ({ alert_words: personal.alertWords }),
  user_settings: ({ server, person, personal }) =>
    server.level < since.settingsEvents ? {} : { user_settings: userSettings(person, personal) },
  update_display_settings: (fetching) => legacySettings(fetching, false),
  update_global_notifications: (fetching) => legacySettings(fetching, true),
  realm: realmSettings,
  realm_user_settings_defaults: () => ({ realm_user_settings_defaults: defaultUserSettings }),
  stop_words: () => ({ stop_words: ["a", "and", "i", "of", "the", "to"] }),
  onboarding_steps: () => ({ onboarding_steps: [] }),
  video_calls: () => ({ has_zoom_token: false }),
  giphy: () => ({ giphy_api_key: "" }),
};

/** The keys of everything that was asked for. */
export function stateView(fetching: Fetching): Record<string, unknown> {
  const names = Object.keys(fetches).filter((name) => fetching.types?.has(name) ?? true);
  return Object.assign({}, ...names.map((name) => fetches[name]?.(fetching)));
}

/** The highest ID of the person's own history; -1 when there is none. */
export function newestOwnMessage(server: Server, personal: Personal): number {
  const { ids, byId } = server.state.messages;
  return (
    ids.findLast((id) => {
      const message = byId.get(id);
      return message !== undefined && isOwn(server.state, personal, message);
    }) ?? -1
  );
}

function messages({ server, personal, types }: Fetching) {
  const unread = types?.has("update_message_flags") ?? true;
  return {
    max_message_id: newestOwnMessage(server, personal),
    ...(unread ? { unread_msgs: unreadView(server, personal) } : {}),
  };
}

function subscriptions({ server, person, personal, wishes }: Fetching) {
  const { subscribed, left, never } = sortStreams(server, person);
  const form = {
    includeSubscribers: wishes.includeSubscribers,
    nullOverrides: wishes.capabilities?.notification_settings_null ?? false,
  };
  return {
    subscriptions: subscribed.map((stream) => subscriptionView(server, personal, stream, form)),
    unsubscribed: left.map((stream) => subscriptionView(server, personal, stream, form)),
    never_subscribed: never.map((stream) =>
      neverSubscribedView(server, stream, form.includeSubscribers),
    ),
  };
}

/** How many direct messages are looked through, counted from the newest. */
const recentDepth = 1000;

function recentConversations({ server, personal }: Fetching) {
  const newest = new Map<string, { max_message_id: number; user_ids: readonly number[] }>();
  const own = [...server.state.messages.ofConversation.values()]
    .filter(([id]) => {
      const message = id === undefined ? undefined : server.state.messages.byId.get(id);
      return message?.participants.includes(personal.userId) === true;
    })
    .flat()
    .sort((a, b) => b - a)
    .slice(0, recentDepth);
  for (const id of own) {
    const message = server.state.messages.byId.get(id);
    if (message === undefined) continue;
    const others = othersOf(message.participants, personal.userId).filter(
      (one) => one !== personal.userId,
    );
    const key = others.join(",");
    if (!newest.has(key)) newest.set(key, { max_message_id: id, user_ids: others });
  }
  return { recent_private_conversations: [...newest.values()] };
}

function legacySettings({ person, personal, wishes, server }: Fetching, notifications: boolean) {
  const modern = wishes.capabilities?.user_settings_object === true;
  if (modern && server.level >= since.settingsEvents) return {};
  const all = Object.entries(userSettings(person, personal));
  return Object.fromEntries(all.filter(([key]) => isNotificationSetting(key) === notifications));
}

/** Its first stream is as old as a realm: so one that takes another's place is known by its age. */
function birthOf(server: Server): number {
  const [first] = server.state.streams.byId.values();
  return first?.createdAt ?? 1_700_000_000;
}

function realmSettings({ server }: Fetching) {
  const { people, settings } = server.state;
  const own = { ...realmDefaults, ...Object.fromEntries(settings) };
  const everyone = systemGroup(people, "role:everyone");
  const members = systemGroup(people, "role:members");
  return {
    ...Object.fromEntries(Object.entries(own).map(([key, value]) => [`realm_${key}`, value])),
    ...(server.level < since.noEditLimit
      ? { realm_message_content_edit_limit_seconds: own.message_content_edit_limit_seconds ?? 0 }
      : {}),
    realm_icon_url: "/avatar/realm",
    realm_icon_source: "G",
    realm_bot_domain: "realm.invalid",
    realm_date_created: birthOf(server),
    realm_url: "",
    realm_uri: "",
    realm_upload_quota_mib: settings.get("upload_quota_mib") ?? null,
    [`realm_${server.brand}_update_announcements_stream_id`]: -1,
    realm_can_access_all_users_group: everyone,
    realm_create_multiuse_invite_group: systemGroup(people, "role:administrators"),
    realm_direct_message_initiator_group:
      settings.get("direct_message_initiator_group") ?? everyone,
    realm_direct_message_permission_group:
      settings.get("direct_message_permission_group") ?? everyone,
    realm_can_create_public_channel_group: members,
    realm_can_create_private_channel_group: members,
    realm_authentication_methods: {
      Email: server.level < since.signInObjects ? true : { enabled: true, available: true },
    },
    realm_password_auth_enabled: true,
    realm_email_auth_enabled: true,
    ...serverFacts(server),
  };
}

/** What is the server's and not the realm's: how much it takes, how long it waits, what it can. */
function serverFacts(server: Server) {
  return {
    max_message_length: limits.messageLength,
    max_topic_length: limits.topicLength,
    max_stream_name_length: limits.streamNameLength,
    max_stream_description_length: limits.streamDescriptionLength,
    max_file_upload_size_mib: largestMebibytes,
    max_avatar_file_size_mib: 5,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    event_queue_longpoll_timeout_seconds: limits.longPollSeconds,
    server_generation: server.generation,
    server_presence_ping_interval_seconds: 60,
    server_presence_offline_threshold_seconds: 200,
    server_typing_started_wait_period_milliseconds: 30_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_thumbnail_formats: [true, false].map((animated) => ({
      name: thumbnailName(animated),
      max_width: 840,
      max_height: 560,
      format: "webp",
      animated,
    })),
    server_supported_permission_settings: {},
    server_emoji_data_url: "/static/emoji.json",
    server_web_public_streams_enabled: hasWebPublicStreams(server),
    server_needs_upgrade: false,
    server_inline_image_preview: true,
    server_inline_url_embed_preview: false,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    development_environment: false,
    [`${server.brand}_plan_is_not_limited`]: true,
    password_min_length: 0,
    password_min_guesses: 0,
  };
}
