/** What premises of a happening go by: the realm, what was done, and what each person was told of it. */
import type { Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import type { Stream } from "#realm/state/streams.ts";
import type { Asked } from "../../support/recordings.ts";
import { type Fields, fieldsOf } from "../fields.ts";

export type Event = Fields & { readonly type: string };

export type Told = {
  readonly userId: number;
  readonly event: Event;
  /** Whether the queue is one that hears what is the person's, and nothing else. */
  readonly isWhole: boolean;
};

export type Past = {
  readonly server: Server;
  readonly actions: readonly Asked[];
  /** Who did it; undefined when nobody did. */
  readonly actor: number | undefined;
  /** Everything that anybody heard, queue by queue. */
  readonly told: readonly Told[];
  /** Who listened with a queue that hears everything of theirs. */
  readonly listeners: readonly number[];
};

/** Brings one kind of thing into the state that it was in before. */
export type Presumption = (past: Past) => void;

/** What was told of that type, with the operation where one is named. */
export function toldOf({ told }: Past, type: string, op?: string): readonly Told[] {
  return told.filter(
    ({ event }) => event.type === type && (op === undefined || event["op"] === op),
  );
}

export function path(past: Past): string {
  return past.actions[0]?.path ?? "";
}

/** Whether somebody put people into streams, or made some. */
export function isJoining(past: Past): boolean {
  const [action] = past.actions;
  return action?.method === "POST" && action.path.endsWith("/users/me/subscriptions");
}

/** In the stream since ever, so that all of its messages came to them. */
export function putIn(stream: Stream, userId: number): void {
  stream.subscribers.add(userId);
  stream.spans.delete(userId);
}

/** Never in the stream. */
export function takeOut(stream: Stream, userId: number): void {
  stream.subscribers.delete(userId);
  stream.spans.delete(userId);
}

/** The stream that an event, or the message within it, is about. */
export function streamOf({ event }: Pick<Told, "event">): number | undefined {
  const message = fieldsOf(event["message"]);
  const id = event.type === "message" ? message["stream_id"] : event["stream_id"];
  return typeof id === "number" ? id : undefined;
}

/** Another value than that of a setting. */
export function otherThan(property: unknown, value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (property === "email_address_visibility") return value === 1 ? 4 : 3;
  if (typeof value === "number") return value === 1 ? 2 : 1;
  if (typeof value !== "string") return undefined;
  return value === "" ? "planted" : "";
}

export type Place = Pick<Message, "streamId" | "topic" | "participants">;
