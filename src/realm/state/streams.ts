/** Streams and their subscribers, with the message IDs of joining and leaving. */

import type { Blueprint, BlueprintStream } from "#realm/seed/blueprint.ts";
import type { GroupId, UserId } from "#wire/ids.ts";
import type { GroupSetting, StreamPermission } from "#wire/permission.ts";
import type { TopicsPolicy } from "#wire/stream.ts";

/** A subscription from message ID `from` until `until` (exclusive; undefined: ongoing). */
export type Span = { readonly from: number; readonly until: number | undefined };

export type Stream = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly inviteOnly: boolean;
  readonly isWebPublic: boolean;
  /** Whether new subscribers can read earlier messages. */
  readonly historyPublic: boolean;
  /** 1 anybody, 2 administrators, 3 full members, 4 moderators. */
  readonly postPolicy: number;
  readonly topicsPolicy: TopicsPolicy;
  /** Whether mobile notifications are on for those who join it for the first time. */
  readonly pushDefault: boolean;
  readonly color: string;
  /** UNIX seconds. */
  readonly createdAt: number;
  /** Days; null: the realm's default; -1: forever. */
  readonly retention: number | null;
  /** Who may do what, where that was set. */
  readonly permissions: Readonly<Partial<Record<StreamPermission, GroupSetting>>>;
  readonly creatorId: number | null;
  /** Null: in no folder. */
  readonly folderId: number | null;
  /** Messages per week, counted when the realm is created; null: the stream is too young. */
  readonly weeklyTraffic: number | null;
  /** Whether new people are subscribed. */
  readonly isDefault: boolean;
  readonly isArchived: boolean;
  /** LEVEL(315): archived by an older server, which keeps neither its subscribers nor what is unread. */
  readonly isGone: boolean;
  readonly subscribers: Set<number>;
  /** Subscription changes since the realm's creation; for everybody else, `subscribers` holds for all messages. */
  readonly spans: Map<number, readonly Span[]>;
};

/** A stream without its subscribers. */
export type StreamFacts = Omit<Stream, "subscribers" | "spans">;

export function streamFacts({ subscribers: _, spans: __, ...facts }: Stream): StreamFacts {
  return facts;
}

/** A folder of streams. */
export type Folder = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly creatorId: number | null;
  /** UNIX seconds. */
  readonly createdAt: number;
  readonly isArchived: boolean;
};

export type TopicPlace = { readonly stream: Stream; readonly topic: string };

export type Streams = {
  readonly byId: Map<number, Stream>;
  /** By lower-cased name. */
  readonly byName: Map<string, Stream>;
};

const postPolicies = { administrators: 2, moderators: 4 } as const;

const weekSeconds = 7 * 86_400;

/** How many messages each stream got in the week before the newest one. */
function trafficIn({ messages }: Blueprint): ReadonlyMap<number, number> {
  const newest = messages.reduce((latest, { sentAt }) => Math.max(latest, sentAt), 0);
  const counts = new Map<number, number>();
  for (const message of messages) {
    if (!("streamId" in message) || message.sentAt <= newest - weekSeconds) continue;
    counts.set(message.streamId, (counts.get(message.streamId) ?? 0) + 1);
  }
  return counts;
}

function settingOf({ people, groups }: NonNullable<BlueprintStream["posters"]>): GroupSetting {
  return { direct_members: people as UserId[], direct_subgroups: groups as GroupId[] };
}

function streamOf(drawn: BlueprintStream, traffic: ReadonlyMap<number, number>): Stream {
  return {
    id: drawn.id,
    name: drawn.name,
    description: drawn.description,
    inviteOnly: drawn.inviteOnly ?? false,
    isWebPublic: drawn.isWebPublic ?? false,
    historyPublic: !(drawn.inviteOnly ?? false),
    topicsPolicy: drawn.topicsPolicy ?? "inherit",
    pushDefault: false,
    postPolicy: drawn.postPolicy === undefined ? 1 : postPolicies[drawn.postPolicy],
    color: drawn.color,
    createdAt: drawn.createdAt,
    retention: null,
    permissions:
      drawn.posters === undefined ? {} : { can_send_message_group: settingOf(drawn.posters) },
    creatorId: null,
    folderId: drawn.folderId ?? null,
    weeklyTraffic: traffic.get(drawn.id) ?? 0,
    isDefault: drawn.isDefault ?? false,
    isArchived: false,
    isGone: false,
    subscribers: new Set(drawn.subscribers),
    spans: new Map(),
  };
}

export function streamsOf(blueprint: Blueprint): Streams {
  const traffic = trafficIn(blueprint);
  const all = blueprint.streams.map((drawn) => streamOf(drawn, traffic));
  return {
    byId: new Map(all.map((stream) => [stream.id, stream])),
    byName: new Map(all.map((stream) => [stream.name.toLowerCase(), stream])),
  };
}

/** Adds or updates a stream, keeping its subscribers. One that is gone becomes private and loses its name. */
export function saveStream({ byId, byName }: Streams, facts: StreamFacts): void {
  const before = byId.get(facts.id);
  const { subscribers = new Set<number>(), spans = new Map<number, readonly Span[]>() } =
    before ?? {};
  // A state file of an older version has none of these.
  const {
    permissions = {},
    isGone = facts.isArchived,
    folderId = null,
  }: Partial<StreamFacts> = facts;
  const inviteOnly = facts.inviteOnly || isGone;
  const stream = { ...facts, permissions, isGone, folderId, inviteOnly, subscribers, spans };
  const oldName = before?.name.toLowerCase() ?? "";
  if (byName.get(oldName)?.id === stream.id) byName.delete(oldName);
  byId.set(stream.id, stream);
  if (!isGone) byName.set(stream.name.toLowerCase(), stream);
}

/** Whether `userId` was subscribed when message `id` was sent. */
export function wasSubscribed(stream: Stream, userId: number, id: number): boolean {
  const spans = stream.spans.get(userId);
  if (spans === undefined) return stream.subscribers.has(userId);
  return spans.some(({ from, until }) => from <= id && (until === undefined || id < until));
}

/** Whether the person was ever subscribed: registers distinguish former subscriptions from others. */
export function wasEverSubscribed(stream: Stream, userId: number): boolean {
  return stream.subscribers.has(userId) || stream.spans.has(userId);
}

export function join(stream: Stream, userId: number, nextMessage: number): void {
  if (stream.subscribers.has(userId)) return;
  const before = stream.spans.get(userId) ?? [];
  stream.spans.set(userId, [...before, { from: nextMessage, until: undefined }]);
  stream.subscribers.add(userId);
}

export function leave(stream: Stream, userId: number, nextMessage: number): void {
  if (!stream.subscribers.has(userId)) return;
  const before = stream.spans.get(userId) ?? [{ from: 0, until: undefined }];
  const last = before.at(-1) ?? { from: 0, until: undefined };
  stream.spans.set(userId, [...before.slice(0, -1), { ...last, until: nextMessage }]);
  stream.subscribers.delete(userId);
}
