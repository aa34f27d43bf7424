import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { get, tableOf, values } from "#base/table.ts";
import { givenName } from "#model/open-ends/called.ts";
import { openEnds } from "#model/open-ends/open-ends.ts";
import type { Replica } from "#model/replica.ts";
import type { Stream } from "#model/stream.ts";
import type { MessageId } from "#wire/ids.ts";
import { happening, replicaAfter } from "../../support/conversations.ts";
import "../../support/properties.ts";

/** `me 1 mention; them 3 question of Bo`, by age. */
function openIn(replica: Replica, ids: readonly MessageId[]): string {
  const words = openEnds(replica).map(({ kind, message, rule, asked, owing }) => {
    const names = owing.map((id) => givenName(get(replica.people, id)?.name ?? "nobody"));
    const whose = kind === "them" && asked.length > 1 ? ` of ${names.join(", ")}` : "";
    return `${kind} ${ids.indexOf(message.id) + 1} ${rule}${whose}`;
  });
  return words.length === 0 ? "nothing" : words.join("; ");
}

const cases = readFileSync(new URL("cases.txt", import.meta.url), "utf8")
  .split(/\n(?=\S)/)
  .filter((block) => block.trim() !== "" && !block.startsWith("#"))
  .map((block) => {
    const [title = "", ...lines] = block
      .trimEnd()
      .split("\n")
      .map((line) => line.trim());
    const expected = lines.filter((line) => line.startsWith("->")).map((line) => line.slice(3));
    return {
      title,
      lines: lines.filter((line) => line !== "" && !line.startsWith("->")),
      expected: expected.join("; "),
    };
  });

test("there are two hundred conversations, each once", () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
});

test.each(cases)("$title", ({ lines, expected }) => {
  const { replica, ids } = replicaAfter(lines);
  expect(openIn(replica, ids)).toBe(expected);
});

test("after every event, the index knows what all messages tell", () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 5, maxLength: 40 }), fc.nat(12), (lines, put) => {
      const dismissed = new Set<MessageId>();
      replicaAfter(lines, ({ replica, ids }) => {
        const id = ids[put];
        if (id !== undefined) dismissed.add(id);
        const view = { ...replica, dismissed: new Set(dismissed) };
        // The index of another realm has followed nothing: it reads all messages.
        expect(openEnds(view)).toEqual(openEnds({ ...view, realm: { ...view.realm } }));
      });
    }),
  );
});

test("what is open in a stream is so while the user is subscribed to it, whoever else joins it", () => {
  const { replica } = replicaAfter(["#topic", "Bo: @Ana can you look?"]);
  const streamsAs = (change: Partial<Stream>): Replica => ({
    ...replica,
    streams: tableOf(
      [...values(replica.streams)].map((stream) => ({ ...stream, ...change })),
      ({ id }) => id,
    ),
  });
  const before = openEnds(replica);
  expect(before).toHaveLength(1);
  expect(openEnds(streamsAs({ subscriberCount: 9 }))).toBe(before);
  expect(openEnds(streamsAs({ subscription: undefined }))).toEqual([]);
  expect(openEnds(replica)).toEqual(before);
});
