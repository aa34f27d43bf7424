/** The state that a register answers, by fetch type: each type knows its keys. */

import { mutedTopics, topicPolicies } from "#realm/actions/topic-policy.ts";
import type { Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import type { QueueOptions } from "#realm/state/queues.ts";
import { isOwn, othersOf } from "#realm/state/state.ts";
import { filtersView, linkifiersView, realmEmojiView } from "#realm/views/look.ts";
import { groupView, ownView } from "#realm/views/person.ts";
import { profileFieldsView, profileFieldTypes } from "#realm/views/profile-field.ts";
import { scheduledView } from "#realm/views/scheduled.ts";
import { statusesView } from "#realm/views/status.ts";
import {
  neverSubscribedView,
  sortStreams,
  streamView,
  subscriptionView,
} from "#realm/views/stream.ts";
import { since } from "#wire/levels.ts";
import { peopleText } from "./people-text.ts";
import { presenceStep, presencesView } from "./presences.ts";
import { realmSettings } from "./realm.ts";
import { type LegacyKind, legacyKindOf, userSettings } from "./settings.ts";
import { unreadView } from "./unread.ts";

export type Fetching = {
  readonly server: Server;
  readonly person: Person;
  readonly personal: Personal;
  readonly wishes: QueueOptions;
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
  realm_user: ({ server, person, wishes }) => ({
    ...peopleText(server, { viewer: person, clientGravatar: wishes.clientGravatar }),
    ...ownView(person),
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
    server.level < since.userTopics ? {} : { user_topics: topicPolicies(server, personal) },
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
  presence: ({ server, wishes }) => ({
    presences: presencesView(server, wishes.slimPresence),
    presence_last_update_id: presenceStep(server),
    server_timestamp: server.clock.now() / 1000,
  }),
  realm_emoji: ({ server }) => ({ realm_emoji: realmEmojiView(server) }),
  realm_linkifiers: ({ server, wishes }) => {
    const reads = wishes.capabilities?.linkifier_url_template === true;
    const modern = server.level >= since.linkifierTemplates;
    return { realm_linkifiers: reads && modern ? linkifiersView(server) : [] };
  },
  realm_filters: ({ server }) => ({ realm_filters: filtersView(server) }),
  recent_private_conversations: recentConversations,
  starred_messages: ({ personal }) => ({
    starred_messages: [...personal.starred].sort((a, b) => a - b).slice(-10_000),
  }),
  alert_words: ({ personal }) => ({ alert_words: personal.alertWords }),
  user_settings: ({ server, person, personal }) =>
    server.level < since.settingsEvents ? {} : { user_settings: userSettings(person, personal) },
  update_display_settings: (fetching) => legacyView(fetching, "update_display_settings"),
  update_global_notifications: (fetching) => legacyView(fetching, "update_global_notifications"),
  realm: ({ server }) => realmSettings(server),
  stop_words: () => ({ stop_words: ["a", "and", "i", "of", "the", "to"] }),
  video_calls: () => ({ has_zoom_token: false }),
  giphy: () => ({ giphy_api_key: "" }),
  // No bot lives in the server itself, and none is made for another service.
  realm_embedded_bots: () => ({ realm_embedded_bots: [] }),
  realm_incoming_webhook_bots: () => ({ realm_incoming_webhook_bots: [] }),
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
  return {
    subscriptions: subscribed.map((stream) => subscriptionView(server, personal, stream, wishes)),
    unsubscribed: left.map((stream) => subscriptionView(server, personal, stream, wishes)),
    never_subscribed: never.map((stream) =>
      neverSubscribedView(server, stream, wishes.includeSubscribers),
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

function legacyView({ person, personal, wishes, server }: Fetching, kind: LegacyKind) {
  const modern = wishes.capabilities?.user_settings_object === true;
  if (modern && server.level >= since.settingsEvents) return {};
  const all = Object.entries(userSettings(person, personal));
  return Object.fromEntries(all.filter(([key]) => legacyKindOf(key) === kind));
}
