/** Builders of actions and journals for tests. */
import { sorted } from "#base/sorted.ts";
import type { Action, Address, IntentId } from "#journal/intent.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";

export const topic: Address = { kind: "topic", streamId: 2 as StreamId, topic: "deploy" };
export const directs: Address = { kind: "direct", userIds: sorted([11 as UserId, 12 as UserId]) };

export const intentId = (text: string) => text as IntentId;
export const messageId = (id: number) => id as MessageId;

export function read(op: "add" | "remove", ...ids: readonly number[]): Action {
  return { kind: "read", op, ids: sorted(ids.map(messageId)) };
}

export function star(op: "add" | "remove", ...ids: readonly number[]): Action {
  return { kind: "star", op, ids: sorted(ids.map(messageId)) };
}

export function react(op: "add" | "remove", id: number, code = "1f44d"): Action {
  const emoji = { name: code, code, type: "unicode_emoji" };
  return { kind: "react", op, messageId: messageId(id), emoji };
}

export function send(content: string, address: Address = topic): Action {
  return { kind: "send", address, content };
}
