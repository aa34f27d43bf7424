/** Streams that the person may see: they appear, change and vanish. */
import { type Batch, drop, get, put, values } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { GroupId, MessageId, StreamId, UserId } from "#wire/ids.ts";
import { since } from "#wire/levels.ts";
import { fromWireStream } from "./from-wire.ts";
import { withoutStream as withoutStreamHistories } from "./histories.ts";
import type { Picture } from "./picture.ts";
import type { Stream } from "./stream.ts";
import { withoutTopicsOf } from "./topics.ts";
import { dropStreamUnreads } from "./unreads.ts";

export function onStream(picture: Picture, event: EventOf<"stream">, batch: Batch): Picture {
  switch (event.op) {
    case "create":
      return event.streams.reduce((next, stream) => {
        const before = get(next.streams, stream.stream_id);
        const after = fromWireStream(stream, before?.subscription);
        const subscribers = after.subscribers ?? before?.subscribers ?? nobodyYet(next);
        return withStream(next, { ...after, subscribers }, batch);
      }, picture);
    case "delete":
      return event.streams.reduce(
        (next, stream) => withoutStream(next, stream.stream_id, batch),
        picture,
      );
    case "update":
      return onStreamUpdate(picture, event, batch);
  }
}

export function withStream(picture: Picture, stream: Stream, batch: Batch): Picture {
  return { ...picture, streams: put(picture.streams, stream.id, stream, batch) };
}

/** Where subscribers are kept, those of a new stream come by events that follow; elsewhere they stay unknown. */
function nobodyYet({ streams }: Picture): readonly UserId[] | undefined {
  const [any] = values(streams);
  return any?.subscribers === undefined ? undefined : [];
}

/**
 * Archived, or access was lost: no further event tells that its subscription and unread marks are gone.
 * Policies stay, because they are there again when access is.
 */
function withoutStream(picture: Picture, id: StreamId, batch: Batch): Picture {
  if (get(picture.streams, id) === undefined) return picture;
  const next = withoutTopicsOf(picture, id, batch);
  return {
    ...next,
    streams: drop(next.streams, id, batch),
    unreads: dropStreamUnreads(next.unreads, id, batch),
    histories: withoutStreamHistories(next.histories, id, batch),
  };
}

type Update = EventOf<"stream"> & { readonly op: "update" };

function onStreamUpdate(picture: Picture, event: Update, batch: Batch): Picture {
  const before = get(picture.streams, event.stream_id);
  if (before === undefined) return picture;
  const change = streamChange(event, picture.realm.featureLevel);
  if (change === undefined) return picture;
  const next = withStream(picture, { ...before, ...change }, batch);
  // Links to streams in rendered messages show the name.
  return event.property === "name" ? { ...next, namesRevision: next.namesRevision + 1 } : next;
}

/** Undefined for properties that are not kept. */
function streamChange(event: Update, level: number): Partial<Stream> | undefined {
  const { property, value } = event;
  // LEVEL(1): before it there was nothing but this; since, it says less than the policy beside it.
  if (property === "is_announcement_only" && level < since.postPolicy)
    return { postPolicy: value === true ? 2 : 1 };
  if (property === "name" && typeof value === "string") return { name: value };
  if (property === "description" && typeof value === "string") return { description: value };
  if (property === "message_retention_days") return retentionChange(value);
  if (property === "first_message_id") return firstChange(value);
  if (property === "invite_only") return privacyChange(event);
  if (typeof value !== "number") return undefined;
  if (property === "stream_post_policy") return { postPolicy: value };
  // LEVEL(197): `…_id` before it.
  const namesGroup = /^can_remove_subscribers_group(?:_id)?$/.test(property);
  return namesGroup ? { removers: value as GroupId } : undefined;
}

function retentionChange(value: unknown): Partial<Stream> | undefined {
  return typeof value === "number" || value === null ? { retentionDays: value } : undefined;
}

/** Null: nothing is left. */
function firstChange(value: unknown): Partial<Stream> | undefined {
  if (typeof value !== "number" && value !== null) return undefined;
  return { firstMessageId: value === null ? undefined : (value as MessageId) };
}

/** One event tells all three sides of it. */
function privacyChange({
  value,
  is_web_public: isWebPublic,
  history_public_to_subscribers: historyPublic,
}: Update): Partial<Stream> | undefined {
  if (typeof value !== "boolean") return undefined;
  return {
    isPrivate: value,
    ...(typeof isWebPublic === "boolean" && { isWebPublic }),
    ...(typeof historyPublic === "boolean" && { historyPublic }),
  };
}
