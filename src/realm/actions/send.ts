/** Sends messages, of people and of the notification bot, with all consequences for recipients. */
import { sorted } from "#base/sorted.ts";
import { announceLinked, filesLinked } from "#realm/actions/files.ts";
import { topicShown } from "#realm/empty-topic.ts";
import { Refusal } from "#realm/failures.ts";
import { normalContent, normalTopic } from "#realm/parameters.ts";
import { announce, commit, now, type Server } from "#realm/server.ts";
import type { Change, SentMessage } from "#realm/state/apply.ts";
import {
  idsOfTopic,
  isResolution,
  type Mentions,
  type Message,
  noMentions,
  type Submessage,
} from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { flagsOf, hasReceived, personalOf } from "#realm/state/state.ts";
import type { Stream, TopicPlace } from "#realm/state/streams.ts";
import { messageView } from "#realm/views/message.ts";
import { since } from "#wire/levels.ts";
import { personMark, topicMark } from "#wire/name-marks.ts";
import {
  peopleAddressed,
  requireActive,
  requirePosting,
  requireWildcard,
  streamAddressed,
} from "./addressee.ts";
import { requireTopic, requireTopicStart } from "./topic-rules.ts";

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
  const topic = normalTopic(server, written.topic);
  const content = normalContent(written.content);
  const stream = addressed();
  requireTopic(server, stream, topic);
  requirePosting(server, sender, stream);
  requireTopicStart(server, sender, stream, topic);
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
    participants: sorted(ids),
    content,
    mentions: { people: called, everybody, participants: [] },
  };
}

/** Adds a message to the state, and announces the files that it links to. */
function post(server: Server, sent: SentMessage, along: readonly Change[] = []): Message {
  commit(server, { kind: "message sent", message: sent }, ...along);
  announceLinked(server, sent.senderId, sent.files ?? []);
  const message = server.state.messages.byId.get(sent.id);
  if (message === undefined) throw new RangeError(`Message ${sent.id} got lost.`);
  return message;
}

/** Sends the event to all recipients' queues, and calls the listeners in this process. */
function announceMessage(server: Server, message: Message, echo: SendRequest["echo"]): void {
  announce(
    server,
    "message",
    (userId) => hasReceived(server.state, userId, message),
    ({ id, userId, options }) => ({
      message: messageView(server, message, { ...options, knowsEmptyTopics: true }),
      flags: flagsOf(server.state, personalOf(server.state, userId), message),
      ...(echo?.queueId === id ? { local_message_id: echo.localId } : {}),
    }),
  );
  for (const watch of server.onMessage) watch(message);
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
    participants: sorted(senders),
  };
}

// Messages of the notification bot: about moved and resolved topics, and to people.

type Moved = {
  readonly old: TopicPlace;
  readonly to: TopicPlace;
  readonly request: { readonly noticeInOld: boolean; readonly noticeInNew: boolean };
  /** The number of moved messages. */
  readonly count: number;
  /** Whether the whole topic was moved. */
  readonly whole: boolean;
};

export function announceMoved(server: Server, person: Person, moved: Moved): void {
  const { old, to, request, whole, count } = moved;
  const name = named(person);
  const say = ({ stream, topic }: TopicPlace, content: string) =>
    notify(server, { streamId: stream.id, topic }, content);
  const link = ({ stream, topic }: TopicPlace) =>
    topicMark(stream, { topic, title: topicShown(server, topic) }, server.level);
  const marking = resolution(old, to);
  if (marking !== undefined) {
    const place = { streamId: to.stream.id, topic: to.topic };
    const notice = `${name} has marked this topic as ${marking}.`;
    const isResolution = server.level >= since.resolvedNotices;
    if (request.noticeInNew) notify(server, place, notice, isResolution ? { isResolution } : {});
    return;
  }
  const what = whole
    ? "This topic was"
    : `${count} ${count === 1 ? "message was" : "messages were"}`;
  if (request.noticeInNew) say(to, `${what} moved here from ${link(old)} by ${name}.`);
  if (request.noticeInOld) say(old, `${what} moved from this topic to ${link(to)} by ${name}.`);
}

/** Whether the move only resolved or unresolved the topic. */
function resolution(old: TopicPlace, to: TopicPlace): "resolved" | "unresolved" | undefined {
  if (old.stream.id !== to.stream.id) return undefined;
  if (!isResolution(old.topic, to.topic)) return undefined;
  return to.topic.length > old.topic.length ? "resolved" : "unresolved";
}

type NoticeTarget = { readonly streamId: number; readonly topic: string } | { readonly to: number };

/** Sends a message from the notification bot. */
export function notify(
  server: Server,
  place: NoticeTarget,
  content: string,
  kind: Pick<SentMessage, "isResolution"> = {},
): void {
  const { notifier } = server.state.people;
  const inStream = "streamId" in place;
  const { mentions } = server.render(content);
  const message = post(server, {
    id: server.state.messages.newest + 1 + server.variation.messageGap(),
    senderId: notifier.id,
    content,
    sentAt: now(server),
    client: "Internal",
    streamId: inStream ? place.streamId : undefined,
    topic: inStream ? place.topic : "",
    participants: inStream ? [] : sorted([notifier.id, place.to]),
    readBySender: true,
    mentions: { ...noMentions, people: mentions.people },
    submessages: [],
    ...kind,
  });
  announceMessage(server, message, undefined);
}

/** A silent mention of a person, for notices. */
export function named({ fullName: name, id }: { readonly fullName: string; readonly id: number }) {
  return personMark({ id, name }, { isSilent: true, isShared: true });
}

// Polls and to-do lists: the first submessage, which the server creates from the text.

/** Entries without list markers. */
function lines(text: string): string[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().replace(/^[-*]?\s*/, ""))
    .filter((line) => line !== "");
}

function content(text: string): object | undefined {
  const [, command, rest = ""] = /^\/(poll|todo)(?:[ \t]*)([\s\S]*)$/.exec(text) ?? [];
  const [first = "", ...others] = rest.split("\n");
  if (command === "poll") {
    const extra = { question: first.trim(), options: lines(others.join("\n")) };
    return { widget_type: "poll", extra_data: extra };
  }
  if (command !== "todo") return undefined;
  const tasks = lines(others.join("\n")).map((line) => {
    const [task = "", ...desc] = line.split(": ");
    return { task: task.trim(), desc: desc.join(": ").trim() };
  });
  return { widget_type: "todo", extra_data: { task_list_title: first.trim(), tasks } };
}

/** Empty if the text does not create a widget; `id` is that of the submessage. */
export function widgetOf(text: string, senderId: number, id: number): readonly Submessage[] {
  const widget = /^\/(poll|todo)(\s|$)/.test(text) ? content(text) : undefined;
  return widget === undefined
    ? []
    : [{ id, senderId, type: "widget", content: JSON.stringify(widget) }];
}
