/** Moving messages to another topic or stream, with everything that follows for readers, policies and notices. */
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import { idsOfTopic, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, mayRead } from "#realm/state/state.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { topicLinksView } from "#realm/views/message.ts";
import { visibleStream } from "./access.ts";
import { tellDeleted } from "./delete.ts";
import { type ContentEdit, commitEdit, concerns, contentKeys, editKeys } from "./edit.ts";
import { carryPolicies, type TopicPlace } from "./move-policies.ts";
import { tellMoved } from "./notices.ts";
import { isAllowed } from "./policies.ts";
import { requirePostPolicy } from "./posting.ts";

export type PropagateMode = "change_one" | "change_later" | "change_all";

export type MoveRequest = {
  readonly message: Message & { readonly streamId: number };
  readonly to: Stream;
  readonly topic: string;
  readonly mode: PropagateMode;
  readonly noticeInOld: boolean;
  readonly noticeInNew: boolean;
  /** A new text of the one message, changed in the same request. */
  readonly edit: ContentEdit | undefined;
};

/** Throws unless the person may give messages another topic. */
export function requireTopicMovable(server: Server, person: Person): void {
  if (!isAllowed(server, person, "edit_topic_policy")) {
    throw new Refusal("You don't have permission to edit this message");
  }
}

/** The stream that messages shall go to, if the person may bring them there. */
export function requireTarget(server: Server, person: Person, streamId: number): Stream {
  if (!isAllowed(server, person, "move_messages_between_streams_policy")) {
    throw new Refusal("You don't have permission to move this message");
  }
  const stream = visibleStream(server, person, streamId);
  if (stream.isArchived) throw noSuchStream();
  requirePostPolicy(server, person, stream);
  return stream;
}

/** The messages that a move takes along, ascending: only those that the person can see. */
function affectedBy(server: Server, person: Person, { message, mode }: MoveRequest): Message[] {
  if (mode === "change_one") return [message];
  return idsOfTopic(server.state.messages, message.streamId, message.topic)
    .filter((id) => mode === "change_all" || id >= message.id)
    .flatMap((id) => server.state.messages.byId.get(id) ?? [])
    .filter((one) => mayRead(server.state, person, one));
}

export function moveMessages(server: Server, person: Person, request: MoveRequest): void {
  const { message, to, topic } = request;
  const from = server.state.streams.byId.get(message.streamId);
  if (from === undefined) throw noSuchStream();
  const old = { stream: from, topic: message.topic };
  const place = { stream: to, topic };
  const affected = affectedBy(server, person, request);
  const whole = affected.length === idsOfTopic(server.state.messages, from.id, old.topic).length;
  const losers = losersOf(server, from, to, affected);
  const seenBefore = watchers(server, affected);
  tellLost(server, old, affected, losers);
  if (whole) carryPolicies(server, old, place);
  const at = now(server);
  const left = from.id === to.id ? [] : leftBehind(from, to);
  commitMove(server, person, request, affected, new Set([...losers, ...left]), at);
  tellMove(server, person, request, { old, affected, losers, seenBefore, at });
  tellMoved(server, person, {
    old,
    to: place,
    request,
    count: affected.length,
    whole,
  });
}

function commitMove(
  server: Server,
  person: Person,
  { message, to, topic, edit }: MoveRequest,
  affected: readonly Message[],
  losers: ReadonlySet<number>,
  at: number,
): void {
  const streamId =
    to.id === message.streamId ? {} : { streamId: { from: message.streamId, to: to.id } };
  const topics = topic === message.topic ? {} : { topic: { from: message.topic, to: topic } };
  const moved = { userId: person.id, at, ...streamId, ...topics };
  if (edit !== undefined) commitEdit(server, message, edit, moved);
  commit(server, {
    kind: "messages moved",
    ids: affected.map(({ id }) => id),
    streamId: to.id,
    topic,
    edit: moved,
    edited: edit === undefined ? undefined : message.id,
    lostBy: [...losers],
  });
}

/** Who had received some of them and may not read them where they go. */
function losersOf(
  server: Server,
  from: Stream,
  to: Stream,
  affected: readonly Message[],
): ReadonlySet<number> {
  const losers = new Set<number>();
  if (from.id === to.id) return losers;
  for (const userId of new Set([...from.subscribers, ...from.spans.keys()])) {
    const person = server.state.people.byId.get(userId);
    if (person === undefined || canSee(person, to)) continue;
    if (affected.some((message) => hasReceived(server.state, userId, message))) losers.add(userId);
  }
  return losers;
}

/** Who is in the one stream and not in the other: what they had received is theirs no more, and told a last time. */
function leftBehind(from: Stream, to: Stream): readonly number[] {
  return [...from.subscribers].filter((userId) => !to.subscribers.has(userId));
}

/** Whom a change of these messages concerns, among those who have a queue. */
function watchers(server: Server, affected: readonly Message[]): ReadonlySet<number> {
  const users = new Set([...server.queues.values()].map(({ userId }) => userId));
  return new Set(
    [...users].filter((userId) => affected.some((message) => concerns(server, userId, message))),
  );
}

type Told = {
  readonly old: TopicPlace;
  readonly affected: readonly Message[];
  readonly losers: ReadonlySet<number>;
  readonly seenBefore: ReadonlySet<number>;
  readonly at: number;
};

function tellMove(server: Server, person: Person, request: MoveRequest, told: Told): void {
  const { message, to, topic, mode, edit } = request;
  const { old, affected, losers, seenBefore, at } = told;
  const ids = unsorted(affected.map(({ id }) => id));
  announce(
    server,
    "update_message",
    (userId) => seenBefore.has(userId) && !losers.has(userId),
    (queue) => ({
      ...editKeys(server, person.id, at, message, queue.userId),
      stream_name: old.stream.name,
      stream_id: old.stream.id,
      ...(edit === undefined ? {} : contentKeys(server, edit)),
      propagate_mode: mode,
      orig_subject: old.topic,
      ...(to.id === old.stream.id ? {} : { new_stream_id: to.id }),
      ...(topic === old.topic ? {} : { subject: topic, ...topicLinksView(server, topic) }),
      message_ids: ids,
    }),
  );
}

/** To those who may not read them where they go, they are deleted. */
function tellLost(
  server: Server,
  { stream, topic }: TopicPlace,
  affected: readonly Message[],
  losers: ReadonlySet<number>,
): void {
  const ids = unsorted(affected.map(({ id }) => id));
  tellDeleted(server, (userId) => losers.has(userId), { ids, streamId: stream.id, topic });
}

/** The order in which real servers list IDs is none; a client must sort. */
function unsorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
}
