/**
 * The rules by which something is open in a conversation, by its own messages.
 *
 * Waits for the user (`me`): somebody mentions them, writes to them directly, or asks them by name, under a quote of theirs
 * or in an exchange with them, and since then the user has neither written nor reacted there. The user waits (`them`): they
 * have asked or mentioned somebody, and whoever owes the answer (`owed.ts`) has neither written nor reacted there since. What
 * is resolved, taken back or thanked for waits for nobody. Where several people write directly, nobody waits for the user by
 * what turns to another, or answers another's question.
 */
import { memoizeFor } from "#base/memoize.ts";
import { get } from "#base/table.ts";
import { type ConversationKey, isResolved } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { isNoticeBot } from "#model/topics.ts";
import type { UserId } from "#wire/ids.ts";
import { type Called, calledBy, givenName, isTurnedTo, namesAnother } from "./called.ts";
import {
  type Around,
  afterAnswer,
  afterEnd,
  askedBy,
  type Chat,
  type Debt,
  debtOf,
  hasReaction,
  isPerson,
  lastBefore,
  peopleIn,
} from "./owed.ts";
import { type Saying, sayingOf } from "./saying.ts";

/**
 * Why it is open. `mention`, `group`: the user, or a group that they are in, was mentioned; or the user mentioned somebody.
 * `direct`: a direct message. `name`, `quote`, `reply`: a question in a topic that begins or ends with the user's name,
 * stands under their words, or goes on with what they said to its author. `question`, `request`: by a question mark, or by
 * words that ask.
 */
export type Rule =
  | "mention"
  | "group"
  | "direct"
  | "name"
  | "quote"
  | "reply"
  | "question"
  | "request";

/** One message that is open, by its conversation alone. */
export type Candidate = {
  /** Who is waited for. */
  readonly kind: "me" | "them";
  readonly conversation: ConversationKey;
  readonly message: Message;
  readonly rule: Rule;
  /** What the rule has found in the text, as received; empty: nothing but the message itself. */
  readonly words: string;
  /** The sentence that asks, or the first one; as received. */
  readonly sentence: string;
  readonly asks: boolean;
} & Debt;

/** What a message wants, whoever owes it. */
type Wanted = Omit<Candidate, keyof Debt>;

export function candidatesIn(chat: Chat, around: Around): readonly Candidate[] {
  const [first] = chat;
  if (first === undefined || !canBeAnswered(first, around)) return [];
  const resolved = resolvedUpTo(chat, around);
  return [...openForMe(chat, around), ...openForThem(chat, around)].filter(
    ({ message }) => message.id > resolved,
  );
}

/** Not in notes to oneself, with bots and former people alone, and where the user does not read. */
function canBeAnswered({ streamId, userIds = [] }: Message, around: Around): boolean {
  if (streamId !== undefined) return get(around.streams, streamId)?.subscription !== undefined;
  return userIds.some((id) => id !== around.ownId && isPerson(around, id));
}

/** The notice says when a topic was resolved; without one, all in it counts as resolved. */
function resolvedUpTo(chat: Chat, { people }: Around): number {
  const last = chat.at(-1);
  if (last?.streamId === undefined || !isResolved(last.topic)) return 0;
  const notice = chat.findLast(({ senderId }) => isNoticeBot(get(people, senderId)));
  return notice?.id ?? last.id;
}

/** An answer may be several messages in a row. */
const answerSeconds = 600;

function openForMe(chat: Chat, around: Around): readonly Candidate[] {
  const { ownId } = around;
  const from =
    chat.findLastIndex(
      (message) => message.senderId === ownId || hasReaction(message, (id) => id === ownId),
    ) + 1;
  const answeredUntil = untilWhenAnswered(chat, from, around);
  let open: readonly Candidate[] = [];
  for (let at = from; at < chat.length; at += 1) {
    if (open.length > 0) open = left(open, chat, at, around);
    const wanted = wantedAt(chat, at, answeredUntil, around);
    const message = chat[at] as Message;
    const candidate =
      wanted && afterAnswer({ ...wanted, ...debtToUser(wanted, around) }, message, around);
    if (candidate !== undefined) open = [...open, candidate];
  }
  return open;
}

/** What the message at that place wants of the user. */
function wantedAt(
  chat: Chat,
  at: number,
  answeredUntil: number,
  around: Around,
): Wanted | undefined {
  const message = chat[at] as Message;
  const { senderId, sentAt } = message;
  if (around.mutedPeople.has(senderId) || !isPerson(around, senderId)) return undefined;
  const wanted = callOf(message, around) ?? replyOf(chat, at, around);
  if (wanted === undefined || wanted.asks) return wanted;
  const isAnswer =
    sentAt <= answeredUntil || (wanted.rule === "direct" && isAnswerIn(chat, at, around));
  return isAnswer ? undefined : wanted;
}

