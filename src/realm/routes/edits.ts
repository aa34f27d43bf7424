/** Routes for editing, moving and deleting messages, reactions, and edit history. */

import { deleteMessages, requireDeletable } from "#realm/actions/delete.ts";
import { applyEdit, editContent, requireEditable } from "#realm/actions/edit.ts";
import {
  moveMessages,
  type PropagateMode,
  requireTarget,
  requireTopicMovable,
} from "#realm/actions/move.ts";
import { addReaction, removeReaction } from "#realm/actions/react.ts";
import { normalTopic } from "#realm/actions/text.ts";
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import { streamOf } from "#realm/state/state.ts";
import {
  addReaction as addReactionEndpoint,
  deleteMessage,
  editMessage,
  getMessageHistory,
  removeReaction as removeReactionEndpoint,
} from "#wire/endpoints/messages.ts";
import { messageAsked } from "./messages.ts";
import { action, type RouteRequest, route } from "./route.ts";

export const editRoutes = [
  action(editMessage, edit, { raw: ["propagate_mode"] }),
  action(deleteMessage, (request) => {
    const message = messageAsked(request);
    requireDeletable(request.server, request.person, message);
    deleteMessages(request.server, request.person.id, [message]);
  }),
  route(getMessageHistory, (request) => {
    const message = messageAsked(request);
    if (realmSetting(request.server, "allow_edit_history") === false) {
      throw new Refusal("Message edit history is disabled in this organization");
    }
    return { message_history: historyView(request.server, message) };
  }),
  action(addReactionEndpoint, ({ server, person, values, id }) =>
    addReaction(server, person, id, values),
  ),
  action(removeReactionEndpoint, ({ server, person, values, id }) =>
    removeReaction(server, person, id, values),
  ),
];

function readMode(text: string | undefined): PropagateMode {
  if (text === undefined) return "change_one";
  if (text === "change_one" || text === "change_later" || text === "change_all") return text;
  throw new Refusal("Invalid propagate_mode");
}

type Editing = RouteRequest<typeof editMessage.parameters>;

function edit(request: Editing): void {
  const { server, person, values, text } = request;
  const mode = readMode(text("propagate_mode"));
  const message = messageAsked(request);
  if (values.content !== undefined) requireEditable(server, person, message);
  const topic = newTopic(message, values.topic);
  requireValid(message, { ...values, topic }, mode);
  if (topic !== undefined) requireTopicMovable(server, person);
  const content =
    values.content === undefined ? undefined : editContent(server, person, message, values.content);
  const to =
    values.stream_id === undefined ? undefined : requireTarget(server, person, values.stream_id);
  const from = streamOf(server.state, message);
  if (from !== undefined && (topic !== undefined || (to !== undefined && to !== from))) {
    moveMessages(server, person, {
      message,
      from,
      to: to ?? from,
      topic: topic === undefined ? message.topic : normalTopic(topic),
      mode,
      noticeInOld: values.send_notification_to_old_thread ?? false,
      noticeInNew: values.send_notification_to_new_thread ?? true,
      edit: content,
    });
  } else if (content !== undefined) applyEdit(server, person, message, content);
}

/** Undefined if the topic does not change. */
function newTopic(message: Message, topic: string | undefined): string | undefined {
  const trimmed = topic?.trim();
  return trimmed === message.topic ? undefined : trimmed;
}

type Changes = Pick<Editing["values"], "topic" | "stream_id" | "content">;

/** Throws if the change is invalid for anybody. */
function requireValid(message: Message, changes: Changes, mode: PropagateMode): void {
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
  if (topic !== undefined) normalTopic(topic);
  if (content === undefined) return;
  if (streamId !== undefined) {
    throw new Refusal("Cannot change message content while changing channel");
  }
  if (message.submessages.length > 0) throw new Refusal("Widgets cannot be edited.");
}

/** Oldest first: text and conversation after each change, with the previous values. */
function historyView(server: Server, message: Message) {
  let { content, topic } = message;
  const html = (text: string) => server.render(text).html;
  const present = (text: string, where: string) => ({
    topic: where,
    content: text,
    rendered_content: html(text),
  });
  // Iterates from the newest to the oldest, reverting each edit.
  const newestFirst = message.edits.map((one) => {
    const entry = {
      ...present(content, topic),
      timestamp: one.at,
      user_id: one.userId,
      ...(one.content === undefined
        ? {}
        : { prev_content: one.content, prev_rendered_content: html(one.content) }),
      ...(one.topic === undefined ? {} : { prev_topic: one.topic.from }),
      ...(one.streamId === undefined
        ? {}
        : { prev_stream: one.streamId.from, stream: one.streamId.to }),
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
