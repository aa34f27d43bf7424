/** Routes for presence, typing notifications, and muting people. */
import { noSuchUser } from "#realm/actions/access.ts";
import { messageType } from "#realm/actions/addressee.ts";
import { markRead } from "#realm/actions/flags.ts";
import { ping, presenceStep, presencesView } from "#realm/actions/presence.ts";
import { typeInStream, typeToPeople } from "#realm/actions/type.ts";
import { Refusal } from "#realm/failures.ts";
import { announceTo, commit, now } from "#realm/server.ts";
import { personalOf } from "#realm/state/state.ts";
import { mutedPeopleView } from "#realm/views/person.ts";
import { startTyping } from "#wire/endpoints/messages.ts";
import { getPresence, updatePresence } from "#wire/endpoints/status.ts";
import { mutePerson, unmutePerson } from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const peopleRoutes = [
  action(startTyping, type, { raw: ["type"] }),
  route(updatePresence, presence),
  route(getPresence, ({ server }) => ({
    presences: presencesView(server, false),
    server_timestamp: server.clock.now() / 1000,
  })),
  action(mutePerson, mute),
  action(unmutePerson, unmute),
];

/** LEVEL(215): `private` is refused since then; before it, `to` contained a stream's ID. */
function type({ server, person, values, text }: RouteRequest<typeof startTyping.parameters>) {
  const named = text("type") ?? "direct";
  const modern = server.level >= since.directTyping;
  if (modern && named === "private") throw new Refusal("Invalid type");
  const { op } = values;
  if (named !== "direct" && messageType(server.level, named) === "stream") {
    const streamId = modern ? values.stream_id : values.to?.[0];
    if (streamId === undefined)
      throw new Refusal(`Missing '${modern ? "stream_id" : "to"}' argument`);
    if (values.topic === undefined) throw new Refusal("Missing topic");
    typeInStream(server, person, op, streamId, values.topic);
    return;
  }
  if (values.to === undefined) throw new Refusal("Missing 'to' argument");
  typeToPeople(server, person, op, values.to);
}

function presence({ server, person, values }: RouteRequest<typeof updatePresence.parameters>) {
  const { status, last_update_id: last } = values;
  if (status !== "active" && status !== "idle") throw new Refusal(`Invalid status: ${status}`);
  ping(server, person, status);
  if (values.ping_only === true) return {};
  const slim = values.slim_presence === true || last !== undefined;
  return {
    presence_last_update_id: presenceStep(server, last),
    server_timestamp: server.clock.now() / 1000,
    presences: presencesView(server, slim, last),
  };
}

/** Marks their messages read, including later ones. */
function mute(request: RouteRequest): void {
  const { server, person, id } = request;
  if (id === person.id) throw new Refusal("Cannot mute self");
  const { byId } = server.state.messages;
  const { mutedPeople, unread } = personalOf(server.state, person.id);
  if (!server.state.people.byId.has(id)) throw noSuchUser();
  if (mutedPeople.has(id)) throw new Refusal("User already muted");
  const theirs = [...unread].filter((one) => byId.get(one)?.senderId === id);
  markRead(server, person, theirs);
  setMuted(request, now(server));
}

function unmute(request: RouteRequest): void {
  const { server, person, id } = request;
  if (!server.state.people.byId.has(id)) throw noSuchUser();
  const { mutedPeople } = personalOf(server.state, person.id);
  if (!mutedPeople.has(id)) throw new Refusal("User is not muted");
  setMuted(request, undefined);
}

function setMuted({ server, person, id }: RouteRequest, at: number | undefined): void {
  commit(server, { kind: "person muted", userId: person.id, otherId: id, at });
  const muted_users = mutedPeopleView(personalOf(server.state, person.id));
  announceTo(server, person.id, "muted_users", { muted_users });
}
