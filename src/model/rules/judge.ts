/**
 * Judges messages by the user's rules, in the order in which they came. The screen and the test of the rules use the same
 * judge, so what a test says is what would happen.
 *
 * All rules that apply act, in the order of the file. If two contradict each other, the first wins.
 */

import { get } from "#base/table.ts";
import { type Subject, subjectOf, type TextPattern } from "#base/text-pattern.ts";
import type { Zone } from "#base/time.ts";
import { type ConversationKey, isResolved, resolvedMark } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { conversationOfMessage } from "#model/messages.ts";
import type { Replica } from "#model/replica.ts";
import { isWithBots } from "#model/select/inbox.ts";
import { policyIn, topicReason } from "#model/select/inbox-row.ts";
import { hourStyleOf } from "#model/settings.ts";
import type { Policy } from "#model/stream.ts";
import type { UserId } from "#wire/ids.ts";
import type { Act, Rule, RuleReason, Verdict } from "./rule.ts";

/** Returns undefined if no rule is about the message. */
export type Judge = (message: Message) => Verdict | undefined;

/**
 * Begins with what the view knows: policies, snoozes, and where the user has written. From then on it knows what its own
 * verdicts change.
 */
export function judgeFor(view: Replica, rules: readonly Rule[]): Judge {
  const situation = situationIn(view);
  const factsOf = factsIn(view, situation);
  return (message) => {
    situation.note(message);
    if (message.senderId === view.ownId) return undefined;
    const facts = factsOf(message);
    const about = rules.filter((rule) => applies(rule, facts));
    return about.length === 0 ? undefined : verdictOf(about, facts, situation);
  };
}

type Facts = {
  readonly message: Message;
  /** The sender's name and addresses. */
  readonly sender: readonly Subject[];
  /** Undefined for direct messages; the topic also without the mark of resolved ones. */
  readonly stream: Subject | undefined;
  readonly topic: Subject | undefined;
  readonly text: Subject;
  readonly isBot: boolean;
  /** It is undefined if the message would not be listed: its topic is muted, or its stream not subscribed to. */
  readonly reason: RuleReason | undefined;
};

function applies(rule: Rule, { message, sender, stream, topic, text, isBot, reason }: Facts) {
  const { bot, why, deed } = rule;
  if (bot !== undefined && bot !== isBot) return false;
  if (why.length > 0 && (reason === undefined || !why.includes(reason))) return false;
  if (deed.kind === "mute" && message.streamId === undefined) return false;
  return (
    fits(rule.from, sender) &&
    fits(rule.stream, [stream]) &&
    fits(rule.topic, [topic]) &&
    fits(rule.text, [text])
  );
}

function fits(patterns: readonly TextPattern[], subjects: readonly (Subject | undefined)[]) {
  if (patterns.length === 0) return true;
  return subjects.some(
    (subject) => subject !== undefined && patterns.some((pattern) => pattern(subject)),
  );
}

// What the rules apply to.

function factsIn(view: Replica, situation: Situation): (message: Message) => Facts {
  const senders = new Map<UserId, readonly Subject[]>();
  const names = new Map<string, Subject>();
  const named = (name: string) => {
    const subject = names.get(name) ?? subjectOf(name);
    names.set(name, subject);
    return subject;
  };
  const senderOf = ({ senderId, senderName }: Message) => {
    const sender = senders.get(senderId);
    if (sender !== undefined) return sender;
    const { name, email, deliveryEmail } = get(view.people, senderId) ?? { name: senderName };
    const all = [name, email, deliveryEmail].filter((each) => each !== undefined && each !== "");
    const subjects = [...new Set(all)].map((each) => subjectOf(`${each}`));
    senders.set(senderId, subjects);
    return subjects;
  };
  return (message) => {
    const { streamId, topic, content } = message;
    const stream = streamId === undefined ? undefined : get(view.streams, streamId)?.name;
    return {
      message,
      sender: senderOf(message),
      stream: stream === undefined ? undefined : named(stream),
      topic: streamId === undefined ? undefined : named(withoutMark(topic)),
      text: subjectOf(content),
      isBot: isByBot(view, message),
      reason: reasonOf(view, message, situation),
    };
  };
}

function withoutMark(topic: string): string {
  return isResolved(topic) ? topic.slice(resolvedMark.length) : topic;
}

function isByBot({ people }: Replica, { senderId }: Message): boolean {
  return get(people, senderId)?.isBot === true;
}

