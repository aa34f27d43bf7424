/** Archives in real files, and what is written into them. */
import { onTestFinished } from "vitest";
import type { Archive, ArchiveChange } from "#archive/archive.ts";
import { openArchiveHere } from "#archive/client.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { folder } from "./folder.ts";
import * as make from "./make.ts";

export function archiveIn(path = folder()): Archive {
  const owner = { account: "me", keepsMessages: true };
  const { archive, close } = openArchiveHere(path, owner);
  onTestFinished(close);
  return archive;
}

export const topic: Narrow = { kind: "topic", streamId: make.backend, topic: "Deploys" };
export const stream: Narrow = { kind: "stream", streamId: make.backend };

export function message(id: number, keys: Partial<Message> = {}): Message {
  return {
    id: make.id(id),
    conversation: "t:2:deploys" as Message["conversation"],
    streamId: make.backend,
    topic: "Deploys",
    userIds: undefined,
    senderId: make.ada,
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
    userIds: [make.me, make.ada] as unknown as NonNullable<Message["userIds"]>,
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
    ids: make.ids(...ids),
    oldestKnown: ends.includes("oldest"),
    newestKnown: ends.includes("newest"),
  } as const satisfies ArchiveChange;
}
