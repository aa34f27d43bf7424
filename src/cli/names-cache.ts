/** Names that verbs have seen, cached between runs for completion, and for recipients without a connection. */
import { get, tableOf, values } from "#base/table.ts";
import { fromWirePerson, fromWireStream } from "#model/from-wire.ts";
import type { Replica } from "#model/replica.ts";
import { emptyReplica } from "#model/replica.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import type { User } from "#wire/user.ts";

export type CachedNames = {
  readonly ownId: number;
  readonly streams: readonly (readonly [id: number, name: string])[];
  /** Streams that were listed once, the latest last. */
  readonly gone: readonly (readonly [id: number, name: string])[];
  readonly people: readonly (readonly [id: number, name: string, email: string])[];
  /** By stream ID. */
  readonly topics: Readonly<Record<string, readonly string[]>>;
};

export const noNames: CachedNames = { ownId: 0, streams: [], gone: [], people: [], topics: {} };

/** Undefined if the text has another format than this version's. */
export function parseNames(text: string | undefined): CachedNames | undefined {
  try {
    const { ownId, streams, gone = [], people, topics } = JSON.parse(text ?? "");
    const lists = [streams, gone, people].every(Array.isArray);
    const isWhole = typeof ownId === "number" && lists && typeof topics === "object";
    return isWhole ? { ownId, streams, gone, people, topics } : undefined;
  } catch {
    return undefined;
  }
}

/** Updated from the replica; parts that it lacks stay. */
export function namesFrom(known: CachedNames, replica: Replica): CachedNames {
  const streams = [...values(replica.streams)].map(({ id, name }) => [id, name] as const);
  const people = [...values(replica.people)]
    .filter(({ isActive }) => isActive)
    .map(({ id, name, email }) => [id, name, email] as const);
  return {
    ...known,
    ownId: replica.ownId,
    ...(streams.length > 0 && { streams, gone: goneIn(known, replica) }),
    ...(people.length > 0 && { people }),
  };
}

const mostGone = 200;

function goneIn({ gone, streams }: CachedNames, replica: Replica): CachedNames["gone"] {
  const all = new Map([...gone, ...streams]);
  return [...all]
    .filter(([id]) => get(replica.streams, id as StreamId) === undefined)
    .slice(-mostGone);
}

/** Streams that were listed once, and are not in the replica. */
export function goneStreams(known: CachedNames, replica: Replica = emptyReplica) {
  return goneIn(known, replica).map(([id, name]) => ({ id, name }));
}

export function withUsers(known: CachedNames, users: readonly User[]): CachedNames {
  const people = users
    .filter(({ is_active: isActive = true }) => isActive)
    .map((user) => [user.user_id, user.full_name, user.email] as const);
  return { ...known, people };
}

export function withTopics(
  known: CachedNames,
  streamId: StreamId,
  topics: readonly string[],
): CachedNames {
  return { ...known, topics: { ...known.topics, [streamId]: topics.slice(0, 500) } };
}

/** A replica with only the cached names. */
export function replicaOf({ ownId, streams, people }: CachedNames): Replica {
  return {
    ...emptyReplica,
    ownId: ownId as UserId,
    streams: tableOf(
      streams.map(([id, name]) =>
        fromWireStream({
          stream_id: id as StreamId,
          name,
          description: "",
          invite_only: false,
        }),
      ),
      ({ id }) => id,
    ),
    people: tableOf(
      people.map(([id, name, email]) =>
        fromWirePerson({ user_id: id as UserId, full_name: name, email }),
      ),
      ({ id }) => id,
    ),
  };
}
