/** Applies events to a single message. The same functions serve known messages and pages that arrive late. */
import type { EventOf } from "#wire/events.ts";
import type { MessageId, StreamId } from "#wire/ids.ts";
import { isResolving, topicKey } from "./conversation.ts";
import {
  fromEmoji,
  isWidgets,
  marksOf,
  reactorOf,
  withoutReactor,
  withReactor,
} from "./from-wire.ts";
import type { Message } from "./message.ts";
import type { RecentChange } from "./recent-events.ts";

type Update = EventOf<"update_message">;

/** Where an update moves messages to; undefined when it moves none. */
export type Move = {
  readonly ids: readonly MessageId[];
  readonly from: { readonly streamId: StreamId; readonly topic: string };
  readonly to: { readonly streamId: StreamId; readonly topic: string };
};

export function moveOf(event: Update): Move | undefined {
  const { stream_id: streamId, new_stream_id: newStreamId, subject, orig_subject: before } = event;
  if (subject === undefined && newStreamId === undefined) return undefined;
  const topic = subject ?? before;
  if (streamId === undefined || topic === undefined) return undefined;
  return {
    ids: event.message_ids,
    from: { streamId, topic: before ?? topic },
    to: { streamId: newStreamId ?? streamId, topic },
  };
}

function isResolution({ from, to }: Move): boolean {
  return from.streamId === to.streamId && isResolving(from.topic, to.topic);
}

/** Whether the message mentions the user after the edit. */
export function mentionsUser({ flags = [] }: Update): boolean {
  return flags.some((flag) => flag.endsWith("mentioned"));
}

/** The message after an edit or a move; the same message when the event does not concern it. */
export function updated(message: Message, event: Update): Message {
  const edited = event.message_id === message.id ? withEdit(message, event) : message;
  const move = moveOf(event);
  if (!move?.ids.includes(message.id)) return edited;
  return {
    ...edited,
    streamId: move.to.streamId,
    topic: move.to.topic,
    conversation: topicKey(move.to.streamId, move.to.topic),
    movedAt: isResolution(move) ? edited.movedAt : (event.edit_timestamp ?? edited.movedAt),
  };
}

function withEdit(message: Message, event: Update): Message {
  const { starred } = message;
  const marks = event.flags === undefined ? {} : { ...marksOf(event.flags), starred };
  if (event.content === undefined) return { ...message, ...marks };
  // LEVEL(114): before it, an update without a user only changes the rendering.
  const isDrawing = event.rendering_only ?? event.user_id == null;
  return {
    ...message,
    ...marks,
    content: event.content,
    editedAt: isDrawing ? message.editedAt : (event.edit_timestamp ?? message.editedAt),
  };
}

export function reacted(message: Message, event: EventOf<"reaction">): Message {
  const userId = reactorOf(event);
  if (userId === undefined || event.message_id !== message.id) return message;
  const reactions =
    event.op === "add"
      ? withReactor(message.reactions, fromEmoji(event), userId)
      : withoutReactor(message.reactions, fromEmoji(event), userId);
  return reactions === message.reactions ? message : { ...message, reactions };
}

export function withSubmessage(message: Message, event: EventOf<"submessage">): Message {
  const { submessage_id: id, sender_id: senderId, content } = event;
  if (event.message_id !== message.id) return message;
  if (!isWidgets(event) || message.submessages.some((submessage) => submessage.id === id))
    return message;
  return { ...message, submessages: [...message.submessages, { id, senderId, content }] };
}

/** The message as one of the user's own. */
export function asReceived(message: Message): Message {
  return message.isHistory ? { ...message, isHistory: false } : message;
}

/** The message as somebody else's: without access to its new place, the user has no flags on it any more. */
export function withoutAccess(message: Message): Message {
  const unmarked = { starred: false, mentioned: false, wildcardMentioned: false, alerted: false };
  return { ...message, ...unmarked, isHistory: true };
}

export function starred(message: Message, on: boolean): Message {
  return message.starred === on ? message : { ...message, starred: on };
}

/** LEVEL(32): before it, `operation`. */
export function flagOp(event: EventOf<"update_message_flags">): "add" | "remove" {
  return event.op ?? event.operation ?? "add";
}

export function deletedIds(event: EventOf<"delete_message">): readonly MessageId[] {
  return event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
}

/** A message of a page, and whether it was read when the page was made. */
export type Fetched = { readonly message: Message; readonly read: boolean };

/** `fetched` with the changes since its page was requested; undefined when it was deleted. */
export function caughtUp(fetched: Fetched, changes: readonly RecentChange[]): Fetched | undefined {
  let now: Fetched | undefined = fetched;
  for (const change of changes) {
    if (now === undefined) return undefined;
    now = after(now, change);
  }
  return now;
}

function after(fetched: Fetched, { event, newest }: RecentChange): Fetched | undefined {
  const { message } = fetched;
  switch (event.type) {
    case "message":
      return event.message.id === message.id
        ? { ...fetched, read: event.flags.includes("read") }
        : fetched;
    case "update_message":
      return { ...fetched, message: updated(message, event) };
    case "reaction":
      return { ...fetched, message: reacted(message, event) };
    case "submessage":
      return { ...fetched, message: withSubmessage(message, event) };
    case "delete_message":
      return deletedIds(event).includes(message.id) ? undefined : fetched;
    case "update_message_flags":
      return flagged(fetched, event, newest);
  }
}

function flagged(
  fetched: Fetched,
  event: EventOf<"update_message_flags">,
  newest: number,
): Fetched {
  const { message } = fetched;
  const concerned = event.all === true ? message.id <= newest : event.messages.includes(message.id);
  if (!concerned) return fetched;
  const on = flagOp(event) === "add";
  if (event.flag === "read") return { ...fetched, read: on };
  return event.flag === "starred" ? { ...fetched, message: starred(message, on) } : fetched;
}
