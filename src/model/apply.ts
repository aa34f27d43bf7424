/** How each event changes the picture: one line an event type, one file a noun. */
import type { Batch } from "#base/table.ts";
import type { Event } from "#wire/events.ts";
import { onDrafts, onScheduled } from "./drafts.ts";
import { onFlags } from "./flags.ts";
import { onFilters, onLinkifiers, onProfileFields, onRealmEmoji } from "./furniture.ts";
import { onUserGroup } from "./groups.ts";
import {
  onDeleteMessage,
  onMessage,
  onReaction,
  onSubmessage,
  onUpdateMessage,
} from "./messages.ts";
import { onMutedUsers, onPresence, onRealmUser, onUserStatus } from "./people.ts";
import type { Picture } from "./picture.ts";
import { onMutedTopics, onUserTopic } from "./policies.ts";
import {
  onAlertWords,
  onDisplaySettings,
  onGlobalNotifications,
  onRealm,
  onRestart,
  onUserSettings,
} from "./settings.ts";
import { onStream } from "./streams.ts";
import { onSubscription } from "./subscriptions.ts";
import { onTyping } from "./typing.ts";
import { onAttachment } from "./uploads.ts";

/**
 * The picture after one event; the same picture when it changes nothing or was applied before.
 *
 * `now` in UNIX milliseconds. Whoever passes the same `batch` again may not have shown or kept what came between.
 */
export function apply(picture: Picture, event: Event, batch: Batch, now: number): Picture {
  if (event.id <= picture.lastEvent) return picture;
  const next = changedBy(picture, event, batch, now);
  return next === picture ? picture : { ...next, lastEvent: event.id };
}

/** All of `events` in their order, as one batch. */
export function applyAll(
  picture: Picture,
  events: Iterable<Event>,
  batch: Batch,
  now: number,
): Picture {
  let next = picture;
  for (const event of events) next = apply(next, event, batch, now);
  return next;
}

function changedBy(picture: Picture, event: Event, batch: Batch, now: number): Picture {
  switch (event.type) {
    case "message":
      return onMessage(picture, event, batch);
    case "update_message":
      return onUpdateMessage(picture, event, batch);
    case "delete_message":
      return onDeleteMessage(picture, event, batch);
    case "update_message_flags":
      return onFlags(picture, event, batch);
    case "reaction":
      return onReaction(picture, event, batch);
    case "submessage":
      return onSubmessage(picture, event, batch);
    case "typing":
      return onTyping(picture, event, batch, now);
    case "subscription":
      return onSubscription(picture, event, batch);
    case "stream":
      return onStream(picture, event, batch);
    case "user_topic":
      return onUserTopic(picture, event, batch);
    case "muted_topics":
      return onMutedTopics(picture, event);
    default:
      return changedByTheRest(picture, event, batch);
  }
}

type MessageEventType =
  | "message"
  | "update_message"
  | "delete_message"
  | "update_message_flags"
  | "reaction"
  | "submessage"
  | "typing"
  | "subscription"
  | "stream"
  | "user_topic"
  | "muted_topics";

/** People, and what the server keeps for the person beside messages. */
function changedByTheRest(
  picture: Picture,
  event: Exclude<Event, { readonly type: MessageEventType }>,
  batch: Batch,
): Picture {
  switch (event.type) {
    case "realm_user":
      return onRealmUser(picture, event, batch);
    case "user_group":
      return onUserGroup(picture, event, batch);
    case "presence":
      return onPresence(picture, event, batch);
    case "user_status":
      return onUserStatus(picture, event, batch);
    case "muted_users":
      return onMutedUsers(picture, event);
    case "attachment":
      return onAttachment(picture, event);
    case "drafts":
      return onDrafts(picture, event, batch);
    case "scheduled_messages":
      return onScheduled(picture, event, batch);
    default:
      return changedByTheRealm(picture, event);
  }
}

type PersonalEventType =
  | MessageEventType
  | "realm_user"
  | "user_group"
  | "presence"
  | "user_status"
  | "muted_users"
  | "attachment"
  | "drafts"
  | "scheduled_messages";

/** Settings, and what administrators set up for everybody. */
function changedByTheRealm(
  picture: Picture,
  event: Exclude<Event, { readonly type: PersonalEventType }>,
): Picture {
  switch (event.type) {
    case "alert_words":
      return onAlertWords(picture, event);
    case "user_settings":
      return onUserSettings(picture, event);
    case "update_display_settings":
      return onDisplaySettings(picture, event);
    case "update_global_notifications":
      return onGlobalNotifications(picture, event);
    case "realm":
      return onRealm(picture, event);
    case "custom_profile_fields":
      return onProfileFields(picture, event);
    case "realm_emoji":
      return onRealmEmoji(picture, event);
    case "realm_linkifiers":
      return onLinkifiers(picture, event);
    case "realm_filters":
      return onFilters(picture, event);
    case "restart":
      return onRestart(picture, event);
    case "heartbeat":
      return picture;
  }
}
