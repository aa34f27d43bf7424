/** Links to searches as text, and that text as the same search again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { get, newBatch, put } from "#base/table.ts";
import { timeReader } from "#commands/search/day.ts";
import { queryOf } from "#commands/search/query.ts";
import { placeOfTerms } from "#model/message-link.ts";
import type { Person } from "#model/person.ts";
import type { UserId } from "#wire/ids.ts";
import { narrowLink } from "#wire/narrow-link.ts";
import { acme, ana, backend, bo, mei, ops } from "../support/acme.ts";
import "../support/properties.ts";

/** Names that could be read as something else. */
const names = ["me", "42", "Ana Ruiz", 'Sam "Ox" Day', "Day, Sam", "Pat|2", "@lee", "a\\b c"];

function oddRealm() {
  const replica = acme();
  const batch = newBatch("names");
  const like = get(replica.people, bo) as Person;
  const people = names.reduce((all, name, at) => {
    const id = (900 + at) as UserId;
    return put(all, id, { ...like, id, name, email: `odd${at}@acme.example` }, batch);
  }, replica.people);
  return { ...replica, people };
}

const view = oddRealm();

const person = fc.constantFrom(ana, bo, mei, ...names.map((_, at) => 900 + at)).map(String);
const text = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom('"', "\\", " ", "a", "-", ":", "/", "#", "é"),
      maxLength: 8,
    }),
    fc.constantFrom(
      "topic:x",
      "-from:ana",
      "/po+l/",
      '"a b" c',
      "std::map",
      "on:today",
      "two  blanks",
    ),
  )
  .map((written) => written.trim())
  .filter((written) => written !== "");
const term = (operator: string, operand: fc.Arbitrary<string>) =>
  fc.record({ operator: fc.constant(operator), operand, negated: fc.boolean() });
const maybe = (one: ReturnType<typeof term>) => fc.option(one, { nil: undefined });

/** A message is in a stream, or direct. */
const where = fc.oneof(
  fc.tuple(
    maybe(term("stream", fc.constantFrom(`${backend}-backend`, `${ops}`))),
    maybe(term("topic", text)),
  ),
  fc.tuple(
    maybe(
      term(
        "dm",
        fc.uniqueArray(person, { minLength: 1 }).map((ids) => ids.join(",")),
      ),
    ),
  ),
  fc.tuple(maybe(term("dm-including", person))),
);
const rest = fc.tuple(
  maybe(term("sender", person)),
  maybe(term("has", fc.constantFrom("link", "image"))),
  maybe(term("is", fc.constantFrom("unread", "resolved"))),
  maybe(term("search", text)),
  maybe(term("search", text)),
);
const terms = fc
  .tuple(where, rest)
  .chain(([one, other]) =>
    fc.shuffledSubarray([...one, ...other].filter((each) => each !== undefined)),
  );

test("the text of a link's search is parsed to the terms of the link", () => {
  fc.assert(
    fc.property(terms, (linked) => {
      const narrow = placeOfTerms(view, linked)?.narrow;
      if (narrow?.kind !== "search") return;
      const query = queryOf(view, narrow.text, timeReader(0, { twentyFour: true }, undefined));
      const sorted = narrow.terms.map((one) =>
        typeof one.operand === "object"
          ? { ...one, operand: [...one.operand].sort((a, b) => a - b) }
          : one,
      );
      expect(query).toMatchObject({ kind: "terms", terms: sorted });
    }),
  );
});

test.each([
  ["-search/pool.20size", '-search:"pool size"', "pool size"],
  ["search/say.20.22pool.20size.22", 'say "pool size"', 'say "pool size"'],
  ["search/topic.3Ax", "search:topic:x", "topic:x"],
  ["search/two.20.20blanks", 'search:"two  blanks"', "two  blanks"],
  ["topic/the.20.22big.22.20one", 'topic:"the \\"big\\" one"', 'the "big" one'],
])("%s is written %s", (path, written, operand) => {
  const narrow = placeOfTerms(view, narrowLink(`#narrow/${path}`)?.terms ?? [])?.narrow;
  expect(narrow).toMatchObject({ kind: "search", text: written, terms: [{ operand }] });
});
