/**
 * A large realm for benchmarks: 20,000 people, 400 streams, 20,000 topics, and 100,000 messages within a year.
 *
 * Texts come from a shared pool, and the order of all messages from sorting one array of numbers: so it is created in
 * well under a second.
 */

import { below, pick, type Random, seeded } from "#base/random.ts";
import { roles } from "#wire/user.ts";
import type {
  Blueprint,
  BlueprintMessage,
  BlueprintReaction,
  BlueprintStream,
  BlueprintUser,
  Destination,
} from "./blueprint.ts";
import { linesIn, sections } from "./screenplay.ts";
import { seedText } from "./texts.ts";

export const bigCounts = {
  users: 20_000,
  streams: 400,
  topics: 20_000,
  messages: 100_000,
  unread: 30_000,
} as const;

const you = 1;
const hour = 3_600;
const year = 365 * 24 * hour;
const directConversations = 300;
const directMessages = 3_000;

/** A topic or a direct conversation: its address, its participants, and how much of it the user has read. */
type Conversation = {
  readonly place: Destination;
  readonly cast: readonly number[];
  readonly isRead: boolean;
};

/** Deterministic for a time (UNIX seconds) and seed. */
export function bigBlueprint(now: number, seed = 1): Blueprint {
  const random = seeded(seed);
  const streams = Array.from({ length: bigCounts.streams }, (_, at) => stream(at, now, random));
  const conversations = [...topics(streams, random), ...directs(random)];
  const messages = spokenIn(conversations, now, random);
  const seen = messages.filter(isYours(streams));
  return {
    realm: { name: "Cumulus", description: "Everybody who has ever measured rain." },
    users: Array.from({ length: bigCounts.users }, (_, at) => user(at, now)),
    groups: Array.from({ length: 40 }, (_, at) => ({
      id: at + 1,
      name: `team-${at + 1}`,
      description: `The people of ${streamName(at)}`,
      members: everyNth(at + 2, 500),
    })),
    streams,
    messages: messages.map(({ message }) => message),
    you: {
      userId: you,
      subscriptions: streams
        .filter(({ subscribers }) => subscribers[0] === you)
        .map(({ id }) => ({ streamId: id, isMuted: id % 13 === 0, pinToTop: id <= 5 })),
      topicPolicies: policies(conversations),
      unread: unread(seen),
      starred: seen.flatMap(({ message: { id } }) => (id % 997 === 0 ? [id] : [])),
      drafts: [],
      alertWords: ["downtime"],
    },
  };
}

function user(at: number, now: number): BlueprintUser {
  const id = at + 1;
  return {
    id,
    fullName: id === you ? "Robin Hale" : fullName(at),
    email: id === you ? "robin@cumulus.example" : `person${id}@cumulus.example`,
    role: roleOf(id),
    joinedAt: now - year - (bigCounts.users - id) * 60,
    ...(id % 50 === 49 ? { isActive: false } : {}),
    ...(id % 400 === 399 ? { isBot: true } : {}),
    ...(id % 37 === 2 ? { presence: id % 2 === 0 ? "active" : "idle" } : {}),
    ...(id <= 3 ? { apiKey: `big${id}key`.padEnd(32, "0123456789"), password: `big-${id}` } : {}),
  };
}

function roleOf(id: number): BlueprintUser["role"] {
  if (id === you) return roles.owner;
  if (id % 100 === 99) return roles.guest;
  return id % 500 === 0 ? roles.moderator : roles.member;
}

function stream(at: number, now: number, random: Random): BlueprintStream {
  const size = at === 0 ? bigCounts.users : Math.floor(12_000 / (at + 2) ** 0.9) + 15;
  const others = everyNth(2 + below(random, 20), Math.floor(bigCounts.users / size));
  // The user subscribes to all but a few public streams.
  const isMine = at % 67 !== 66;
  return {
    id: at + 1,
    name: at === 0 ? "general" : streamName(at),
    description: `Everything about ${streamName(at)}`,
    color: colors[at % colors.length] ?? "#76ce90",
    createdAt: now - year - at * hour,
    subscribers: isMine ? [you, ...(at === 0 ? everyNth(2, 1) : others)] : others,
    ...(isMine && at % 9 === 4 ? { inviteOnly: true } : {}),
    ...(at % 50 === 1 ? { isWebPublic: true } : {}),
  };
}

