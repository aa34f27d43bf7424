/** Routes for drafts and for scheduled messages, which a user's clients share. */

import { visibleStream } from "#realm/actions/access.ts";
import { messageType, personById, requireActive } from "#realm/actions/addressee.ts";
import { armDelivery } from "#realm/actions/delivery.ts";
import { readyToSend, type WrittenMessage } from "#realm/actions/send.ts";
import { Refusal } from "#realm/failures.ts";
import { cutTopic, missing, normalContent, normalTopic } from "#realm/parameters.ts";
import { countsOwnAsRead } from "#realm/program.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announceTo, commit, now, type Server } from "#realm/server.ts";
import { userSetting } from "#realm/settings/user.ts";
import type { Person } from "#realm/state/people.ts";
import type { Draft, Personal, Scheduled } from "#realm/state/personal.ts";
import { othersOf } from "#realm/state/state.ts";
import { scheduledView } from "#realm/views/personal.ts";
import * as wire from "#wire/endpoints/drafts.ts";
import { documentLevel } from "#wire/error-texts.ts";

/** A stream's ID is plain text, but people's IDs are JSON. */
const raw = ["type", "to"];

export const routes = [
  /** Returns the new IDs in order; if one draft is refused, none is stored. */
  route([wire.createDrafts, { mayLack: ["drafts"] }], ({ server, person, personal, values }) => {
    const written: readonly DraftValues[] | undefined = values.drafts;
    // Optional in the document, required by newer servers.
    if (written === undefined && server.level > documentLevel) throw missing("drafts");
    requireSynchronized(personal);
    const first = server.state.newest.draft + 1;
    const drafts = (written ?? []).map((one, index) => ({
      id: first + index,
      ...draftIn(server, person, one),
    }));
    if (drafts.length > 0) {
      commit(server, { kind: "drafts saved", userId: person.id, drafts });
      announceTo(server, person.id, "drafts", { op: "add", drafts });
    }
    return { ids: drafts.map(({ id }) => id) };
  }),
  action(wire.editDraft, (request) => {
    const { server, person, id, values } = request;
    requireOwn(request);
    const draft = { id, ...draftIn(server, person, values.draft) };
    commit(server, { kind: "drafts saved", userId: person.id, drafts: [draft] });
    announceTo(server, person.id, "drafts", { op: "update", draft });
  }),
  action(wire.deleteDraft, (request) => {
    const { server, person, id } = request;
    requireOwn(request);
    commit(server, { kind: "draft deleted", userId: person.id, draftId: id });
    announceTo(server, person.id, "drafts", { op: "remove", draft_id: id });
  }),
  route(wire.getDrafts, ({ personal }) => {
    requireSynchronized(personal);
    const byTime = personal.drafts.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id);
    return { count: byTime.length, drafts: byTime };
  }),
  route([wire.createScheduled, { raw }], (request) => {
    const { server, person, values, text, client } = request;
    const { topic, content, scheduled_delivery_timestamp: at } = values;
    const type = messageType(server.level, text("type") ?? "");
    requireFuture(server, at);
    const id = server.state.newest.scheduled + 1;
    const drawn = read(server, person, { type, to: text("to"), topic, content });
    const isNote = typeof drawn.to !== "number" && drawn.to.every((one) => one === person.id);
    // The client's default, except for notes to oneself.
    const usual = !isNote && countsOwnAsRead(server.brand, client);
    const readBySender = values.read_by_sender ?? usual;
    const written = { id, ...drawn, at, readBySender, client, failed: false };
    save(server, person, written);
    announceTo(server, person.id, "scheduled_messages", {
      op: "add",
      scheduled_messages: [scheduledView(server, written)],
    });
    return { scheduled_message_id: id };
  }),
  action([wire.editScheduled, { raw }], (request) => {
    const { server, person, personal, id, client } = request;
    const next = requestedSchedule(request);
    requireValid(next);
    if (next.at !== undefined) requireFuture(server, next.at);
    const before = personal.scheduled.find((one) => one.id === id);
    if (before === undefined) {
      if (personal.delivered.has(id)) throw new Refusal("Scheduled message was already sent");
      throw noSuchScheduled();
    }
    // The time of a failed one has passed.
    if (before.failed && next.at === undefined) throw notInFuture();
    const drawn = changedMessage(server, person, before, next);
    const scheduled = { ...before, ...drawn, at: next.at ?? before.at, client, failed: false };
    save(server, person, scheduled);
    announceTo(server, person.id, "scheduled_messages", {
      op: "update",
      scheduled_message: scheduledView(server, scheduled),
    });
  }),
  route(wire.getScheduled, ({ server, personal }) => ({
    scheduled_messages: personal.scheduled.map((one) => scheduledView(server, one)),
  })),
  /** A message that was sent meanwhile can be deleted as well, once. */
  action(wire.deleteScheduled, ({ server, person, personal, id }) => {
    const { scheduled, delivered } = personal;
    if (!(delivered.has(id) || scheduled.some((one) => one.id === id))) throw noSuchScheduled();
    commit(server, { kind: "scheduled gone", userId: person.id, scheduledId: id, isSent: false });
    announceTo(server, person.id, "scheduled_messages", { op: "remove", scheduled_message_id: id });
  }),
];