function reasonOf(view: Replica, message: Message, situation: Situation): RuleReason | undefined {
  const { streamId, conversation, mentioned, wildcardMentioned, alerted } = message;
  const byBots = isByBot(view, message);
  if (streamId === undefined) {
    const { people, ownId } = view;
    const isBots = byBots || isWithBots(conversationOfMessage(message), people, ownId);
    return isBots ? "bots" : "direct";
  }
  const stream = get(view.streams, streamId);
  if (stream?.subscription === undefined) return undefined;
  const policy = situation.policyOf(conversation);
  const signs = { mentions: mentioned, wildcard: wildcardMentioned, alerted, byBots };
  return topicReason(signs, { stream, policy, wrote: situation.hasWritten(conversation) });
}

// What changes meanwhile.

type Situation = {
  /** Call for each message, also for the user's own. */
  readonly note: (message: Message) => void;
  /** Call for each act. */
  readonly take: (act: Act) => void;
  readonly policyOf: (key: ConversationKey) => Policy;
  readonly hasWritten: (key: ConversationKey) => boolean;
  /** Until when the conversation is hidden, in UNIX seconds; 0: it is not. */
  readonly hiddenUntil: (key: ConversationKey) => number;
  /** In which the ends of snoozes are read, as if the user had typed them. */
  readonly zone: Zone;
};

function situationIn(view: Replica): Situation {
  const muted = new Set<ConversationKey>();
  const wrote = new Set<ConversationKey>();
  const hidden = new Map<ConversationKey, number>();
  for (const [key, { until, isDue }] of view.snoozes) if (!isDue) hidden.set(key, until);
  return {
    note: (message) => {
      const { conversation: key, senderId, sentAt } = message;
      if (senderId === view.ownId) wrote.add(key);
      else if ((hidden.get(key) ?? 0) <= sentAt || interrupts(view, message)) hidden.delete(key);
    },
    take: ({ rule: { deed }, message, until }) => {
      if (deed.kind === "mute") muted.add(message.conversation);
      else if (until !== undefined) hidden.set(message.conversation, until);
    },
    policyOf: (key) => (muted.has(key) ? 1 : policyIn(view, key)),
    hasWritten: (key) => wrote.has(key) || view.participated.has(key),
    hiddenUntil: (key) => hidden.get(key) ?? 0,
    zone: hourStyleOf(view, { twentyFour: true }),
  };
}

/** Whether it ends the snooze of its conversation. */
function interrupts(view: Replica, message: Message): boolean {
  return message.streamId === undefined ? !isByBot(view, message) : message.mentioned;
}

// What follows.

function verdictOf(about: readonly Rule[], { message }: Facts, situation: Situation): Verdict {
  const applied: Act[] = [];
  const acts: Act[] = [];
  const overruled: Verdict["overruled"][number][] = [];
  const idle: Rule[] = [];
  for (const rule of about) {
    const { deed } = rule;
    const until = deed.kind === "snooze" ? deed.until(message.sentAt, situation.zone) : undefined;
    if (deed.kind === "snooze" && until === undefined) {
      idle.push(rule);
      continue;
    }
    const act: Act = { rule, message, until };
    const by = applied.find((earlier) => contradict(earlier, act))?.rule;
    if (by !== undefined) overruled.push({ rule, by });
    else if (changes(act, applied, situation)) acts.push(act);
    else idle.push(rule);
    if (by === undefined) applied.push(act);
  }
  for (const act of acts) situation.take(act);
  return { message, acts, overruled, idle };
}

/** Whether there is anything to do, after the others. */
function changes(act: Act, others: readonly Act[], situation: Situation): boolean {
  const { rule, message, until = 0 } = act;
  const { deed } = rule;
  const isRepeated = others.some((other) => isSame(other.rule, rule));
  if (isRepeated) return false;
  if (deed.kind === "mute") return situation.policyOf(message.conversation) !== 1;
  if (deed.kind === "snooze") return until > situation.hiddenUntil(message.conversation);
  return true;
}

function isSame({ deed: one }: Rule, { deed: other }: Rule): boolean {
  if (one.kind !== other.kind) return false;
  return one.kind !== "command" || other.kind !== "command" || one.title === other.title;
}

/** Deeds that cannot both be meant: to be told of a message, and not to see it; or to see it at two times. */
function contradict(one: Act, other: Act): boolean {
  const [first, second] = [one.rule.deed.kind, other.rule.deed.kind];
  if (first === "snooze" && second === "snooze") return one.until !== other.until;
  return contradictions[first].includes(second);
}

type Kind = Rule["deed"]["kind"];

const contradictions: Readonly<Record<Kind, readonly Kind[]>> = {
  done: ["snooze", "notify"],
  snooze: ["done", "mute", "notify"],
  mute: ["snooze", "notify"],
  notify: ["done", "snooze", "mute"],
  command: [],
};
