/** A stream's changes, one after another: each is told, with its notice in the stream, before the next is made. */
import { announce, commit, type Server } from "#realm/server.ts";
import { isGuest, type Person } from "#realm/state/people.ts";
import { type Stream, type StreamFacts, streamFacts } from "#realm/state/streams.ts";
import { streamView, subscribersOf } from "#realm/views/stream.ts";
import { since } from "#wire/levels.ts";
import { isKnownTo } from "./access.ts";
import { tellPeers } from "./peers.ts";
import { tellNotice } from "./stream-notices.ts";
import { removersName } from "./stream-settings.ts";

/** Those who have a queue and hear what becomes of the stream: of guests only those who are in it. */
export function followers(server: Server, stream: Stream): ReadonlySet<number> {
  const users = [...server.queues.values()].map(({ userId }) => userId);
  return new Set(users.filter((userId) => follows(server, userId, stream)));
}

function follows(server: Server, userId: number, stream: Stream): boolean {
  const person = server.state.people.byId.get(userId);
  if (person === undefined || !isKnownTo(server, userId, stream)) return false;
  return !isGuest(person) || stream.subscribers.has(userId);
}

type Step = {
  /** The facts that change together. */
  readonly facts: readonly (keyof StreamFacts)[];
  readonly tell: (server: Server, person: Person, before: Stream, now: Stream) => void;
};

/** In the order of real servers. */
const steps: readonly Step[] = [
  { facts: ["inviteOnly", "isWebPublic", "historyPublic"], tell: tellPrivacy },
  {
    facts: ["retention"],
    tell: (server, person, before, now) => {
      tellUpdate(server, now, "message_retention_days", now.retention);
      tellNotice(server, person, "retention", before, now);
    },
  },
  {
    facts: ["description"],
    tell: (server, person, before, now) => {
      const { rendered_description } = streamView(server, now);
      tellUpdate(server, now, "description", now.description, { rendered_description });
      tellNotice(server, person, "description", before, now);
    },
  },
  {
    facts: ["name"],
    tell: (server, person, before, now) => {
      tellUpdate(server, now, "name", now.name, { name: before.name });
      tellNotice(server, person, "name", before, now);
    },
  },
  {
    facts: ["postPolicy"],
    tell: (server, person, before, now) => {
      if (server.level >= since.postPolicy)
        tellUpdate(server, now, "stream_post_policy", now.postPolicy);
      tellUpdate(server, now, "is_announcement_only", now.postPolicy === 2);
      tellNotice(server, person, "posting", before, now);
    },
  },
  {
    facts: ["removers"],
    tell: (server, _, __, now) => tellUpdate(server, now, removersName(server.level), now.removers),
  },
];

/** Brings the stream of that ID to these facts; tells of what differs and of what was asked for. */
export function changeStream(
  server: Server,
  person: Person,
  id: number,
  next: StreamFacts,
  asked: ReadonlySet<keyof StreamFacts>,
): void {
  const { byId } = server.state.streams;
  for (const { facts, tell } of steps) {
    const before = byId.get(id);
    if (before === undefined) continue;
    if (facts.every((fact) => before[fact] === next[fact] && !asked.has(fact))) continue;
    const changed = Object.fromEntries(facts.map((fact) => [fact, next[fact]]));
    commit(server, { kind: "stream saved", stream: { ...streamFacts(before), ...changed } });
    tell(server, person, before, byId.get(id) ?? before);
  }
}

function tellUpdate(
  server: Server,
  stream: Stream,
  property: string,
  value: unknown,
  more: object = {},
  hears: (userId: number) => boolean = () => true,
): void {
  announce(
    server,
    "stream",
    (userId) => hears(userId) && follows(server, userId, stream),
    () => ({ op: "update", property, value, stream_id: stream.id, name: stream.name, ...more }),
  );
}

/** Whoever gains the stream is told of it anew, and who is in it. Whoever loses it hears nothing. */
function tellPrivacy(server: Server, person: Person, before: Stream, now: Stream): void {
  const knew = followers(server, before);
  const opens = before.inviteOnly && !now.inviteOnly;
  const gains = (userId: number) => opens && !knew.has(userId) && follows(server, userId, now);
  announce(server, "stream", gains, () => ({ op: "create", streams: [streamView(server, now)] }));
  const peers = { streamIds: [now.id], userIds: subscribersOf(server, now) };
  tellPeers(server, (id) => (gains(id) ? { op: "peer_add", ...peers } : undefined));
  const { inviteOnly, historyPublic, isWebPublic } = now;
  const more = { history_public_to_subscribers: historyPublic, is_web_public: isWebPublic };
  tellUpdate(server, now, "invite_only", inviteOnly, more, (userId) => !gains(userId));
  tellNotice(server, person, "access", before, now);
}
