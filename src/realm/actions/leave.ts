/** Leaving streams, and taking others out of them. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import {
  effectiveMembers,
  isAdministrator,
  isGuest,
  type Person,
  systemGroup,
} from "#realm/state/people.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { since } from "#wire/levels.ts";
import { notPermitted } from "./access.ts";
import { mayCreateStreams } from "./join.ts";
import { unsubscribe } from "./subscriptions.ts";
import { archiveStream } from "./update-stream.ts";

export type LeaveAnswer = {
  /** One name for each person and stream. */
  readonly removed: readonly string[];
  readonly notRemoved: readonly string[];
};

function streamsNamed(server: Server, person: Person, names: readonly string[]): Stream[] {
  const found = names.map((name) => server.state.streams.byName.get(name.trim().toLowerCase()));
  const missing = names.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) {
    if (isGuest(person) || !mayCreateStreams(server, person)) throw notPermitted();
    throw new Refusal(`Channel(s) (${missing.join(", ")}) do not exist`);
  }
  return found.filter((stream) => stream !== undefined);
}

/** Administrators, and of those who can see the stream, a bot's owner and whoever is in the group that it names. */
function mayRemove(server: Server, person: Person, stream: Stream, other: Person): boolean {
  if (isAdministrator(person) || other.id === person.id) return true;
  if (!canSee(person, stream)) return false;
  if (other.ownerId === person.id && server.level >= since.botSubscriptions) return true;
  const { people } = server.state;
  const group = stream.removers ?? systemGroup(people, "role:administrators");
  return effectiveMembers(people, group).has(person.id);
}

/** The streams of those names; throws unless all may be left by all of them. */
export function streamsToLeave(
  server: Server,
  person: Person,
  names: readonly string[],
  people: readonly Person[],
): readonly Stream[] {
  const streams = streamsNamed(server, person, names);
  const isAllowed = people.every((one) =>
    streams.every((stream) => mayRemove(server, person, stream, one)),
  );
  if (!isAllowed) throw notPermitted();
  if (people.some(({ isActive }) => !isActive)) throw new Refusal("User is deactivated");
  return streams;
}

export function leave(
  server: Server,
  person: Person,
  names: readonly string[],
  people: readonly Person[],
): LeaveAnswer {
  const streams = streamsToLeave(server, person, names, people);
  const removed: string[] = [];
  const notRemoved: string[] = [];
  for (const stream of streams) {
    for (const one of people) {
      const isIn = stream.subscribers.has(one.id);
      (isIn ? removed : notRemoved).push(stream.name);
      if (isIn) unsubscribe(server, one, stream);
    }
    // A private stream without people is of no use to anybody.
    if (stream.inviteOnly && stream.subscribers.size === 0 && removed.includes(stream.name)) {
      archiveStream(server, stream);
    }
  }
  return { removed, notRemoved };
}
