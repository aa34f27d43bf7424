/** The messages that a happening takes for granted: where they were, who had sent them, and who had read them. */
import { commit } from "#realm/server.ts";
import { noMentions } from "#realm/state/messages.ts";
import { personalOf } from "#realm/state/state.ts";
import { fieldsOf, numbers, objects } from "../fields.ts";
import { nowSeconds } from "../moment.ts";
import { type Event, type Past, type Place, type Presumption, path, toldOf } from "./past.ts";

/** What was sent by this and after it had not been sent yet: so it gets its own ID. */
export const time: Presumption = (past) => {
  const sent = toldOf(past, "message").map(({ event }) => Number(fieldsOf(event["message"])["id"]));
  const { messages } = past.server.state;
  if (sent.length === 0) return;
  const first = Math.min(...sent);
  commit(past.server, {
    kind: "messages deleted",
    ids: messages.ids.filter((id) => id >= first),
  });
  messages.newest = first - 1;
};

/** Puts a message there, a new one if there is none with that ID. */
export function place(past: Past, id: number, where: Place, senderId?: number): void {
  const { state } = past.server;
  const known = state.messages.byId.get(id);
  if (known?.streamId === where.streamId && known?.topic === where.topic) return;
  if (known !== undefined) commit(past.server, { kind: "messages deleted", ids: [id] });
  const content = known?.content ?? "planted";
  const rest = { client: "test", content, readBySender: true, submessages: [] };
  const sender = senderId ?? known?.senderId ?? past.actor ?? 0;
  commit(past.server, {
    kind: "message sent",
    message: { id, senderId: sender, sentAt: nowSeconds, mentions: noMentions, ...where, ...rest },
  });
}

/** The message calls the person by name. */
export function mention({ server }: Past, userId: number, id: number): void {
  const message = server.state.messages.byId.get(id);
  if (message === undefined) return;
  message.mentions = { ...message.mentions, people: [...message.mentions.people, userId] };
}

/** The first message of each stream that is described, unless the happening deletes one. */
export const firstMessages: Presumption = (past) => {
  const { ofStream } = past.server.state.messages;
  for (const { event } of past.told) {
    for (const stream of [...objects(event["streams"]), ...objects(event["subscriptions"])]) {
      const { stream_id: id, first_message_id: firstId } = stream;
      if (typeof firstId !== "number" || !past.server.state.streams.byId.has(Number(id))) continue;
      const older = (ofStream.get(Number(id)) ?? []).filter((one) => one < firstId);
      commit(past.server, { kind: "messages deleted", ids: older });
      place(past, firstId, inStream(id, "planted"));
    }
  }
};

export function inStream(streamId: unknown, topic: unknown): Place {
  return { streamId: Number(streamId), topic: String(topic), participants: [] };
}

/** Nothing but these is in their topic. */
function alone(past: Past, where: Place, ids: readonly number[]): void {
  const { ofStream, byId } = past.server.state.messages;
  const gone = (ofStream.get(where.streamId ?? 0) ?? []).filter(
    (id) => byId.get(id)?.topic.toLowerCase() === where.topic.toLowerCase() && !ids.includes(id),
  );
  commit(past.server, { kind: "messages deleted", ids: gone });
}

/** Direct messages that are edited or deleted were between those who heard of it. */
export const directMessages: Presumption = (past) => {
  const told = [...toldOf(past, "update_message"), ...toldOf(past, "delete_message")];
  for (const { event } of told) {
    if ("stream_id" in event) continue;
    const ids = [...numbers(event["message_ids"]), ...numbers([event["message_id"]])];
    const people = [...new Set(told.map(({ userId }) => userId))].sort((a, b) => a - b);
    for (const id of ids) place(past, id, { streamId: undefined, topic: "", participants: people });
  }
};

/** What was edited said what it is told to have said, and was read by whom it is told to be read. */
export const editedMessages: Presumption = (past) => {
  const { byId } = past.server.state.messages;
  for (const { userId, event } of toldOf(past, "update_message")) {
    const message = byId.get(Number(event["message_id"]));
    if (message === undefined) continue;
    if (typeof event["orig_content"] === "string") message.content = event["orig_content"];
    const flags = Array.isArray(event["flags"]) ? event["flags"] : [];
    const { unread } = personalOf(past.server.state, userId);
    if (flags.includes("read")) unread.delete(message.id);
    else unread.add(message.id);
  }
};

/** Whether nothing was left behind: the notices say so, and else how much was to be moved. */
function isWhole(past: Past, event: Event): boolean {
  const notices = toldOf(past, "message").map(({ event: one }) =>
    String(fieldsOf(one["message"])["content"]),
  );
  if (notices.some((text) => text.startsWith("<p>This topic was"))) return true;
  if (notices.some((text) => /^<p>(?:A message was|\d+ messages were)/.test(text))) return false;
  return event["propagate_mode"] === "change_all";
}

