/** All messages of the realm, indexed by stream, topic, conversation and sender. */
import { position } from "#base/sorted.ts";

export type Reaction = {
  readonly userId: number;
  readonly name: string;
  readonly code: string;
  readonly type: string;
};

/** An earlier state; only changed properties are set. */
export type Edit = {
  readonly userId: number;
  /** UNIX seconds. */
  readonly at: number;
  readonly content?: string;
  readonly topic?: { readonly from: string; readonly to: string };
  readonly streamId?: { readonly from: number; readonly to: number };
};

/** The people mentioned in a text. */
export type Mentions = {
  /** Mentioned by name or through a group. */
  readonly people: readonly number[];
  /** Whether it mentions everybody in the stream or conversation. */
  readonly everybody: boolean;
  /** The topic's participants when it was sent; empty unless it contains `@**topic**`. */
  readonly participants: readonly number[];
};

export const noMentions: Mentions = { people: [], everybody: false, participants: [] };

export type Submessage = {
  readonly id: number;
  readonly senderId: number;
  readonly type: string;
  readonly content: string;
};

const resolved = "✔ ";

/** Whether one of the topics is the other one, resolved. */
export function isResolution(from: string, to: string): boolean {
  return to === resolved + from || from === resolved + to;
}

/** A stored message; modified only by functions in this folder. */
export type Message = {
  readonly id: number;
  readonly senderId: number;
  content: string;
  /** UNIX seconds. */
  readonly sentAt: number;
  readonly client: string;
  /** Undefined for direct messages. */
  streamId: number | undefined;
  /** The stream in which it was sent, which determines who received it, even if it was moved. */
  readonly sentIn: number | undefined;
  /** `""` for direct messages. */
  topic: string;
  /** Everybody in a direct conversation, including the sender, ascending; empty in streams. */
  readonly participants: readonly number[];
  readonly readBySender: boolean;
  /** A notice that its topic was resolved or reopened, which people may have marked as read. */
  readonly isResolution?: true;
  mentions: Mentions;
  reactions: readonly Reaction[];
  /** Newest first. */
  edits: readonly Edit[];
  submessages: readonly Submessage[];
  /** The people who lost access to it by a move. */
  lostBy: ReadonlySet<number> | undefined;
};

export type Messages = {
  readonly byId: Map<number, Message>;
  /** Ascending, like all lists here. */
  readonly ids: number[];
  readonly ofStream: Map<number, number[]>;
  readonly ofTopic: Map<string, number[]>;
  readonly ofConversation: Map<string, number[]>;
  readonly ofSender: Map<number, number[]>;
  /** The highest ID assigned so far. */
  newest: number;
  /** The highest submessage ID so far, across all messages. */
  newestSubmessage: number;
};

export function emptyMessages(): Messages {
  return {
    byId: new Map(),
    ids: [],
    ofStream: new Map(),
    ofTopic: new Map(),
    ofConversation: new Map(),
    ofSender: new Map(),
    newest: 0,
    newestSubmessage: 0,
  };
}

/** Topics are case-insensitive. */
export function topicKey(streamId: number, topic: string): string {
  return `${streamId}:${topic.toLowerCase()}`;
}

export function conversationKey(participants: readonly number[]): string {
  return participants.join(",");
}

/** The indexes that contain a message, each with its key. */
function placesOf(messages: Messages, message: Message) {
  const { streamId, topic, participants, senderId } = message;
  const places: [Map<unknown, number[]>, unknown][] = [[messages.ofSender, senderId]];
  if (streamId === undefined) {
    places.push([messages.ofConversation, conversationKey(participants)]);
  } else {
    places.push([messages.ofStream, streamId], [messages.ofTopic, topicKey(streamId, topic)]);
  }
  return places;
}

function place(messages: Messages, message: Message): void {
  for (const [index, key] of placesOf(messages, message)) {
    const list = index.get(key);
    if (list === undefined) index.set(key, [message.id]);
    else insertInPlace(list, message.id);
  }
}

function displace(messages: Messages, message: Message): void {
  for (const [index, key] of placesOf(messages, message)) {
    const list = index.get(key) ?? [];
    removeInPlace(list, message.id);
    if (list.length === 0) index.delete(key);
  }
}

export function addMessage(messages: Messages, message: Message): void {
  messages.byId.set(message.id, message);
  insertInPlace(messages.ids, message.id);
  place(messages, message);
  messages.newest = Math.max(messages.newest, message.id);
  for (const { id } of message.submessages) countSubmessage(messages, id);
}

export function countSubmessage(messages: Messages, id: number): void {
  messages.newestSubmessage = Math.max(messages.newestSubmessage, id);
}

export function removeMessage(messages: Messages, id: number): void {
  const message = messages.byId.get(id);
  if (message === undefined) return;
  messages.byId.delete(id);
  removeInPlace(messages.ids, id);
  displace(messages, message);
}

export function moveMessage(
  messages: Messages,
  message: Message,
  to: Pick<Message, "streamId" | "topic">,
): void {
  displace(messages, message);
  message.streamId = to.streamId;
  message.topic = to.topic;
  place(messages, message);
}

/** The message IDs of a topic, ascending. */
export function idsOfTopic(messages: Messages, streamId: number, topic: string): readonly number[] {
  return messages.ofTopic.get(topicKey(streamId, topic)) ?? [];
}

export function insertInPlace(ids: number[], id: number): void {
  const last = ids.at(-1);
  if (last === undefined || last < id) {
    ids.push(id);
    return;
  }
  const at = position(ids, id);
  if (ids[at] !== id) ids.splice(at, 0, id);
}

export function removeInPlace(ids: number[], id: number): void {
  const at = position(ids, id);
  if (ids[at] === id) ids.splice(at, 1);
}
