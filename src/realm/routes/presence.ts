/** Presence, which is not persisted; typing notifications; and muting people. */

import { noSuchUser, visibleStream } from "#realm/actions/access.ts";
import { messageType, personById, requirePosting } from "#realm/actions/addressee.ts";
import { requireEditable } from "#realm/actions/edit.ts";
import { topicMeant } from "#realm/empty-topic.ts";
import { noSuchMessage, Refusal } from "#realm/failures.ts";
import { mayRead } from "#realm/permissions.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, announceTo, commit, everybody, now, type Server } from "#realm/server.ts";
import { realmSetting } from "#realm/settings/realm.ts";
import { userSetting } from "#realm/settings/user.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import type { Queue, QueueOptions } from "#realm/state/queues.ts";
import { personalOf, streamOf } from "#realm/state/state.ts";
import { mutedPeopleView } from "#realm/views/person.ts";
import { presenceStep, presencesView } from "#realm/views/presence.ts";
import { startEditTyping, startTyping } from "#wire/endpoints/messages.ts";
import { getPresence, updatePresence } from "#wire/endpoints/status.ts";
import { mutePerson, unmutePerson } from "#wire/endpoints/topics.ts";
import { since } from "#wire/levels.ts";
import { markRead } from "./flags.ts";

export const routes = [
  /** LEVEL(215): `private` is refused since then; before it, `to` contained a stream's ID. */
  action([startTyping, { raw: ["type"] }], ({ server, person, values, text }) => {
    const named = text("type") ?? "direct";
    const modern = server.level >= since.directTyping;
    if (modern && named === "private") throw new Refusal("Invalid type");
    const { op } = values;
    if (named !== "direct" && messageType(server.level, named) === "stream") {
      const streamId = modern ? values.stream_id : values.to?.[0];
      if (streamId === undefined)
        throw new Refusal(`Missing '${modern ? "stream_id" : "to"}' argument`);
      if (values.topic === undefined) throw new Refusal("Missing topic");
      typeInStream(server, person, op, streamId, topicMeant(server, values.topic));
      return;
    }
    if (values.to === undefined) throw new Refusal("Missing 'to' argument");
    typeToPeople(server, person, op, values.to);
  }),
  action(startEditTyping, ({ server, person, values, id }) => {
    const message = server.state.messages.byId.get(id);
    if (message === undefined || !mayRead(server, person, message)) throw noSuchMessage();
    requireEditable(server, person, message);
    typeInMessage(server, person, values.op, message);
  }),
  route(updatePresence, ({ server, person, values }) => {
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
  }),
  route(getPresence, ({ server }) => ({
    presences: presencesView(server, false),
    server_timestamp: server.clock.now() / 1000,
  })),
  /** Marks their messages read, including later ones. */
  action(mutePerson, (request) => {
    const { server, person, personal, id } = request;
    if (id === person.id) throw new Refusal("Cannot mute self");
    const { byId } = server.state.messages;
    const { mutedPeople, unread } = personal;
    if (!server.state.people.byId.has(id)) throw noSuchUser();
    if (mutedPeople.has(id)) throw new Refusal("User already muted");
    const theirs = [...unread].filter((one) => byId.get(one)?.senderId === id);
    markRead(server, person, theirs);
    setMuted(request, now(server));
  }),
  action(unmutePerson, (request) => {
    const { server, personal, id } = request;
    if (!server.state.people.byId.has(id)) throw noSuchUser();
    if (!personal.mutedPeople.has(id)) throw new Refusal("User is not muted");
    setMuted(request);
  }),
];

function setMuted({ server, person, personal, id }: RouteRequest, at?: number): void {
  commit(server, { kind: "person muted", userId: person.id, otherId: id, at });
  const muted_users = mutedPeopleView(personal);
  announceTo(server, person.id, "muted_users", { muted_users });
}

// Presence: reporting it, and showing it to others. Not persisted.

/** Somebody active within this time is still online: another ping is not announced. */
const freshSeconds = 130;

/** In realms with more people than this, there are no events: clients must poll. */
const maxAnnounced = 100;

/** More recent presence is not updated. */
const minUpdateSeconds = 55;

export function ping(server: Server, person: Person, status: "active" | "idle"): void {
  const personal = personalOf(server.state, person.id);
  if (userSetting(personal, "presence_enabled") !== true) return;
  const seconds = now(server);
  const before = server.presences.get(person.id) ?? { active: 0, idle: 0 };
  const renewed = (at: number) => (seconds - at > minUpdateSeconds ? seconds : at);
  const active = status === "active" ? renewed(before.active) : before.active;
  const idle = renewed(before.idle);
  if (active === before.active && idle === before.idle) return;
  save(server, person, active, idle);
  const cameOnline = status === "active" && seconds - before.active > freshSeconds;
  if (cameOnline) tell(server, person, "active", seconds);
}

