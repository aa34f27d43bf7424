/** Names of streams and topics, and messages of realistic lengths, for the big realm. */

import { below, pick, type Random } from "#base/random.ts";

const areas = [
  "backend",
  "web",
  "mobile",
  "firmware",
  "design",
  "support",
  "sales",
  "legal",
  "finance",
  "people",
  "research",
  "maps",
  "forecast",
  "radio",
  "storage",
  "billing",
  "docs",
  "quality",
  "security",
  "translation",
];
const sides = [
  "",
  "help",
  "reviews",
  "releases",
  "north",
  "south",
  "emea",
  "apac",
  "alerts",
  "planning",
  "hiring",
  "social",
  "incidents",
  "ideas",
  "metrics",
  "standup",
  "partners",
  "archive",
  "lab",
  "日本",
];

/** 400 different names. */
export function streamName(index: number): string {
  const side = sides[Math.floor(index / areas.length) % sides.length] ?? "";
  const area = areas[index % areas.length] ?? "";
  return side === "" ? area : `${area} ${side}`;
}

const moods = [
  "slow",
  "missing",
  "new",
  "broken",
  "weekly",
  "old",
  "better",
  "silent",
  "unexpected",
  "winter",
  "first",
  "next",
  "final",
  "tiny",
  "noisy",
  "lost",
  "double",
  "quarterly",
  "frozen",
  "strange",
];
const matters = [
  "login on phones",
  "readings from ferries",
  "icons",
  "export as CSV",
  "rollback plan",
  "map tiles",
  "certificates",
  "battery reports",
  "the offsite",
  "invoice numbers",
  "translation of « station »",
  "memory of the gateway",
  "flaky tests",
  "onboarding",
  "rain sums",
  "time zones",
  "screen readers",
  "the customer in Oslo",
  "数据导出",
  "お知らせ",
  "permissions",
  "pool size",
  "backup and restore",
  "naming things",
  "api v3",
  "search",
  "office plants",
  "station 17",
  "queue depth",
  "release notes",
];

export const topicNameCount = moods.length * matters.length;

/** A name for each index; after `topicNameCount` of them, they are numbered. */
export function topicName(index: number): string {
  const name = `${moods[index % moods.length]} ${matters[Math.floor(index / moods.length) % matters.length]}`;
  const round = Math.floor(index / topicNameCount);
  return round === 0 ? name : `${name} ${round + 1}`;
}

const openings = [
  "I looked into this",
  "For the record",
  "Quick update",
  "From the customer",
  "After lunch",
  "As promised",
  "One more thing",
  "If I read the graph right",
  "Since the last release",
  "Good news",
  "Not urgent",
  "確認しました",
];
const findings = [
  "the second request is the slow one",
  "it only happens when the cache is cold",
  "we can drop the old column",
  "the numbers agree to the third decimal",
  "nobody has used this since spring",
  "the fix is smaller than the test",
  "two of the three regions are done",
  "the queue drains in four minutes",
  "the label is cut on narrow screens",
  "Łódź and 東京 both sort correctly now",
  "the retry waits twice as long each time",
  "it was a typo, mine",
];
const endings = [
  "so I would merge it today.",
  "but I would like a second pair of eyes.",
  "and I have written it down in the wiki.",
  "which explains the graph of Tuesday.",
  "so let us wait for the nightly run.",
  "thanks for the patience! 🙏",
  "I will report back tomorrow.",
  "does anybody object?",
  "no action needed.",
  "see the thread in #**general**.",
];
const short = [
  "+1",
  "thanks!",
  "done",
  "on it",
  "same here",
  "👍",
  "merged",
  "yes",
  "no idea",
  "了解です",
  "lol",
  "ok",
];
const blocks = [
  "```ts\nconst late = readings.filter((reading) => reading.receivedAt - reading.takenAt > hour);\n```",
  "```text\nWARN gateway  pool exhausted: 10 in use, 0 idle, 214 waiting\n```",
  "* first the index\n* then the backfill\n  * in batches\n* then the switch",
  "| region | p50 | p99 |\n|---|--:|--:|\n| eu | 41 | 128 |\n| us | 39 | 131 |\n| ap | 58 | 190 |",
  "> can we do that without downtime?\n\nYes, in two steps.",
];

/** Half of the messages are a line, a quarter a word or two, the rest paragraphs, some with code or a table. */
export function message(random: Random): string {
  const kind = random();
  if (kind < 0.25) return pick(random, short);
  const sentences = kind < 0.75 ? 1 : 2 + below(random, 4);
  const text = Array.from({ length: sentences }, () => sentence(random));
  // Joined rather than concatenated, so that the string is flat in memory.
  return kind > 0.93 ? [text.join(" "), pick(random, blocks)].join("\n") : text.join(" ");
}

function sentence(random: Random): string {
  return [pick(random, openings), ": ", pick(random, findings), ", ", pick(random, endings)].join(
    "",
  );
}
