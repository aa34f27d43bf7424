/** Sends messages: checks, normalization and events. */
import { Refusal } from "#realm/failures.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import type { Change, SentMessage } from "#realm/state/changes.ts";
import { flagsOf } from "#realm/state/flags.ts";
import { idsOfTopic, type Mentions, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { hasReceived, personalOf } from "#realm/state/state.ts";
import type { Stream } from "#realm/state/streams.ts";
import { messageView } from "#realm/views/message.ts";
import { peopleAddressed, requireActive, streamAddressed } from "./addressee.ts";
import { announceLinked, filesLinked } from "./files.ts";
import { requirePosting, requireWildcard } from "./posting.ts";
import { normalContent, normalTopic } from "./text.ts";
import { widgetOf } from "./widget.ts";

export type SendRequest = {
  readonly type: "stream" | "direct";
  /** As received; see `addressee.ts`. */
  readonly to: string | undefined;
  readonly topic: string | undefined;
  readonly content: string;
  readonly client: string;
  readonly readBySender: boolean;
  /** The queue whose event contains the client's local ID. */
  readonly echo?: { readonly queueId: string; readonly localId: string } | undefined;
  /** A change that is applied together with the message, or not at all. */
  readonly along?: Change;
};

/** Sends a message, and announces it to its recipients. */
export function send(server: Server, sender: Person, sending: SendRequest): Message {
  const ready = readyToSend(server, sender, sending);
  const { client, readBySender, along } = sending;
  const files = filesLinked(server, sender, ready.content);
  const message = post(
    server,
    {
      id: server.state.messages.newest + 1 + server.variation.messageGap(),
      senderId: sender.id,
      ...ready,
      sentAt: now(server),
      client,
      readBySender,
      submessages: widgetOf(ready.content, sender.id, server.state.messages.newestSubmessage + 1),
      ...(files.length === 0 ? {} : { files }),
    },
    along === undefined ? [] : [along],
  );
  announceMessage(server, message, sending.echo);
  return message;
}

/** A message as received in a request. */
export type WrittenMessage = Pick<SendRequest, "type" | "to" | "topic" | "content">;

type Ready = Pick<SentMessage, "streamId" | "topic" | "participants" | "content" | "mentions">;

/** The message as it will be stored; throws unless it may be sent now. */
export function readyToSend(server: Server, sender: Person, written: WrittenMessage): Ready {
  return written.type === "stream"
    ? readyForStream(server, sender, written)
    : readyForPeople(server, sender, written);
}

function readyForStream(server: Server, sender: Person, written: WrittenMessage): Ready {
  const addressed = streamAddressed(server, written.to);
  if (written.topic === undefined) throw new Refusal("Missing topic");
  const topic = normalTopic(written.topic);
  const content = normalContent(written.content);
  const stream = addressed();
  requireTopic(server, topic);
  requirePosting(server, sender, stream);
  const mentions = mentionsOf(server, content, stream, topic);
  requireWildcard(server, sender, stream, mentions);
  return { streamId: stream.id, topic, participants: [], content, mentions };
}

function readyForPeople(server: Server, sender: Person, written: WrittenMessage): Ready {
  const people = peopleAddressed(server, written.to)();
  const content = normalContent(written.content);
  requireActive(server, people);
  const ids = new Set([sender.id, ...people.map(({ id }) => id)]);
  const { people: called, everybody } = server.render(content).mentions;
  return {
    streamId: undefined,
    topic: "",
    participants: [...ids].sort((a, b) => a - b),
    content,
    mentions: { people: called, everybody, participants: [] },
  };
}

/** Adds a message to the state, and announces the files that it links to. */
export function post(server: Server, sent: SentMessage, along: readonly Change[] = []): Message {
  commit(server, { kind: "message sent", message: sent }, ...along);
  announceLinked(server, sent.senderId, sent.files ?? []);
  const message = server.state.messages.byId.get(sent.id);
  if (message === undefined) throw new RangeError(`Message ${sent.id} got lost.`);
  return message;
}

/** Sends the event to all recipients' queues, and calls the listeners in this process. */
export function announceMessage(server: Server, message: Message, echo: SendRequest["echo"]): void {
  announce(
    server,
    "message",
    (userId) => hasReceived(server.state, userId, message),
    ({ id, userId, options }) => ({
      message: messageView(server, message, options),
      flags: flagsOf(server.state, personalOf(server.state, userId), message),
      ...(echo?.queueId === id ? { local_message_id: echo.localId } : {}),
    }),
  );
  for (const watch of server.onMessage) watch(message);
}

function requireTopic(server: Server, topic: string): void {
  if (topic === "(no topic)" && server.state.settings.get("mandatory_topics") === true) {
    throw new Refusal("Topics are required in this organization");
  }
}

/** The people whom a text in that topic mentions: only subscribers, and for topic mentions only participants. */
export function mentionsOf(
  server: Server,
  content: string,
  stream: Stream,
  topic: string,
): Mentions {
  const { mentions } = server.render(content);
  const ids = mentions.topic ? idsOfTopic(server.state.messages, stream.id, topic) : [];
  const senders = ids.map((id) => server.state.messages.byId.get(id)?.senderId ?? 0);
  return {
    people: mentions.people,
    everybody: mentions.everybody,
    participants: [...new Set(senders)].sort((a, b) => a - b),
  };
}