/** Each change increments the step, for clients that request changes since one. */
function save({ presences }: Server, { id }: Person, active: number, idle: number): void {
  const newest = [...presences.values()].reduce((most, { step = 0 }) => Math.max(most, step), 0);
  presences.set(id, { active, idle, step: newest + 1 });
}

/** The reported age of the presence of somebody who turns reporting off. */
const goneSeconds = 320;

/** Announces the change after somebody turned reporting of their presence on or off. */
export function announcePresence(server: Server, person: Person, isReported: boolean): void {
  const seconds = now(server);
  const active = isReported ? seconds : seconds - goneSeconds;
  save(server, person, active, active);
  tell(server, person, isReported ? "active" : "idle", active);
}

function tell(server: Server, person: Person, status: "active" | "idle", timestamp: number): void {
  if (isQuiet(server)) return;
  const isSimplified = ({ capabilities }: QueueOptions) =>
    server.level >= since.simplifiedPresence && capabilities?.simplified_presence_events === true;
  const { active = 0, idle = 0 } = server.presences.get(person.id) ?? {};
  announce(server, "presence", everybody, ({ options }) =>
    isSimplified(options)
      ? { presences: { [person.id]: { active_timestamp: active, idle_timestamp: idle } } }
      : {
          user_id: person.id,
          server_timestamp: server.clock.now() / 1000,
          presence: { website: { client: "website", status, timestamp, pushable: false } },
          ...(options.slimPresence ? {} : { email: person.email }),
        },
  );
}

function isQuiet(server: Server): boolean {
  return (
    server.state.people.byId.size > maxAnnounced ||
    realmSetting(server, "presence_disabled") === true
  );
}

// Announces that somebody is typing, or stopped.

type TypingOp = "start" | "stop";

/** No notifications in streams with more people than this. */
const maxNotified = 100;

function typist(person: Person) {
  return { user_id: person.id, email: person.email };
}

function listens(server: Server, userId: number): boolean {
  return userSetting(personalOf(server.state, userId), "receives_typing_notifications") === true;
}

/** Throws if the sender has disabled typing notifications. */
function requireNotifications(server: Server, sender: Person, kind: "private" | "stream"): void {
  const setting = `send_${kind}_typing_notifications` as const;
  if (userSetting(personalOf(server.state, sender.id), setting) === true) return;
  const where = kind === "stream" ? "channel" : "direct";
  throw new Refusal(`User has disabled typing notifications for ${where} messages`);
}

export function typeToPeople(
  server: Server,
  sender: Person,
  op: TypingOp,
  to: readonly number[],
): void {
  if (to.length === 0) throw new Refusal("Empty 'to' list");
  requireNotifications(server, sender, "private");
  const ids = [...new Set([...to, sender.id])];
  const recipients = ids.map((id) => typist(personById(server, id)));
  announce(server, "typing", (userId) => ids.includes(userId) && listens(server, userId), {
    message_type: server.level >= since.directTyping ? "direct" : "private",
    op,
    sender: typist(sender),
    recipients,
  });
}

export function typeInStream(
  server: Server,
  sender: Person,
  op: TypingOp,
  streamId: number,
  topic: string,
): void {
  requireNotifications(server, sender, "stream");
  const stream = visibleStream(server, sender, streamId);
  requirePosting(server, sender, stream);
  if (stream.subscribers.size > maxNotified) return;
  const receives = (userId: number, { options }: Queue) =>
    stream.subscribers.has(userId) &&
    options.capabilities?.stream_typing_notifications === true &&
    listens(server, userId);
  announce(server, "typing", receives, {
    message_type: "stream",
    op,
    sender: typist(sender),
    stream_id: streamId,
    topic,
  });
}

/** For an edit. */
function typeInMessage(server: Server, sender: Person, op: TypingOp, message: Message): void {
  const stream = streamOf(server.state, message);
  requireNotifications(server, sender, stream === undefined ? "private" : "stream");
  if (stream !== undefined && stream.subscribers.size > maxNotified) return;
  const people = message.participants;
  const receives = (userId: number) => stream?.subscribers.has(userId) ?? people.includes(userId);
  announce(server, "typing_edit_message", (id) => receives(id) && listens(server, id), {
    op,
    sender_id: sender.id,
    message_id: message.id,
    recipient:
      stream === undefined
        ? { type: "direct", user_ids: people }
        : { type: "channel", channel_id: stream.id, topic: message.topic },
  });
}
