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
  readonly count: number;
  /** Whether nothing was left behind. */
  readonly whole: boolean;
};

function say(server: Server, { stream, topic }: TopicPlace, content: string): void {
  notify(server, { streamId: stream.id, topic }, content);
}

export function tellMoved(server: Server, person: Person, moved: Moved): void {
  const { old, to, wish, count, whole } = moved;
  const name = named(person);
  const marked = resolution(old, to);
  if (marked !== undefined) {
    if (wish.noticeInNew) tellResolved(server, to, name, marked);
    return;
  }
  const what = whole ? "This topic was" : countText(count);
  if (wish.noticeInNew) {
    say(server, to, `${what} moved here from #**${old.stream.name}>${old.topic}** by ${name}.`);
  }
  if (wish.noticeInOld) {
    say(server, old, `${what} moved to #**${to.stream.name}>${to.topic}** by ${name}.`);
  }
}

function countText(count: number): string {
  return count === 1 ? "A message was" : `${count} messages were`;
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
  else say(server, place, `${name} has marked this topic as ${marking}.`);
}
