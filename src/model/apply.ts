/** Maps each event type to the reducer that applies it: one line per type, one file per noun. */
import type { Batch } from "#base/table.ts";
import type { EventType } from "#wire/event-types.ts";
import type { Event, EventOf } from "#wire/events.ts";
import { onDrafts, onScheduled } from "./drafts.ts";
import {
  onDeleteMessage,
  onFlags,
  onMessage,
  onReaction,
  onSubmessage,
  onUpdateMessage,
} from "./messages.ts";
import { onMutedUsers, onPresence, onRealmUser, onUserGroup, onUserStatus } from "./people.ts";
import { onNavigationView, onReminders, onSavedSnippets } from "./personal.ts";
import type { Replica } from "./replica.ts";
import {
  onAlertWords,
  onDisplaySettings,
  onFilters,
  onGlobalNotifications,
  onLinkifiers,
  onProfileFields,
  onRealm,
  onRealmEmoji,
  onRestart,
  onUserSettings,
} from "./settings.ts";
import { onChannelFolder, onStream, onSubscription } from "./streams.ts";
import { onMutedTopics, onUserTopic } from "./topics.ts";
import { onTyping, onTypingEdit } from "./typing.ts";

/**
 * The replica after one event; the same replica when the event changes nothing or was applied before.
 *
 * `now` in UNIX milliseconds. When passing the same `batch` again, do not show or keep intermediate replicas.
 */
export function apply(replica: Replica, event: Event, batch: Batch, now: number): Replica {
  if (event.id <= replica.lastEvent) return replica;
  const reduce: Reducer<Event> = reducers[event.type];
  const next = reduce(replica, event, batch, now);
  return next === replica ? replica : { ...next, lastEvent: event.id };
}

/** A method, so that a reducer of one event type is assignable where any event is expected. */
type Reducer<E> = {
  reduce(replica: Replica, event: E, batch: Batch, now: number): Replica;
}["reduce"];

const reducers: { readonly [T in EventType]: Reducer<EventOf<T>> } = {
  message: onMessage,
  update_message: onUpdateMessage,
  delete_message: onDeleteMessage,
  update_message_flags: onFlags,
  reaction: onReaction,
  submessage: onSubmessage,
  typing: onTyping,
  typing_edit_message: onTypingEdit,
  subscription: onSubscription,
  stream: onStream,
  channel_folder: onChannelFolder,
  user_topic: onUserTopic,
  muted_topics: onMutedTopics,
  realm_user: onRealmUser,
  user_group: onUserGroup,
  presence: onPresence,
  user_status: onUserStatus,
  muted_users: onMutedUsers,
  attachment: (replica) => replica,
  drafts: onDrafts,
  scheduled_messages: onScheduled,
  saved_snippets: onSavedSnippets,
  reminders: onReminders,
  navigation_view: onNavigationView,
  alert_words: onAlertWords,
  user_settings: onUserSettings,
  update_display_settings: onDisplaySettings,
  update_global_notifications: onGlobalNotifications,
  realm: onRealm,
  custom_profile_fields: onProfileFields,
  realm_emoji: onRealmEmoji,
  realm_linkifiers: onLinkifiers,
  realm_filters: onFilters,
  restart: onRestart,
  heartbeat: (replica) => replica,
};
