/**
 * What happened in conversations since a time, as facts: who wrote, what was asked and decided, and what was linked to.
 *
 * Each fact is about one message. The facts follow from the messages alone, in whatever order these came.
 */

import { memoizeEach, memoizeFields, memoizeFor } from "#base/memoize.ts";
import { position } from "#base/sorted.ts";
import { get } from "#base/table.ts";
import { type Conversation, type ConversationKey, isResolved } from "#model/conversation.ts";
import type { History } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import { callOf } from "#model/open-ends/rules.ts";
import { sayingOf } from "#model/open-ends/saying.ts";
import type { Replica } from "#model/replica.ts";
import { isNoticeBot } from "#model/topics.ts";
import { type Poll, widgetOf } from "#model/widget.ts";
import { linksIn, type WrittenLink } from "#model/written-links.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { historyOf } from "./conversations.ts";
import { isMuted } from "./inbox-row.ts";

/** What a message decided, or what was decided about it. */
export type Decision = { readonly message: Message } & (
  | { readonly kind: "resolved" | "moved" }
  /** The options with the most votes, of which there may be none. */
  | { readonly kind: "poll"; readonly question: string; readonly winners: Poll["options"] }
  | { readonly kind: "agreed"; readonly thumbs: number }
);

export type LinkFact = WrittenLink & { readonly message: Message };

export type Participant = { readonly id: UserId; readonly name: string; readonly count: number };

export type ConversationFacts = {
  readonly key: ConversationKey;
  /** As its newest message spells it. */
  readonly conversation: Conversation;
  readonly count: number;
  /** Who wrote most comes first. */
  readonly people: readonly Participant[];
  /** To the user, by others. */
  readonly questions: readonly Message[];
  readonly decisions: readonly Decision[];
  /** Each address once, of the first message that has it; web pages and files. */
  readonly links: readonly LinkFact[];
  readonly first: Message;
  readonly last: Message;
};

export type Digest = {
  /** Where something was asked comes first, then where something was decided; of these, the newest first. */
  readonly conversations: readonly ConversationFacts[];
  readonly count: number;
  /** How many messages in muted conversations, or of muted people, are left out. */
  readonly muted: number;
};

/** What else the facts depend on. */
type RealmFacts = Pick<
  Replica,
  "realm" | "ownId" | "people" | "streams" | "policies" | "mutedPeople" | "directs"
>;

/** The messages need no order. Those from before `since` (UNIX seconds) are not part of it. */
export function digestOf(all: Iterable<Message>, facts: RealmFacts, since: number): Digest {
  const byId = new Map<number, Message>();
  for (const message of all) if (message.sentAt >= since) byId.set(message.id, message);
  const byConversation = new Map<ConversationKey, Message[]>();
  let muted = 0;
  for (const message of [...byId.values()].sort((a, b) => a.id - b.id)) {
    const { conversation: key, senderId } = message;
    if (facts.mutedPeople.has(senderId) || isLeftOut(facts, message)) muted += 1;
    else {
      const others = byConversation.get(key);
      if (others === undefined) byConversation.set(key, [message]);
      else others.push(message);
    }
  }
  const conversations = [...byConversation].flatMap(
    ([key, messages]) => factsOf(key, messages, facts, since) ?? [],
  );
  return { conversations: conversations.sort(byUrgency), count: byId.size - muted, muted };
}

/** A mention overrides a mute, as in the inbox. */
function isLeftOut(facts: RealmFacts, { conversation, mentioned }: Message): boolean {
  return !mentioned && isMuted(facts, conversation);
}

function byUrgency(one: ConversationFacts, other: ConversationFacts): number {
  const rank = ({ questions, decisions }: ConversationFacts) =>
    questions.length > 0 ? 2 : Math.min(1, decisions.length);
  return rank(other) - rank(one) || other.last.id - one.last.id;
}

/** `messages` ascend. */
function factsOf(
  key: ConversationKey,
  messages: readonly Message[],
  facts: RealmFacts,
  since: number,
): ConversationFacts | undefined {
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const links = new Map<string, LinkFact>();
  for (const message of messages)
    for (const link of linksOf(message, facts.realm))
      if (!links.has(link.url)) links.set(link.url, { ...link, message });
  return {
    key,
    conversation: conversationOfMessage(last),
    count: messages.length,
    people: participants(messages, facts),
    questions: messages.filter((message) => asksUser(message, facts)),
    decisions: decisionsIn(messages, facts, since),
    links: [...links.values()],
    first,
    last,
  };
}

