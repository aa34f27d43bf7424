/** Moves messages to another topic or stream, with all consequences for access, policies and notices. */
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import { type Edit, idsOfTopic, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, mayRead } from "#realm/state/state.ts";
import { canSee, type Stream } from "#realm/state/streams.ts";
import { topicLinksView } from "#realm/views/message.ts";
import { isAllowed, visibleStream } from "./access.ts";
import { announceDeleted } from "./delete.ts";
import { type ContentEdit, commitEdit, contentKeys, editKeys, recipientsOf } from "./edit.ts";
import { announceMoved } from "./notices.ts";
import { requirePostPolicy } from "./posting.ts";
import { carryPolicies } from "./topic-policy.ts";

export type PropagateMode = "change_one" | "change_later" | "change_all";

export type MoveRequest = {
  readonly message: Message;
  readonly from: Stream;
  readonly to: Stream;
  readonly topic: string;
  readonly mode: PropagateMode;
  readonly noticeInOld: boolean;
  readonly noticeInNew: boolean;
  /** The text edit of the message in the same request. */
  readonly edit: ContentEdit | undefined;
};

/** Throws unless the person may change topics. */
export function requireTopicMovable(server: Server, person: Person): void {
  if (!isAllowed(server, person, "edit_topic_policy")) {
    throw new Refusal("You don't have permission to edit this message");
  }
}

/** The target stream; throws unless the person may move messages there. */
export function requireTarget(server: Server, person: Person, streamId: number): Stream {
  if (!isAllowed(server, person, "move_messages_between_streams_policy")) {
    throw new Refusal("You don't have permission to move this message");
  }
  const stream = visibleStream(server, person, streamId);
  if (stream.isArchived) throw noSuchStream();
  requirePostPolicy(server, person, stream);
  return stream;
}

/** The messages that the move affects, ascending: only those that the person can see. */
function affectedBy(
  server: Server,
  person: Person,
  { message, from, mode }: MoveRequest,
): Message[] {
  if (mode === "change_one") return [message];
  return idsOfTopic(server.state.messages, from.id, message.topic)
    .filter((id) => mode === "change_all" || id >= message.id)
    .flatMap((id) => server.state.messages.byId.get(id) ?? [])
    .filter((one) => mayRead(server.state, person, one));
}

export function moveMessages(server: Server, person: Person, request: MoveRequest): void {
  const { message, from, to, topic, mode, edit } = request;
  const old = { stream: from, topic: message.topic };
  const place = { stream: to, topic };
  const affected = affectedBy(server, person, request);
  const ids = affected.map(({ id }) => id);
  const whole = ids.length === idsOfTopic(server.state.messages, from.id, old.topic).length;
  const losers = withoutAccess(server, from, to, affected);
  const seenBefore = recipientsOf(server, affected);
  const announcedIds = unsorted(ids);
  // For people without access to the target, they are deleted.
  const gone = { ids: announcedIds, streamId: from.id, topic: old.topic };
  announceDeleted(server, (userId) => losers.has(userId), gone);
  if (whole) carryPolicies(server, old, place);
  const at = now(server);
  const moved: Edit = {
    userId: person.id,
    at,
    ...(to.id === from.id ? {} : { streamId: { from: from.id, to: to.id } }),
    ...(topic === old.topic ? {} : { topic: { from: old.topic, to: topic } }),
  };
  if (edit !== undefined) commitEdit(server, message, edit, moved);
  const edited = edit && message.id;
  const lostBy = [...losers, ...leftBehind(from, to)];
  commit(server, {
    kind: "messages moved",
    ids,
    streamId: to.id,
    topic,
    edit: moved,
    edited,
    lostBy,
  });
  announce(
    server,
    "update_message",
    (userId) => seenBefore.has(userId) && !losers.has(userId),
    ({ userId }) => ({
      ...editKeys(server, person.id, at, message, userId),
      stream_name: from.name,
      stream_id: from.id,
      ...(edit && contentKeys(server, edit)),
      propagate_mode: mode,
      orig_subject: old.topic,
      ...(to.id === from.id ? {} : { new_stream_id: to.id }),
      ...(topic === old.topic ? {} : { subject: topic, ...topicLinksView(server, topic) }),
      message_ids: announcedIds,
    }),
  );
  announceMoved(server, person, { old, to: place, request, count: ids.length, whole });
}

/** The people who received some of them and have no access to the target. */
function withoutAccess(
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

/** Subscribers of the source but not of the target: they lose the messages, after a last event. */
function leftBehind(from: Stream, to: Stream): readonly number[] {
  return [...from.subscribers].filter((userId) => !to.subscribers.has(userId));
}

/** Real servers list IDs in no particular order, so clients must sort. */
function unsorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
}
