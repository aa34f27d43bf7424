/** Announces that somebody is typing, or stopped. */
import { Refusal } from "#realm/failures.ts";
import { userSetting } from "#realm/register/settings.ts";
import { announce, type Server } from "#realm/server.ts";
import type { Person } from "#realm/state/people.ts";
import type { Queue } from "#realm/state/queues.ts";
import { personalOf } from "#realm/state/state.ts";
import { since } from "#wire/levels.ts";
import { visibleStream } from "./access.ts";
import { personById } from "./addressee.ts";
import { requirePosting } from "./posting.ts";

export type TypingOp = "start" | "stop";

/** No notifications in streams with more people than this. */
const maxNotified = 100;

function typist(person: Person) {
  return { user_id: person.id, email: person.email };
}

function listens(server: Server, userId: number): boolean {
  return userSetting(personalOf(server.state, userId), "receives_typing_notifications") === true;
}

/** Throws if the sender has disabled typing notifications. */
function requireNotifications(server: Server, sender: Person, kind: "private" | "stream"): void {
  const setting = `send_${kind}_typing_notifications` as const;
  if (userSetting(personalOf(server.state, sender.id), setting) === true) return;
  const where = kind === "stream" ? "channel" : "direct";
  throw new Refusal(`User has disabled typing notifications for ${where} messages`);
}

export function typeToPeople(
  server: Server,
  sender: Person,
  op: TypingOp,
  to: readonly number[],
): void {
  if (to.length === 0) throw new Refusal("Empty 'to' list");
  requireNotifications(server, sender, "private");
  const ids = [...new Set([...to, sender.id])];
  const recipients = ids.map((id) => typist(personById(server, id)));
  announce(server, "typing", (userId) => ids.includes(userId) && listens(server, userId), {
    message_type: server.level >= since.directTyping ? "direct" : "private",
    op,
    sender: typist(sender),
    recipients,
  });
}

export function typeInStream(
  server: Server,
  sender: Person,
  op: TypingOp,
  streamId: number,
  topic: string,
): void {
  requireNotifications(server, sender, "stream");
  const stream = visibleStream(server, sender, streamId);
  requirePosting(server, sender, stream);
  if (stream.subscribers.size > maxNotified) return;
  const receives = (userId: number, { options }: Queue) =>
    stream.subscribers.has(userId) &&
    options.capabilities?.stream_typing_notifications === true &&
    listens(server, userId);
  announce(server, "typing", receives, {
    message_type: "stream",
    op,
    sender: typist(sender),
    stream_id: streamId,
    topic,
  });
}
