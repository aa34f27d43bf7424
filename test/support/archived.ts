/** What tests write into archives. */
import type { ArchiveChange } from "#archive/archive.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { MessageId, StreamId, UserId } from "#wire/ids.ts";

// Not the builders: programs that write archives would load all of the client with them.
const [me, ada] = [10, 11] as readonly number[] as [UserId, UserId];
const backend = 2 as StreamId;
const idsOf = (...all: readonly number[]) => all as readonly MessageId[];

export const topic: Narrow = { kind: "topic", streamId: backend, topic: "Deploys" };
export const stream: Narrow = { kind: "stream", streamId: backend };

export function message(id: number, keys: Partial<Message> = {}): Message {
  return {
    id: id as MessageId,
    conversation: "t:2:deploys" as Message["conversation"],
    streamId: backend,
    topic: "Deploys",
    userIds: undefined,
    senderId: ada,
    senderName: "Ada",
    content: `text ${id}`,
    sentAt: 1_700_000_000 + id,
    editedAt: undefined,
    movedAt: undefined,
    isHistory: false,
    starred: false,
    mentioned: false,
    wildcardMentioned: false,
    alerted: false,
    reactions: [],
    submessages: [],
    ...keys,
  };
}

export const direct = (id: number, keys: Partial<Message> = {}) =>
  message(id, {
    conversation: "d:10,11" as Message["conversation"],
    streamId: undefined,
    topic: "",
    userIds: [me, ada] as unknown as NonNullable<Message["userIds"]>,
    ...keys,
  });

export const messages = (...all: readonly Message[]): ArchiveChange => ({
  kind: "messages",
  json: JSON.stringify(all),
});

export function known(narrow: Narrow, ids: readonly number[], ...ends: ("oldest" | "newest")[]) {
  return {
    kind: "known",
    narrow: narrowKey(narrow),
    ids: idsOf(...ids),
    oldestKnown: ends.includes("oldest"),
    newestKnown: ends.includes("newest"),
  } as const satisfies ArchiveChange;
}

/** The messages of the first `count` rounds: each adds ten and deletes one. */
export function afterRounds(count: number): readonly number[] {
  return Array.from({ length: count * 10 }, (_, at) => at + 1).filter(
    (id) => id % 10 !== 5 || id > count * 10 - 10,
  );
}

/** A round that changes everything together. */
export function roundOf(round: number): readonly ArchiveChange[] {
  const first = round * 10 - 9;
  const all = Array.from({ length: 10 }, (_, at) => first + at);
  const section = (name: string): ArchiveChange => ({ kind: "section", name, json: `${round}` });
  return [
    messages(...all.map((id) => message(id, { content: `${id} ${"words ".repeat(id % 400)}` }))),
    known(
      topic,
      round === 1 ? all : [first - 1, ...all],
      ...(round === 1 ? (["oldest"] as const) : []),
      "newest",
    ),
    { kind: "deleted", ids: idsOf(...(round === 1 ? [] : [first - 6])) },
    section("round"),
    section(`part-${round % 3}`),
  ];
}
