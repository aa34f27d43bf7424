/** What happened in 5,000 messages, told without the server: reading them from the archive, the facts, the Markdown. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchiveHere } from "#archive/client.ts";
import { below, pick, seeded } from "#base/random.ts";
import { newBatch } from "#base/table.ts";
import { digestMarkdown } from "#commands/conversation/digest-text.ts";
import { topicKey } from "#model/conversation.ts";
import { withArchivedPage } from "#model/merge-page.ts";
import type { Message } from "#model/message.ts";
import { narrowKey } from "#model/narrow.ts";
import { emptyReplica, type Replica } from "#model/replica.ts";
import { historyOf } from "#model/select/conversations.ts";
import { digested, gapsIn, loadedDigest } from "#model/select/digest.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { message } from "../support/archived.ts";
import { cpuMs } from "./cpu-time.ts";
import { type Figure, median } from "./figures.ts";

const count = 5_000;
const pageSize = 500;
const since = 1_600_000_000;

const texts = [
  "rolling back 4.2, the pool is exhausted again",
  "@**Me** ok to roll back? the graph is at https://graphs.example/d/af2?from=now-6h.",
  "`pool_size` was never raised:\n```yaml\npool_size: 10\n```\n[the log](/user_uploads/2/ab/log.txt)",
];

export async function tellingWhatHappened(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const { archive, close } = openArchiveHere(folder, { account: "bench", keepsMessages: true });
  try {
    const messages = made();
    const known = {
      kind: "known",
      narrow: narrowKey(digested),
      ids: messages.map(({ id }) => id),
      oldestKnown: true,
      newestKnown: true,
    } as const;
    await archive.write([{ kind: "messages", json: JSON.stringify(messages) }, known], true);
    const times: number[] = [];
    for (let run = 0; run < 7; run += 1) {
      const startedAt = cpuMs();
      let replica: Replica = { ...emptyReplica, epoch: 2 };
      for (let from = count; from > 0; from -= pageSize) {
        const [oldest] = historyOf(replica, digested)?.ids ?? [];
        const page = await archive.page({
          narrow: digested,
          anchor: oldest ?? "newest",
          before: pageSize,
          after: oldest === undefined ? 0 : 1,
        });
        replica = withArchivedPage(replica, digested, page, "older", newBatch("bench"));
      }
      told(replica);
      times.push(cpuMs() - startedAt);
    }
    return [
      { name: "what happened in 5,000 messages", value: median(times), unit: "ms", budget: 150 },
    ];
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

function told(replica: Replica): void {
  const digest = loadedDigest(replica, since);
  if (digest.count !== count) throw new Error(`Only ${digest.count} messages were told.`);
  const history = historyOf(replica, digested);
  digestMarkdown({
    view: replica,
    digest,
    gaps: gapsIn({ messages: replica.messages, history }, since),
    since,
    hours: { twentyFour: true, timeZone: "UTC" },
    textOf: ({ content }) => content,
  });
}

function made(): readonly Message[] {
  const random = seeded(7);
  return Array.from({ length: count }, (_, at) => {
    const streamId = (1 + below(random, 40)) as StreamId;
    const topic = `topic ${below(random, 12)}`;
    return message(at + 1, {
      conversation: topicKey(streamId, topic),
      streamId,
      topic,
      senderId: (1 + below(random, 200)) as UserId,
      mentioned: below(random, 50) === 0,
      content: pick(random, texts),
    });
  });
}
