/** The wire format of streams and subscriptions. */

import { sorted } from "#base/sorted.ts";
import { keysAt } from "#realm/levels.ts";
import { knowsOf, streamValue, valuesAt } from "#realm/permissions.ts";
import type { Server } from "#realm/server.ts";
import { userSetting } from "#realm/settings/user.ts";
import { dummyDomain, type Person } from "#realm/state/people.ts";
import {
  freshSubscription,
  type Personal,
  type SubscriptionSettings,
} from "#realm/state/personal.ts";
import type { QueueOptions } from "#realm/state/queues.ts";
import { type Folder, type Stream, wasEverSubscribed } from "#realm/state/streams.ts";
import { since } from "#wire/levels.ts";
import type { StreamPermission } from "#wire/permission.ts";

export function streamView(server: Server, stream: Stream) {
  const { messages } = server.state;
  return keysAt(server.level, {
    ...valuesAt(server.level, "stream", (name: StreamPermission) =>
      streamValue(server, stream, name),
    ),
    creator_id: stream.creatorId,
    date_created: stream.createdAt,
    description: stream.description,
    first_message_id: messages.ofStream.get(stream.id)?.[0] ?? null,
    history_public_to_subscribers: stream.historyPublic,
    invite_only: stream.inviteOnly,
    is_archived: stream.isArchived,
    is_recently_active: true,
    folder_id: stream.folderId,
    subscriber_count: activeIn(server, stream),
    is_announcement_only: stream.postPolicy === 2,
    is_web_public: stream.isWebPublic,
    message_retention_days: stream.retention,
    name: stream.name,
    rendered_description:
      stream.description === "" ? "" : server.render(stream.description.trimEnd()).html,
    stream_id: stream.id,
    stream_post_policy: stream.postPolicy,
    topics_policy: stream.topicsPolicy,
    default_push_notifications: stream.pushDefault,
    stream_weekly_traffic: stream.weeklyTraffic,
  });
}

function activeIn({ state, level }: Server, { subscribers }: Stream): number {
  if (level < since.subscriberCounts) return 0;
  let count = 0;
  for (const id of subscribers) if (state.people.byId.get(id)?.isActive === true) count += 1;
  return count;
}

/** What tells that streams disappeared. */
export function deletionOf(server: Server, streams: readonly Stream[]) {
  if (server.level < since.deletedStreamIds)
    return { op: "delete", streams: streams.map((stream) => streamView(server, stream)) };
  const ids = streams.map(({ id }) => id);
  return { op: "delete", stream_ids: ids, streams: ids.map((stream_id) => ({ stream_id })) };
}

/** Whether the client wants to know of archived streams; to others they are gone. */
export function readsArchived(
  { level }: Server,
  { capabilities }: Pick<QueueOptions, "capabilities">,
): boolean {
  return level >= since.archivedStreams && capabilities?.archived_channels === true;
}

/** All folders, in order. */
export function foldersView(server: Server) {
  return server.state.folders.map((folder, at) => folderView(server, folder, at));
}

/** LEVEL(414): without an order before it. */
export function folderView({ level, render }: Server, folder: Folder, order: number) {
  const { id, name, description, creatorId, createdAt, isArchived } = folder;
  return {
    id,
    name,
    description,
    rendered_description: description === "" ? "" : render(description).html,
    creator_id: creatorId,
    date_created: createdAt,
    is_archived: isArchived,
    ...(level < since.folderOrder ? {} : { order }),
  };
}

/** For clients without the capability for null, overrides are replaced by the general settings. */
export type SubscriptionForm = Pick<QueueOptions, "includeSubscribers" | "capabilities">;

/** The general setting for each override, except wildcard mentions, which were always null. */
const generalOverrides = {
  desktop_notifications: "enable_stream_desktop_notifications",
  email_notifications: "enable_stream_email_notifications",
  push_notifications: "enable_stream_push_notifications",
  audible_notifications: "enable_stream_audible_notifications",
} as const;

type Overrides = SubscriptionSettings["overrides"];

function filled(personal: Personal, overrides: Overrides) {
  const general = Object.entries(generalOverrides).map(
    ([key, setting]) => [key, userSetting(personal, setting) === true] as const,
  );
  const overridden = Object.entries(overrides).filter(([, value]) => value !== null);
  return { ...overrides, ...Object.fromEntries([...general, ...overridden]) };
}

/** The stream's email address. */
export function mailAddress({ id, name }: Stream): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${slug}.${id}.show-sender@${dummyDomain}`;
}

export function subscriptionView(
  server: Server,
  personal: Personal,
  stream: Stream,
  { includeSubscribers, capabilities }: SubscriptionForm,
) {
  const subscription = personal.subscriptions.get(stream.id) ?? freshSubscription(stream.color);
  return keysAt(server.level, {
    ...streamView(server, stream),
    color: subscription.color,
    in_home_view: !subscription.isMuted,
    is_muted: subscription.isMuted,
    pin_to_top: subscription.pinToTop,
    ...(capabilities?.notification_settings_null
      ? subscription.overrides
      : filled(personal, subscription.overrides)),
    email_address: mailAddress(stream),
    ...(includeSubscribers ? { subscribers: subscribersOf(server, stream) } : {}),
  });
}

/** The active subscribers. */
export function subscribersOf(server: Server, stream: Stream): readonly number[] {
  const { byId } = server.state.people;
  return sorted([...stream.subscribers].filter((id) => byId.get(id)?.isActive === true));
}

/** All streams known to the person and the client, grouped by subscription, sorted by name. */
export function sortStreams(
  server: Server,
  person: Person,
  options: Pick<QueueOptions, "capabilities">,
) {
  const seen = [...server.state.streams.byId.values()]
    .filter(
      (stream) =>
        knowsOf(server, person, stream) && (!stream.isArchived || readsArchived(server, options)),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const subscribed = seen.filter((stream) => stream.subscribers.has(person.id));
  const left = seen.filter(
    (stream) => !stream.subscribers.has(person.id) && wasEverSubscribed(stream, person.id),
  );
  const never = seen.filter((stream) => !wasEverSubscribed(stream, person.id));
  return { subscribed, left, never };
}

export function neverSubscribedView(server: Server, stream: Stream, includeSubscribers: boolean) {
  return {
    ...streamView(server, stream),
    ...(includeSubscribers ? { subscribers: subscribersOf(server, stream) } : {}),
  };
}
