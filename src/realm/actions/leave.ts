/** Leaving streams, and taking others out of them. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import {
  effectiveMembers,
  isAdministrator,
  type Person,
  systemGroup,
} from "#realm/state/people.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { subscribersOf } from "#realm/views/stream.ts";
import { since } from "#wire/levels.ts";
import { notPermitted } from "./access.ts";
import { readName } from "./stream-settings.ts";
import { unsubscribe } from "./subscriptions.ts";
import { archiveStream } from "./update-stream.ts";

export type LeaveAnswer = {
  /** One name for each person and stream. */
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
};

/** Administrators, and of those who can see the stream, a bot's owner and whoever is in the group that it names. */
function mayRemove(server: Server, person: Person, stream: Stream, other: Person): boolean {
  if (isAdministrator(person) || other.id === person.id) return true;
  if (!canSee(person, stream)) return false;
  if (other.ownerId === person.id && server.level >= since.botSubscriptions) return true;
  const { people } = server.state;
  const group = stream.removers ?? systemGroup(people, "role:administrators");
  return effectiveMembers(people, group).has(person.id);
}

/** Throws unless all of the streams are there and may be left by all of the people. */
export function leave(
  server: Server,
  person: Person,
  names: readonly string[],
  people: readonly Person[],
): LeaveAnswer {
  const { byName } = server.state.streams;
  const wanted = new Map(names.map(readName).map((name) => [name.toLowerCase(), name]));
  const streams = [...wanted.keys()].flatMap((key) => byName.get(key) ?? []);
  const isAllowed = people.every((one) =>
    streams.every((stream) => mayRemove(server, person, stream, one)),
  );
  if (!isAllowed) throw notPermitted();
  const missing = [...wanted].flatMap(([key, name]) => (byName.has(key) ? [] : [name]));
  if (missing.length > 0) throw new Refusal(`Channel(s) (${missing.join(", ")}) do not exist`);
  const removed: string[] = [];
  const notRemoved: string[] = [];
  for (const stream of streams) {
    for (const one of people) {
      const isIn = stream.subscribers.has(one.id);
      (isIn ? removed : notRemoved).push(stream.name);
      if (isIn) unsubscribe(server, one, stream);
    }
    // A private stream without people is of no use to anybody.
    const isDeserted = stream.inviteOnly && subscribersOf(server, stream).length === 0;
    if (isDeserted && removed.includes(stream.name)) archiveStream(server, stream);
  }
  return { removed, notRemoved };
}
