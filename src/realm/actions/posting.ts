/** Checks who may post where and mention whom; each check throws the refusal. */
import { Refusal } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import type { Mentions } from "#realm/state/messages.ts";
import { isAdministrator, isGuest, isModerator, type Person } from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { isAllowed, isFull } from "./access.ts";

/** Throws unless the person, or a bot's owner, may post in the stream. */
export function requirePosting(server: Server, sender: Person, stream: Stream): void {
  if (sender.isSystem && !stream.isArchived) return;
  const owner = server.state.people.byId.get(sender.ownerId ?? -1);
  try {
    requirePostPolicy(server, sender, stream);
  } catch (complaint) {
    if (owner === undefined) throw complaint;
    requirePostPolicy(server, owner, stream);
  }
  if (stream.isArchived) throw notThere(stream);
  const isOpen = stream.isWebPublic || !(stream.inviteOnly || isGuest(sender));
  if (isOpen || stream.subscribers.has(sender.id)) return;
  if (owner === undefined || !stream.subscribers.has(owner.id)) throw notThere(stream);
}

function notThere(stream: Stream): Refusal {
  return new Refusal(`Not authorized to send to channel '${stream.name}'`);
}

/** Throws unless the stream's policy permits posts by the person's role. */
export function requirePostPolicy(server: Server, sender: Person, { postPolicy }: Stream): void {
  if (isAdministrator(sender) || postPolicy === 1) return;
  if (postPolicy === 2) {
    throw new Refusal("Only organization administrators can send to this channel.");
  }
  if (isModerator(sender)) return;
  if (postPolicy === 4) {
    throw new Refusal("Only organization administrators and moderators can send to this channel.");
  }
  if (isGuest(sender)) throw new Refusal("Guests cannot send to this channel.");
  if (!isFull(server, sender)) throw new Refusal("New members cannot send to this channel.");
}

/** With more people than this, wildcard mentions need permission. */
const manyPeople = 15;

export function requireWildcard(
  server: Server,
  sender: Person,
  stream: Stream,
  { everybody, participants }: Mentions,
): void {
  if (sender.isSystem || isAllowed(server, sender, "wildcard_mention_policy")) return;
  if (everybody && stream.subscribers.size > manyPeople) {
    throw new Refusal(
      "You do not have permission to use channel wildcard mentions in this channel.",
      { code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" },
    );
  }
  if (participants.length > manyPeople) {
    throw new Refusal("You do not have permission to use topic wildcard mentions in this topic.", {
      code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    });
  }
}