/** Ids from `first`, `step` apart, ascending. */
function everyNth(first: number, step: number): number[] {
  return Array.from(
    { length: Math.floor((bigCounts.users - first) / step) + 1 },
    (_, at) => first + at * step,
  );
}

/** Few streams have many topics, many have few; each has at least five. */
function topics(streams: readonly BlueprintStream[], random: Random): readonly Conversation[] {
  const weights = streams.map((_, at) => 1 / (at + 8) ** 0.8);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const spare = bigCounts.topics - 5 * streams.length;
  const counts = weights.map((weight) => 5 + Math.floor((spare * weight) / sum));
  counts[0] = (counts[0] ?? 0) + bigCounts.topics - counts.reduce((a, b) => a + b, 0);
  return streams.flatMap(({ id, subscribers }, at) => {
    const first = below(random, topicNameCount);
    return Array.from({ length: counts[at] ?? 0 }, (_, nth) => ({
      place: { streamId: id, topic: topicName(first + nth * 7) },
      cast: Array.from({ length: 2 + below(random, 6) }, () => pick(random, subscribers)),
      isRead: random() < 0.4,
    }));
  });
}

function directs(random: Random): readonly Conversation[] {
  return Array.from({ length: directConversations }, (_, at) => {
    const other = 2 + at * 3;
    const to = at % 6 === 0 ? [you, other, other + 1] : [you, other];
    return { place: { to }, cast: to, isRead: random() < 0.8 };
  });
}

type GeneratedMessage = { readonly message: BlueprintMessage; readonly conversation: Conversation };

function spokenIn(
  conversations: readonly Conversation[],
  now: number,
  random: Random,
): readonly GeneratedMessage[] {
  const pool = Array.from({ length: 4_000 }, () => message(random));
  const calls = pool.slice(0, 40).map((text) => `@**Robin Hale** ${text}`);
  const order = moments(random);
  return Array.from(order, (key, at) => {
    const conversation = conversations[key % slots];
    if (conversation === undefined) throw new RangeError("A message without a conversation.");
    const sentAt = now - year + Math.floor(key / slots);
    const reactions = random() < 0.08 ? reactionsOf(conversation, random) : undefined;
    const content = pick(random, random() < 0.003 ? calls : pool);
    const base = { id: at + 1, senderId: pick(random, conversation.cast), content, sentAt };
    const said = { ...base, ...conversation.place };
    return { message: reactions === undefined ? said : { ...said, reactions }, conversation };
  });
}

/**
 * More than the number of conversations; a power of two, so that a time and a conversation fit into one exact number.
 */
const slots = 32_768;

/** For each message in order of time: seconds since a year ago, times `slots`, plus the conversation's index. */
function moments(random: Random): Float64Array {
  const keys = new Float64Array(bigCounts.messages);
  const begins = Array.from(
    { length: bigCounts.topics + directConversations },
    () => year * (1 - random() ** 1.5),
  );
  const { topics } = bigCounts;
  for (let at = 0; at < keys.length; at += 1) {
    const conversation = at < topics ? at : later(at, random);
    const begin = begins[conversation] ?? 0;
    const span = Math.min(year - begin, 60 * hour);
    keys[at] = Math.floor(begin + random() * span) * slots + conversation;
  }
  return keys.sort();

  /** Each topic has one message by now; the others fall to few, and the last of all to direct conversations. */
  function later(at: number, chance: Random): number {
    if (at >= keys.length - directMessages) return topics + below(chance, directConversations);
    // A stride coprime to the count, so that busy topics are not all in the first stream.
    return (Math.floor(chance() ** 3 * topics) * 7_919) % topics;
  }
}

function reactionsOf({ cast }: Conversation, random: Random): readonly BlueprintReaction[] {
  const name = pick(random, reactionNames);
  return [...new Set(cast)].slice(0, 1 + below(random, 4)).map((userId) => ({ userId, name }));
}

/** Whether the user received a message: subscribed to its stream, or participating. */
function isYours(streams: readonly BlueprintStream[]): (said: GeneratedMessage) => boolean {
  const mine = new Set(streams.filter((one) => one.subscribers[0] === you).map(({ id }) => id));
  return ({ conversation: { place } }) => "to" in place || mine.has(place.streamId);
}