/** Those that were moved were where they were moved from: all of that topic, or not. */
export const movedMessages: Presumption = (past) => {
  for (const { event } of toldOf(past, "update_message")) {
    const ids = numbers(event["message_ids"]);
    if (typeof event["stream_id"] !== "number") continue;
    const [id] = ids;
    const now = past.server.state.messages.byId.get(id ?? 0)?.topic ?? "planted";
    const where = inStream(event["stream_id"], event["orig_subject"] ?? now);
    for (const one of ids) place(past, one, where);
    if (event["propagate_mode"] === undefined) continue;
    if (isWhole(past, event)) alone(past, where, ids);
    else place(past, 1, where);
  }
};

export const deletedMessages: Presumption = (past) => {
  const told = toldOf(past, "delete_message").filter(({ event }) => "stream_id" in event);
  const single = told.map(({ event }) => event["message_id"]);
  const moved = toldOf(past, "update_message");
  for (const { userId, event } of told) {
    const ids = numbers(event["message_ids"] ?? single);
    const where = inStream(event["stream_id"], event["topic"]);
    // Who loses a message by a move is not told of the move.
    const isRecanted = moved.some((one) => one.userId === userId);
    if (moved.length === 0) for (const one of ids) place(past, one, where);
    else if (isRecanted) for (const one of ids) recant(past, one, where);
    if (path(past).endsWith("/delete_topic")) alone(past, where, ids);
  }
  first(past);
};

/** What is deleted on the way is the notice of a moment ago that the topic was marked. */
function recant(past: Past, id: number, now: Place): void {
  const [moved] = toldOf(past, "update_message");
  const topic = String(moved?.event["orig_subject"] ?? now.topic);
  const { notifier } = past.server.state.people;
  commit(past.server, { kind: "messages deleted", ids: [id] });
  const message = { id, senderId: notifier.id, sentAt: nowSeconds + 50, mentions: noMentions };
  const content = "Somebody has marked this topic as resolved.";
  const rest = { client: "Internal", content, readBySender: true, submessages: [] };
  commit(past.server, {
    kind: "message sent",
    message: { ...message, ...rest, ...now, topic },
  });
}

/** The first of a stream is the one that took the place of a first that was deleted. */
function first(past: Past): void {
  const { ofStream } = past.server.state.messages;
  const told = toldOf(past, "stream", "update").find(
    ({ event }) => event["property"] === "first_message_id",
  );
  const gone = toldOf(past, "delete_message").flatMap(({ event }) =>
    numbers(event["message_ids"] ?? [event["message_id"]]),
  );
  if (told === undefined) return;
  const { stream_id: streamId, value } = told.event;
  if (typeof value === "number") place(past, value, inStream(streamId, "planted"));
  const ids = ofStream.get(Number(streamId)) ?? [];
  const older = ids.filter((id) => (value === null || id < Number(value)) && !gone.includes(id));
  commit(past.server, { kind: "messages deleted", ids: older });
}

/** Where nothing of what somebody leaves is told to be read, nothing was unread. */
export const departures: Presumption = (past) => {
  for (const { userId, event } of toldOf(past, "subscription", "remove")) {
    const isTold = toldOf(past, "update_message_flags").some((one) => one.userId === userId);
    if (isTold) continue;
    const { unread } = personalOf(past.server.state, userId);
    for (const { stream_id: id } of objects(event["subscriptions"]))
      for (const one of past.server.state.messages.ofStream.get(Number(id)) ?? [])
        unread.delete(one);
  }
};

/** Who reads what arrives as read has muted its author; who is alerted had set a word of it. */
export const arrivals: Presumption = (past) => {
  for (const { userId, event } of toldOf(past, "message")) {
    const flagged = Array.isArray(event["flags"]) ? event["flags"] : [];
    const message = fieldsOf(event["message"]);
    const sender = Number(message["sender_id"]);
    const isHuman = past.server.state.people.byId.get(sender)?.isSystem !== true;
    const userAt = { userId, otherId: sender, at: nowSeconds };
    if (flagged.includes("read") && sender !== userId && isHuman)
      commit(past.server, { kind: "person muted", ...userAt });
    if (!flagged.includes("has_alert_word")) continue;
    const words = String(message["content"])
      .replace(/<[^>]*>/g, " ")
      .match(/\p{L}+/gu);
    commit(past.server, { kind: "alert words set", userId, words: words ?? [] });
  }
};
