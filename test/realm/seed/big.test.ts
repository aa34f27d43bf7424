import { expect, test } from "vitest";
import { bigBlueprint, bigCounts } from "#realm/seed/big.ts";
import { faults } from "./faults.ts";

const now = 1_795_174_920;
const big = bigBlueprint(now);

test("the big realm has the exact counts that the benchmark names", () => {
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

test("all references are valid and messages are in the order of time", () => {
  expect(faults(big, now)).toEqual([]);
});

test("names of users and streams are unique", () => {
  expect(new Set(big.users.map(({ fullName }) => fullName)).size).toBe(bigCounts.users);
  expect(new Set(big.streams.map(({ name }) => name)).size).toBe(bigCounts.streams);
});

test("the same seed gives the same realm, including mentions of the user", () => {
  const mentions = big.messages.filter(({ content }) => content.includes("@**Robin Hale**"));
  expect(mentions.length).toBeGreaterThan(100);
  const again = bigBlueprint(now);
  expect(again.messages.at(-1)).toEqual(big.messages.at(-1));
  expect(again.you.unread).toEqual(big.you.unread);
});
