/** Deletes messages, and announces messages that somebody can no longer see. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm.ts";
import { announce, commit, now, pushEvent, type Server } from "#realm/server.ts";
import type { Message } from "#realm/state/messages.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import { wants } from "#realm/state/queues.ts";
import { streamOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { isAllowed } from "./access.ts";
import { recipientsOf } from "./edit.ts";

/**
 * Throws unless the person may delete it: administrators may delete everything that they can see, others recent
 * messages of their own and of their bots.
 */
export function requireDeletable(server: Server, person: Person, message: Message): void {
  if (isAdministrator(person)) return;
  const { ownerId } = server.state.people.byId.get(message.senderId) ?? {};
  const isOwn = message.senderId === person.id || ownerId === person.id;
  if (!isOwn || !isAllowed(server, person, "delete_own_message_policy")) {
    throw new Refusal("You don't have permission to delete this message");
  }
  const limit = realmSetting(server, "message_content_delete_limit_seconds");
  if (typeof limit === "number" && now(server) - message.sentAt > limit) {
    throw new Refusal("The time limit for deleting this message has passed");
  }
}

/** Messages of one conversation, in one event; `actorId` always receives it. */
export function deleteMessages(server: Server, actorId: number, gone: readonly Message[]): void {
  const [message] = gone;
  if (message === undefined) return;
  const recipients = new Set([actorId, ...recipientsOf(server, gone)]);
  const { streamId, topic } = message;
  const stream = streamOf(server.state, message);
  const ids = gone.map(({ id }) => id);
  commit(server, { kind: "messages deleted", ids });
  if (stream !== undefined) announceFirstMessage(server, stream, Math.min(...ids));
  announceDeleted(server, (userId) => recipients.has(userId), { ids, streamId, topic });
}

/** Announces a stream's new first message if the old one was deleted. */
function announceFirstMessage(server: Server, stream: Stream, gone: number): void {
  const first = server.state.messages.ofStream.get(stream.id)?.[0];
  if (first !== undefined && first < gone) return;
  announce(server, "stream", (userId) => stream.subscribers.has(userId), {
    op: "update",
    property: "first_message_id",
    value: first ?? null,
    stream_id: stream.id,
    name: stream.name,
  });
}

export type Gone = {
  readonly ids: readonly number[];
  readonly streamId: number | undefined;
  readonly topic: string;
};

/** Sends deletion events to these people: one for all messages, or one each for clients without the capability. */
export function announceDeleted(
  server: Server,
  concerned: (userId: number) => boolean,
  { ids, streamId, topic }: Gone,
): void {
  const place =
    streamId === undefined
      ? { message_type: "private" }
      : { message_type: "stream", stream_id: streamId, topic };
  for (const queue of server.queues.values()) {
    if (!concerned(queue.userId) || !wants(queue, "delete_message")) continue;
    const inBulk = queue.options.capabilities?.bulk_message_deletion === true;
    const bodies = inBulk ? [{ message_ids: ids }] : ids.map((id) => ({ message_id: id }));
    for (const body of bodies) {
      pushEvent(server, queue, { type: "delete_message", ...body, ...place });
    }
  }
}
