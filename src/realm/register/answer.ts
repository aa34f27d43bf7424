/** The initial state in a register response, by fetch type. */

import { sorted } from "#base/sorted.ts";
import { topicShown } from "#realm/empty-topic.ts";
import type { Server } from "#realm/server.ts";
import {
  filtersView,
  linkifiersView,
  realmEmojiView,
  realmSettings,
} from "#realm/settings/realm.ts";
import { type LegacyKind, legacyKindOf, userSettings } from "#realm/settings/user.ts";
import { conversationKey, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { isMutedPlace, type Personal } from "#realm/state/personal.ts";
import type { QueueOptions } from "#realm/state/queues.ts";
import { isOwn, mentionsAll, mentionsPerson, othersOf } from "#realm/state/state.ts";
import {
  groupViews,
  mutedPeopleView,
  ownView,
  profileFieldsView,
  profileFieldTypes,
  statusesView,
} from "#realm/views/person.ts";
import {
  mutedTopics,
  reminderView,
  scheduledView,
  snippetView,
  topicPolicies,
  viewView,
} from "#realm/views/personal.ts";
import { presenceStep, presencesView } from "#realm/views/presence.ts";
import {
  foldersView,
  neverSubscribedView,
  sortStreams,
  streamView,
  subscriptionView,
} from "#realm/views/stream.ts";
import type { StateName } from "#wire/event-types.ts";
import { since } from "#wire/levels.ts";
import { peopleText } from "./people-text.ts";

type Fetching = {
  readonly server: Server;
  readonly person: Person;
  readonly personal: Personal;
  readonly options: QueueOptions;
  /** The requested types; undefined: all. */
  readonly types: ReadonlySet<string> | undefined;
};

type Fetch = (fetching: Fetching) => Record<string, unknown>;

const fetches: Readonly<Partial<Record<StateName, Fetch>>> = {
  message: ({ server, personal, types, options }) => {
    const unread = types?.has("update_message_flags") ?? true;
    return {
      max_message_id: newestOwnMessage(server, personal),
      ...(unread
        ? { unread_msgs: unreadView(server, personal, options.capabilities?.empty_topic_name) }
        : {}),
    };
  },
  subscription: ({ server, person, personal, options }) => {
    const { subscribed, left, never } = sortStreams(server, person, options);
    return {
      subscriptions: subscribed.map((stream) =>
        subscriptionView(server, personal, stream, options),
      ),
      unsubscribed: left.map((stream) => subscriptionView(server, personal, stream, options)),
      never_subscribed: never.map((stream) =>
        neverSubscribedView(server, stream, options.includeSubscribers),
      ),
    };
  },
  stream: ({ server, person, options }) => {
    const { subscribed, left, never } = sortStreams(server, person, options);
    return { streams: [...subscribed, ...left, ...never].map((one) => streamView(server, one)) };
  },
  channel_folders: ({ server }) => ({ channel_folders: foldersView(server) }),
  realm_user: ({ server, person, options }) => ({
    ...peopleText(server, { viewer: person, clientGravatar: options.clientGravatar }),
    ...ownView(person),
  }),
  realm_user_groups: ({ server, options }) => ({
    realm_user_groups: groupViews(
      server,
      options.capabilities?.include_deactivated_groups === true,
    ),
  }),
  custom_profile_fields: ({ server }) => ({
    custom_profile_fields: profileFieldsView(server),
    custom_profile_field_types: profileFieldTypes,
  }),
  user_topic: ({ server, personal, options: { capabilities } }) =>
    server.level < since.userTopics
      ? {}
      : { user_topics: topicPolicies(server, personal, capabilities?.empty_topic_name) },
  muted_topics: ({ server, personal, types }) =>
    types?.has("user_topic") === true && server.level >= since.userTopics
      ? {}
      : { muted_topics: mutedTopics(server, personal) },
  muted_users: ({ personal }) => ({ muted_users: mutedPeopleView(personal) }),
  drafts: ({ personal }) => ({ drafts: [...personal.drafts].reverse().slice(0, 1000) }),
  scheduled_messages: ({ server, personal }) => ({
    scheduled_messages: personal.scheduled.map((one) => scheduledView(server, one)),
  }),
  saved_snippets: ({ personal }) => ({ saved_snippets: personal.snippets.map(snippetView) }),
  reminders: ({ server, person, personal }) => ({
    reminders: personal.reminders.map((one) => reminderView(server, person, one)),
  }),
  navigation_views: ({ personal }) => ({ navigation_views: personal.views.map(viewView) }),
  user_status: ({ server }) => ({ user_status: statusesView(server) }),
  presence: ({ server, options }) => ({
    presences: presencesView(server, options.slimPresence),
    presence_last_update_id: presenceStep(server),
    server_timestamp: server.clock.now() / 1000,
  }),
  realm_emoji: ({ server }) => ({ realm_emoji: realmEmojiView(server) }),
  realm_linkifiers: ({ server, options }) => {
    const reads = options.capabilities?.linkifier_url_template === true;
    const modern = server.level >= since.linkifierTemplates;
    return { realm_linkifiers: reads && modern ? linkifiersView(server) : [] };
  },
  realm_filters: ({ server }) => ({ realm_filters: filtersView(server) }),
  // Newest first.
  recent_private_conversations: ({ server, personal: { userId } }) => {
    const { byId, ofConversation } = server.state.messages;
    const newest = [...ofConversation.values()].flatMap((ids) => byId.get(ids.at(-1) ?? 0) ?? []);
    const own = newest.filter(({ participants }) => participants.includes(userId));
    const views = own
      .sort((a, b) => b.id - a.id)
      .map(({ id, participants }) => ({
        max_message_id: id,
        user_ids: participants.filter((one) => one !== userId),
      }));
    return { recent_private_conversations: views };
  },
  starred_messages: ({ personal }) => ({
    starred_messages: sorted(personal.starred).slice(-10_000),
  }),
  alert_words: ({ personal }) => ({ alert_words: personal.alertWords }),
  user_settings: ({ server, person, personal }) =>
    server.level < since.settingsEvents
      ? {}
      : { user_settings: userSettings(person, personal, server.level) },
  update_display_settings: (fetching) => legacyView(fetching, "update_display_settings"),
  update_global_notifications: (fetching) => legacyView(fetching, "update_global_notifications"),
  realm: ({ server }) => realmSettings(server),
};

/** The keys of all requested types. */
export function stateView(fetching: Fetching): Record<string, unknown> {
  const names = (Object.keys(fetches) as StateName[]).filter(
    (name) => fetching.types?.has(name) ?? true,
  );
  return Object.assign({}, ...names.map((name) => fetches[name]?.(fetching)));
}

/** The highest ID in the person's history; -1 if it is empty. */
export function newestOwnMessage(server: Server, personal: Personal): number {
  const { ids, byId } = server.state.messages;
  return (
    ids.findLast((id) => {
      const message = byId.get(id);
      return message !== undefined && isOwn(server.state, personal, message);
    }) ?? -1
  );
}

function legacyView({ person, personal, options, server }: Fetching, kind: LegacyKind) {
  const modern = options.capabilities?.user_settings_object === true;
  if (modern && server.level >= since.settingsEvents) return {};
  const all = Object.entries(userSettings(person, personal, server.level));
  return Object.fromEntries(all.filter(([key]) => legacyKindOf(key) === kind));
}

// All unread messages of a person, by conversation.

function unreadView(server: Server, personal: Personal, knowsEmpty: boolean | undefined) {
  const ids = sorted(personal.unread);
  const listed = ids.slice(-server.maxUnreadListed);
  const messages = listed.flatMap((id) => server.state.messages.byId.get(id) ?? []);
  const { streams = [], direct = [], groups = [] } = Object.groupBy(messages, kindOf);
  const otherIn = ({ participants }: Message) =>
    othersOf(participants, personal.userId)[0] ?? personal.userId;
  const mentions = messages.filter(
    (one) =>
      mentionsPerson(one, personal.userId) ||
      (mentionsAll(one, personal.userId) && !isMutedPlace(personal, one)),
  );
  return {
    pms: [...Map.groupBy(direct, otherIn)].map(([other, own]) => ({
      other_user_id: other,
      sender_id: other,
      unread_message_ids: own.map(idOf),
    })),
    // Grouped by the exact spelling of the topic, as real servers do.
    streams: [
      ...Map.groupBy(streams, ({ streamId, topic }) => `${streamId}:${topic}`).values(),
    ].map((own) => ({
      stream_id: own[0]?.streamId,
      topic: topicShown(server, own[0]?.topic ?? "", knowsEmpty),
      unread_message_ids: own.map(idOf),
    })),
    huddles: [...Map.groupBy(groups, (one) => conversationKey(one.participants))].map(
      ([key, own]) => ({ user_ids_string: key, unread_message_ids: own.map(idOf) }),
    ),
    mentions: mentions.map(idOf),
    count: messages.filter((message) => !isMutedPlace(personal, message)).length,
    old_unreads_missing: ids.length > server.maxUnreadListed,
  };
}

const idOf = ({ id }: Message) => id;

function kindOf({ streamId, participants }: Message) {
  if (streamId !== undefined) return "streams";
  return participants.length <= 2 ? "direct" : "groups";
}