/** What is said first after a question of the user's own answers that: until then, in UNIX seconds; 0: nothing does. */
function untilWhenAnswered(chat: Chat, from: number, around: Around): number {
  const own = lastBefore(chat, from, ({ senderId }) => senderId === around.ownId);
  if (own === undefined || sayingOf(own.content).asking === undefined) return 0;
  const answer = chat.find(({ senderId }, at) => at >= from && isPerson(around, senderId));
  return answer === undefined ? 0 : answer.sentAt + answerSeconds;
}

/** Only what asks and turns to others too may be answered by them. */
function debtToUser({ message, asks, rule, sentence }: Wanted, around: Around): Debt {
  const isOfAll = asks && (rule === "mention" || rule === "group" || rule === "direct");
  const others = isOfAll ? askedBy(message, around).filter((id) => id !== around.ownId) : [];
  const debt = debtOf([...others, around.ownId], sentence);
  return others.length === 0 ? { ...debt, owedBy: "each" } : debt;
}

/** What is left open after the message at that place was said. */
function left(
  open: readonly Candidate[],
  chat: Chat,
  at: number,
  around: Around,
): readonly Candidate[] {
  return open.flatMap((candidate) => {
    const ended = afterEnd(candidate, chat, at, around);
    const rest = ended && afterAnswer(ended, chat[at] as Message, around);
    if (rest === undefined || (rest.kind === "me" && !rest.owing.includes(around.ownId))) return [];
    return [rest];
  });
}

/** Whether it is the first that its author says after a question of somebody else, or what they add to that. */
function isAnswerIn(chat: Chat, at: number, around: Around): boolean {
  const { senderId, sentAt } = chat[at] as Message;
  const asked = lastBefore(
    chat,
    at,
    (one) =>
      one.senderId !== senderId &&
      isPerson(around, one.senderId) &&
      sayingOf(one.content).asking !== undefined,
  );
  if (asked === undefined) return false;
  const first = chat.find((one) => one.id > asked.id && one.senderId === senderId);
  return first === undefined || sentAt <= first.sentAt + answerSeconds;
}

/** Whether it turns to others, by a mention or in a direct conversation by name, and not to the user. */
function isToOthers(message: Message, { ownId, people }: Called): boolean {
  const { content, mentioned, userIds = [], senderId } = message;
  if (mentioned || userIds.length === 2) return false;
  const { mentions, asking, first } = sayingOf(content);
  const sentence = asking?.sentence ?? first;
  const isTo = (id: UserId) => calledBy(sentence, get(people, id)?.name ?? "") !== undefined;
  if (isTo(ownId)) return false;
  return (
    mentions.some(({ kind, name }) => kind !== "everybody" && isTurnedTo(sentence, name)) ||
    userIds.some((id) => id !== senderId && isTo(id))
  );
}

/** How a message of somebody else calls the user; undefined: it does not, or wants nothing. */
export function callOf(message: Message, { ownId, people }: Called): Wanted | undefined {
  const { content, conversation, streamId, mentioned } = message;
  const name = get(people, ownId)?.name ?? "";
  // Most messages of topics name nobody, and need not be read.
  const mayName = content.toLowerCase().includes(givenName(name).toLowerCase());
  if (streamId !== undefined && !mentioned && !mayName) return undefined;
  const saying = sayingOf(content);
  const call =
    saying.isIdle || isToOthers(message, { ownId, people })
      ? undefined
      : calling(message, saying, { id: ownId, name });
  if (call === undefined) return undefined;
  const [rule, words] = call;
  const { asking, first } = saying;
  const asks = asking !== undefined;
  const sentence = asking?.sentence ?? first;
  return { kind: "me", conversation, message, rule, words, sentence, asks };
}

function calling(
  { mentioned, streamId }: Message,
  { mentions, asking, quoted }: Saying,
  user: { readonly id: UserId; readonly name: string },
): readonly [Rule, string] | undefined {
  const isOwn = ({ id, name }: (typeof mentions)[number]) =>
    id === undefined ? name === user.name : id === user.id;
  const people = mentions.filter(({ kind }) => kind === "person");
  const group = mentions.find(({ kind }) => kind === "group");
  // The flag knows who is in the group, and what the server took for a mention, as by a former name.
  const person = people.find(isOwn) ?? (group === undefined ? people[0] : undefined);
  const isOnlyCopied =
    person?.isCopied === true &&
    mentions.some(({ kind, isCopied }) => kind !== "everybody" && !isCopied);
  if (mentioned && isOnlyCopied) return undefined;
  if (mentioned && person !== undefined) return ["mention", `@${person.name}`];
  if (mentioned && group !== undefined) return ["group", `@${group.name}`];
  if (streamId === undefined) return ["direct", asking?.words ?? ""];
  if (asking === undefined) return undefined;
  const called = calledBy(asking.sentence, user.name);
  if (called !== undefined) return ["name", called];
  return quoted.some(isOwn) ? ["quote", asking.words] : undefined;
}