const linksKnown = memoizeFor<Message, readonly WrittenLink[]>();

function linksOf(message: Message, realm: Replica["realm"]): readonly WrittenLink[] {
  return linksKnown(message, [realm.url], () => linksIn({ realm }, message.content));
}

function participants(messages: readonly Message[], { people }: RealmFacts) {
  const counts = new Map<UserId, number>();
  const names = new Map<UserId, string>();
  for (const { senderId, senderName } of messages) {
    counts.set(senderId, (counts.get(senderId) ?? 0) + 1);
    names.set(senderId, senderName);
  }
  return [...counts]
    .map(([id, count]) => ({ id, count, name: get(people, id)?.name ?? names.get(id) ?? `${id}` }))
    .sort((one, other) => other.count - one.count || one.id - other.id);
}

/** Whether somebody asks the user, by the rules of what waits for them. */
function asksUser(message: Message, { people, ownId }: RealmFacts): boolean {
  const { senderId, mentioned, content } = message;
  if (senderId === ownId || get(people, senderId)?.isBot === true) return false;
  const isTo = mentioned || callOf(message, { people, ownId }) !== undefined;
  return isTo && sayingOf(content).asking !== undefined;
}

// Decisions.

/** Enough people agree to take a message for what was decided. */
const enoughThumbs = 4;
const thumbsUp = "1f44d";
/** A notice of the server begins with or ends in a silent mention of whoever did it; one about a move has a link to a place. */
const placeMark = /#\*\*[^*\n]+\*\*|\]\(#narrow\//;

function decisionsIn(
  messages: readonly Message[],
  facts: RealmFacts,
  since: number,
): readonly Decision[] {
  const [last] = messages.slice(-1);
  const isOver = last !== undefined && last.streamId !== undefined && isResolved(last.topic);
  const notices = messages.filter((message) => isNotice(message, facts));
  const isMove = ({ content }: Message) => placeMark.test(content);
  // Without a notice, the message is the newest that is known of the resolved topic.
  const resolved = isOver ? (notices.findLast((notice) => !isMove(notice)) ?? last) : undefined;
  const moved = notices.filter(isMove);
  const silently = moved.length > 0 ? undefined : messages.find(wasMoved(since));
  const decisions: readonly Decision[] = [
    ...moved.map((message): Decision => ({ kind: "moved", message })),
    ...(silently === undefined ? [] : [{ kind: "moved" as const, message: silently }]),
    ...messages.flatMap((message) => agreementIn(message, facts) ?? []),
    ...(isOver ? messages.flatMap((message) => pollIn(message) ?? []) : []),
    ...(resolved === undefined ? [] : [{ kind: "resolved" as const, message: resolved }]),
  ];
  return decisions.toSorted((one, other) => one.message.id - other.message.id);
}

function isNotice({ senderId, streamId, content }: Message, { people }: RealmFacts): boolean {
  return streamId !== undefined && content.includes("@_**") && isNoticeBot(get(people, senderId));
}

function wasMoved(since: number) {
  return ({ movedAt }: Message) => movedAt !== undefined && movedAt >= since;
}

function agreementIn(message: Message, { people }: RealmFacts): Decision | undefined {
  const { userIds = [] } =
    message.reactions.find(({ type, code }) => type === "unicode_emoji" && code === thumbsUp) ?? {};
  const thumbs = new Set(userIds.filter((id) => get(people, id)?.isBot !== true)).size;
  return thumbs < enoughThumbs ? undefined : { kind: "agreed", message, thumbs };
}

/** Polls cannot be closed, so they count as closed once their topic is resolved. */
function pollIn(message: Message): Decision | undefined {
  const poll = widgetOf(message);
  if (poll?.kind !== "poll") return undefined;
  const most = Math.max(1, ...poll.options.map(({ voterIds }) => voterIds.length));
  const winners = poll.options.filter(({ voterIds }) => voterIds.length === most);
  return { kind: "poll", message, question: poll.question, winners };
}

// Of what is loaded: what the user has received.

/** The digest is about this narrow. */
export const digested = { kind: "all" } as const;