/** The latest messages from others, except in conversations that the user has read. */
function unread(seen: readonly GeneratedMessage[]): readonly number[] {
  return seen
    .filter(({ message, conversation }) => !conversation.isRead && message.senderId !== you)
    .slice(-bigCounts.unread)
    .map(({ message }) => message.id);
}

function policies(conversations: readonly Conversation[]): Blueprint["you"]["topicPolicies"] {
  return conversations.flatMap(({ place }, at): Blueprint["you"]["topicPolicies"] => {
    if ("to" in place) return [];
    if (at % 301 === 0) return [{ ...place, policy: "followed" }];
    return at % 211 === 0 ? [{ ...place, policy: "muted" }] : [];
  });
}

// Unique names for twenty thousand people, in several scripts.

const parts = new Map(sections(seedText("big")).map((section) => [section.head, section]));

const part = (name: string) => parts.get(name) ?? { head: name, body: "" };
const words = (name: string) => part(name).body.split(/\s+/);
const lines = (name: string) => linesIn(part(name));

const [given, family] = [words("given"), words("family")];
const [colors, reactionNames] = [words("colors"), words("reactions")];

/** The `index`-th name; different for every index below 20,000 and beyond. */
function fullName(index: number): string {
  const [row, seat] = [Math.floor(index / 20), index % 20];
  const other = scripts.find((one) => one.seat === seat);
  return other !== undefined && row < other.rows ? joined(other, row) : western(index);
}

type Script = { readonly name: string; readonly seat: number; readonly rows: number };

/** Of every twenty people, one has a name in each of the other scripts, at that seat of the first rows. */
const scripts = [
  { name: "japanese", seat: 3, rows: 400 },
  { name: "chinese", seat: 7, rows: 500 },
  { name: "korean", seat: 11, rows: 150 },
  { name: "cyrillic", seat: 13, rows: 100 },
  { name: "hindi", seat: 17, rows: 100 },
];

function joined({ name }: Script, row: number): string {
  const [firsts, lasts] = [words(`${name} given`), words(`${name} family`)];
  const [first, last] = [firsts[row % firsts.length], lasts[Math.floor(row / firsts.length)]];
  if (name === "chinese") return `${last}${first}`;
  // In the order of the language.
  return name === "cyrillic" || name === "hindi" ? `${first} ${last}` : `${last} ${first}`;
}

/** Every pair once, then every pair again with a middle initial. */
function western(index: number): string {
  const round = Math.floor(index / (given.length * family.length));
  const initial = round === 0 ? "" : `${String.fromCharCode(64 + round)}. `;
  // Family names advance faster than given names, so that neighbours do not share one.
  const first = given[index % given.length];
  const last = family[(Math.floor(index / given.length) + index * 7) % family.length];
  return `${first} ${initial}${last}`;
}

// Names of streams and topics, and messages of realistic lengths, for the big realm.

const [areas, sides] = [words("areas"), ["", ...words("sides")]];

/** 400 different names. */
function streamName(index: number): string {
  const side = sides[Math.floor(index / areas.length) % sides.length] ?? "";
  const area = areas[index % areas.length] ?? "";
  return side === "" ? area : `${area} ${side}`;
}

const [moods, matters] = [words("moods"), lines("matters")];
const topicNameCount = moods.length * matters.length;

/** A name for each index; after `topicNameCount` of them, they are numbered. */
function topicName(index: number): string {
  const name = `${moods[index % moods.length]} ${matters[Math.floor(index / moods.length) % matters.length]}`;
  const round = Math.floor(index / topicNameCount);
  return round === 0 ? name : `${name} ${round + 1}`;
}

const [openings, findings, endings] = [lines("openings"), lines("findings"), lines("endings")];
const [short, blocks] = [lines("short"), lines("blocks")];

/** Half of the messages are a line, a quarter a word or two, the rest paragraphs, some with code or a table. */
function message(random: Random): string {
  const kind = random();
  if (kind < 0.25) return pick(random, short);
  const sentences = kind < 0.75 ? 1 : 2 + below(random, 4);
  const text = Array.from({ length: sentences }, () => sentence(random));
  // Joined rather than concatenated, so that the string is flat in memory.
  return kind > 0.93 ? [text.join(" "), pick(random, blocks)].join("\n") : text.join(" ");
}

function sentence(random: Random): string {
  return [pick(random, openings), ": ", pick(random, findings), ", ", pick(random, endings)].join(
    "",
  );
}
