import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { values } from "#base/table.ts";
import { openEnds, openEndsIn } from "#model/open-ends/open-ends.ts";
import type { Replica } from "#model/replica.ts";
import type { MessageId } from "#wire/ids.ts";
import { type Name, replicaAfter } from "../../support/conversations.ts";
import "../../support/properties.ts";

/** `me 1 mention; them 3 question`, by age. */
function openIn(replica: Replica, ids: readonly MessageId[]): string {
  const ends = openEnds(replica);
  const words = ends.map(
    ({ kind, message, rule }) => `${kind} ${ids.indexOf(message.id) + 1} ${rule}`,
  );
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

const texts = [
  "@Ana can you look?",
  "@ops can you look?",
  "@Bo @Cleo look please",
  "who has the key?",
  "Ana, any news?",
  "the key is in the vault",
  "thanks!",
  "never mind",
  "> @Ana can you look?\\nyes",
];
const names: readonly Name[] = ["Ana", "Ana", "Bo", "Bo", "Cleo", "Robot", "Moss"];
const places = ["#topic", "#other", "#✔ topic", "to Bo", "to Cleo", "to Bo, Cleo"];
const happening = fc.oneof(
  { arbitrary: fc.constantFrom(...places), weight: 2 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(...texts))
      .map(([name, text]) => `${name}: ${text}`),
    weight: 6,
  },
  fc
    .tuple(
      fc.constantFrom("react", "unreact"),
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(...names),
    )
    .map(([word, at, name]) => `${word} ${at} ${name}`),
  fc.integer({ min: 1, max: 12 }).map((at) => `delete ${at}`),
  fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom("topic", "other", "all other", "all ✔ topic"),
    )
    .map(([at, topic]) => `move ${at} ${topic}`),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...texts))
    .map(([at, text]) => `edit ${at}: ${text}`),
  fc.constantFrom("mute Bo", "mute nobody", "leave Cleo", "return Cleo", "later"),
);

test("after every event, the index knows what all messages tell", () => {
  fc.assert(
    fc.property(fc.array(happening, { minLength: 5, maxLength: 40 }), fc.nat(12), (lines, put) => {
      const dismissed = new Set<MessageId>();
      replicaAfter(lines, ({ replica, ids }) => {
        const id = ids[put];
        if (id !== undefined) dismissed.add(id);
        const known = new Set(dismissed);
        expect(openEnds({ ...replica, dismissed: known })).toEqual(
          openEndsIn(values(replica.messages), replica, known),
        );
      });
    }),
  );
});
