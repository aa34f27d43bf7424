/** Who may write where, and call whom: each question throws what the person is told. */
import { Refusal } from "#realm/failures.ts";
import { realmSetting } from "#realm/register/realm-settings.ts";
import type { Server } from "#realm/server.ts";
import { conversationKey, type Mentions } from "#realm/state/messages.ts";
import {
  type GroupSetting,
  isAdministrator,
  isGuest,
  isModerator,
  isNamedIn,
  mentionersOf,
  type Person,
} from "#realm/state/people.ts";
import type { Stream } from "#realm/state/streams.ts";
import { recordedName } from "#realm/views/stream.ts";
import { isFull } from "./policies.ts";

/** Throws unless the person may post in the stream. Bots may where their owners may. */
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
  return new Refusal(`Not authorized to send to channel '${recordedName(stream)}'`);
}

/** Throws unless the stream is open to messages of people in such a role. */
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

/** Streams and topics with more people than this are not called together by everybody. */
const crowd = 15;

export function requireWildcard(
  server: Server,
  sender: Person,
  stream: Stream,
  { everybody, participants }: Mentions,
): void {
  if (sender.isSystem || mayCallCrowds(server, sender)) return;
  if (everybody && stream.subscribers.size > crowd) {
    throw new Refusal(
      "You do not have permission to use channel wildcard mentions in this channel.",
      { code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED" },
    );
  }
  if (participants.length > crowd) {
    throw new Refusal("You do not have permission to use topic wildcard mentions in this topic.", {
      code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
    });
  }
}

/** 1 everybody, 2 members, 3 full members, 5 administrators, 6 nobody, 7 moderators: unlike all other policies. */
function mayCallCrowds(server: Server, person: Person): boolean {
  switch (realmSetting(server, "wildcard_mention_policy")) {
    case 1:
      return true;
    case 2:
      return !isGuest(person);
    case 3:
      return isFull(server, person);
    case 6:
      return false;
    case 7:
      return isModerator(person);
    default:
      return isAdministrator(person);
  }
}

/** Throws when a text calls a group that the person may not call. */
export function requireMentionable(server: Server, sender: Person, content: string): void {
  const { people } = server.state;
  if (sender.isSystem) return;
  for (const id of server.draw(content).groups) {
    const group = people.groups.get(id);
    if (group === undefined || isNamedIn(people, mentionersOf(people, group), [sender.id]))
      continue;
    throw new Refusal(`You are not allowed to mention user group '${group.name}'.`);
  }
}

/** Throws unless the person may write to them: to bots and to oneself always, to others by the realm's two groups. */
export function requireDirect(server: Server, sender: Person, people: readonly Person[]): void {
  if (people.every(({ id, isBot }) => isBot || id === sender.id)) return;
  requirePermission(server, [sender, ...people]);
  const { settings, messages } = server.state;
  const starters = settings.get("direct_message_initiator_group") as GroupSetting | undefined;
  if (starters === undefined || isNamedIn(server.state.people, starters, [sender.id])) return;
  const all = new Set([sender.id, ...people.map(({ id }) => id)]);
  const key = conversationKey([...all].sort((a, b) => a - b));
  if ((messages.ofConversation.get(key)?.length ?? 0) > 0) return;
  throw new Refusal("You do not have permission to initiate direct message conversations.");
}

/** Somebody in the conversation has to be among those who may write to people at all. */
function requirePermission(server: Server, people: readonly Person[]): void {
  const { settings, people: realm } = server.state;
  const writers = settings.get("direct_message_permission_group") as GroupSetting | undefined;
  const ids = people.map(({ id }) => id);
  if (writers === undefined || isNamedIn(realm, writers, ids)) return;
  const isNobody = typeof writers === "number" && realm.groups.get(writers)?.name === "role:nobody";
  throw new Refusal(
    isNobody
      ? "Direct messages are disabled in this organization."
      : "This conversation does not include any users who can authorize it.",
  );
}
