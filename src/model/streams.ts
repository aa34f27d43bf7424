/** Streams that the person may see: they appear, change and vanish. */
import { withoutEntry } from "#base/owned.ts";
import { type Batch, drop, get, put } from "#base/table.ts";
import type { EventOf } from "#wire/events.ts";
import type { StreamId } from "#wire/ids.ts";
import { fromWireStream } from "./from-wire.ts";
import { withoutStream as withoutStreamHistories } from "./histories.ts";
import type { Picture } from "./picture.ts";
import type { Stream } from "./stream.ts";
import { withoutTopicsOf } from "./topics.ts";
import { dropStreamUnreads, streamOfKey } from "./unreads.ts";

export function onStream(picture: Picture, event: EventOf<"stream">, batch: Batch): Picture {
  switch (event.op) {
    case "create":
      return event.streams.reduce((next, stream) => {
        const before = get(next.streams, stream.stream_id);
        const after = fromWireStream(stream, before?.subscription);
        const subscribers = after.subscribers ?? before?.subscribers;
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

/** Archived, or access was lost: no further event tells that its subscription, unread marks and policies are gone. */
function withoutStream(picture: Picture, id: StreamId, batch: Batch): Picture {
  if (get(picture.streams, id) === undefined) return picture;
  let { policies } = picture;
  for (const key of [...policies.keys()]) {
    if (streamOfKey(key) === id) policies = withoutEntry(policies, key, batch);
  }
  const next = withoutTopicsOf(picture, id, batch);
  return {
    ...next,
    policies,
    streams: drop(next.streams, id, batch),
    unreads: dropStreamUnreads(next.unreads, id, batch),
    histories: withoutStreamHistories(next.histories, id, batch),
  };
}

type Update = EventOf<"stream"> & { readonly op: "update" };

function onStreamUpdate(picture: Picture, event: Update, batch: Batch): Picture {
  const before = get(picture.streams, event.stream_id);
  if (before === undefined) return picture;
  const change = streamChange(event);
  if (change === undefined) return picture;
  const next = withStream(picture, { ...before, ...change }, batch);
  // Links to streams in rendered messages show the name.
  return event.property === "name" ? { ...next, namesRevision: next.namesRevision + 1 } : next;
}

/** Undefined for properties that are not kept. */
function streamChange(event: Update): Partial<Stream> | undefined {
  const { property, value } = event;
  if (property === "name" && typeof value === "string") return { name: value };
  if (property === "description" && typeof value === "string") return { description: value };
  if (property === "stream_post_policy" && typeof value === "number") return { postPolicy: value };
  if (property !== "invite_only" || typeof value !== "boolean") return undefined;
  const isWebPublic = event["is_web_public"];
  return { isPrivate: value, ...(typeof isWebPublic === "boolean" ? { isWebPublic } : {}) };
}
