/** What ten rules would have done about 100,000 messages of the archive. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openArchiveHere } from "#archive/client.ts";
import { below, pick, seeded } from "#base/random.ts";
import { forEachArchived } from "#cli/archived-messages.ts";
import { topicKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import { startReplay } from "#model/rules/replay.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { message } from "../support/archived.ts";
import * as make from "../support/make.ts";
import { rulesFor } from "../support/rules.ts";
import { cpuMs } from "./cpu-time.ts";
import { type Figure, median } from "./figures.ts";

const count = 100_000;
const round = 10_000;
const since = 1_700_000_000;

/** Most words are in few messages; the last rules are about none. */
const rules = rulesFor({
  "Green builds": 'from = "Robot*"\ntext = "passed"\ndo = "done"',
  "Red builds": 'bot = true\ntext = ["failed", "exhausted"]\ndo = "notify"',
  Lunch: 'topic = ["lunch*", "*coffee*"]\ndo = "mute"',
  Nights: 'stream = "gen*"\ntext = "deploy * tonight"\ndo = "snooze"\nuntil = "tomorrow 9:00"',
  Tickets: 'text = "/[a-z]+-[0-9]{4}/"\ndo = "done"',
  Mentions: 'why = ["mention", "wildcard"]\ndo = "notify"',
  "No bots": 'why = "bots"\ndo = "done"',
  Followed: 'why = "followed"\ntext = "*pool*"\ndo = "notify"',
  Sev: 'stream = ["ops", "ops-*"]\ntext = ["sev1", "sev 1"]\ndo = "notify"',
  Person: 'from = "Noor Haddad"\ntext = "/(urgent|now)!/"\ndo = "notify"',
});

export async function replayingRules(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  const { archive, close } = openArchiveHere(folder, { account: "bench", keepsMessages: true });
  try {
    for (const messages of rounds())
      await archive.write([{ kind: "messages", json: JSON.stringify(messages) }], true);
    const replica = make.replica();
    const times: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const startedAt = cpuMs();
      const replay = startReplay(replica, rules);
      await forEachArchived(archive, since, replay.look);
      times.push(cpuMs() - startedAt);
      if (replay.result().messages !== count) throw new Error("Not all messages were looked at.");
    }
    const name = "ten rules on 100,000 messages";
    return [{ name, value: median(times), unit: "ms", budget: 2_000 }];
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

const words =
  "the a to of and deploy pool build failed passed again tonight log see review change config release node memory exhausted retry".split(
    " ",
  );

function* rounds(): Generator<readonly Message[]> {
  const random = seeded(11);
  for (let from = 0; from < count; from += round)
    yield Array.from({ length: round }, (_, at): Message => {
      const id = from + at + 1;
      const topic = `topic ${below(random, 2_000)}`;
      const streamId = pick(random, [make.general, make.backend]) as StreamId;
      const content = Array.from({ length: 22 }, () => pick(random, words)).join(" ");
      const senderId = pick(random, [make.ada, make.brook, make.robot]) as UserId;
      const conversation = topicKey(streamId, topic);
      return {
        ...message(id),
        conversation,
        streamId,
        topic,
        content,
        senderId,
        sentAt: since + id,
      };
    });
}
