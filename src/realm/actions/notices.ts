/** Messages of the notification bot: about moved and resolved topics, and to people. */
import { now, type Server } from "#realm/server.ts";
import { noMentions } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { announceMessage, post } from "./send.ts";
import type { TopicPlace } from "./topic-policy.ts";

const resolved = "✔ ";

export type Moved = {
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
  const link = ({ stream, topic }: TopicPlace) => `#**${stream.name}>${topic}**`;
  const marking = resolution(old, to);
  if (marking !== undefined) {
    if (request.noticeInNew) say(to, `${name} has marked this topic as ${marking}.`);
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
  if (to.topic === `${resolved}${old.topic}`) return "resolved";
  return old.topic === `${resolved}${to.topic}` ? "unresolved" : undefined;
}

type NoticeTarget = { readonly streamId: number; readonly topic: string } | { readonly to: number };

/** Sends a message from the notification bot. */
export function notify(server: Server, place: NoticeTarget, content: string): void {
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
    participants: inStream ? [] : [notifier.id, place.to].sort((a, b) => a - b),
    readBySender: true,
    mentions: { ...noMentions, people: mentions.people },
    submessages: [],
  });
  announceMessage(server, message, undefined);
}

/** A silent mention of a person, for notices. */
export function named({ fullName, id }: { readonly fullName: string; readonly id: number }) {
  return `@_**${fullName}|${id}**`;
}