/** How many messages back the user and somebody else may have begun to talk with each other. */
const exchangeLength = 20;

/** A question after the user's word, of somebody who called them before or to whom they said it, or after their question. */
function replyOf(chat: Chat, at: number, around: Around): Wanted | undefined {
  const message = chat[at] as Message;
  const { senderId, content, conversation, streamId } = message;
  const last = lastBefore(
    chat,
    at,
    (one) => one.senderId !== senderId && isPerson(around, one.senderId),
  );
  if (streamId === undefined || last?.senderId !== around.ownId) return undefined;
  const { asking } = sayingOf(content);
  if (asking === undefined || isToOthers(message, around)) return undefined;
  if (namesAnother(asking.sentence, around)) return undefined;
  const before = chat.slice(Math.max(0, at - exchangeLength), at).filter(({ id }) => id < last.id);
  const hasCalled = before.some(
    (one) => one.senderId === senderId && callOf(one, around) !== undefined,
  );
  const hasAsked = sayingOf(last.content).asking !== undefined;
  if (!hasCalled && !hasAsked && !peopleIn(last, around).includes(senderId)) return undefined;
  return {
    kind: "me",
    conversation,
    message,
    rule: "reply",
    words: asking.words,
    sentence: asking.sentence,
    asks: true,
  };
}

/** The user's last words in topics in which they talk with somebody who may ask on. */
export function exchangesIn(messages: Iterable<Message>, around: Around): readonly Message[] {
  const last = new Map<ConversationKey, Message>();
  const called = new Set<ConversationKey>();
  for (const message of messages) {
    const { conversation, senderId, streamId, mentioned, id } = message;
    if (streamId === undefined) continue;
    if (mentioned) called.add(conversation);
    if (senderId === around.ownId && id > (last.get(conversation)?.id ?? 0))
      last.set(conversation, message);
  }
  return [...last.values()].filter(
    (message) => called.has(message.conversation) || peopleIn(message, around).length > 0,
  );
}

function openForThem(chat: Chat, around: Around): readonly Candidate[] {
  const { ownId } = around;
  const isOther = (id: UserId) => id !== ownId && isPerson(around, id);
  const answered = chat.findLastIndex(
    (message) =>
      isOther(message.senderId) || (message.senderId === ownId && hasReaction(message, isOther)),
  );
  let open: readonly Candidate[] = [];
  for (const [at, message] of chat.entries()) {
    if (open.length > 0) open = left(open, chat, at, around);
    if (message.senderId !== ownId || (at <= answered && !mayAskEach(message))) continue;
    const question = questionOf(message, around);
    const candidate = question && afterAnswer(question, message, around);
    if (candidate !== undefined) open = [...open, candidate];
  }
  return open;
}

/** Of others, an answer of anybody is enough; most messages need not be read. */
function mayAskEach({ content, userIds = [] }: Message): boolean {
  return userIds.length > 2 || content.includes("@*");
}

const questions = memoizeFor<Message, Candidate | "none">();

/** What a message of the user's own asks of others. */
function questionOf(message: Message, around: Around): Candidate | undefined {
  const { ownId, people, groups } = around;
  const question = questions(message, [ownId, people, groups], () => {
    const wanted = wantedBy(message, around);
    return wanted === undefined ? "none" : { ...wanted, ...debtToOwn(wanted, around) };
  });
  return question === "none" ? undefined : question;
}

/** A mention that asks nothing is over with anybody's answer. */
function debtToOwn({ message, asks, sentence }: Wanted, around: Around): Debt {
  const debt = debtOf(askedBy(message, around), sentence);
  return asks ? debt : { ...debt, owedBy: "anybody" };
}

function wantedBy(message: Message, around: Around): Wanted | undefined {
  const { content, conversation, streamId } = message;
  const { asking, first, isIdle, mentions } = sayingOf(content);
  const called = peopleIn(message, around);
  const people = called.filter((id) => id !== around.ownId && isPerson(around, id));
  const group = mentions.find(({ kind }) => kind === "group");
  const isCalling = people.length > 0 || group !== undefined;
  const isToBots = called.length > 0 && !isCalling;
  if (isIdle || isToBots || (asking === undefined && !isCalling)) return undefined;
  // In a direct conversation a mention says no more than the rest.
  const isNamed = streamId !== undefined && isCalling;
  const person = people.length > 0 ? mentions.find(({ kind }) => kind === "person") : undefined;
  const byWords = asking?.by === "words" ? "request" : "question";
  const byName = person === undefined ? "group" : "mention";
  return {
    kind: "them",
    conversation,
    message,
    rule: isNamed ? byName : byWords,
    words: isNamed ? `@${(person ?? group)?.name}` : (asking?.words ?? ""),
    sentence: asking?.sentence ?? first,
    asks: asking !== undefined,
  };
}
