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
    const request = { ownId, name: "Ana", silent: [] };
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

/** A tenth is the user's own, a fifth is direct, and one in fifty mentions the user. */
function written(): readonly Message[] {
  const random = seeded(11);
  const upTo = (most: number) => below(random, most);
  return Array.from({ length: count }, (_, at) => {
    const senderId = (upTo(10) === 0 ? 1 : 2 + upTo(200)) as UserId;
    const isDirect = upTo(5) === 0;
    const userIds = sorted([ownId, senderId === ownId ? ((2 + upTo(200)) as UserId) : senderId]);
    const streamId = (1 + upTo(40)) as StreamId;
    const topic = `topic ${upTo(50)}`;
    const mentioned = !isDirect && upTo(40) === 0;
    const content = `${mentioned ? "@**Ana** " : ""}${texts[upTo(texts.length)]} ${at}`;
    const own = { senderId, mentioned, content };
    return isDirect
      ? message(at + 1, {
          ...own,
          conversation: conversationKey({ kind: "direct", userIds }),
          userIds,
          streamId: undefined,
          topic: "",
        })
      : message(at + 1, {
          ...own,
          conversation: conversationKey({ kind: "topic", streamId, topic }),
          streamId,
          topic,
        });
  });
}
