import { expect, test } from "vitest";
import type { Archive } from "#archive/archive.ts";
import { narrowsOf } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { archiveIn } from "../support/archive-in.ts";
import { direct, known, message, messages, stream, topic } from "../support/archived.ts";
import { folder } from "../support/folder.ts";
import * as make from "../support/make.ts";

async function pageOf(archive: Archive, narrow: Narrow, anchor: number | "newest" = "newest") {
  const at = anchor === "newest" ? anchor : make.id(anchor);
  const page = await archive.page({ narrow, anchor: at, before: 3, after: 3 });
  return { ...page, messages: page.messages.map(({ id }) => Number(id)) };
}

test("messages come back as they were, whatever is in them", async () => {
  const archive = archiveIn();
  const all = [
    message(1),
    message(2, { topic: "DEPLOYS", senderName: "Ada L.", editedAt: 5, movedAt: 6 }),
    message(3, { content: "a\0b \ud800 c", alerted: true, isHistory: true }),
    message(4, {
      topic: "\0x",
      conversation: "t:2:\0x" as Message["conversation"],
      content: "long ".repeat(200_000),
      senderName: "\udfff",
    }),
    direct(5, { starred: true, mentioned: true, wildcardMentioned: true }),
    message(6, {
      reactions: [{ type: "unicode_emoji", code: "1f44d", name: "+1", userIds: [make.me] }],
      submessages: [{ id: 1, senderId: make.ada, content: "{}" }],
    }),
  ];
  expect(await archive.write([messages(...all)], true)).toBeGreaterThan(1_000_000);
  expect(await archive.messages(all.map(({ id }) => id))).toEqual(all);
});

test("a page has the messages of its narrow around the anchor", async () => {
  const archive = archiveIn();
  const all = [
    message(1),
    direct(2, { starred: true }),
    message(3, { isHistory: true }),
    direct(4),
  ];
  const more = [5, 6, 7, 8].map((id) => message(id, { mentioned: id === 6, senderId: make.me }));
  await archive.write([messages(...all, ...more)], true);
  const narrows: Narrow[] = [
    topic,
    stream,
    { kind: "direct", userIds: direct(2).userIds ?? ([] as never) },
    { kind: "all" },
    { kind: "mentions" },
    { kind: "starred" },
    { kind: "directs" },
    { kind: "sender", userId: make.ada },
  ];
  for (const narrow of narrows) {
    const members = [...all, ...more]
      .filter((one) => narrowsOf(one).includes(narrowKey(narrow)))
      .map(({ id }) => Number(id));
    const below = members.filter((id) => id < 5).slice(-3);
    const above = members.filter((id) => id >= 5).slice(0, 3);
    expect((await pageOf(archive, narrow, 5)).messages).toEqual([...below, ...above]);
    expect((await pageOf(archive, narrow)).messages).toEqual(members.slice(-3));
  }
});

test("where no interval covers two neighbours there is a hole", async () => {
  const archive = archiveIn();
  await archive.write([messages(...[1, 2, 5, 6, 9].map((id) => message(id)))], true);
  expect(await pageOf(archive, topic, 5)).toEqual({
    messages: [1, 2, 5, 6, 9],
    holes: [1, 2, 5, 6],
    oldestKnown: false,
    newestKnown: false,
  });
  expect(await archive.extent(topic)).toMatchObject({ count: 5, unbroken: 0 });
  await archive.write([known(topic, [1, 2], "oldest"), known(topic, [5, 6])], true);
  await archive.write([known(stream, [6, 9], "newest")], true);
  expect(await pageOf(archive, topic, 5)).toMatchObject({ holes: [2], oldestKnown: true });
  await archive.write([known(topic, [6, 9], "newest")], true);
  expect(await archive.extent(topic)).toMatchObject({ count: 5, unbroken: 3 });
  await archive.write([known(topic, [2, 5])], true);
  expect(await pageOf(archive, topic, 5)).toMatchObject({ holes: [], newestKnown: true });
  expect(await pageOf(archive, topic, 9)).toMatchObject({ oldestKnown: false });
  expect(await archive.extent(topic)).toEqual({ count: 5, since: 1_700_000_001, unbroken: 5 });
});

test("the end of a stream is the end of its topic only from where the stream is known", async () => {
  const archive = archiveIn();
  const conversation = "t:2:other" as Message["conversation"];
  const elsewhere = message(9, { topic: "Other", conversation });
  await archive.write([messages(message(1), elsewhere), known(topic, [1], "oldest")], true);
  await archive.write([known(stream, [9], "newest")], true);
  expect(await pageOf(archive, topic)).toMatchObject({ messages: [1], newestKnown: false });
});