type Loaded = Pick<Replica, "messages"> & { readonly history: History | undefined };

/** The last one of each of a few accounts. */
const digestFor = memoizeFields(
  ({ messages, history, since, ...facts }: Loaded & RealmFacts & { readonly since: number }) =>
    digestOf(loadedSince({ messages, history }, since), facts, since),
  4,
);

/** The same object while nothing in it can have changed. */
export function loadedDigest(view: Replica, since: number): Digest {
  const { messages, realm, ownId, people, streams, policies, mutedPeople, directs } = view;
  const facts = { realm, ownId, people, streams, policies, mutedPeople, directs };
  return digestFor({ messages, history: historyOf(view, digested), since, ...facts });
}

function loadedSince({ messages, history }: Loaded, since: number): readonly Message[] {
  const loaded: Message[] = [];
  const ids = history?.ids ?? [];
  for (let at = ids.length - 1; at >= 0; at -= 1) {
    const message = get(messages, ids[at] as MessageId);
    if (message !== undefined && message.sentAt < since) break;
    if (message !== undefined) loaded.push(message);
  }
  return loaded;
}

/** What may be missing in a part of the narrow, if anything, in UNIX seconds. */
export type Gaps = {
  /** Messages from before then. */
  readonly before: number | undefined;
  /** Messages from after then, which is the time of the newest one, or the beginning if there is none. */
  readonly after: number | undefined;
};

/** What is missing in the part of a history since then. */
export function gapsIn({ messages, history }: Loaded, since: number): Gaps {
  const { ids = [], holes = [], newestKnown = false } = history ?? {};
  const timeOf = (id: MessageId | undefined) => get(messages, id ?? (0 as MessageId))?.sentAt;
  const beyond = holes
    .map((hole) => timeOf(ids[position(ids, hole + 1)]))
    .filter((at) => at !== undefined && at >= since);
  const before =
    beyond.at(-1) ?? (goesBackTo({ messages, history }, since) ? undefined : timeOf(ids[0]));
  return { before, after: newestKnown ? undefined : Math.max(since, timeOf(ids.at(-1)) ?? since) };
}

/** Whether what is loaded goes back to that time, up to the newest message or not. */
export function goesBackTo({ messages, history }: Loaded, since: number): boolean {
  const { ids = [], oldestKnown = false } = history ?? {};
  const oldest = get(messages, ids[0] ?? (0 as MessageId))?.sentAt;
  return oldestKnown || (oldest !== undefined && oldest < since);
}

// The facts as lines.

export type DigestKind = "question" | Decision["kind"] | "link" | "file" | "first" | "last";

/** A fact, and the message that it is about. */
export type DigestLine = {
  readonly kind: DigestKind;
  readonly message: Message;
  /** What it says instead of the message's text: what a link is called, how a poll ended. Not safe for a terminal. */
  readonly words?: string;
  /** Where a link leads. Likewise. */
  readonly url?: string;
  /** How many agree. */
  readonly thumbs?: number;
};

/** What was asked and decided, how it began and ended, and what was linked to. A single message is told once. */
export const linesOf = memoizeEach(
  ({ questions, decisions, links, first, last }: ConversationFacts): readonly DigestLine[] => {
    const lines: readonly DigestLine[] = [
      ...questions.map((message): DigestLine => ({ kind: "question", message })),
      ...decisions.map(decisionLine),
    ];
    const isOne = first === last;
    return [
      ...lines,
      ...(isOne && lines.length > 0 ? [] : [{ kind: "first" as const, message: first }]),
      ...(isOne ? [] : [{ kind: "last" as const, message: last }]),
      ...links.map(({ message, name, url, file }): DigestLine => {
        return { kind: file === undefined ? "link" : "file", message, words: name, url };
      }),
    ];
  },
);

function decisionLine(decision: Decision): DigestLine {
  const { kind, message } = decision;
  if (kind === "agreed") return { kind, message, thumbs: decision.thumbs };
  if (kind !== "poll") return { kind, message };
  const { question, winners } = decision;
  const votes = winners[0]?.voterIds.length ?? 0;
  const options = winners.map(({ text }) => text).join(", ");
  return {
    kind,
    message,
    words: `${question} ${votes === 0 ? "nobody voted" : `${options} (${votes})`}`,
  };
}
