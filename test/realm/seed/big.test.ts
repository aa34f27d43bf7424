import { expect, test } from "vitest";
import { bigBlueprint, bigCounts } from "#realm/seed/big.ts";
import { faults } from "./faults.ts";

const now = 1_795_174_920;
const big = bigBlueprint(now);

test("the big realm has exactly the numbers that the benchmark speaks of", () => {
  const topics = new Set(
    big.messages.flatMap((one) => ("to" in one ? [] : [`${one.streamId} ${one.topic}`])),
  );
  const counts = {
    users: big.users.length,
    streams: big.streams.length,
    topics: topics.size,
    messages: big.messages.length,
    unread: big.you.unread.length,
  };
  expect(counts).toEqual(bigCounts);
  expect(big.you.subscriptions.length).toBeGreaterThan(390);
  expect(big.you.subscriptions.some(({ isMuted }) => isMuted)).toBe(true);
});

test("all references hold and the order is that of time", () => {
  expect(faults(big, now)).toEqual([]);
});

test("no two people and no two streams have the same name", () => {
  expect(new Set(big.users.map(({ fullName }) => fullName)).size).toBe(bigCounts.users);
  expect(new Set(big.streams.map(({ name }) => name)).size).toBe(bigCounts.streams);
});

test("names come in several scripts, and topics fit their limit", () => {
  for (const script of [/\p{Script=Han}/u, /\p{Script=Hangul}/u, /\p{Script=Cyrillic}/u, /ø/]) {
    expect(big.users.some(({ fullName }) => script.test(fullName))).toBe(true);
  }
  const longest = big.messages.map((one) => ("to" in one ? 0 : one.topic.length));
  expect(longest.reduce((a, b) => Math.max(a, b), 0)).toBeLessThanOrEqual(60);
});

test("messages have the lengths of life: words, lines, paragraphs", () => {
  const lengths = big.messages.map(({ content }) => content.length).toSorted((a, b) => a - b);
  expect(lengths[10_000]).toBeLessThan(20);
  expect(lengths[50_000]).toBeGreaterThan(60);
  expect(lengths[95_000]).toBeGreaterThan(300);
});

test("some call you, and the same seed gives the same realm", () => {
  const calls = big.messages.filter(({ content }) => content.includes("@**Robin Hale**"));
  expect(calls.length).toBeGreaterThan(100);
  const again = bigBlueprint(now);
  expect(again.messages.at(-1)).toEqual(big.messages.at(-1));
  expect(again.you.unread).toEqual(big.you.unread);
});
