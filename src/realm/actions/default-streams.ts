/** The streams that newcomers are put into: administrators' to change. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, everybody, type Server } from "#realm/server.ts";
import { isGuest, type Person } from "#realm/state/people.ts";
import { streamFacts } from "#realm/state/streams.ts";
import { defaultStreamsView } from "#realm/views/stream.ts";
import { visibleStream } from "./access.ts";

export function setDefault(server: Server, person: Person, id: number, isDefault: boolean): void {
  const stream = visibleStream(server, person, id);
  if (isDefault && stream.inviteOnly) {
    throw new Refusal("Private channels cannot be made default.");
  }
  // What goes is told even where it was not there; what comes is not.
  if (isDefault && stream.isDefault) return;
  commit(server, { kind: "stream saved", stream: { ...streamFacts(stream), isDefault } });
  tellDefaults(server);
}

/** Tells everybody but guests. */
export function tellDefaults(server: Server): void {
  const { byId } = server.state.people;
  announce(server, "default_streams", everybody, ({ userId }) => {
    const person = byId.get(userId);
    if (person === undefined || isGuest(person)) return undefined;
    return { default_streams: defaultStreamsView(server, person) };
  });
}
