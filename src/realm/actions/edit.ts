/** Edits and deletes messages, and announces messages that somebody can no longer see. */
import { announceLinked, filesLinked } from "#realm/actions/files.ts";
import { Refusal } from "#realm/failures.ts";
import { keysAt } from "#realm/levels.ts";
import { normalContent } from "#realm/parameters.ts";
import { hasAt, mayInRealm, mayInStream, mayRead } from "#realm/permissions.ts";
import { announce, commit, now, pushEvent, type Server } from "#realm/server.ts";
import { realmSetting } from "#realm/settings/realm.ts";
import type { Edit, Mentions, Message } from "#realm/state/messages.ts";
import { isAdministrator, type Person } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import { wants } from "#realm/state/queues.ts";
import { flagsOf, isOwn, personalOf, streamOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { isMeMessage } from "#realm/views/message.ts";
import { since } from "#wire/levels.ts";
import { isAllowed } from "./access.ts";
import { requireWildcard } from "./addressee.ts";
import { mentionsOf } from "./send.ts";

/** The tolerance of servers beyond time limits, for edits begun in time. */
const graceSeconds = 20;

/** Throws unless the person may edit the text. */
export function requireEditable(server: Server, person: Person, message: Message): void {
  if (realmSetting(server, "allow_message_editing") === false) {
    throw new Refusal("Your organization has turned off message editing");
  }
  if (message.senderId !== person.id) {
    throw new Refusal("You don't have permission to edit this message");
  }
  const limit = realmSetting(server, "message_content_edit_limit_seconds");
  if (isOlder(server, message, limit)) {
    throw new Refusal("The time limit for editing this message has passed");
  }
}

/** Whether the message is older than a limit in seconds plus the tolerance; null means no limit. */
function isOlder(server: Server, { sentAt }: Message, limit: unknown): boolean {
  return typeof limit === "number" && now(server) - sentAt > limit + graceSeconds;
}

/** Blank text means deletion of the content. */
function newContent(content: string): string {
  return content.trim() === "" ? "(deleted)" : normalContent(content);
}

export function editContent(
  server: Server,
  person: Person,
  message: Message,
  content: string,
): ContentEdit {
  const next = newContent(content);
  const mentions = newMentions(server, person, message, next);
  return { before: message.content, next, mentions, files: filesLinked(server, person, next) };
}

export type ContentEdit = {
  readonly before: string;
  readonly next: string;
  readonly mentions: Mentions;
  /** The IDs of the uploaded files that it links to. */
  readonly files: readonly number[];
};

function newMentions(server: Server, person: Person, message: Message, content: string): Mentions {
  const stream = streamOf(server.state, message);
  if (stream === undefined) return { ...server.render(content).mentions, participants: [] };
  const mentions = mentionsOf(server, content, stream, message.topic);
  requireWildcard(server, person, stream, mentions);
  return mentions;
}

/** The keys of an `update_message` event for a new text. */
export function contentKeys(server: Server, { before, next }: ContentEdit) {
  return keysAt(server.level, {
    orig_content: before,
    orig_rendered_content: server.render(before).html,
    prev_rendered_content_version: 1,
    content: next,
    rendered_content: server.render(next).html,
    is_me_message: isMeMessage(next),
  });
}

/** Saves an edit, and announces newly linked files to the author. */
export function commitEdit(
  server: Server,
  message: Message,
  { before, next, mentions, files }: ContentEdit,
  edit: Omit<Edit, "content">,
): void {
  const { linkedBy } = server.state.files;
  const fresh = files.filter((id) => linkedBy.get(id)?.has(message.id) !== true);
  commit(server, {
    kind: "message edited",
    id: message.id,
    content: next,
    mentions: remaining(message.mentions, mentions),
    ...(files.length === 0 ? {} : { files }),
    edit: { ...edit, content: before },
  });
  announceLinked(server, message.senderId, fresh);
}

/** Wildcard mentions are kept, as on real servers: an edit can only add them. */
function remaining(before: Mentions, next: Mentions): Mentions {
  if (next.everybody) return { ...next, participants: before.participants };
  const isForTopic = next.participants.length > 0;
  return {
    people: next.people,
    everybody: before.everybody,
    participants: isForTopic ? next.participants : before.participants,
  };
}

/** Changes only the text, and announces it to everybody who can see the message. */
export function applyEdit(
  server: Server,
  person: Person,
  message: Message,
  edit: ContentEdit,
): void {
  const at = now(server);
  commitEdit(server, message, edit, { userId: person.id, at });
  announce(
    server,
    "update_message",
    (userId) => concerns(server, userId, message),
    (queue) => ({
      ...editKeys(server, person.id, at, message, queue.userId),
      ...contentKeys(server, edit),
      message_ids: [message.id],
    }),
  );
}

/** Whether the person receives events about the message: it is in their history or in a subscribed stream. */
function concerns(server: Server, userId: number, message: Message): boolean {
  const person = server.state.people.byId.get(userId);
  if (person === undefined || !mayRead(server, person, message)) return false;
  if (isOwn(server.state, personalOf(server.state, userId), message)) return true;
  return streamOf(server.state, message)?.subscribers.has(userId) === true;
}

/** The people with a queue who receive events about any of these messages. */
export function recipientsOf(server: Server, messages: readonly Message[]): ReadonlySet<number> {
  const users = new Set([...server.queues.values()].map(({ userId }) => userId));
  return new Set([...users].filter((id) => messages.some((one) => concerns(server, id, one))));
}

/**
 * For messages that the person never received, only `read`. The common flag for wildcards is omitted at levels with
 * separate ones.
 */
function visibleFlags({ state }: Server, personal: Personal, message: Message): string[] {
  if (!isOwn(state, personal, message)) return ["read"];
  return flagsOf(state, personal, message).filter((flag) => flag !== "wildcard_mentioned");
}

/** The keys of every `update_message` event. */
export function editKeys(
  server: Server,
  editorId: number,
  at: number,
  message: Message,
  userId: number,
) {
  const personal = personalOf(server.state, userId);
  const stream = streamOf(server.state, message);
  return {
    user_id: editorId,
    edit_timestamp: at,
    message_id: message.id,
    ...(server.level >= since.renderingOnly ? { rendering_only: false } : {}),
    ...(stream === undefined ? {} : { stream_name: stream.name, stream_id: stream.id }),
    flags: visibleFlags(server, personal, message),
  };
}

// Deletes messages, and announces messages that somebody can no longer see.

/**
 * Throws unless the person may delete it: administrators may delete everything that they can see, others recent
 * messages of their own and of their bots.
 */
export function requireDeletable(server: Server, person: Person, message: Message): void {
  const stream = streamOf(server.state, message);
  if (mayDeleteAny(server, person, stream)) return;
  const { ownerId } = server.state.people.byId.get(message.senderId) ?? {};
  const isOwn = message.senderId === person.id || ownerId === person.id;
  const mayOwn =
    isAllowed(server, person, "delete_own_message_policy") ||
    (stream !== undefined && mayInStream(server, person, stream, "can_delete_own_message_group"));
  if (!isOwn || !mayOwn) {
    throw new Refusal("You don't have permission to delete this message");
  }
  const limit = realmSetting(server, "message_content_delete_limit_seconds");
  if (typeof limit === "number" && now(server) - message.sentAt > limit) {
    throw new Refusal("The time limit for deleting this message has passed");
  }
}

/** Whether the person may delete messages of others in the stream, or direct ones. */
export function mayDeleteAny(server: Server, person: Person, stream: Stream | undefined): boolean {
  if (!hasAt(server.level, "realm", "can_delete_any_message_group")) return isAdministrator(person);
  return (
    mayInRealm(server, person, "can_delete_any_message_group") ||
    (stream !== undefined && mayInStream(server, person, stream, "can_delete_any_message_group"))
  );
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

type Gone = {
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
