/** Editing, moving and deleting messages, reactions, and edit history. */

import { sha256 } from "#base/sha256.ts";
import { isAllowed, visibleStream } from "#realm/actions/access.ts";
import { requirePostPolicy } from "#realm/actions/addressee.ts";
import {
  announceDeleted,
  applyEdit,
  type ContentEdit,
  commitEdit,
  contentKeys,
  deleteMessages,
  editContent,
  editKeys,
  recipientsOf,
  requireDeletable,
  requireEditable,
} from "#realm/actions/edit.ts";
import { detachedFiles, linkedFiles } from "#realm/actions/files.ts";
import { addReaction, removeReaction } from "#realm/actions/react.ts";
import { announceMoved } from "#realm/actions/send.ts";
import { requireTopic, requireTopicStart } from "#realm/actions/topic-rules.ts";
import { topicMeant, topicShown } from "#realm/empty-topic.ts";
import { noSuchStream, Refusal } from "#realm/failures.ts";
import { normalTopic } from "#realm/parameters.ts";
import { canSee, hasAt, mayInRealm, mayInStream, mayRead } from "#realm/permissions.ts";
import { action, type RouteRequest, route } from "#realm/route.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import { shownEdits } from "#realm/settings/realm.ts";
import { type Edit, idsOfTopic, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, streamOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { shownChanges, topicLinksView } from "#realm/views/message.ts";
import * as wire from "#wire/endpoints/messages.ts";
import { since } from "#wire/levels.ts";
import type { StreamPermission } from "#wire/permission.ts";
import { messageAsked } from "./messages.ts";
import { carryPolicies } from "./topics.ts";

export const routes = [
  route([wire.editMessage, { raw: ["propagate_mode"] }], (request) => {
    const { server, person, values, text } = request;
    const mode = readMode(text("propagate_mode"));
    const message = messageAsked(request);
    if (values.content !== undefined) requireEditable(server, person, message);
    requireUnchanged(message, values.prev_content_sha256);
    const topic = newTopic(server, message, values.topic);
    requireValid(server, message, { ...values, topic }, mode);
    if (topic !== undefined) requireTopicMovable(server, person, message, topic);
    const content =
      values.content === undefined
        ? undefined
        : editContent(server, person, message, values.content);
    const linked = linkedFiles(server, message.id);
    const from = streamOf(server.state, message);
    const to =
      values.stream_id === undefined
        ? undefined
        : requireTarget(server, person, values.stream_id, from);
    if (from !== undefined && (topic !== undefined || (to !== undefined && to !== from))) {
      const place = { stream: to ?? from, topic: normalTopic(server, topic ?? message.topic) };
      requireTopic(server, place.stream, place.topic);
      requireTopicStart(server, person, place.stream, place.topic);
      moveMessages(server, person, {
        message,
        from,
        to: place.stream,
        topic: place.topic,
        mode,
        noticeInOld: values.send_notification_to_old_thread ?? false,
        noticeInNew: values.send_notification_to_new_thread ?? true,
        edit: content,
      });
    } else if (content !== undefined) applyEdit(server, person, message, content);
    if (server.level < since.detachedFiles) return {};
    return { detached_uploads: detachedFiles(server, person.id, linked) };
  }),
  action(wire.deleteMessage, (request) => {
    const message = messageAsked(request);
    requireDeletable(request.server, request.person, message);
    deleteMessages(request.server, request.person.id, [message]);
  }),
  route(wire.getMessageHistory, (request) => {
    const message = messageAsked(request);
    if (shownEdits(request.server) === "none") {
      throw new Refusal("Message edit history is disabled in this organization");
    }
    const { allow_empty_topic_name: knows } = request.values;
    return { message_history: historyView(request.server, message, knows) };
  }),
  action(wire.addReaction, ({ server, person, values, id }) =>
    addReaction(server, person, id, values),
  ),
  action(wire.removeReaction, ({ server, person, values, id }) =>
    removeReaction(server, person, id, values),
  ),
];

function readMode(text: string | undefined): PropagateMode {
  if (text === undefined) return "change_one";
  if (text === "change_one" || text === "change_later" || text === "change_all") return text;
  throw new Refusal("Invalid propagate_mode");
}

type Editing = RouteRequest<typeof wire.editMessage.parameters>;

/** Undefined if the topic does not change. */
function newTopic(
  server: Server,
  message: Message,
  written: string | undefined,
): string | undefined {
  const topic = written === undefined ? undefined : topicMeant(server, written);
  return topic === message.topic ? undefined : topic;
}

function requireUnchanged({ content }: Message, hash: string | undefined): void {
  if (hash === undefined || hash === sha256(content)) return;
  throw new Refusal("'prev_content_sha256' value does not match the expected value.", {
    code: "EXPECTATION_MISMATCH",
  });
}

type Changes = Pick<Editing["values"], "topic" | "stream_id" | "content">;

/** Throws if the change is invalid for anybody. */
function requireValid(
  server: Server,
  message: Message,
  changes: Changes,
  mode: PropagateMode,
): void {
  const { topic, stream_id: streamId, content } = changes;
  const moves = topic !== undefined || streamId !== undefined;
  if (!moves && content === undefined) throw new Refusal("Nothing to change");
  if (message.streamId === undefined && streamId !== undefined) {
    throw new Refusal("Direct messages cannot be moved to channels.");
  }
  if (message.streamId === undefined && topic !== undefined) {
    throw new Refusal("Direct messages cannot have topics.");
  }
  if (!moves && mode !== "change_one") {
    throw new Refusal("Invalid propagate_mode without topic edit");
  }
  if (topic !== undefined) normalTopic(server, topic);
  if (content === undefined) return;
  if (streamId !== undefined) {
    throw new Refusal("Cannot change message content while changing channel");
  }
  if (message.submessages.length > 0) throw new Refusal("Widgets cannot be edited.");
}

/** Oldest first: text and conversation after each change, with the previous values. */
function historyView(server: Server, message: Message, knowsEmpty: boolean | undefined) {
  let { content, topic } = message;
  const isInStream = message.streamId !== undefined;
  const shown = (name: string) => (isInStream ? topicShown(server, name, knowsEmpty) : name);
  const html = (text: string) => server.render(text).html;
  const present = (text: string, where: string) => ({
    topic: shown(where),
    content: text,
    rendered_content: html(text),
  });
  // Iterates from the newest to the oldest, reverting each edit.
  const newestFirst = shownChanges(server, message).map((one) => {
    const entry = {
      ...present(content, topic),
      timestamp: one.at,
      user_id: one.userId,
      prev_content: one.content,
      prev_rendered_content: one.content && html(one.content),
      prev_topic: one.topic && shown(one.topic.from),
      prev_stream: one.streamId?.from,
      stream: one.streamId?.to,
    };
    content = one.content ?? content;
    topic = one.topic?.from ?? topic;
    return entry;
  });
  const original = {
    ...present(content, topic),
    timestamp: message.sentAt,
    user_id: message.senderId,
  };
  return [original, ...newestFirst.reverse()];
}

// Moves messages to another topic or stream, with all consequences for access, policies and notices.

type PropagateMode = "change_one" | "change_later" | "change_all";

type MoveRequest = {
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
function requireTopicMovable(
  server: Server,
  person: Person,
  message: Message,
  topic: string,
): void {
  const { streamId } = message;
  const stream = streamId === undefined ? undefined : server.state.streams.byId.get(streamId);
  const mayHere = (name: StreamPermission) =>
    stream !== undefined && mayInStream(server, person, stream, name);
  const isResolution = topic.replace(/^✔ /, "") === message.topic.replace(/^✔ /, "");
  const mayResolve =
    isResolution &&
    hasAt(server.level, "realm", "can_resolve_topics_group") &&
    (mayInRealm(server, person, "can_resolve_topics_group") || mayHere("can_resolve_topics_group"));
  if (
    !mayResolve &&
    !isAllowed(server, person, "edit_topic_policy") &&
    !mayHere("can_move_messages_within_channel_group")
  ) {
    throw new Refusal("You don't have permission to edit this message");
  }
}

/** The target stream; throws unless the person may move messages there. */
function requireTarget(server: Server, person: Person, streamId: number, from?: Stream): Stream {
  const name = "can_move_messages_out_of_channel_group";
  const mayLeave = from !== undefined && mayInStream(server, person, from, name);
  if (!mayLeave && !isAllowed(server, person, "move_messages_between_streams_policy")) {
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
    .filter((one) => mayRead(server, person, one));
}

function moveMessages(server: Server, person: Person, request: MoveRequest): void {
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
    if (person === undefined || canSee(server, person, to)) continue;
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