type Editing = RouteRequest<typeof wire.editDraft.parameters>;
type DraftValues = Editing["values"]["draft"];

function requireSynchronized(personal: Personal): void {
  if (userSetting(personal, "enable_drafts_synchronization") === true) return;
  throw new Refusal("User has disabled synchronizing drafts.");
}

function draftIn(server: Server, person: Person, written: DraftValues): Omit<Draft, "id"> {
  const content = normalContent(written.content);
  if ("id" in written) throw new Refusal('Argument "id" is unexpected');
  const timestamp = Math.floor(written.timestamp ?? now(server));
  return { ...addressee(server, person, written), content, timestamp };
}

function addressee(server: Server, person: Person, { type, to, topic }: DraftValues) {
  if (type === "stream") {
    if (topic.includes("\0")) throw new Refusal("Topic must not contain null bytes");
    const [streamId, ...more] = to;
    if (streamId === undefined || more.length > 0) {
      throw new Refusal("Must specify exactly 1 channel ID for channel messages");
    }
    visibleStream(server, person, streamId);
    return { type, to: [streamId], topic: cutTopic(topic) };
  }
  if (type === "" || to.length === 0) return { type: "" as const, to: [], topic: "" };
  const ids = [...new Set(to)];
  requireActive(
    server,
    ids.map((id) => personById(server, id)),
  );
  return { type, to: othersOf(ids, person.id), topic: "" };
}

function requireOwn({ personal, id }: Pick<RouteRequest, "personal" | "id">): void {
  requireSynchronized(personal);
  if (personal.drafts.some((draft) => draft.id === id)) return;
  throw new Refusal("Draft does not exist", { status: 404 });
}

type ScheduledContent = Pick<Scheduled, "type" | "to" | "topic" | "content">;

/** Throws unless it could be sent now. */
function read(server: Server, person: Person, written: WrittenMessage): ScheduledContent {
  const { streamId, topic, participants, content } = readyToSend(server, person, written);
  if (streamId !== undefined) return { type: "stream", to: streamId, topic, content };
  return { type: "private", to: othersOf(participants, person.id), topic, content };
}

function notInFuture(): Refusal {
  return new Refusal("Scheduled delivery time must be in the future.");
}

function requireFuture(server: Server, at: number): void {
  if (at <= now(server)) throw notInFuture();
}

function save(server: Server, person: Person, scheduled: Scheduled): void {
  commit(server, { kind: "scheduled saved", userId: person.id, scheduled });
  armDelivery(server);
}

function noSuchScheduled(): Refusal {
  return new Refusal("Scheduled message does not exist", { status: 404 });
}

type Changing = RouteRequest<typeof wire.editScheduled.parameters>;

/** The requested changes; undefined values stay. */
function requestedSchedule({ server, values, text }: Changing) {
  const type = text("type");
  return {
    type: type === undefined ? undefined : messageType(server.level, type),
    to: text("to"),
    topic: values.topic,
    content: values.content,
    at: values.scheduled_delivery_timestamp,
  };
}

type ScheduleRequest = ReturnType<typeof requestedSchedule>;

/** Throws if the change is invalid for any message. */
function requireValid({ type, to, topic, content, at }: ScheduleRequest): void {
  if ([type, to, topic, content, at].every((part) => part === undefined)) {
    throw new Refusal("Nothing to change");
  }
  if (type !== undefined && to === undefined) {
    throw new Refusal("Recipient required when updating type of scheduled message.");
  }
  if (type === "stream" && topic === undefined) {
    throw new Refusal("Topic required when updating scheduled message type to channel.");
  }
}

/** The changed message; permission to send is only checked again if text or recipient change. */
function changedMessage(
  server: Server,
  person: Person,
  before: Scheduled,
  { type, to, topic, content }: ScheduleRequest,
): Partial<ScheduledContent> {
  if (type === undefined && to === undefined && content === undefined) {
    return before.type === "private" || topic === undefined
      ? {}
      : { topic: normalTopic(server, topic) };
  }
  return read(server, person, {
    type: type ?? (before.type === "stream" ? "stream" : "direct"),
    to: to ?? JSON.stringify(before.to),
    topic: topic ?? before.topic,
    content: content ?? before.content,
  });
}
