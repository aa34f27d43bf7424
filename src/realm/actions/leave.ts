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

/** Administrators, and whoever can see the stream and is in the group that it names. */
function mayRemove({ state }: Server, person: Person, stream: Stream): boolean {
  if (isAdministrator(person)) return true;
  const group = stream.removers ?? systemGroup(state.people, "role:administrators");
  return canSee(person, stream) && effectiveMembers(state.people, group).has(person.id);
}

export function leave(
  server: Server,
  person: Person,
  names: readonly string[],
  people: readonly Person[],
): LeaveAnswer {
  const streams = streamsNamed(server, person, names);
  const touchesOthers = people.some(({ id }) => id !== person.id);
  if (touchesOthers && streams.some((stream) => !mayRemove(server, person, stream))) {
    throw notPermitted();
  }
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
