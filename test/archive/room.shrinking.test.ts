import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ShrinkRules } from "#archive/archive.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import { archiveIn } from "../support/archive-in.ts";
import { direct, known, message, messages, stream, topic } from "../support/archived.ts";
import { quickFolder as folder } from "../support/folder.ts";
import * as make from "../support/make.ts";

const other: Narrow = { kind: "topic", streamId: make.attic, topic: "Followed" };
const content = "x".repeat(1000);

/** By the last digit of the ID: starred, own, followed, unread from 0 to 3; the others may go first. */
function written(id: number): Message {
  switch (id % 10) {
    case 0:
      return message(id, { content, starred: true });
    case 1:
      return message(id, { content, senderId: make.me });
    case 2:
      return message(id, {
        content,
        streamId: make.attic,
        topic: "Followed",
        conversation: "t:3:followed" as Message["conversation"],
      });
    case 3:
      return direct(id, { content });
    default:
      return message(id, { content });
  }
}

const count = 5000;
const all = Array.from({ length: count }, (_, at) => written(at + 1));
const idsOf = (some: readonly Message[]) => some.map(({ id }) => Number(id));
const of = (key: string) => all.filter(({ conversation }) => conversation === key);

async function full() {
  const path = folder();
  const archive = archiveIn(path);
  await archive.write([messages(...all)], false);
  await archive.write([known(topic, idsOf(of("t:2:deploys")), "oldest", "newest")], false);
  await archive.write([known(other, idsOf(of("t:3:followed")), "oldest", "newest")], true);
  const size = () => statSync(join(path, "cache.db")).size;
  const left = async () => idsOf(await archive.messages(all.map(({ id }) => id)));
  return { archive, size, left };
}

const rules = (bytes: number): ShrinkRules => ({
  bytes,
  unread: all.flatMap(({ id }) => (id % 10 === 3 ? [id] : [])),
  followed: [narrowKey(other)],
  ownId: make.me,
});

test("the oldest messages go first, and what matters to the user stays", async () => {
  const { archive, size, left } = await full();
  await archive.shrink(rules(4_500_000));
  expect(size()).toBeLessThan(4_500_000);
  expect(size()).toBeGreaterThan(3_500_000);
  const ids = await left();
  const lesser = ids.filter((id) => id % 10 > 3);
  expect(ids.filter((id) => id % 10 <= 3)).toHaveLength(count * 0.4);
  expect(lesser).toEqual(idsOf(all).filter((id) => id % 10 > 3 && id >= (lesser[0] ?? count)));
  const page = await archive.page({ narrow: topic, anchor: make.id(1), before: 0, after: 3 });
  expect(page).toMatchObject({ oldestKnown: false, holes: [1, 10].map(Number) });
  const extent = await archive.extent(topic);
  expect(extent.unbroken).toBeGreaterThan(0);
  expect(extent.unbroken).toBeLessThan(extent.count);
  expect(await archive.extent(other)).toMatchObject({ count: count / 10, unbroken: count / 10 });
  const newest = { narrow: stream, anchor: "newest", before: 3, after: 0 } as const;
  expect((await archive.page(newest)).messages).toHaveLength(3);
});

test("when nothing else is left, the oldest of what matters go too", async () => {
  const { archive, size, left } = await full();
  await archive.shrink(rules(1_000_000));
  expect(size()).toBeLessThan(1_000_000);
  const ids = await left();
  expect(ids).toEqual(idsOf(all).filter((id) => id % 10 <= 3 && id >= (ids[0] ?? 0)));
  const extent = await archive.extent(other);
  expect(extent.unbroken).toBe(extent.count);
  const page = await archive.page({ narrow: other, anchor: make.id(1), before: 0, after: 9 });
  expect(page).toMatchObject({ oldestKnown: false, holes: [] });
});

test("other calls are answered between the slices, and a limit that cannot be kept ends it", async () => {
  const { archive, left } = await full();
  const answered: string[] = [];
  const shrunk = archive.shrink(rules(1)).then(() => answered.push("shrunk"));
  await archive.messages(make.ids(1)).then(() => answered.push("page"));
  await shrunk;
  expect(answered).toEqual(["page", "shrunk"]);
  expect(await left()).toEqual([]);
});
