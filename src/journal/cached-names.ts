/** Cached names of streams and people, for a start without the server. */
import { z } from "zod";
import { newBatch, put } from "#base/table.ts";
import type { Person } from "#model/person.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import { streamId, userId } from "#wire/ids.ts";
import { roles } from "#wire/user.ts";

const keptStream = z.strictObject({
  id: streamId,
  name: z.string(),
  isPrivate: z.boolean(),
  isWebPublic: z.boolean(),
  /** Null: the person is not subscribed. */
  colour: z.string().nullable(),
});
const keptPerson = z.strictObject({ id: userId, name: z.string() });
const keptNames = z.strictObject({
  ownId: userId,
  streams: z.array(keptStream),
  people: z.array(keptPerson),
});

export type CachedNames = z.infer<typeof keptNames>;

/** The empty replica with the names that an earlier run stored, if they can be read. */
export function withCachedNames(replica: Replica, stored: unknown): Replica {
  const read = keptNames.safeParse(stored);
  if (!read.success || replica.epoch > 0) return replica;
  const { ownId, streams, people } = read.data;
  const batch = newBatch("kept names");
  return {
    ...replica,
    ownId,
    streams: streams
      .map(streamFrom)
      .reduce((all, one) => put(all, one.id, one, batch), replica.streams),
    people: people
      .map(personFrom)
      .reduce((all, one) => put(all, one.id, one, batch), replica.people),
  };
}

function streamFrom({ colour, ...stream }: z.infer<typeof keptStream>): Stream {
  return {
    ...stream,
    description: "",
    historyPublic: true,
    postPolicy: 1,
    retentionDays: null,
    removers: undefined,
    firstMessageId: undefined,
    weeklyTraffic: undefined,
    creatorId: undefined,
    createdAt: undefined,
    subscription:
      colour === null
        ? undefined
        : {
            colour,
            muted: false,
            pinned: false,
            desktopNotifications: null,
            audibleNotifications: null,
            pushNotifications: null,
            emailNotifications: null,
            wildcardMentionsNotify: null,
          },
    subscribers: undefined,
  };
}

function personFrom({ id, name }: z.infer<typeof keptPerson>): Person {
  return {
    id,
    name,
    email: "",
    role: roles.member,
    isBot: false,
    isActive: true,
    isBillingAdmin: false,
    deliveryEmail: undefined,
    timezone: "",
    botOwnerId: undefined,
    profile: {},
    avatar: { url: undefined, version: 1 },
  };
}