test("nothing is claimed about a message that is not there, and an empty narrow is known to be empty", async () => {
  const archive = archiveIn();
  await archive.write([messages(message(1), message(3)), known(topic, [1, 2, 3], "oldest")], true);
  expect(await pageOf(archive, topic)).toMatchObject({ messages: [1, 3], holes: [1] });
  const mentions: Narrow = { kind: "mentions" };
  await archive.write([known(mentions, [], "oldest", "newest")], true);
  const empty = { messages: [], holes: [] };
  expect(await pageOf(archive, mentions)).toEqual({
    ...empty,
    oldestKnown: true,
    newestKnown: true,
  });
  await archive.write([known(topic, [], "oldest", "newest")], true);
  expect(await pageOf(archive, topic)).toMatchObject(empty);
});

test("what an interval proves gone, what was deleted and what became invisible is not there any more", async () => {
  const archive = archiveIn();
  const all = [1, 2, 3, 4, 5].map((id) => message(id));
  await archive.write([messages(...all, direct(6)), known(topic, [1, 2, 3, 4, 5])], true);
  await archive.write([known(topic, [2, 4])], true);
  expect((await pageOf(archive, topic)).messages).toEqual([2, 4, 5]);
  await archive.write([known(topic, [2, 4], "oldest", "newest")], true);
  expect((await pageOf(archive, topic)).messages).toEqual([2, 4]);
  await archive.write([{ kind: "deleted", ids: make.ids(4) }], true);
  expect((await pageOf(archive, topic)).messages).toEqual([2]);
  await archive.write([{ kind: "hidden", streams: [make.backend] }], true);
  expect(await archive.messages(make.ids(1, 2, 3, 4, 5, 6))).toEqual([direct(6)]);
  expect(await pageOf(archive, topic)).toMatchObject({ oldestKnown: false });
});

test("behind the end of a conversation, nothing is claimed that was known before", async () => {
  const archive = archiveIn();
  const all = [1, 2, 3, 4, 5].map((id) => message(id));
  const before = known(topic, [1, 2, 3, 4, 5], "oldest", "newest");
  await archive.write([messages(...all), before], true);
  await archive.write([known(topic, [1, 2], "oldest", "newest")], true);
  expect(await pageOf(archive, topic)).toMatchObject({ messages: [1, 2], newestKnown: true });
  // One of those that were moved away comes back; whether the others do, is not known.
  await archive.write([messages(message(4))], true);
  expect(await pageOf(archive, topic)).toMatchObject({
    messages: [1, 2, 4],
    holes: [2],
    newestKnown: false,
  });
});

test("of a conversation that was emptied up to a message, only what was said later is there", async () => {
  const archive = archiveIn();
  await archive.write(
    [messages(...[1, 2, 3, 4].map((id) => message(id)), direct(5)), known(topic, [1, 2, 3, 4])],
    true,
  );
  const { conversation } = message(1);
  await archive.write([{ kind: "emptied", conversation, to: make.id(3) }], true);
  expect((await pageOf(archive, topic)).messages).toEqual([4]);
  expect((await archive.messages(make.ids(1, 2, 3, 4, 5))).map(({ id }) => Number(id))).toEqual([
    4, 5,
  ]);
});

test("of a stream that was invisible for a while, nothing is claimed that was known before", async () => {
  const archive = archiveIn();
  const all = [1, 2, 3].map((id) => message(id));
  const everything: Narrow = { kind: "all" };
  const narrows = [stream, topic, everything];
  const claims = narrows.map((narrow) => known(narrow, [1, 2, 3], "oldest", "newest"));
  await archive.write([messages(...all), ...claims], true);
  await archive.write([{ kind: "hidden", streams: [make.backend] }], true);
  await archive.write([messages(message(1), message(3))], true);
  const pages = await Promise.all(narrows.map((narrow) => pageOf(archive, narrow)));
  const claimed = { messages: [1, 3], holes: [1], oldestKnown: false, newestKnown: false };
  expect(pages).toEqual([claimed, claimed, claimed]);
});

test("a round becomes visible with its last call, and survives a restart", async () => {
  const path = folder();
  const archive = archiveIn(path);
  await archive.write([messages(message(1)), { kind: "section", name: "a", json: "1" }], false);
  expect(await archive.messages(make.ids(1))).toEqual([]);
  expect(await archive.load()).toBeUndefined();
  await archive.write([{ kind: "section", name: "b", json: "2" }], true);
  const again = archiveIn(path);
  expect(await again.messages(make.ids(1))).toEqual([message(1)]);
  const sections = [
    { name: "a", json: "1" },
    { name: "b", json: "2" },
  ];
  expect(await again.load()).toMatchObject({ sections });
  await again.forget();
  expect(await again.load()).toBeUndefined();
  expect(await again.messages(make.ids(1))).toEqual([]);
});
