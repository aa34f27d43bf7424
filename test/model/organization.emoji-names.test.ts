import fc from "fast-check";
import { expect, test } from "vitest";
import { catalogueFor } from "#emoji/catalogue.ts";
import { searchEmoji } from "#emoji/search.ts";
import { runToEnd } from "#model/decode.ts";
import { emptyReplica } from "#model/empty.ts";
import { carryOver } from "#model/from-register.ts";
import { decodeEmojiNames } from "#model/organization.ts";
import { withEmojiNames } from "#model/settings.ts";

const decode = (raw: unknown) => runToEnd(decodeEmojiNames(raw));

test("entries with an invalid code or without names are skipped", () => {
  const bad = ["zzz", "1F44D", "d83d-dc4d", "110000", "1f44d-", "+1f44d", "1f44d ", ""];
  const list = Object.fromEntries(bad.map((code) => [code, ["name"]]));
  expect(
    decode({ code_to_names: { ...list, "1f389": ["tada", 7, "a b", "", ":x:", "hi"] } }),
  ).toEqual(new Map([["1f389", ["tada", "hi"]]]));
  expect(decode({ code_to_names: { "1f389": ["\u001b[31m"], "1f44d": "+1" } })).toBeUndefined();
});

test("names have at most a hundred characters, and codes at most a hundred and twenty", () => {
  const codeOf = (parts: number) => Array(parts).fill("1f44d").join("-");
  const [name, code] = ["a".repeat(100), codeOf(20)];
  const list = { [code]: [`${name}a`, name, "a\n"], [codeOf(21)]: ["a"], [`2139\n`]: ["a"] };
  expect(decode({ code_to_names: list })).toEqual(new Map([[code, [name]]]));
});

test("a value that is not a list gives undefined", () => {
  for (const raw of [undefined, null, "x", [], {}, { code_to_names: [] }, { code_to_names: null }])
    expect(decode(raw), JSON.stringify(raw)).toBeUndefined();
});

test("an overlong list is truncated", () => {
  const codes = Array.from({ length: 9_000 }, (_, at) => (0x10000 + at).toString(16));
  const list = {
    code_to_names: Object.fromEntries(codes.map((code) => [code, Array(90).fill("x")])),
  };
  const names = decode(list);
  expect(names?.size).toBe(4_000);
  expect(names?.get("10000")).toHaveLength(50);
});

test("each entry of any list is used or skipped, and used ones can be searched", () => {
  const part = fc.constantFrom("1f44d", "2764", "200d", "fe0f", "0000", "ffffff", "-", "e000", "");
  const code = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 4 }).map((parts) => parts.join("-")),
  );
  const name = fc.oneof(fc.string(), fc.constantFrom("tada", "a-b", "+1"), fc.jsonValue());
  const value = fc.oneof(fc.jsonValue(), fc.array(name));
  fc.assert(
    fc.property(fc.dictionary(code, value), fc.string(), (list, typed) => {
      const names = decode({ code_to_names: list });
      for (const [each, known] of names ?? []) {
        expect(list[each]).toEqual(expect.arrayContaining([...known]));
        expect(known.every((one) => /^[\w\-+]+$/.test(one))).toBe(true);
        expect(each).toMatch(/^[\da-f]{2,6}(?:-[\da-f]{2,6})*$/);
      }
      searchEmoji(catalogueFor(names), [], typed, 50);
    }),
  );
});

test("emoji names persist after a lost queue, and changed ones redraw messages", () => {
  const names = new Map([["1f389", ["tada"]]]);
  const named = withEmojiNames(emptyReplica, names);
  expect(named.namesRevision).toBeGreaterThan(emptyReplica.namesRevision);
  expect(withEmojiNames(named, names)).toBe(named);
  expect(carryOver(emptyReplica, named).emojiNames).toBe(names);
});
