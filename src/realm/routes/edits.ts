/** Changing what was sent: editing, moving, deleting, reacting; and the history of it. */

import { deleteMessage, requireDeletable } from "#realm/actions/delete.ts";
import { applyEdit, editContent, requireEditable } from "#realm/actions/edit.ts";
import {
  type MoveWish,
  moveMessages,
  type PropagateMode,
  requireAllMovable,
  requireTarget,
  requireTopicMovable,
} from "#realm/actions/move.ts";
import { addReaction, removeReaction } from "#realm/actions/react.ts";
import { normalTopic } from "#realm/actions/text.ts";
import { noSuchMessage, Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import { streamOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { differenceOf } from "#realm/views/difference.ts";
import {
  addReaction as addReactionEndpoint,
  deleteMessage as deleteMessageEndpoint,
  editMessage,
  getMessageHistory,
  removeReaction as removeReactionEndpoint,
} from "#wire/endpoints/messages.ts";
import { messageAsked } from "./messages.ts";
import { type Asked, deed, route } from "./route.ts";

export const editRoutes = [
  deed(editMessage, (asked) => edit(asked), { raw: ["propagate_mode"] }),
  deed(deleteMessageEndpoint, (asked) => {
    const message = messageAsked(asked);
    requireDeletable(asked.server, asked.person, message);
    deleteMessage(asked.server, asked.person.id, message);
  }),
  route(getMessageHistory, (asked) => {
    const message = messageAsked(asked);
    if (realmSetting(asked.server, "allow_edit_history") === false) {
      throw new Refusal("Message edit history is disabled in this organization");
    }
    return { message_history: historyView(asked.server, message) };
  }),
  deed(addReactionEndpoint, ({ server, person, values, pathId }) =>
    addReaction(server, person, pathId("message_id"), {
      name: values.emoji_name,
      code: values.emoji_code,
      type: values.reaction_type,
    }),
  ),
  deed(removeReactionEndpoint, ({ server, person, values, pathId }) =>
    removeReaction(server, person, pathId("message_id"), {
      name: values.emoji_name,
      code: values.emoji_code,
      type: values.reaction_type,
    }),
  ),
];

function readMode(text: string | undefined): PropagateMode {
  if (text === undefined) return "change_one";
  if (text === "change_one" || text === "change_later" || text === "change_all") return text;
  throw new Refusal("Invalid propagate_mode");
}

type Editing = Asked<typeof editMessage.parameters>;

function edit(asked: Editing): void {
  const { server, person, values, text } = asked;
  const mode = readMode(text("propagate_mode"));
  const message = messageAsked(asked);
  if (values.content !== undefined) requireEditable(server, person, message);
  const topic = newTopic(message, values.topic);
  requireSense(message, { ...values, topic }, mode);
  if (topic !== undefined) requireTopicMovable(server, person, message);
  const content =
    values.content === undefined ? undefined : editContent(server, person, message, values.content);
  const to =
    values.stream_id === undefined
      ? undefined
      : requireTarget(server, person, message, values.stream_id);
  if (topic !== undefined || (to !== undefined && to.id !== message.streamId))
    move(asked, message, { topic, to, mode, content });
  else if (content !== undefined) applyEdit(server, person, message, content);
}

/** Undefined when the topic stays as it is. */
function newTopic(message: Message, topic: string | undefined): string | undefined {
  const trimmed = topic?.trim();
  return trimmed === message.topic ? undefined : trimmed;
}

type Changes = Pick<Editing["values"], "topic" | "stream_id" | "content">;

/** Throws when such a change makes no sense, whoever asks for it. */
function requireSense(message: Message, changes: Changes, mode: PropagateMode): void {
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

function move(
  { server, person, values }: Editing,
  message: Message,
  wanted: {
    readonly topic: string | undefined;
    readonly to: Stream | undefined;
    readonly mode: PropagateMode;
    readonly content: MoveWish["edit"];
  },
): void {
  const to = wanted.to ?? streamOf(server.state, message);
  if (to === undefined) throw noSuchMessage();
  const wish: MoveWish = {
    message: message as MoveWish["message"],
    to,
    topic: wanted.topic === undefined ? message.topic : normalTopic(wanted.topic),
    mode: wanted.mode,
    noticeInOld: values.send_notification_to_old_thread ?? false,
    noticeInNew: values.send_notification_to_new_thread ?? true,
    edit: wanted.content,
  };
  requireAllMovable(server, person, wish);
  moveMessages(server, person, wish);
}

/** Oldest first: what the message said and where it stood after each change, and what was before. */
function historyView(server: Server, message: Message) {
  let { content, topic } = message;
  const html = (text: string) => server.draw(text).html;
  const present = (text: string, where: string) => ({
    topic: where,
    content: text,
    rendered_content: html(text),
  });
  // Walked from the newest to the oldest, undoing one edit after the other.
  const newestFirst = message.edits.map((one) => {
    const entry = {
      ...present(content, topic),
      timestamp: one.at,
      user_id: one.userId,
      ...(one.content === undefined
        ? {}
        : {
            prev_content: one.content,
            prev_rendered_content: html(one.content),
            content_html_diff: differenceOf(html(one.content), html(content)),
          }),
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
