/** What the realm's own bot says about moved and resolved topics. */
import { now, type Server } from "#realm/server.ts";
import { idsOfTopic, type Message } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { deleteMessage } from "./delete.ts";
import type { TopicPlace } from "./move-policies.ts";
import { named, notify } from "./notify.ts";

const resolved = "✔ ";

export type Moved = {
  readonly old: TopicPlace;
  readonly to: TopicPlace;
  readonly request: { readonly noticeInOld: boolean; readonly noticeInNew: boolean };
  /** How many messages went. */
  readonly count: number;
  /** Whether nothing was left behind. */
  readonly whole: boolean;
};

export function tellMoved(server: Server, person: Person, moved: Moved): void {
  const { old, to, request, whole, count } = moved;
  const name = named(person);
  const say = ({ stream, topic }: TopicPlace, content: string) =>
    notify(server, { streamId: stream.id, topic }, content);
  const link = ({ stream, topic }: TopicPlace) => `#**${stream.name}>${topic}**`;
  const marking = resolution(old, to);
  if (marking !== undefined) {
    const last = secondThought(server, to);
    if (!request.noticeInNew) return;
    if (last === undefined) say(to, `${name} has marked this topic as ${marking}.`);
    else deleteMessage(server, last.senderId, last);
    return;
  }
  const what = whole
    ? "This topic was"
    : `${count} ${count === 1 ? "message was" : "messages were"}`;
  if (request.noticeInNew) say(to, `${what} moved here from ${link(old)} by ${name}.`);
  if (request.noticeInOld) say(old, `${what} moved from this topic to ${link(to)} by ${name}.`);
}

/** What the move did where it only set or took away the mark of a resolved topic. */
function resolution(old: TopicPlace, to: TopicPlace): "resolved" | "unresolved" | undefined {
  if (old.stream.id !== to.stream.id) return undefined;
  if (to.topic === `${resolved}${old.topic}`) return "resolved";
  return old.topic === `${resolved}${to.topic}` ? "unresolved" : undefined;
}

const secondThoughtsSeconds = 60;

/** The notice that whoever changes their mind at once takes back instead of adding another. */
function secondThought(server: Server, { stream, topic }: TopicPlace): Message | undefined {
  const { messages, people } = server.state;
  const last = messages.byId.get(idsOfTopic(messages, stream.id, topic).at(-1) ?? -1);
  const isNotice =
    last?.senderId === people.notifier.id && last.content.includes("has marked this topic as");
  return isNotice && now(server) - last.sentAt <= secondThoughtsSeconds ? last : undefined;
}
