/** Whatever is written, deleted and removed to make room: nothing is claimed to be complete that is not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openArchiveHere } from "#archive/client.ts";
import { narrowsOf } from "#model/histories.ts";
import type { Message } from "#model/message.ts";
import { type Narrow, narrowKey } from "#model/narrow.ts";
import type { MessageId } from "#wire/ids.ts";
import { known, message, messages, stream, topic } from "../support/archived.ts";
import { quickFolder } from "../support/folder.ts";
import * as make from "../support/make.ts";
import { runs } from "../support/runs.ts";

const count = 400;
const other: Narrow = { kind: "topic", streamId: make.backend, topic: "Other" };
const narrows: readonly Narrow[] = [topic, other, stream, { kind: "starred" }, { kind: "all" }];

const inOther = { topic: "Other", conversation: "t:2:other" as Message["conversation"] };

function onServer(id: number): Message {
  const content = "x".repeat(200 + (id % 7) * 50);
  const starred = id % 6 === 0;
  return message(id, { content, starred, ...(id % 3 === 0 && inOther) });
}

const anyNarrow = fc.nat({ max: narrows.length - 1 });
const anyId = fc.integer({ min: 1, max: count });
const someIds = fc.uniqueArray(anyId, { maxLength: 5 });

const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant("page"), anyNarrow, anyId, fc.nat({ max: 150 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("event"), anyId) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("moved"), someIds) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("deleted"), someIds) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("deleted-unseen"), someIds) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant("shrink"), fc.double({ min: 0.5, max: 1.1, noNaN: true })),
  },
);

type Step =
  | readonly ["page", number, number, number]
  | readonly ["event", number]
  | readonly ["moved" | "deleted" | "deleted-unseen", readonly number[]]
  | readonly ["shrink", number];

function world() {
  const { archive, close } = openArchiveHere(quickFolder(), { account: "me", keepsMessages: true });
  const server = new Map(Array.from({ length: count }, (_, at) => [at + 1, onServer(at + 1)]));
  const members = (narrow: Narrow) =>
    [...server.values()]
      .filter((one) => narrowsOf(one).includes(narrowKey(narrow)))
      .map(({ id }) => Number(id));
  let size = 0;

  const fetchPage = async (narrow: Narrow, from: number, most: number) => {
    const all = members(narrow);
    const ids = all.filter((id) => id >= from).slice(0, most);
    if (ids.length === 0) return;
    const ends = [
      ...(ids[0] === all[0] ? (["oldest"] as const) : []),
      ...(ids.at(-1) === all.at(-1) ? (["newest"] as const) : []),
    ];
    const found = ids.flatMap((id) => server.get(id) ?? []);
    size = await archive.write([messages(...found), known(narrow, ids, ...ends)], true);
    expect(size).toBeGreaterThan(0);
    const page = await archive.page({ narrow, anchor: make.id(from), before: 0, after: most + 60 });
    // Of what is before its first message, the page proves nothing.
    const shown = page.messages.map(({ id }) => Number(id)).filter((id) => id >= (ids[0] ?? 0));
    if (narrow.kind === "topic") expect(shown.slice(0, ids.length)).toEqual(ids);
  };
  const move = async (ids: readonly MessageId[]) => {
    for (const id of ids) if (server.has(id)) server.set(id, { ...onServer(id), ...inOther });
    const seen = await archive.messages(ids);
    const moved = seen.flatMap(({ id }) => server.get(id) ?? []);
    const gained = { kind: "gained", narrows: [narrowKey(other)], ids } as const;
    return archive.write([messages(...moved), gained], true);
  };
  const step = async (one: Step): Promise<unknown> => {
    switch (one[0]) {
      case "page":
        return fetchPage(narrows[one[1]] ?? topic, one[2], one[3] + 1);
      case "event": {
        const found = server.get(one[1]);
        return found && archive.write([messages(found)], true);
      }
      case "moved":
        return move(make.ids(...one[1]));
      case "deleted":
      case "deleted-unseen":
        for (const id of one[1]) server.delete(id);
        if (one[0] === "deleted-unseen") return undefined;
        return archive.write([{ kind: "deleted", ids: make.ids(...one[1]) }], true);
      case "shrink": {
        const followed = [narrowKey(other)];
        return archive.shrink({ bytes: size * one[1], unread: [], followed, ownId: make.me });
      }
    }
  };
  /** All claims of a page with everything are true. */
  const check = async (narrow: Narrow) => {
    const all = members(narrow);
    const page = await archive.page({ narrow, anchor: "newest", before: count, after: 0 });
    const ids = page.messages.map(({ id }) => Number(id));
    const holes = new Set<number>(page.holes);
    const missed = ids.flatMap((id, at) => {
      const next = ids[at + 1];
      if (next === undefined || holes.has(id)) return [];
      return all.filter((between) => between > id && between < next);
    });
    expect(missed).toEqual([]);
    if (page.oldestKnown) expect(all.filter((id) => id < (ids[0] ?? count))).toEqual([]);
    if (page.newestKnown) expect(all.filter((id) => id > (ids.at(-1) ?? 0))).toEqual([]);
  };
  return { step, check, close };
}

test("a page claims nothing that is not so", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { step, check, close } = world();
      for (const one of steps) {
        await step(one as Step);
        for (const narrow of narrows) await check(narrow);
      }
      await close();
    }),
    { numRuns: runs(0.4, 10) },
  );
});
