/** Cached names of streams and people, for a start without the server. */
import * as z from "zod";
import { tableOf } from "#base/table.ts";
import { fromWirePerson, fromWireStream, fromWireSubscription } from "#model/from-wire.ts";
import type { Replica } from "#model/replica.ts";
import { streamId, userId } from "#wire/ids.ts";

const cachedStream = z.strictObject({
  id: streamId,
  name: z.string(),
  isPrivate: z.boolean(),
  isWebPublic: z.boolean(),
  /** Null: the user is not subscribed. */
  colour: z.string().nullable(),
});
const cachedPerson = z.strictObject({ id: userId, name: z.string() });
const cachedNames = z.strictObject({
  ownId: userId,
  streams: z.array(cachedStream),
  people: z.array(cachedPerson),
});

export type CachedNames = z.infer<typeof cachedNames>;

/** The empty replica with the names that an earlier run stored, if they can be read. */
export function withCachedNames(replica: Replica, stored: unknown): Replica {
  const read = cachedNames.safeParse(stored);
  if (!read.success || replica.epoch > 0) return replica;
  const { ownId, streams, people } = read.data;
  return {
    ...replica,
    ownId,
    streams: tableOf(streams.map(streamFrom), ({ id }) => id),
    people: tableOf(
      people.map(({ id, name }) => fromWirePerson({ user_id: id, full_name: name, email: "" })),
      ({ id }) => id,
    ),
  };
}

function streamFrom({ id, name, isPrivate, isWebPublic, colour }: z.infer<typeof cachedStream>) {
  const stream = {
    stream_id: id,
    name,
    description: "",
    invite_only: isPrivate,
    is_web_public: isWebPublic,
    history_public_to_subscribers: true,
  };
  return colour === null
    ? fromWireStream(stream)
    : fromWireSubscription({ ...stream, color: colour });
}
