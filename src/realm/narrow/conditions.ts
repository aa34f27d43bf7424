/** What the terms of a narrow demand of a message, and the shortest list in which such messages can be found. */
import { entryOf } from "#base/entry.ts";
import { badNarrow } from "#realm/failures.ts";
import type { Server } from "#realm/server.ts";
import { mentionsAll, mentionsPerson } from "#realm/state/flags.ts";
import { conversationKey, type Message, topicKey } from "#realm/state/messages.ts";
import type { Person } from "#realm/state/people.ts";
import type { Personal } from "#realm/state/personal.ts";
import type { Stream } from "#realm/state/streams.ts";
import { since } from "#wire/levels.ts";
import { byTopicPolicy, isMutedPlace } from "./muting.ts";
import type { Term } from "./terms.ts";

export type Condition = {
  readonly holds: (message: Message) => boolean;
  /** Ascending IDs among which all that fulfil it are; undefined: any message may. */
  readonly among?: () => readonly number[];
};

/** Who asks, and of which realm. */
export type Asking = {
  readonly server: Server;
  readonly person: Person;
  readonly personal: Personal;
};

type Reader = (asking: Asking, term: Term) => Condition;

const readers: Readonly<Record<string, Reader>> = {
  channel,
  channels,
  topic: (_asking, { operand }) => {
    const wanted = String(operand).toLowerCase();
    // Direct messages have the empty topic.
    return { holds: (message) => message.topic.toLowerCase() === wanted };
  },
  dm,
  "dm-including": (asking, term) => including(asking, term, 1),
  "group-pm-with": (asking, term) => including(asking, term, 3),
  sender,
  is,
  has,
  in: within,
  id: (_asking, { operand }) => {
    const id = wholeNumber(operand);
    if (id === undefined || id < 0 || id > 2_147_483_647) throw badNarrow("Invalid message ID");
    return { holds: (message) => message.id === id, among: () => [id] };
  },
  near: () => ({ holds: () => true }),
};

/** The condition of one term, negated or not. */
export function conditionOf(asking: Asking, term: Term): Condition {
  const reader = entryOf(readers, term.operator);
  if (reader === undefined) throw badNarrow(`unknown operator ${term.operator}`);
  const condition = reader(asking, term);
  // `in:home` is the same negated.
  if (!term.negated || term.operator === "in" || term.operator === "near") return condition;
  return { holds: (message) => !condition.holds(message) };
}

export function wholeNumber(operand: unknown): number | undefined {
  if (typeof operand === "number") return operand;
  return typeof operand === "string" && /^\d+$/.test(operand) ? Number(operand) : undefined;
}

function inStream(message: Message): boolean {
  return message.streamId !== undefined;
}

/** The stream that a `channel` term names; throws when there is none of that name. */
export function streamOf({ server }: Asking, { operand }: Term): Stream {
  const { byId, byName } = server.state.streams;
  const found =
    typeof operand === "number" ? byId.get(operand) : byName.get(String(operand).toLowerCase());
  if (found !== undefined) return found;
  const shown = typeof operand === "boolean" ? capital(operand) : String(operand);
  throw badNarrow(`unknown channel ${shown}`);
}

function capital(value: boolean): string {
  return value ? "True" : "False";
}

function channel(asking: Asking, term: Term): Condition {
  const { id } = streamOf(asking, term);
  return {
    holds: (message) => message.streamId === id,
    among: () => asking.server.state.messages.ofStream.get(id) ?? [],
  };
}

function channels({ server }: Asking, { operand }: Term): Condition {
  if (operand !== "public" && operand !== "web-public") {
    throw badNarrow(`unknown channels operand ${String(operand)}`);
  }
  const open = new Set(
    [...server.state.streams.byId.values()]
      .filter((stream) => !stream.inviteOnly)
      .filter((stream) => operand === "public" || stream.isWebPublic)
      .map((stream) => stream.id),
  );
  return { holds: ({ streamId }) => streamId !== undefined && open.has(streamId) };
}

function personNamed({ server }: Asking, operand: unknown): Person | undefined {
  const { byId, byEmail } = server.state.people;
  if (typeof operand === "number") return byId.get(operand);
  return byEmail.get(String(operand).trim().toLowerCase());
}

function requirePerson(asking: Asking, operand: unknown): Person {
  const person = personNamed(asking, operand);
  if (person !== undefined) return person;
  throw badNarrow(
    `unknown user ${typeof operand === "boolean" ? capital(operand) : String(operand)}`,
  );
}

