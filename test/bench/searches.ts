/** Searching a million archived messages: the index's speed and size, and the first results for each key of a query. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openArchiveHere } from "#archive/client.ts";
import { indexTables, messageIndex } from "#archive/rows.ts";
import { below, pick, seeded } from "#base/random.ts";
import { conversationKey } from "#model/conversation.ts";
import type { Message } from "#model/message.ts";
import type { SearchTerm } from "#model/narrow.ts";
import type { StreamId, UserId } from "#wire/ids.ts";
import { message } from "../support/archived.ts";
import { cpuMs } from "./cpu-time.ts";
import type { Figure } from "./figures.ts";

const round = 10_000;

export async function searching(quick: boolean): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  try {
    const count = quick ? 100_000 : 1_000_000;
    return [...indexing(folder, count), ...(await finding(folder, count))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The index alone, in a file of its own. */
function indexing(folder: string, count: number): readonly Figure[] {
  const path = join(folder, "index.db");
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = wal; PRAGMA synchronous = normal; ${indexTables}`);
  const index = messageIndex(database);
  let [ms, bytes] = [0, 0];
  for (const messages of rounds(count)) {
    for (const { content } of messages) bytes += Buffer.byteLength(content);
    const startedAt = cpuMs();
    database.exec("BEGIN");
    for (const message of messages) index.put(message, undefined);
    database.exec("COMMIT");
    ms += cpuMs() - startedAt;
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const { size } = statSync(path);
  database.close();
  return [
    { ...figure("index: messages a second", (count / ms) * 1000, ""), note: "at least 100,000" },
    figure("index: bytes a message", size / count, ""),
    figure(
      "index: times the size of the texts",
      size / bytes,
      "",
      count < 1_000_000 ? undefined : 1.2,
    ),
  ];
}

function figure(name: string, value: number, unit: string, budget?: number): Figure {
  return { name, value, unit, budget };
}

const typed: Readonly<Record<string, readonly string[]>> = {
  "a frequent word": ["p", "pr", "pro", "prok", "proka"],
  "two words": ["co", "con", "con pr", "con pro"],
  Japanese: ["検", "検索", "検索対", "検索対応"],
  "a phrase": ['"toka', '"toka re', '"toka re pro"'],
  "a word of a rare person": ["from con", "from pro"],
};

async function finding(folder: string, count: number): Promise<readonly Figure[]> {
  const owner = { account: "bench", keepsMessages: true };
  const { archive, close } = openArchiveHere(folder, owner);
  let ms = 0;
  for (const messages of rounds(count)) {
    const json = JSON.stringify(messages);
    const startedAt = cpuMs();
    await archive.write([{ kind: "messages", json }], true);
    ms += cpuMs() - startedAt;
  }
  const perSecond = (count / ms) * 1000;
  const figures = [figure("archive: messages a second", perSecond, "")];
  for (const [name, keys] of Object.entries(typed)) {
    let slowest = 0;
    for (const text of keys) {
      const begin = cpuMs();
      await archive.search({ terms: termsOf(text), order: "newest", limit: 20 });
      slowest = Math.max(slowest, cpuMs() - begin);
    }
    figures.push(figure(`first results: ${name}`, slowest, "ms", 50));
  }
  const begin = cpuMs();
  await archive.search({ terms: termsOf("/pool-[0-9]+/"), order: "newest", limit: 20 });
  figures.push(figure("a pattern that is nowhere", cpuMs() - begin, "ms", 220));
  await close();
  return figures;
}

function termsOf(text: string): readonly SearchTerm[] {
  if (text.startsWith("/")) return [{ operator: "pattern", operand: text.slice(1, -1) }];
  const words = { operator: "search", operand: text.replace(/^from /, "") };
  return text.startsWith("from ") ? [{ operator: "sender", operand: 1950 }, words] : [words];
}

/** One in eighty words begins with each, as with the most frequent ones of English. */
const syllables = [..."bdfgklmnprstvz"]
  .flatMap((one) => [..."aeiou"].map((other) => one + other))
  .concat("pro com con ing der str sen tor pla tion".split(" "));
const japanese = "の に は を た が で と 日本 東京 会議 検索 開発 問題 確認 サーバー 対応".split(
  " ",
);

/** Words as frequent as in languages: the second half as often as the first. Some messages are Japanese. */
function* rounds(count: number): Generator<readonly Message[]> {
  const random = seeded(7);
  const spelled = () => Array.from({ length: 1 + below(random, 3) }, () => pick(random, syllables));
  const vocabulary = Array.from({ length: 60_000 }, () => spelled().join(""));
  const word = () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? "";
  const text = () => {
    const words = Array.from({ length: 3 + below(random, 20) }, word);
    return below(random, 16) === 0
      ? words.map(() => pick(random, japanese)).join("")
      : words.join(" ");
  };
  const topics = Array.from({ length: 3000 }, () => `${word()} ${word()}`);
  const made = (id: number): Message => {
    const at = below(random, 1 + below(random, topics.length));
    const [streamId, topic] = [(1 + (at % 40)) as StreamId, topics[at] ?? ""];
    return message(id, {
      conversation: conversationKey({ kind: "topic", streamId, topic }),
      streamId,
      topic,
      senderId: (1 + below(random, 1 + below(random, 2000))) as UserId,
      content: text(),
    });
  };
  for (let from = 1; from <= count; from += round)
    yield Array.from({ length: round }, (_, at) => made(from + at));
}
