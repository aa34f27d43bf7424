/** What is open among 100,000 archived messages, as the list of open ends asks for it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchiveHere } from "#archive/client.ts";
import { below, seeded } from "#base/random.ts";
import { sorted } from "#base/sorted.ts";
import { tableOf } from "#base/table.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { openEnds } from "#model/open-ends/open-ends.ts";
import { emptyReplica, type Replica } from "#model/replica.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { message } from "../support/archived.ts";
import { cpuMs } from "./cpu-time.ts";
import type { Figure } from "./figures.ts";

const count = 100_000;
const ownId = 1 as UserId;
const texts = [
  "can you look?",
  "the pool is empty again",
  "thanks!",
  "who has the key?",
  "Ana, ok?",
];

export async function openEndsInArchive(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  try {
    const { archive, close } = openArchiveHere(folder, { account: "bench", keepsMessages: true });
    const all = written();
    for (let at = 0; at < count; at += 10_000)
      await archive.write(
        [{ kind: "messages", json: JSON.stringify(all.slice(at, at + 10_000)) }],
        true,
      );
    const names = Array.from({ length: 202 }, (_, id) => [`Person ${id}`, id as UserId] as const);
    const request = { ownId, name: "Ana", silent: [], people: new Map(names), groups: new Map() };
    let [fastest, messages]: [number, readonly Message[]] = [Number.POSITIVE_INFINITY, []];
    for (let time = 0; time < 5; time += 1) {
      const asked = cpuMs();
      ({ messages } = await archive.openEnds(request));
      fastest = Math.min(fastest, cpuMs() - asked);
    }
    const answered = cpuMs();
    openEnds(replicaOf(messages));
    const judged = cpuMs();
    await close();
    return [
      {
        name: "open ends: from the archive of 100,000 messages",
        value: fastest,
        unit: "ms",
        budget: 30,
      },
      {
        name: `open ends: judging ${messages.length} messages`,
        value: judged - answered,
        unit: "ms",
        budget: undefined,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function replicaOf(messages: readonly Message[]): Replica {
  const known = { since: 0, from: new Map(), epoch: 1 };
  return { ...emptyReplica, ownId, openEnds: known, messages: tableOf(messages, ({ id }) => id) };
}

/** A message that is still to be answered. */
type Asked = Pick<Message, "conversation" | "streamId" | "topic" | "senderId">;

function written(): readonly Message[] {
  const random = seeded(11);
  const upTo = (most: number) => below(random, most);
  const asked: Asked[] = [];
  return Array.from({ length: count }, (_, at) => {
    const answer = upTo(4) === 0 ? asked.shift() : undefined;
    if (answer !== undefined) return message(at + 1, { ...answer, content: `done ${at}` });
    return upTo(5) === 0 ? directly(at, upTo) : inTopic(at, upTo, asked);
  });
}

type UpTo = (most: number) => number;

/** A tenth is the user's own. */
function senderAt(upTo: UpTo): UserId {
  return (upTo(10) === 0 ? ownId : 2 + upTo(200)) as UserId;
}

function textAt(at: number, upTo: UpTo): string {
  return `${texts[upTo(texts.length)]} ${at}`;
}

function directly(at: number, upTo: UpTo): Message {
  const senderId = senderAt(upTo);
  const userIds = sorted([ownId, senderId === ownId ? ((2 + upTo(200)) as UserId) : senderId]);
  const conversation = conversationKey({ kind: "direct", userIds });
  const place = { conversation, userIds, streamId: undefined, topic: "" };
  return message(at + 1, { ...place, senderId, content: textAt(at, upTo) });
}

/** One in fifty mentions the user. A tenth of the user's own asks two people, who mostly answer. */
function inTopic(at: number, upTo: UpTo, asked: Asked[]): Message {
  const senderId = senderAt(upTo);
  const streamId = (1 + upTo(40)) as StreamId;
  const topic = `topic ${upTo(50)}`;
  const conversation = conversationKey({ kind: "topic", streamId, topic });
  const place = { conversation, streamId, topic };
  const mentioned = senderId !== ownId && upTo(40) === 0;
  const called = senderId === ownId && upTo(10) === 0 ? [2 + upTo(200), 2 + upTo(200)] : [];
  for (const id of called) if (upTo(5) > 0) asked.push({ ...place, senderId: id as UserId });
  const names = mentioned ? ["Ana"] : called.map((id) => `Person ${id}`);
  const mentions = names.map((name) => `@**${name}** `).join("");
  const content = `${mentions}${textAt(at, upTo)}`;
  return message(at + 1, { ...place, senderId, mentioned, content });
}
