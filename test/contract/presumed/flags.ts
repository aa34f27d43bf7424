/** Which messages somebody had read, starred or collapsed before a happening. */
import { personalOf } from "#realm/state/state.ts";
import { fieldsOf, listOf, numbers, objects } from "../fields.ts";
import { inStream, mention, place } from "./messages.ts";
import { type Event, type Past, type Place, type Presumption, toldOf } from "./past.ts";

function sendersOf(past: Past, userId: number): number {
  const muted = /\/muted_users\/(\d+)/.exec(past.actions[0]?.path ?? "")?.[1];
  return muted === undefined ? (past.listeners.find((id) => id !== userId) ?? 0) : Number(muted);
}

/** Where a message was that somebody's flags tell of. */
function placeOfFlag(past: Past, userId: number, id: number, details: unknown): Place {
  const told = fieldsOf(fieldsOf(details)[String(id)]);
  if (told["type"] === "stream") return inStream(told["stream_id"], told["topic"]);
  const [left] = toldOf(past, "subscription", "remove").flatMap(({ event }) =>
    objects(event["subscriptions"]),
  );
  if (left !== undefined) return inStream(left["stream_id"], "planted");
  const { stream_id: streamId, topic_name: topic } = past.actions[0]?.params ?? {};
  if (streamId !== undefined) return inStream(streamId, topic ?? "planted");
  const people = [userId, sendersOf(past, userId)].sort((a, b) => a - b);
  return { streamId: undefined, topic: "", participants: people };
}

/** Everything in the topics of those messages. */
function besides(past: Past, details: Readonly<Record<string, unknown>>): readonly number[] {
  const { byId, ids } = past.server.state.messages;
  const told = Object.values(details).map(fieldsOf);
  return ids.filter((id) => {
    const message = byId.get(id);
    return told.some(
      (one) => one["stream_id"] === message?.streamId && one["topic"] === message?.topic,
    );
  });
}

/** The messages that a request names, and those that it finds. */
function asked(past: Past, event: Event): readonly number[] {
  const [action] = past.actions;
  const named = numbers(listOf(action?.params?.["messages"]));
  const details = fieldsOf(event["message_details"]);
  return action?.path.endsWith("/narrow") === true ? besides(past, details) : named;
}

/** What is flagged was not flagged before, and what is unflagged was. */
export const flags: Presumption = (past) => {
  for (const { userId, event } of toldOf(past, "update_message_flags")) {
    const ids = numbers(event["messages"]);
    const details = fieldsOf(event["message_details"]);
    for (const id of ids) {
      plant(past, userId, id, details);
      if (fieldsOf(details[String(id)])["mentioned"] === true) mention(past, userId, id);
    }
    const { unread, starred, collapsed } = personalOf(past.server.state, userId);
    const isAdded = event["op"] === "add";
    const reads = event["flag"] === "read";
    if (reads && isAdded && event["all"] !== true) unread.clear();
    const set = { read: unread, starred, collapsed }[String(event["flag"])];
    for (const id of new Set([...asked(past, event), ...ids])) {
      if ((reads === isAdded) === ids.includes(id)) set?.add(id);
      else set?.delete(id);
    }
  }
};

/** A message that is not there, or not in the stream that the request names. */
function plant(past: Past, userId: number, id: number, details: unknown): void {
  const streamId = past.actions[0]?.params?.["stream_id"];
  const known = past.server.state.messages.byId.get(id);
  const isThere = streamId === undefined || known?.streamId === Number(streamId);
  if (known !== undefined && isThere) return;
  place(past, id, placeOfFlag(past, userId, id, details), sendersOf(past, userId));
}