function dm(asking: Asking, { operand }: Term): Condition {
  const list = Array.isArray(operand) ? (operand as readonly number[]) : String(operand).split(",");
  // Real servers have a fault of their own there.
  if (list.length === 0) throw badNarrow("unknown user in []");
  const people = list.map((entry) => personNamed(asking, entry));
  const known = people.filter((person) => person !== undefined);
  if (known.length < people.length) {
    const shown = Array.isArray(operand) ? `[${operand.join(", ")}]` : String(operand);
    throw badNarrow(`unknown user in ${shown}`);
  }
  const ids = new Set([asking.person.id, ...known.map(({ id }) => id)]);
  const key = conversationKey([...ids].sort((a, b) => a - b));
  return {
    holds: (message) => !inStream(message) && conversationKey(message.participants) === key,
    among: () => asking.server.state.messages.ofConversation.get(key) ?? [],
  };
}

/** Conversations of at least `least` people with that person in it. */
function including(asking: Asking, { operand }: Term, least: number): Condition {
  const { id } = requirePerson(asking, operand);
  return {
    holds: ({ streamId, participants }) =>
      streamId === undefined && participants.length >= least && participants.includes(id),
  };
}

function sender(asking: Asking, { operand }: Term): Condition {
  const { id } = requirePerson(asking, operand);
  return {
    holds: (message) => message.senderId === id,
    among: () => asking.server.state.messages.ofSender.get(id) ?? [],
  };
}

function ascending(ids: ReadonlySet<number>): readonly number[] {
  return [...ids].sort((a, b) => a - b);
}

function is(asking: Asking, { operand }: Term): Condition {
  const { personal, server } = asking;
  switch (operand) {
    case "dm":
      if (server.level < since.dmOperators) break;
      return { holds: (message) => !inStream(message) };
    case "private":
      return { holds: (message) => !inStream(message) };
    case "starred":
      return ofSet(personal.starred);
    case "unread":
      return ofSet(personal.unread);
    case "alerted":
      return ofSet(personal.alerted);
    case "mentioned":
      return { holds: (message) => calls(personal, message) };
    case "resolved":
      return { holds: (message) => inStream(message) && message.topic.startsWith("✔ ") };
    case "followed":
      return { holds: (message) => byTopicPolicy(personal, message) === 3 };
    default:
      break;
  }
  throw badNarrow(`unknown 'is' operand ${String(operand)}`);
}

function ofSet(ids: ReadonlySet<number>): Condition {
  return { holds: (message) => ids.has(message.id), among: () => ascending(ids) };
}

/** What was written before somebody had it called others, and not them. */
function calls({ historical, userId }: Personal, message: Message): boolean {
  if (historical.has(message.id)) return false;
  return mentionsPerson(message, userId) || mentionsAll(message, userId);
}

/** Whether a text is worth drawing when links are looked for: what a realm's own patterns find can be any letters. */
function mayLink({ state }: Server, content: string): boolean {
  return state.look.linkifiers.length > 0 || /[.#:]|\]\(/.test(content);
}

/** What a text must hold for it to be worth drawing when pictures are looked for. */
const pictureLike = /\.\p{L}|\]\(|:\/\//u;

function has({ server }: Asking, { operand }: Term): Condition {
  switch (operand) {
    case "link":
      return {
        holds: ({ content }) => mayLink(server, content) && server.draw(content).hasLink,
      };
    case "attachment":
      return {
        holds: ({ content }) =>
          content.includes("/user_uploads/") && server.draw(content).uploads.length > 0,
      };
    case "image":
      return { holds: ({ content }) => pictureLike.test(content) && server.draw(content).hasImage };
    case "reaction":
      return { holds: ({ reactions }) => reactions.length > 0 };
    default:
      break;
  }
  throw badNarrow(`unknown 'has' operand ${String(operand)}`);
}

function within({ personal }: Asking, { operand }: Term): Condition {
  if (operand === "all") return { holds: () => true };
  if (operand !== "home") throw badNarrow(`unknown 'in' operand ${String(operand)}`);
  return { holds: (message) => !isMutedPlace(personal, message) };
}

/** The list of a stream and a topic together, when a narrow has exactly one of each. */
export function topicList(asking: Asking, terms: readonly Term[]): readonly number[] | undefined {
  const plain = terms.filter(({ negated }) => !negated);
  const stream = plain.find(({ operator }) => operator === "channel");
  const topic = plain.find(({ operator }) => operator === "topic");
  if (stream === undefined || topic === undefined) return undefined;
  const key = topicKey(streamOf(asking, stream).id, String(topic.operand));
  return asking.server.state.messages.ofTopic.get(key) ?? [];
}
