/** The wire format of messages, reactions and edits. */
import { topicShown } from "#realm/empty-topic.ts";
import { keysAt } from "#realm/levels.ts";
import type { Server } from "#realm/server.ts";
import { shownEdits } from "#realm/settings/realm.ts";
import { type Edit, isResolution, type Message, type Reaction } from "#realm/state/messages.ts";
import { dummyDomain, type Person } from "#realm/state/people.ts";
import { holdsAt, since } from "#wire/levels.ts";
import { pictureUrl } from "./person.ts";

export type MessageForm = {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  /** Whether the client knows of empty topics. */
  readonly knowsEmptyTopics?: boolean | undefined;
};

type SenderFacts = Pick<Person, "id" | "email" | "loginEmail" | "fullName" | "emailVisibility">;

function deletedPerson(id: number): SenderFacts {
  const email = `user${id}@${dummyDomain}`;
  return { id, email, loginEmail: email, fullName: "Unknown user", emailVisibility: 1 };
}

function personOf(server: Server, id: number) {
  return server.state.people.byId.get(id) ?? deletedPerson(id);
}

function recipientView(server: Server, message: Message) {
  if (message.streamId !== undefined) {
    return server.state.streams.byId.get(message.streamId)?.name ?? "";
  }
  const people = message.participants.map((id) => personOf(server, id));
  // Two people are sorted by address, larger groups by ID.
  if (people.length === 2) people.sort((a, b) => (a.email < b.email ? -1 : 1));
  return people.map(({ id, email, fullName }) => ({
    id,
    email,
    full_name: fullName,
    is_mirror_dummy: false,
  }));
}

/** Differs between the two directions of a conversation, as on real servers, so clients cannot use it as a key. */
function recipientId(message: Message): number {
  if (message.streamId !== undefined) return message.streamId * 2;
  const other = message.participants.find((id) => id !== message.senderId) ?? message.senderId;
  if (message.participants.length <= 2) return other * 2 + 1;
  return message.participants.reduce((sum, id) => (sum * 31 + id) % 1_000_003, 7) * 2 + 2_000_001;
}

/** `key` is the name of the ID in the legacy object, which differs between fetches and events. */
export function reactionView(server: Server, reaction: Reaction, key: "id" | "user_id") {
  const { email, fullName } = personOf(server, reaction.userId);
  const hasUser =
    holdsAt(server.level, "reactionUsers") ||
    (key === "user_id" && holdsAt(server.level, "reactionUsersInEvents"));
  return {
    emoji_name: reaction.name,
    emoji_code: reaction.code,
    reaction_type: reaction.type,
    ...(server.level >= since.reactionIds ? { user_id: reaction.userId } : {}),
    ...(hasUser ? { user: { [key]: reaction.userId, email, full_name: fullName } } : {}),
  };
}

/** The changes that the organization shows, newest first. */
export function shownChanges(server: Server, { edits }: Message): readonly Edit[] {
  const shown = shownEdits(server);
  if (shown === "all") return edits;
  if (shown === "none") return [];
  return edits.flatMap(({ content: _, ...move }) =>
    move.topic === undefined && move.streamId === undefined ? [] : [move],
  );
}

function editView(server: Server, { userId, at, content, topic, streamId }: Edit) {
  return keysAt(server.level, {
    user_id: userId,
    timestamp: at,
    prev_content: content,
    prev_rendered_content: content && server.render(content).html,
    prev_rendered_content_version: content === undefined ? undefined : 1,
    prev_topic: topic?.from,
    topic: topic?.to,
    prev_stream: streamId?.from,
    stream: streamId?.to,
  });
}

export function isMeMessage(content: string): boolean {
  return content.startsWith("/me ");
}

/** A message without its flags, which are outside of it in events and inside in fetches. */
export function messageView(server: Server, message: Message, form: MessageForm) {
  const sender = personOf(server, message.senderId);
  const { edits } = message;
  const shown = shownChanges(server, message);
  return {
    id: message.id,
    sender_id: message.senderId,
    content: form.applyMarkdown ? server.render(message.content).html : message.content,
    recipient_id: recipientId(message),
    timestamp: message.sentAt,
    client: message.client,
    subject:
      message.streamId === undefined
        ? message.topic
        : topicShown(server, message.topic, form.knowsEmptyTopics),
    ...topicLinksView(server, message.streamId === undefined ? "" : message.topic),
    is_me_message: isMeMessage(message.content),
    reactions: message.reactions.map((reaction) => reactionView(server, reaction, "id")),
    submessages: message.submessages.map((one) => ({
      id: one.id,
      message_id: message.id,
      sender_id: one.senderId,
      msg_type: one.type,
      content: one.content,
    })),
    ...changeTimes(server, edits),
    edit_history: shown.length > 0 ? shown.map((edit) => editView(server, edit)) : undefined,
    sender_full_name: sender.fullName,
    sender_email: sender.email,
    sender_realm_str: "weir",
    display_recipient: recipientView(server, message),
    type: message.streamId === undefined ? "private" : "stream",
    stream_id: message.streamId,
    avatar_url: pictureUrl(sender, form.clientGravatar),
    content_type: form.applyMarkdown ? "text/html" : "text/x-markdown",
  };
}

/** LEVEL(365): before it, one time of both. */
function changeTimes({ level }: Server, edits: readonly Edit[]) {
  if (level < since.moveTimes) return { last_edit_timestamp: edits[0]?.at };
  return {
    last_edit_timestamp: edits.find(({ content }) => content !== undefined)?.at,
    last_moved_timestamp: edits.find(
      ({ topic, streamId }) =>
        streamId !== undefined || (topic !== undefined && !isResolution(topic.from, topic.to)),
    )?.at,
  };
}

/** LEVEL(1): the links of a topic had another name before it. */
export function topicLinksView(server: Server, topic: string) {
  return keysAt(server.level, { topic_links: server.topicLinks(topic) });
}
