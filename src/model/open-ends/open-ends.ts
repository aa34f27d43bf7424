/**
 * What is still open in all conversations: what waits for the user, and what they wait for, by the rules of `rules.ts` and
 * by what was said directly.
 *
 * An open end stands for one author in one conversation, however often they ask.
 */
import { memoizeEach, sameList } from "#base/memoize.ts";
import { sorted } from "#base/sorted.ts";
import { changedChunks, emptyTable, values } from "#base/table.ts";
import { type ConversationKey, directKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { NarrowKey } from "#model/narrow.ts";
import type { HeardConversations, Realm, Replica } from "#model/replica.ts";
import type { MessageId, UserId } from "#wire/ids.ts";
import { type Around, type Chat, hasReaction } from "./owed.ts";
import { type Candidate, candidatesIn } from "./rules.ts";

/** Its message is the first one that asks; of several without a question, the first. */
export type OpenEnd = Omit<Candidate, "asks"> & {
  /** All messages of the same author that are open there, ascending. */
  readonly ids: readonly MessageId[];
};

type Chats = ReadonlyMap<ConversationKey, Chat>;

const byId = (one: Message, other: Message) => one.id - other.id;

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

function endsOf(
  candidates: readonly Candidate[],
  chats: Chats,
  around: Around,
  dismissed: Replica["dismissed"],
): readonly OpenEnd[] {
  const left = candidates.flatMap((one) =>
    dismissed.has(one.message.id) ? [] : (leftByDirect(one, chats, around) ?? []),
  );
  const groups = Map.groupBy(
    left,
    ({ kind, conversation, message }) => `${kind} ${message.senderId} ${conversation}`,
  );
  return [...groups.values()]
    .map((all): OpenEnd | undefined => {
      const one = all.find(({ asks }) => asks) ?? all[0];
      if (one === undefined) return undefined;
      const { asks: _, ...end } = one;
      const ofAll = <T>(each: (candidate: Candidate) => readonly T[]) => [
        ...new Set(all.flatMap(each)),
      ];
      return {
        ...end,
        asked: ofAll(({ asked }) => asked),
        owing: ofAll(({ owing }) => owing),
        answers: ofAll(({ answers }) => answers),
        ids: ofAll(({ message: { id } }) => [id]),
      };
    })
    .filter((end) => end !== undefined)
    .sort((one, other) => byId(one.message, other.message));
}

/** What is left of it by what was said directly since; undefined: nothing. */
function leftByDirect(
  candidate: Candidate,
  chats: Chats,
  { ownId }: Around,
): Candidate | undefined {
  const { kind, message, owing, owedBy, answers } = candidate;
  /** The last direct message by which one of the two has answered the other. */
  const answerOf = (who: UserId, other: UserId) => {
    const chat = chats.get(directKey(sorted([who, other]))) ?? [];
    const last = chat.findLast(
      (one) => one.senderId === who || (kind === "me" && hasReaction(one, (by) => by === who)),
    );
    return last !== undefined && last.id > message.id ? last : undefined;
  };
  if (kind === "me") return answerOf(ownId, message.senderId) === undefined ? candidate : undefined;
  const direct = owing.flatMap((id) => answerOf(id, ownId) ?? []);
  if (direct.length === 0) return candidate;
  const left = owing.filter((id) => direct.every(({ senderId }) => senderId !== id));
  if (owedBy !== "each" || left.length === 0) return undefined;
  return { ...candidate, owing: left, answers: [...answers, ...direct.map(({ id }) => id)] };
}

// The same of all messages that are known, by what has changed since it was asked for last.

/** For each realm, because several accounts ask in turn. */
const indexOf = memoizeEach((_: Realm) => createIndex());

/** What is open by the messages that are here, although answers may be elsewhere; the oldest first. */
export function seeminglyOpen(view: Replica): readonly OpenEnd[] {
  return indexOf(view.realm)({ ...view, openEnds: { ...view.openEnds, since: 0 } });
}

/**
 * The oldest first; those whose answers would be known. Read again are only conversations in which something has changed,
 * but all of them if people have, or what the user is subscribed to.
 */
export function openEnds(view: Replica): readonly OpenEnd[] {
  return indexOf(view.realm)(view);
}

/** The replica in which these conversations are known from these messages on. */
export function withHeard(replica: Replica, heard: HeardConversations["from"]): Replica {
  const from = new Map(replica.openEnds.from);
  for (const [key, id] of heard) from.set(key, Math.min(id, from.get(key) ?? id));
  return { ...replica, openEnds: { ...replica.openEnds, from } };
}

type Heard = Pick<Replica, "openEnds" | "histories">;

/** Whether all that came after the message in its conversation is known. */
function isHeard({ openEnds: heard, histories }: Heard, message: Message): boolean {
  const { id, conversation } = message;
  if (id > heard.since || id >= (heard.from.get(conversation) ?? Number.POSITIVE_INFINITY))
    return true;
  const history = histories.get(conversation as string as NarrowKey);
  if (history?.newestKnown !== true) return false;
  const hole = history.holes?.at(-1) ?? 0;
  return id > hole && id >= (history.ids[0] ?? Number.POSITIVE_INFINITY);
}

function createIndex() {
  const chats = chatsByChange();
  const candidates = new Map<ConversationKey, readonly Candidate[]>();
  let last: { readonly from: readonly unknown[]; readonly ends: readonly OpenEnd[] } | undefined;
  let lastAround: readonly unknown[] = [];
  return (view: Replica): readonly OpenEnd[] => {
    const { messages, ownId, people, groups, streams, mutedPeople } = view;
    const { histories, openEnds: heard } = view;
    const subscribed = subscribedStreams(streams);
    const around = sameList(lastAround, [ownId, people, groups, subscribed, mutedPeople]);
    const from = [messages, view.dismissed, histories, heard, around];
    if (last !== undefined && sameList(last.from, from) === last.from) return last.ends;
    const touched = chats.follow(messages);
    const isElse = around !== lastAround;
    lastAround = around;
    for (const key of isElse ? [...chats.all.keys()] : touched) {
      const inChat = candidatesIn(chats.all.get(key) ?? [], view);
      if (inChat.length === 0) candidates.delete(key);
      else candidates.set(key, inChat);
    }
    const heardNow = [...candidates.values()]
      .flat()
      .filter(({ message }) => isHeard(view, message));
    const ends = sameEnds(last?.ends ?? [], endsOf(heardNow, chats.all, view, view.dismissed));
    last = { from, ends };
    return ends;
  };
}

const lists = ["ids", "asked", "owing", "answers"] as const;

/** Those that are what they were keep their identity. */
function sameEnds(before: readonly OpenEnd[], after: readonly OpenEnd[]): readonly OpenEnd[] {
  const byMessage = new Map(before.map((end) => [end.message, end]));
  const isSame = (one: OpenEnd, other: OpenEnd) =>
    one.kind === other.kind &&
    one.rule === other.rule &&
    lists.every((list) => one[list].join() === other[list].join());
  const kept = after.map((end) => {
    const one = byMessage.get(end.message);
    return one !== undefined && isSame(one, end) ? one : end;
  });
  return sameList(before, kept);
}

/** All that is asked of streams. They change often, as whenever somebody joins one, and all messages would be read again. */
const subscribedStreams = memoizeEach((streams: Replica["streams"]): string =>
  [...values(streams)]
    .flatMap(({ id, subscription }) => (subscription === undefined ? [] : [id]))
    .sort((one, other) => one - other)
    .join(),
);

/** All conversations, each with its messages. */
function chatsByChange() {
  const all = new Map<ConversationKey, Chat>();
  const chunks = new Map<number, Chat>();
  let last: Replica["messages"] = emptyTable();
  const changedTo = (messages: Replica["messages"]) => {
    const left = new Map<ConversationKey, Set<MessageId>>();
    const come = new Map<ConversationKey, Message[]>();
    for (const { number, values: now, changed } of changedChunks(last, messages)) {
      const isThere = new Set(now);
      const gone = (chunks.get(number) ?? []).filter((one) => !isThere.has(one));
      for (const one of gone) entry(left, one.conversation, () => new Set()).add(one.id);
      for (const one of changed) entry(come, one.conversation, () => []).push(one);
      // The table may write to its own list.
      chunks.set(number, [...now]);
    }
    last = messages;
    return { left, come };
  };
  /** The conversations in which something has changed. */
  const follow = (messages: Replica["messages"]): ReadonlySet<ConversationKey> => {
    const { left, come } = changedTo(messages);
    const touched = new Set([...left.keys(), ...come.keys()]);
    for (const key of touched) {
      const gone = left.get(key);
      const rest = (all.get(key) ?? []).filter(({ id }) => gone?.has(id) !== true);
      const chat = [...rest, ...(come.get(key) ?? [])].sort(byId);
      if (chat.length === 0) all.delete(key);
      else all.set(key, chat);
    }
    return touched;
  };
  return { all, follow };
}
