/** What the realm's own bot says about moved and resolved topics. */
import { now, type Server } from "#realm/server.ts";
import { idsOfTopic } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import { deleteMessage } from "./delete.ts";
import type { TopicPlace } from "./move-policies.ts";
import { named, notify } from "./notify.ts";

const resolved = "✔ ";

export type Moved = {
  readonly old: TopicPlace;
  readonly to: TopicPlace;
  readonly wish: { readonly noticeInOld: boolean; readonly noticeInNew: boolean };
  /** Of the messages, ascending. */
  readonly ids: readonly number[];
  /** Whether something had been said already where they went. */
  readonly isMerger: boolean;
  /** Whether nothing was left behind. */
  readonly whole: boolean;
};

function say(
  server: Server,
  { stream, topic }: TopicPlace,
  content: string,
  readBy: readonly number[] = [],
): void {
  notify(server, { streamId: stream.id, topic }, content, readBy);
}

export function tellMoved(server: Server, person: Person, moved: Moved): void {
  const { old, to, wish, whole, isMerger } = moved;
  const name = named(person);
  const marked = resolution(old, to);
  if (marked !== undefined) {
    if (wish.noticeInNew) tellResolved(server, to, name, marked);
    return;
  }
  if (wish.noticeInNew) {
    const what = whole && !isMerger ? "This topic was" : countText(moved, true);
    say(server, to, `${what} moved here from #**${old.stream.name}>${old.topic}** by ${name}.`);
  }
  if (wish.noticeInOld) {
    const what = whole
      ? "This topic was moved"
      : `${countText(moved, false)} moved from this topic`;
    say(server, old, `${what} to #**${to.stream.name}>${to.topic}** by ${name}.`);
  }
}

/** A single message is linked to where it went. */
function countText({ ids: [first, ...rest], to }: Moved, isLinked: boolean): string {
  if (first === undefined || rest.length > 0) return `${rest.length + 1} messages were`;
  return isLinked ? `[A message](${linkTo(to, first)}) was` : "A message was";
}

/** As clients write links to messages: each byte that is no letter or digit behind a full stop. */
function linkTo({ stream, topic }: TopicPlace, id: number): string {
  const name = stream.name.replaceAll(" ", "-");
  return `#narrow/stream/${stream.id}-${hashed(name)}/topic/${hashed(topic)}/near/${id}`;
}

function hashed(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll(".", "%2E");
  const rest = encoded.replace(/[!'()*~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return rest.replaceAll("%", ".");
}

type Marking = "resolved" | "unresolved";

/** Whether the move did nothing but set or take away the mark of a resolved topic. */
function resolution(old: TopicPlace, to: TopicPlace): Marking | undefined {
  if (old.stream.id !== to.stream.id) return undefined;
  if (to.topic === `${resolved}${old.topic}`) return "resolved";
  return old.topic === `${resolved}${to.topic}` ? "unresolved" : undefined;
}

/** Whoever changes their mind at once takes the notice back instead of adding another. */
const secondThoughtsSeconds = 60;

function tellResolved(server: Server, place: TopicPlace, name: string, marking: Marking): void {
  const { messages, people } = server.state;
  const last = messages.byId.get(idsOfTopic(messages, place.stream.id, place.topic).at(-1) ?? -1);
  const isNotice =
    last?.senderId === people.notifier.id &&
    last.content.includes("has marked this topic as") &&
    now(server) - last.sentAt <= secondThoughtsSeconds;
  if (isNotice) deleteMessage(server, people.notifier.id, last);
  else
    say(server, place, `${name} has marked this topic as ${marking}.`, bystanders(server, place));
}

/** Those in the stream who neither wrote nor reacted in the topic: that it is resolved is no news to them. */
function bystanders({ state: { messages } }: Server, { stream, topic }: TopicPlace): number[] {
  const involved = new Set<number>();
  for (const id of idsOfTopic(messages, stream.id, topic)) {
    const message = messages.byId.get(id);
    if (message === undefined) continue;
    involved.add(message.senderId);
    for (const { userId } of message.reactions) involved.add(userId);
  }
  return [...stream.subscribers].filter((id) => !involved.has(id));
}
